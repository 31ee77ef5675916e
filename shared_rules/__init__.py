"""The rules core of trainhub: pure, integer-only, the same on CPython and MicroPython.

Nothing is imported here on purpose: on the board every import costs RAM, so callers name the module they need.
"""

VERSION = (0, 1, 0)
