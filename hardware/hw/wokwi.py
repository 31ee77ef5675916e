"""diagram.json for the Wokwi simulator: Pico, ring of lights, buttons, buzzer.

Wokwi has no level shifter and no I2S amplifier; the diagram leaves them out (a simulated pixel
takes 3.3 V), so the full hub is silent there.
"""

from __future__ import annotations

import json

from .model import variant

CAPS = {"TURN": "green", "MARK": "red", "ROUND": "blue", "DRAW": "yellow"}


def diagram(hub: dict, name: str) -> str:
    v = variant(hub, name)
    made = [
        {"type": "wokwi-pi-pico", "id": "pico", "top": 0, "left": 0,
         "attrs": {"env": "micropython-20241025-v1.24.0"}},
        {"type": "wokwi-led-ring", "id": "ring", "top": -60, "left": 260,
         "attrs": {"pixels": str(v.led_count)}},
    ]
    wired = [["pico:VBUS", "ring:VCC", "red", []], ["pico:GND.8", "ring:GND", "black", []],
             [f"pico:GP{v.led_pin}", "ring:DIN", "green", []]]
    for place, button in enumerate(v.buttons):
        ident = f"btn_{button.name.lower()}"
        made.append({"type": "wokwi-pushbutton", "id": ident, "top": 40 * place, "left": -170,
                     "attrs": {"color": CAPS[button.name], "label": button.name,
                               "key": button.name[0].lower()}})
        wired += [[f"pico:GP{button.pin}", f"{ident}:1.r", "blue", []],
                  ["pico:GND.1", f"{ident}:2.r", "black", []]]
    if v.buzzer is not None:
        made.append({"type": "wokwi-buzzer", "id": "buzzer", "top": 180, "left": 260,
                     "attrs": {"volume": "0.1"}})
        wired += [[f"pico:GP{v.buzzer}", "buzzer:2", "orange", []],
                  ["pico:GND.6", "buzzer:1", "black", []]]
    doc = {"version": 1, "author": "trainhub", "editor": "wokwi", "parts": made,
           "connections": wired, "dependencies": {}}
    return json.dumps(doc, indent=2) + "\n"
