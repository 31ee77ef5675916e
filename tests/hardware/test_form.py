"""Damage that a maker does to hub.toml: refused with the place, the cause and the next step, never a traceback."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from hw import check, form, generate
from hw.model import HARDWARE, SOURCE, BadSource, load

TEXT = SOURCE.read_text()



def block(ref: str) -> str:
    """The lines of one part."""
    start = TEXT.index(f"[parts.{ref}]")
    return TEXT[start : TEXT.index("[parts.", start + 1)]


# (what stands in the file, what a maker makes of it, what the answer must name)
DAMAGE = [
    ('name = "MARK", pin = 3', 'name = "MARK", pin = 2', "two buttons have the pin 2"),
    ('name = "MARK", pin = 3', 'name = "MARK", pin = 22', "GP22 is used for LED_DATA and BTN_MARK"),
    ('name = "MARK", pin = 3', 'name = "MARK", pin = 25', "GP25 (BTN_MARK) is not on the header"),
    ('name = "MARK", pin = 3', 'name = "MARK", pin = "GP3"', 'is "GP3"; it must be a whole number from 0 to 28'),
    ('name = "MARK", pin = 3', 'name = "TURN", pin = 3', "two buttons have the name TURN"),
    ("led_count = 24", "led_count = 23", "led_count 23 ends at 22"),
    ("led_count = 24", "led_count = 25", "lights are not 0 to 24, each used"),
    ("turn_leds = [1, 3, 5", "turn_leds = [1, 5, 3", "full: turn lights do not run clockwise along the strand"),
    ("turn_leds = [1, 3, 5,", "turn_leds = [1, 3,", "turn_leds has 11 values; it must have 12"),
    ("ws = 17", "ws = 15", "I2S WS GP15 is not SCK + 1 (GP17)"),
    ("buzzer = 20\n", "", "variants.minimal.buzzer is missing"),
    ("price_eur = 6.0\nplace = \"board\"", "price_eur = -6.0\nplace = \"board\"",
     "parts.A1.price_eur is -6.0; it must be a number above 0"),
    ("price_eur = 12.0", 'price_eur = "12,00"', 'parts.BT1.price_eur is "12,00"; it must be a number'),
    (block("R1"), "", "no 220-470 ohm in series"),
    (block("C2"), "", "U1 has no capacitor of its own"),
    (block("J3"), "", "W6 goes from J3, which the full hub does not have"),
    ("[parts.DS1]", "[parts.LEDS]", "parts.DS1 is missing"),
    ("[parts.SW2]", "[parts.SW9]", "its button SW2 is not among the parts"),
    ("pico_ma = 80", "pico_mA = 80", "currents.pico_mA is not known; did you mean pico_ma?"),
    ("pico_ma = 80\n", "", "currents.pico_ma is missing"),
    ("pico_ma = 80", "pico_ma = 800", "without a lit light 1038 mA of 460 mA are gone"),
    ("budget_ma = 460", "budget_ma = 2000", "limiter allows 2000 mA, USB gives 500 mA"),
    ('kind = "shifter"', 'kind = "shiftr"', 'kind is "shiftr"; did you mean shifter?'),
    ("ohm = 330\nmpn", "ohm = 3300\nmpn", 'value is "330", but its ohm is 3300'),
    ('1 = "LED_5V", 2 = "LED_DIN"', '1 = "LED_5V"', 'parts.R1.nets.2 is missing; an open pin is "NC"'),
    ("at_mm = [41.2, 43.0, 270]", "at_mm = [412, 43.0, 270]", "parts.R1.at_mm[0] is 412"),
    ("at_mm = [41.2, 43.0, 270]", "at_mm = [61.2, 43.0, 270]", "the board ends at 50, 80"),
    ('["GN", "LED_DIN"]', '["Green", "LED_DIN"]', "colours are BK"),
    ('to = "DS1"', 'to = "DS2"', "W5 goes to DS2, which the full hub does not have"),
    ("tracks = 12 ", "tracks = 8 ", "hub.tracks is 8; it must be a whole number from 12 to 12"),
    ("outer_d_mm = 158.0", "outer_d_mm = 190.0", "outside diameter 190.0 mm is over 160 mm"),
    ("[limits]", "[limits", "at line"),
    ("usb_ma = 500", "usb_ma = 500\nusb_ma = 500", "Cannot overwrite a value (at line"),
]


def answer(path) -> str:
    """What a command says to this file; empty if it takes it."""
    try:
        hub = load(path)
    except BadSource as refusal:
        return str(refusal)
    return "\n".join(check.report(check.findings(hub)))


def test_the_file_as_it_is_is_taken():
    assert answer(SOURCE) == ""


@pytest.mark.parametrize(("old", "new", "named"), DAMAGE, ids=[d[2][:40] for d in DAMAGE])
def test_damage_is_refused_with_cause_and_next_step(tmp_path, old, new, named):
    assert old in TEXT
    path = tmp_path / "hub.toml"
    path.write_text(TEXT.replace(old, new, 1))
    said = answer(path)
    assert named in said
    assert "Mend it and try again" in said


def test_a_file_that_is_no_text_or_not_there(tmp_path):
    path = tmp_path / "hub.toml"
    assert "No such file" in answer(path)
    path.write_bytes(TEXT.encode("utf-16"))
    assert "cannot be used" in answer(path)


def places(value, path: tuple = ()) -> Iterator[tuple]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


PLACES = list(places(load()))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("new", [None, "x", -1, [], {}], ids=str)
def test_no_damage_to_any_single_value_ends_in_a_traceback(hub, new, part):
    """None takes the key away. What passes form and rules must make every light output."""
    for path in PLACES[part::4]:
        *way, last = path
        inner = hub
        for key in way:
            inner = inner[key]
        old = inner[last]
        if new is None:
            after = list(inner.items()) if isinstance(inner, dict) else list(inner)
            del inner[last]
        else:
            inner[last] = new
        if not form.wrong(hub) and not any(check.findings(hub).values()):
            generate.differences(hub)
        if new is None and isinstance(inner, dict):     # in the old order
            inner.clear()
            inner.update(after)
        elif new is None:
            inner[:] = after
        else:
            inner[last] = old
    assert form.wrong(hub) == []


@pytest.mark.parametrize("command", [["hw.check"], ["hw.generate"], ["hw.generate", "--check"]])
def test_a_command_ends_without_a_traceback_and_writes_nothing(tmp_path, command):
    (tmp_path / "hub.toml").write_text(TEXT.replace("ws = 17", "ws = 15").replace("usb_ma = 500", "usb_mA = 500"))
    code = (f"import sys; sys.argv = {command!r}; from hw import model, generate; from pathlib import Path\n"
            f"model.load.__defaults__ = (Path({str(tmp_path / 'hub.toml')!r}),)\n"
            f"import runpy; runpy.run_module({command[0]!r}, run_name='__main__')")
    done = subprocess.run([sys.executable, "-c", code], cwd=HARDWARE, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "limits.usb_mA is not known; did you mean usb_ma?" in done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""


def test_what_breaks_a_rule_is_not_written(hub, monkeypatch, capsys):
    hub["variants"]["full"]["i2s"]["ws"] = 15
    monkeypatch.setattr(generate, "load", lambda: hub)
    monkeypatch.setattr(generate, "outputs", lambda: pytest.fail("it went on to write"))
    assert generate.main([]) == 1
    assert "Nothing was written." in capsys.readouterr().out
