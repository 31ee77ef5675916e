"""The whole firmware on an emulated Pico with a real MicroPython: lights, buttons, sound, USB, flash."""

import random
import subprocess
import sys
import wave
from array import array

import pytest

from pico import firmware
from pico.host import Host
from pico.pico import ROUND, TURN, colours
from shared_rules import names, wire

pytestmark = pytest.mark.slow

LED, SCK, WS, SD, MUTE = 22, 16, 17, 18, 19
BOOT_MS = 1800
FRAME_US = 24 * 24 * 1.2


def samples(name):
    with wave.open(str(firmware.ROOT / "build" / "sounds" / f"{name}.wav")) as file:
        return array("h", file.readframes(file.getnframes())).tolist()


def find(part, whole):
    """Where `part` stands in `whole`, -1 if nowhere."""
    text = array("h", whole).tobytes()
    at = text.find(array("h", part).tobytes())
    while at >= 0 and at % 2:
        at = text.find(array("h", part).tobytes(), at + 1)
    return at // 2


def lit(frame):
    return [i for i, colour in enumerate(colours(frame)) if any(colour)]


def test_boots_dark_and_silent_and_then_asks(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    first = pico.frames[0]
    assert len(first[1]) == 72 and not any(first[1])
    assert lit(pico.frames[-1])
    for _, _, extra, zero, one, low in pico.frames[1:]:
        assert extra == 0
        # WS2812B-V5 data sheet: T0H 220-380, T1H 580-1000, T0L 580-1000, T1L 220-420 ns
        assert zero[0] >= 220 and zero[1] <= 380 and low[0] >= 220 and low[1] <= 1000
        assert one[1] == 0 or (one[0] >= 580 and one[1] <= 1000)
    assert pico.rx == b""  # nothing is written before a host said hello
    assert pico.resets == []


def test_the_leds_latch_between_frames(image, power):
    """At least 280 us of silence between the end of a frame and the start of the next (WS2812B-V5)."""
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    pico.down(TURN)
    pico.run(1500)
    ends = [us for us, *_ in pico.frames]
    assert len(ends) > 20
    assert min(b - FRAME_US - a for a, b in zip(ends, ends[1:], strict=False)) >= 280


def test_hello_over_usb(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    host = Host(pico)
    hello = host.hello()
    assert hello["nonce"] == 77 and hello["protocol"] == wire.PROTOCOL
    assert hello["board"] == "full" and hello["buttons"] == 4 and hello["lights"] == 2
    assert hello["uid"] == bytes((0xE6, 0x60, 0x58, 0x38, 0x83, 0x12, 0x34, 0x56))
    assert hello["faults"] == 0 and not hello["flags"] & (wire.HF_SIMULATED | wire.HF_FAULT)


def test_a_press_shows_as_light(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    before = pico.frames[-1]
    start = pico.us
    pico.down(TURN)
    seen = pico.next_frame()
    while seen and seen[1] == colours(before):
        seen = pico.next_frame()
    assert seen and seen[0] - start < 20000
    pico.up(TURN)
    pico.run(300)


def test_a_host_that_stops_reading_stops_nothing(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    host = Host(pico)
    host.hello()
    host.send(wire.message(wire.SUBSCRIBE, wire.SUB_LIGHTS))
    host.listen(50)
    pico.do("reading", on=False)
    pico.run(3000)
    count = len(pico.frames)
    start = pico.us
    pico.down(TURN)
    assert pico.next_frame()[0] - start < 20000
    pico.up(TURN)
    pico.run(1000)
    assert len(pico.frames) > count and pico.resets == []
    pico.do("reading", on=True)
    assert Host(pico).hello()["faults"] == 0


def test_garbage_on_the_port_does_no_harm(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    host = Host(pico)
    noise = random.Random(7)
    for _ in range(20):
        pico.send(bytes(noise.choice([b for b in range(256) if b != 3]) for _ in range(200)))
        pico.run(30)
    hello = host.hello()
    assert hello["faults"] == 0 and pico.resets == []


def test_samples_at_the_amplifier_are_those_of_the_file(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    pico.interrupt()
    pico.do("listen", sck=SCK, ws=WS, sd=SD)
    pico.do("watch", pin=MUTE)
    pico.execute("from hub.hal.pico_i2s import Speaker; import time; s = Speaker(16, 17, 18, 19, '/sounds')")
    play = "n = s.play(%d, %d)\nwhile s.busy():\n s.poll(); time.sleep_ms(2)\nprint(n)"
    for number in (names.BELL, names.CLICK, names.WHISTLE + 11):
        for volume in (3, 1):
            pico.take()
            pico.edges.clear()
            wanted = samples(names.sound_name(number))
            length = int(pico.execute(play % (number, volume)))
            assert length == len(wanted) * 1000 // 16000
            left, right = pico.heard()
            assert left[-64:] == [0] * 64
            shifted = [value >> (3 - volume) for value in wanted]
            assert find(shifted, left) > 0 and find(shifted, right) > 0
            pico.take()
            assert [level for _, level in pico.edges] == [1, 0]  # the amplifier is on while it plays, and only then


def test_a_newer_sound_wins_and_nothing_of_the_old_one_follows(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    pico.interrupt()
    pico.do("listen", sck=SCK, ws=WS, sd=SD)
    pico.execute("from hub.hal.pico_i2s import Speaker; import time; s = Speaker(16, 17, 18, 19, '/sounds')")
    pico.execute(
        "s.play(%d, 3)\nfor i in range(40):\n s.poll(); time.sleep_ms(2)\n"
        "s.play(%d, 3)\nwhile s.busy():\n s.poll(); time.sleep_ms(2)" % (names.STEAM, names.CLACK)
    )
    left, _ = pico.heard()
    clack, steam = samples("clack"), samples("steam")
    at = find(clack, left)
    assert find(steam[:600], left) > 0 and at > 0
    assert not any(left[at - 128 : at]) and not any(left[at + len(clack) :])


def test_the_click_of_a_press_is_whole_while_lights_move(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    pico.do("listen", sck=SCK, ws=WS, sd=SD)
    pico.down(TURN)
    pico.run(400)
    pico.up(TURN)
    left, _ = pico.heard()
    click = samples("click")
    heard = [volume for volume in (1, 2, 3) if find([value >> (3 - volume) for value in click], left) >= 0]
    assert heard


def test_mpremote_breaks_in_and_stays_for_a_minute(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    port = pico.do("go")["port"]
    mpremote = [sys.executable, "-m", "mpremote", "connect", f"socket://127.0.0.1:{port}"]
    done = subprocess.run([*mpremote, "fs", "ls", "/"], capture_output=True, text=True, timeout=120, check=False)
    pico.do("stay")
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("a/", "boot.py", "data/", "main.py", "sounds/"):
        assert name in done.stdout
    pico.run(60000)
    assert pico.take().resets == []


def test_ctrl_c_pauses_the_watchdog_that_would_bite(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    pico.interrupt()
    assert pico.execute("import pico_boot, machine; print(machine.mem32[0x40058000] >> 30 & 1)") == "0"
    pico.run(20000)
    assert pico.resets == []
    # The same board with an app that hangs: the watchdog starts it anew.
    pico.execute("machine.WDT(timeout=3000)")
    pico.run(4000)
    assert [reason for _, reason in pico.resets] == [1]
    pico.run(BOOT_MS)
    assert Host(pico).hello()["faults"] == 0


def test_maintenance_restarts_without_the_app_and_ends_by_itself(image, power):
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    host = Host(pico)
    host.hello()
    assert host.ask(wire.message(wire.MAINTENANCE, 1), (wire.DONE, wire.FAIL))[0][0] == wire.DONE
    pico.run(1500)
    assert len(pico.resets) == 1
    assert pico.do("level", pin=25)["level"] == 1  # the board's own LED
    pico.send(b"\r")
    pico.do("prompt", us=500000)
    assert pico.execute("print(1 + 1)") == "2"
    pico.run(61000)
    assert len(pico.resets) == 2
    pico.run(BOOT_MS)
    assert Host(pico).hello()["faults"] == 0
    assert pico.do("level", pin=25)["level"] == 0


def test_round_held_at_power_up_gives_the_prompt(image, power):
    pico = power(uf2=image)
    pico.down(ROUND)
    pico.run(800)
    assert pico.do("level", pin=25)["level"] == 1
    pico.up(ROUND)
    pico.run(300)
    pico.send(b"\r")
    pico.do("prompt", us=1000000)
    assert pico.execute("import launch; print(repr(launch.slots.running()))") == "''"


def test_a_button_that_is_stuck_at_power_up_does_not_stop_the_hub(image, power):
    pico = power(uf2=image)
    pico.down(ROUND)
    pico.run(5500 + BOOT_MS + 11000)
    assert pico.frames and pico.resets == []
    assert Host(pico).hello()["board"] == "full"


def broken_slot(files, text):
    """Files of a slot whose app runs `text`."""
    import hashlib

    from trainhub.deploy import packing

    app = packing.pack({"main.py": text.encode()})
    line = f"{hashlib.sha256(app).hexdigest()} {len(app)} app.pack\n"
    return {**files, "b/app.pack": app, "b/manifest": line.encode(), "slot": b"b0"}


@pytest.mark.parametrize("text", ["def main():\n    raise ValueError('bad')\n", "import nothing_like_this\n", "no Python\n"])
def test_an_app_that_raises_falls_back_to_the_other_slot(files, power, text):
    pico = power(uf2=firmware.combined(broken_slot(files, text), "broken"))
    pico.run(4500)
    assert len(pico.resets) == 3
    assert Host(pico).hello()["board"] == "full"
    pico.interrupt()
    assert pico.execute("import launch; print(open('/slot').read(), launch.slots.running())") == "a0 a"
    assert "Error" in pico.execute("print(open('/fault.txt').read())")


def test_an_app_that_hangs_falls_back_when_power_comes_back_thrice(files, power, tmp_path):
    pico = power(uf2=firmware.combined(broken_slot(files, "def main():\n    while True: pass\n"), "hanging"))
    for _ in range(3):
        pico.run(1000)
        pico.do("image", path=str(tmp_path / "flash"))
        pico = power(flash=tmp_path / "flash")
    pico.run(BOOT_MS)
    assert Host(pico).hello()["board"] == "full"


@pytest.fixture(scope="module")
def late(files):
    """UF2 of a hub late in a game, and its journal."""
    data, journal = firmware.late_game()
    return firmware.combined({**files, **{f"data/{name}": text for name, text in data.items()}}, "late"), journal


def test_a_running_game_resumes_after_power_up(late, power):
    image, journal = late
    pico = power(uf2=image)
    pico.run(BOOT_MS)
    hello = Host(pico).hello()
    assert (hello["log_id"], hello["head"], hello["crc"]) == (journal.log.id, journal.log.head, journal.log.crc)
    assert hello["flags"] & wire.HF_GAME and hello["faults"] == 0


def test_power_cut_in_flash_writes_loses_no_event(late, power, tmp_path):
    """Turns are played and power goes in the middle of a random flash operation; what was acknowledged is there."""
    image, journal = late
    chance = random.Random(11)
    events = None
    for cut in range(6):
        pico = power(uf2=image)
        pico.run(BOOT_MS)
        host = Host(pico)
        hello = host.hello()
        if events is None:
            events, _ = host.log(hello["log_id"])
        pico.do("cut", after=chance.randrange(1, 30))
        known = hello["head"]
        while not pico.stopped:
            host.send(wire.hello_ask(1))  # to a host that is silent for five seconds nothing is told
            pico.down(TURN)
            host.listen(60)
            pico.up(TURN)
            host.listen(240)
            known = max([known] + [m[0][2] for m in host.messages if m and m[0][0] == wire.HEAD])
        pico.do("image", path=str(tmp_path / "flash"), seed=cut + 1)
        pico.close()
        pico = power(flash=tmp_path / "flash")
        pico.run(BOOT_MS)
        host = Host(pico)
        again = host.hello()
        assert again["log_id"] == journal.log.id and known <= again["head"] <= known + 1
        now, head = host.log(again["log_id"])
        assert now.startswith(events) and head[2] == again["head"] and head[3] == again["crc"]
        pico.close()


def hub_with(files, power, name, **changes):
    """A hub whose drive differs: path -> contents, None for no such file; it has run for a while."""
    drive = {path: data for path, data in {**files, **changes}.items() if data is not None}
    pico = power(uf2=firmware.combined(drive, name))
    pico.run(BOOT_MS)
    return pico


def plays_on(pico):
    """A press is answered in light, whatever else is wrong."""
    start = pico.us
    pico.down(TURN)
    frame = pico.next_frame()
    pico.up(TURN)
    return frame is not None and frame[0] - start < 20000 and not pico.take().resets


def test_an_unknown_board_starts_with_the_pins_that_all_boards_share(power, files):
    modules = firmware.modules("full")
    modules["hub_board.py"] = b'NAME = "octagon"\n'
    pico = power(uf2=firmware.combined(firmware.drive_of(modules, "octagon"), "octagon"))
    pico.run(BOOT_MS)
    assert plays_on(pico)
    host = Host(pico)
    assert host.hello()["flags"] & wire.HF_FAULT
    assert any("octagon" in text for _, _, text in host.faults())


def test_a_wrong_number_of_leds_is_named_and_all_lights_work(power, files):
    modules = firmware.modules("full")
    modules["boards/full.py"] = modules["boards/full.py"].replace(b"LED_COUNT = 24", b"LED_COUNT = 9")
    pico = power(uf2=firmware.combined(firmware.drive_of(modules, "few"), "few"))
    pico.run(BOOT_MS)
    assert len(pico.frames[-1][1]) == 72 and plays_on(pico)
    host = Host(pico)
    host.hello()
    assert any("9 LEDs" in text for _, _, text in host.faults())


def test_missing_sounds_are_named_and_the_others_play(files, power):
    pico = hub_with(files, power, "mute", **{"sounds/bell.wav": None, "sounds/seat-4.wav": b"RIFF"})
    assert plays_on(pico)
    host = Host(pico)
    host.hello()
    assert any("bell" in text for _, _, text in host.faults())


@pytest.mark.parametrize("settings", [b"", b"\xff" * 40, b"\x63" + bytes(12)])
def test_settings_that_are_damaged_or_of_an_unknown_version_give_defaults(files, power, settings):
    pico = hub_with(files, power, "settings", **{"data/settings": settings})
    assert plays_on(pico)
    assert Host(pico).hello()["board"] == "full"
