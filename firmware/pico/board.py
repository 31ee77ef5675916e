"""CircuitPython's module of that name. Adafruit's driver looks here for a pin that powers the LEDs; a hub has none."""
