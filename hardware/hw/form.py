"""The form of hub.toml: which keys there are and what may stand in them, before any rule looks at it.

A rule may then take for granted that a value is there and of its kind. Each finding names the place, what
stands there, and what may.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .pins import TABLE, pico

VARIANTS = ("full", "minimal")


@dataclass(frozen=True)
class Number:
    low: float | None = None
    high: float | None = None
    whole: bool = False
    above: bool = False     # `low` itself is too low

    def wrong(self, value) -> str | None:
        kinds = (int,) if self.whole else (int, float)
        good = isinstance(value, kinds) and not isinstance(value, bool) and abs(value) < 1e9
        if good and (self.low is None or value > self.low or (value == self.low and not self.above)) \
                and (self.high is None or value <= self.high):
            return None
        text = "a whole number" if self.whole else "a number"
        if self.low is not None and self.high is not None:
            text += f" from {self.low:g} to {self.high:g}"
        elif self.low is not None:
            text += f" above {self.low:g}" if self.above else f" of {self.low:g} or more"
        return text


@dataclass(frozen=True)
class Text:
    choices: tuple[str, ...] = ()

    def wrong(self, value) -> str | None:
        if isinstance(value, str) and value.strip() and (not self.choices or value in self.choices):
            return None
        return "one of " + ", ".join(self.choices) if self.choices else "a text"


@dataclass(frozen=True)
class Many:
    """A list of one shape; `count` items, or one at least."""

    shape: object
    count: int | None = None


@dataclass(frozen=True)
class Map:
    """A table whose keys are the author's own; one at least."""

    shape: object


@dataclass(frozen=True)
class Yes:
    def wrong(self, value) -> str | None:
        return None if isinstance(value, bool) else "true or false"


@dataclass(frozen=True)
class Anything:
    def wrong(self, value) -> None:
        return None


MORE, POSITIVE, ANY = Number(0), Number(0, above=True), Number()
SHARE, PIN = Number(0, 1), Number(0, 28, whole=True)
HOLE = Number(1, 40, whole=True)    # of the Pico's header
WHOLE, DEGREES, PLACE = Number(1, whole=True), Number(-360, 360), Number(-200, 200)
WIRE, WORD, PAIR = Anything(), Text(), Many(POSITIVE, 2)
FITTED = Many(Text(VARIANTS))


def all_of(shape, names: str) -> dict:
    return dict.fromkeys(names.split(), shape)


# A `?` behind a key: it may be left out.
BUTTON = {"name": Text(("TURN", "MARK", "ROUND", "DRAW")), "pin": PIN, "ref": WORD, "pull": Text(("up", "none"))}
VARIANT = {"title": WORD, "lights_per_track": Number(1, 2, whole=True), "led_count": WHOLE,
           "sound": Text(("i2s", "pwm")), "led_pin": PIN, "buttons": Many(BUTTON),
           "i2s?": all_of(PIN, "sck ws sd mute"), "buzzer?": PIN,
           "marker_leds": Many(Number(0, whole=True), 12), "turn_leds": Many(Number(0, whole=True), 12)}
