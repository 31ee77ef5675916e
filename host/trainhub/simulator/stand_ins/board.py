"""Stand-in for CircuitPython's `board`; Adafruit's driver only looks for names that a Pico does not have."""
