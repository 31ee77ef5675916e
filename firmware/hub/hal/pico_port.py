"""The USB serial line, shared with the REPL: one byte at a time in and out, and no call waits.

`read(n)` would wait for n bytes although `poll` said ready; a write of 50 bytes to a host that stopped reading takes
a second although `poll` said ready. One byte after a `poll` does neither. Ctrl-C is taken out by MicroPython before
it gets here; the frames of the protocol never hold one.
"""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
import select
import sys

from machine import mem8
from micropython import const

_IN = const(1)
_OUT = const(4)
# USB device controller, the same on RP2040 and RP2350: SIE_STATUS, bit 4 SUSPENDED, bit 16 CONNECTED.
_SUSPENDED = 0x50110050
_CONNECTED = 0x50110052


class Port:
    def __init__(self):
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._byte_in = bytearray(1)
        self._byte_out = bytearray(1)
        self._in = select.poll()
        self._in.register(sys.stdin, _IN)
        self._out = select.poll()
        self._out.register(sys.stdout, _OUT)

    def waiting(self):
        """True if a byte is there to be read."""
        for _ in self._in.ipoll(0):  # `poll` would make a list each time
            return True
        return False

    def read(self):
        for _ in self._in.ipoll(0):
            self._input.readinto(self._byte_in)
            return self._byte_in[0]
        return -1

    def write(self, b):
        for _ in self._out.ipoll(0):
            self._byte_out[0] = b
            self._output.write(self._byte_out)
            return True
        return False

    def connected(self):
        """A host has seen the board and keeps the bus awake. Whether a program opened the port cannot be asked."""
        return bool(mem8[_CONNECTED] & 1) and not mem8[_SUSPENDED] & 16