COLOURS = ("BK", "BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "PK")     # as WireViz writes them
HARNESS = {"name": WORD, "from": WORD, "to": WORD, "note?": WORD, "wires": Many(WIRE),
           "length_mm": POSITIVE, "gauge_mm2": POSITIVE, "variants": FITTED}
GEOMETRY = (
    all_of(POSITIVE, "outer_d_mm bed_mm drum_r_mm slot_width_mm min_wall_mm drum_wall_mm bottom_mm fin_height_mm "
           "height_mm lid_mm light_marker_r_mm light_turn_r_mm disc_d_mm disc_mm cone_d_mm cone_mm diffuser_mm "
           "turn_window_d_mm number_r_mm number_mm relief_mm engine_seat_depth_mm button_d_mm button_gap_mm "
           "button_flange_d_mm button_rise_mm switch_total_mm plunger_mm plug_room_mm board_edge_mm board_z_mm "
           "pico_socket_mm column_r_mm column_d_mm ledge_z_mm tray_mm speaker_d_mm speaker_z_mm rocker_z_mm")
    | all_of(PAIR, "marker_window_mm engine_seat_mm switch_body_mm charge_slot_mm board_mm usb_opening_mm rocker_mm")
    | all_of(DEGREES, "track_step_deg board_usb_deg speaker_deg rocker_deg")
    | all_of(Many(DEGREES, 4), "column_deg ledge_deg shelf_deg")
    | {"bank_mm": Many(POSITIVE, 3), "bank_at_mm": Many(PLACE, 2), "board_holes_mm": Many(PAIR, 4),
       "button_at_mm": all_of(Many(PLACE, 2), "TURN MARK ROUND DRAW")})
SHAPE = {
    "hub": {"name": WORD, "revision": WORD, "tracks": Number(12, 12, whole=True),
            "mexican_track": Number(1, 12, whole=True), "chips": Many(Text(("rp2040", "rp2350")))},
    "limits": all_of(POSITIVE, "usb_ma budget_ma usb_inrush_uc usb_attach_uf logic_v supply_v gpio_ma")
    | {"led_tolerance": SHARE, "schottky_drop_v": MORE},
    "currents": all_of(MORE, "pico_ma shifter_ma amp_idle_ma switch_ma led_idle_ua button_ua keep_alive_ma "
                       "least_pico_ma least_led_idle_ua")
    | all_of(POSITIVE, "led_channel_ua least_led_channel_ua"),
    "pico": {"header": Map(HOLE), "power": all_of(HOLE, "VBUS VSYS 3V3_EN 3V3 ADC_VREF RUN"),
             "ground": Many(HOLE), "module_only": Many(Number(0, 29, whole=True))},
    "variants": dict.fromkeys(VARIANTS, VARIANT),
    "amplifier": all_of(POSITIVE, "speaker_ohm speaker_w sd_pullup_ohm sd_internal_ohm sd_off_v sd_left_v")
    | {"vdd_gain_db": ANY, "full_scale_dbv": ANY, "efficiency": Number(0, 1, above=True)},
    "buzzer": {"current_ma": MORE},
    "soft_start": {"a_us_per_v_pf": MORE, "b_us_per_v": POSITIVE},
    "io": all_of(POSITIVE, "gpio_voh_v gpio_vil_v gpio_pullup_ohm e9_pulldown_ohm shifter_vih_v led_vih led_min_v "
                 "wire_ohm_mm2_per_m"),
    "tiles": Map(Many(POSITIVE, 3)),
    "geometry": GEOMETRY,
    "pcb": all_of(POSITIVE, "track_mm power_track_mm clearance_mm via_mm via_drill_mm edge_mm corner_mm hole_mm "
                  "hole_keepout_mm grid_mm") | {"power_nets": Many(WORD)},
    "parts": Map(Anything()),     # by kind, below
    "harness": Many(HARNESS),
}
PART = {"kind": WORD, "value": WORD, "place": Text(("board", "case", "hardware", "pad")), "variants": FITTED}
BOUGHT = {"mpn": WORD, "maker": WORD, "suppliers": Many(WORD), "price_eur": POSITIVE,
          "quantity?": WHOLE, "quantity_minimal?": WHOLE, "price_per?": Text(("light",))}
OF_KIND = {
    "res": {"ohm": POSITIVE}, "cap": {"farad_uf": POSITIVE, "rated_v": POSITIVE, "polar?": Yes(), "decouples?": WORD},
    "fuse": {"hold_ma": POSITIVE, "trip_ma": POSITIVE}, "diode": {"rated_ma": POSITIVE},
    "tvs": {"standoff_v": POSITIVE}, "powerswitch": {"rated_ma": POSITIVE}, "leds": {"cap_each_uf": MORE},
}
NO_PINS = ("socket", "cable", "mechanical")
KINDS = ("pico", *TABLE, *NO_PINS)
NEEDED = ("A1", "A2", "DS1")    # the rules and the drawings ask for these by name


def shown(value) -> str:
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else f'"{value}"' if isinstance(value, str) else str(value).lower()


def look(value, shape, where: str) -> Iterator[str]:
    if shape is WIRE:
        if not isinstance(value, list) or len(value) != 2 or value[0] not in COLOURS:
            yield f"{where} must be a colour and a net; colours are {', '.join(COLOURS)}"
        else:
            yield from look(value[1], WORD, where)
    elif isinstance(shape, (dict, Map)):
        if not isinstance(value, dict):
            yield f"{where} is {shown(value)}; it must be a table of keys and values"
        elif isinstance(shape, Map):
            if not value:
                yield f"{where} is empty"
            for key, item in value.items():
                yield from look(item, shape.shape, f"{where}.{key}")
        else:
            yield from keys(value, shape, where)
    elif isinstance(shape, Many):
        if not isinstance(value, list):
            yield f"{where} is {shown(value)}; it must be a list"
        elif len(value) != shape.count if shape.count else not value:
            yield f"{where} has {len(value)} values; it must have {shape.count or 'one at least'}"
        else:
            for place, item in enumerate(value):
                yield from look(item, shape.shape, f"{where}[{place}]")
    elif want := shape.wrong(value):
        yield f"{where} is {shown(value)}; it must be {want}"


def keys(value: dict, shape: dict, where: str) -> Iterator[str]:
    known = {key.rstrip("?"): item for key, item in shape.items()}
    dot = where + "." if where else ""
    for key, item in value.items():
        if key in known:
            yield from look(item, known[key], dot + key)
            continue
        near = difflib.get_close_matches(key, [k for k in known if k not in value], 1)
        yield f"{dot}{key} is not known; " + (f"did you mean {near[0]}?" if near else "take it out")
    for key in shape:
        if not key.endswith("?") and key not in value:
            yield f"{dot}{key} is missing"


def part(hub: dict, ref: str) -> Iterator[str]:
    found, where = hub["parts"][ref], f"parts.{ref}"
    if not isinstance(found, dict):
        yield f"{where} is {shown(found)}; it must be a table of keys and values"
        return
    kind, place = found.get("kind"), found.get("place")
    if kind not in KINDS:
        near = difflib.get_close_matches(str(kind), KINDS, 1)
        yield f"{where}.kind is {shown(kind)}; " + (f"did you mean {near[0]}?" if near else
                                                   "it must be one of " + ", ".join(KINDS))
        return
    shape = PART | OF_KIND.get(kind, {}) | ({} if place == "pad" else BOUGHT)
    if kind not in NO_PINS:
        shape |= {"nets": Map(WORD)}
    if place in ("board", "pad"):
        shape |= {"at_mm": Many(DEGREES, 3)} | ({} if kind == "pico" else {"footprint": WORD})
    bad = list(keys(found, shape, where))
    yield from bad
    if not bad:
        yield from values(hub, found, where)
    nets = found.get("nets")
    if kind in NO_PINS or not isinstance(nets, dict):
        return
    pins = pico(hub) if kind == "pico" else TABLE[kind]
    yield from (f"{where}.nets.{pin}: a {kind} has no pin {pin}" for pin in nets if pin not in pins)
    if kind != "pico":
        yield from (f"{where}.nets.{pin} is missing; an open pin is \"NC\"" for pin in pins if pin not in nets)


def values(hub: dict, found: dict, where: str) -> Iterator[str]:
    """What is written for people and what is reckoned with is the same; the place is on the board."""
    text, kind = found["value"], found["kind"]
    if kind == "res":
        said = re.fullmatch(r"([\d.]+)(k?)", text)
        if not said or not math.isclose(float(said[1]) * (1000 if said[2] else 1), found["ohm"]):
            yield f'{where}.value is "{text}", but its ohm is {found["ohm"]:g}'
    if kind == "cap":
        said = re.fullmatch(r"([\d.]+) (uF|nF) ([\d.]+) V", text)
        if not said or not math.isclose(float(said[1]) / (1000 if said[2] == "nF" else 1), found["farad_uf"]) \
                or float(said[3]) != found["rated_v"]:
            yield f'{where}.value is "{text}", but its farad_uf is {found["farad_uf"]:g} and its rated_v ' \
                  f'{found["rated_v"]:g}'
    if "at_mm" in found:
        x, y, _ = found["at_mm"]
        width, length = hub["geometry"]["board_mm"]
        if not (0 <= x <= width and 0 <= y <= length):
            yield f"{where}.at_mm is {x:g}, {y:g}; the board ends at {width:g}, {length:g}"
    if ":" not in found.get("footprint", ":"):
        yield f'{where}.footprint is "{found["footprint"]}"; it must be library:name'


def relations(hub: dict) -> Iterator[str]:
    """What one value must know of another."""
    parts = hub["parts"]
    yield from (f"parts.{ref} is missing" for ref in NEEDED if ref not in parts)
    for name in VARIANTS:
        made = hub["variants"][name]
        for key in ("marker_leds", "turn_leds"):
            far = [n for n in made[key] if n >= made["led_count"]]
            if far:
                yield f"variants.{name}.{key} names light {far[0]}; led_count {made['led_count']} ends at " \
                      f"{made['led_count'] - 1}"
        need = {"i2s": "i2s", "pwm": "buzzer"}[made["sound"]]
        if need not in made:
            yield f"variants.{name}.{need} is missing; its sound is {made['sound']}"
        for key in ("name", "ref", "pin"):
            taken = [b[key] for b in made["buttons"]]
            yield from (f"variants.{name}: two buttons have the {key} {twice}"
                        for twice in sorted({t for t in taken if taken.count(t) > 1}))
        refs = {b["ref"] for b in made["buttons"]}
        fitted = {ref for ref, p in parts.items() if p["kind"] == "button" and name in p["variants"]}
        yield from (f"variants.{name}: its button {ref} is not among the parts" for ref in sorted(refs - fitted))
        yield from (f"variants.{name}: the part {ref} is none of its buttons" for ref in sorted(fitted - refs))
    nets = {net for p in parts.values() if p["kind"] != "test" for net in p.get("nets", {}).values()}
    yield from (f"parts.{ref} is on {p['nets']['1']}, which no other part is on" for ref, p in parts.items()
                if p["kind"] == "test" and p["nets"]["1"] not in nets)
    for place, run in enumerate(hub["harness"]):
        for end in ("from", "to"):
            for name in run["variants"]:
                if run[end] not in parts or name not in parts[run[end]]["variants"]:
                    yield f"harness[{place}] {run['name']} goes {end} {run[end]}, which the {name} hub does not have"


def wrong(hub: dict) -> list[str]:
    """What is wrong with the form of a parsed hub.toml; none is an empty list."""
    found = list(look(hub, SHAPE, ""))
    if not found:
        found = [line for ref in hub["parts"] for line in part(hub, ref)] or list(relations(hub))
    return found
