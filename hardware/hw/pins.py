"""Names and electrical kinds of the pins of each part, for the netlist's rule check.

Kinds are SKiDL's: what one may tie together and what must be driven.
"""

from __future__ import annotations

PASSIVE, INPUT, OUTPUT, BIDIR = "PASSIVE", "INPUT", "OUTPUT", "BIDIR"
POWER_IN, POWER_OUT, OPEN = "PWRIN", "PWROUT", "NOCONNECT"
Pins = dict[str, tuple[str, str]]

TWO: Pins = {"1": ("1", PASSIVE), "2": ("2", PASSIVE)}
TABLE: dict[str, Pins] = {
    "res": TWO, "cap": TWO, "fuse": TWO, "button": TWO, "powerswitch": TWO, "buzzer": TWO,
    "conn2": TWO, "conn3": TWO | {"3": ("3", PASSIVE)}, "test": {"1": ("1", PASSIVE)},
    "diode": {"1": ("K", PASSIVE), "2": ("A", PASSIVE)},
    "tvs": {"1": ("K", PASSIVE), "2": ("A", PASSIVE)},
    "speaker": {"1": ("+", PASSIVE), "2": ("-", PASSIVE)},
    "bank": {"1": ("5V", POWER_OUT), "2": ("GND", POWER_OUT)},
    "leds": {"1": ("VDD", POWER_IN), "2": ("DIN", INPUT), "3": ("VSS", POWER_IN)},
    # TPS22918, SOT-23-6; the pins are those of its sister TPS22917 in KiCad's library and TI's
    # data sheet (whose CT goes to VIN, not to ground: not a drop-in).
    "loadswitch": {"1": ("VIN", POWER_IN), "2": ("GND", POWER_IN), "3": ("ON", INPUT),
                   "4": ("CT", PASSIVE), "5": ("QOD", PASSIVE), "6": ("VOUT", POWER_OUT)},
    # Adafruit 3006, header from LRC to Vin; 8 and 9 are its screw terminal.
    "amp": {"1": ("LRC", INPUT), "2": ("BCLK", INPUT), "3": ("DIN", INPUT), "4": ("GAIN", INPUT),
            "5": ("SD", INPUT), "6": ("GND", POWER_IN), "7": ("VIN", POWER_IN),
            "8": ("OUT+", OUTPUT), "9": ("OUT-", OUTPUT)},
    "shifter": {
        "1": ("1OE", INPUT), "2": ("1A", INPUT), "3": ("1Y", OUTPUT), "4": ("2OE", INPUT),
        "5": ("2A", INPUT), "6": ("2Y", OUTPUT), "7": ("GND", POWER_IN), "8": ("3Y", OUTPUT),
        "9": ("3A", INPUT), "10": ("3OE", INPUT), "11": ("4Y", OUTPUT), "12": ("4A", INPUT),
        "13": ("4OE", INPUT), "14": ("VCC", POWER_IN)},
}


def pico(hub: dict) -> Pins:
    """All 40 pins of the Pico's header."""
    pins: Pins = {str(n): (name, BIDIR) for name, n in hub["pico"]["header"].items()}
    pins |= {str(n): (f"GND{n}", POWER_IN) for n in hub["pico"]["ground"]}
    kinds = {"VBUS": POWER_OUT, "VSYS": PASSIVE, "3V3": POWER_OUT, "3V3_EN": INPUT,
             "ADC_VREF": PASSIVE, "RUN": INPUT}
    pins |= {str(n): (name, kinds[name]) for name, n in hub["pico"]["power"].items()}
    return dict(sorted(pins.items(), key=lambda item: int(item[0])))


def pins_of(hub: dict, ref: str) -> Pins:
    """Pins of a part by reference; {} for what has none."""
    kind = hub["parts"][ref]["kind"]
    return pico(hub) if kind == "pico" else TABLE.get(kind, {})
