"""The few things that people set on the hub and that it remembers: volume, brightness, keep-alive.

File `settings`: 'C' · version u8 · n x (key u8 · value u8) · crc u32. Keys are `wire.KEY_*`. Only what differs from its
default is stored. A file that is damaged, too long or of another version is left alone until somebody changes a
setting; the defaults hold meanwhile and `fault` says why.
"""

import binascii
import struct

from shared_rules import wire
from shared_rules.constants import E_MALFORMED, E_STORAGE, E_UNKNOWN, OK, const

NAME = "settings"
VERSION = const(1)
MAX_BYTES = const(64)
_C = const(0x43)
# By key: highest value, default. Lowest is 0.
_KEYS = {wire.KEY_VOLUME: (3, 2), wire.KEY_BRIGHTNESS: (3, 2), wire.KEY_KEEP_ALIVE: (1, 0)}
KEYS = (wire.KEY_VOLUME, wire.KEY_BRIGHTNESS, wire.KEY_KEEP_ALIVE)

GOOD = const(0)
DAMAGED = const(1)
OTHER_VERSION = const(2)


class Settings:
    """Reads the file at once; writes it at each change."""

    def __init__(self, store):
        self._store = store
        self._values = {}
        self.fault = self._load()

    def get(self, key):
        """The value of `wire.KEY_*`."""
        value = self._values.get(key)
        return _KEYS[key][1] if value is None else value

    def set(self, key, value):
        """Remember a value. Returns `OK`, `E_UNKNOWN` (no such key), `E_MALFORMED` (out of range) or `E_STORAGE`.

        After `E_STORAGE` the value holds until the next restart.
        """
        if key not in _KEYS:
            return E_UNKNOWN
        highest, default = _KEYS[key]
        if not 0 <= value <= highest:
            return E_MALFORMED
        if self.get(key) == value:
            return OK
        if value == default:
            self._values.pop(key)
        else:
            self._values[key] = value
        raw = bytes((_C, VERSION)) + b"".join([bytes((key, self.get(key))) for key in KEYS if key in self._values])
        raw += struct.pack("<I", binascii.crc32(raw))
        if self._store.write(NAME, raw) and self._store.read(NAME) == raw:
            self.fault = GOOD
            return OK
        return E_STORAGE

    def _load(self):
        raw = self._store.read(NAME)
        if raw is None:
            return GOOD
        if len(raw) > MAX_BYTES or len(raw) < 6 or len(raw) & 1 or raw[0] != _C:
            return DAMAGED
        if raw[1] != VERSION:
            return OTHER_VERSION
        if binascii.crc32(raw[:-4]) != struct.unpack("<I", raw[-4:])[0]:
            return DAMAGED
        for at in range(2, len(raw) - 4, 2):
            known = _KEYS.get(raw[at])
            if known and raw[at + 1] <= known[0]:
                self._values[raw[at]] = raw[at + 1]
        return GOOD
