"""Rules of form: netlist hygiene, parts that can be ordered, lights and slots in their places."""

from __future__ import annotations

from .geometry import clockwise, drum_radius_needed, light_positions, track_deg
from .model import VARIANTS, variant
from .nets import connected, parts


def nets_joined(hub: dict) -> list[str]:
    """A net with one end is a mistake, unless its end is the Pico of a smaller variant."""
    wrong = []
    for name in VARIANTS:
        for net, pins in connected(hub, name).items():
            real = [ref for ref, _ in pins if hub["parts"][ref]["kind"] not in ("test", "pico")]
            solid = [ref for ref, _ in pins if hub["parts"][ref]["kind"] != "test"]
            if len(solid) < 2 and real:
                wrong.append(f"{name}: net {net} ends at {real[0]}")
    return wrong


def parts_orderable(hub: dict) -> list[str]:
    """Everything but bare pads has a maker's number, a supplier and a price."""
    return [f"{ref} lacks {key}" for ref, part in parts(hub).items() if part["place"] != "pad"
            for key in ("mpn", "maker", "suppliers", "price_eur") if not part.get(key)]


def pico_pins(hub: dict) -> list[str]:
    """Ground pins of the Pico go to ground, power pins to their own net."""
    nets = hub["parts"]["A1"]["nets"]
    wrong = [f"A1 pin {p} is ground but wired to {nets[str(p)]}" for p in hub["pico"]["ground"]
             if nets.get(str(p), "GND") != "GND"]
    power = {str(pin): net for net, pin in hub["pico"]["power"].items()}
    wrong += [f"A1 pin {pin} ({power[pin]}) is wired to {net}" for pin, net in nets.items()
              if pin in power and net != power[pin]]
    gpio = {str(pin) for pin in hub["pico"]["header"].values()}
    wrong += [f"A1 pin {pin} is a GPIO on {net}" for pin, net in nets.items()
              if pin in gpio and net in ("GND", "VSYS", "3V3", "VBUS", "5V_SW")]
    return wrong


def lights_clockwise(hub: dict) -> list[str]:
    """Tracks, and the lights of each kind, run clockwise seen from above; none is shared."""
    wrong = []
    for name in VARIANTS:
        v, at = variant(hub, name), light_positions(hub, name)
        if sorted(set(v.marker_leds + v.turn_leds)) != list(range(v.led_count)):
            wrong.append(f"{name}: lights are not 0 to {v.led_count - 1}, each used")
            continue
        if (v.marker_leds == v.turn_leds) != (v.lights_per_track == 1):
            wrong.append(f"{name}: {v.lights_per_track} lights a track do not fit the maps")
        for kind, leds in (("marker", v.marker_leds), ("turn", v.turn_leds)):
            if not clockwise([at[i] for i in leds]):
                wrong.append(f"{name}: {kind} lights do not run clockwise by track")
            if not clockwise([at[i] for i in sorted(leds)]):
                wrong.append(f"{name}: {kind} lights do not run clockwise along the strand")
    return wrong


def track_twelve_on_top(hub: dict) -> list[str]:
    """The Mexican Train's track is at 12 o'clock and track 3 on the right."""
    top, right = track_deg(hub, hub["hub"]["mexican_track"]), track_deg(hub, 3)
    return [] if (top, right) == (0, 90) else [f"track 12 at {top}, track 3 at {right} degrees"]


def slots_fit(hub: dict) -> list[str]:
    """Every tile goes into every slot, twelve slots go round, and the whole fits the printer."""
    geo = hub["geometry"]
    wrong = [f"{tile} tile of {size[0]} mm has less than 1 mm play" for tile, size in
             hub["tiles"].items() if size[0] + 1.0 > geo["slot_width_mm"]]
    need = drum_radius_needed(hub)
    if geo["drum_r_mm"] < need:
        wrong.append(f"12 slots need a radius of {need:.1f} mm")
    if geo["outer_d_mm"] > min(160.0, geo["bed_mm"]):
        wrong.append(f"outside diameter {geo['outer_d_mm']} mm is over 160 mm or the bed")
    if geo["fin_height_mm"] > max(size[2] for size in hub["tiles"].values()):
        wrong.append("the fins stand above the thickest tile")
    return wrong


RULES = (nets_joined, parts_orderable, pico_pins, lights_clockwise, track_twelve_on_top,
         slots_fit)
