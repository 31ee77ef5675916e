"""Bytes onto a NeoPixel wire by PIO and DMA; `neopixel_write` and `digitalio` under Adafruit's driver.

Nothing here turns interrupts off (`machine.bitstream` does, 30 us a pixel, and I2S sound then plays garbage). A call
copies the frame, starts the transfer and returns; it waits only for what is left of the transfer before it.

Bit times, WS2812B-V5 data sheet: T0H 220-380 ns, T1H 580-1000 ns, T0L 580-1000 ns, T1L 220-420 ns, reset > 280 us.
One cycle is 100 ns: a 0 is high for 300 and low for 900 ns, a 1 high for 800 and low for 400 ns; 1.2 us a bit.
"""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false
from time import ticks_add, ticks_diff, ticks_us

import rp2
from machine import Pin
from micropython import const

# PIO 1, state machine 0: `machine.I2S` takes the first free one of PIO 0. Addresses and requests are the same on both
# chips.
_STATE_MACHINE = const(4)
_PIO = const(1)
_TX_FIFO = 0x50300010  # PIO1_BASE + TXF0
_DREQ = const(8)  # DREQ_PIO1_TX0
_BYTE_US = const(10)  # 8 bits of 1.2 us, rounded up
_LATCH_US = const(400)  # reset, and the last bytes that wait in the FIFO when the DMA is done: 9 x 9.6 us


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _wire():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Sender:
    """One wire, on the GPIO of that number."""

    def __init__(self, number):
        self._number = number
        pin = Pin(number, Pin.OUT, value=0)
        self._machine = rp2.StateMachine(_STATE_MACHINE, _wire, freq=10000000, sideset_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        # One byte to each FIFO entry: a narrow write is repeated over the word (RP2040 data sheet 2.1.4), so that the
        # byte stands at its top, where SHIFT_LEFT takes it from.
        self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_DREQ)
        self._frame = bytearray(0)
        self._free_at = ticks_us()

    def send(self, data):
        """Start sending; `data` may change afterwards."""
        self.wait()
        if len(self._frame) != len(data):
            self._frame = bytearray(len(data))
        self._frame[:] = data
        self._dma.config(read=self._frame, write=_TX_FIFO, count=len(data), ctrl=self._control, trigger=True)
        self._free_at = ticks_add(ticks_us(), len(data) * _BYTE_US + _LATCH_US)

    def wait(self):
        """Until the LEDs have latched what was sent: at most a frame and 400 us, 1.2 ms with 24 LEDs."""
        while ticks_diff(self._free_at, ticks_us()) > 0:
            pass

    def deinit(self):
        """Give back DMA channel, state machine and program. The wire stays low: floating, it would light LEDs."""
        self.wait()
        self._machine.active(0)
        self._dma.close()
        rp2.PIO(_PIO).remove_program(_wire)
        Pin(self._number, Pin.OUT, value=0)


class Direction:
    INPUT = 0
    OUTPUT = 1


class DigitalInOut:
    """As much of CircuitPython's class as Adafruit's NeoPixel driver uses; `pin` is a GPIO number."""

    def __init__(self, pin):
        self._number = pin
        self._sender = None
        self.direction = Direction.INPUT

    def sender(self):
        if self._sender is None:
            self._sender = Sender(self._number)
        return self._sender

    def deinit(self):
        if self._sender is not None:
            self._sender.deinit()
            self._sender = None


def neopixel_write(pin, data):
    """CircuitPython's function of that name: send `data`, in wire order, to the LEDs on this DigitalInOut."""
    pin.sender().send(data)
