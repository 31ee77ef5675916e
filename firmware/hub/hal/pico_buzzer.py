"""Tones on a passive buzzer by PWM, note by note from the tone table. Hardware keeps the tone; flash may be written."""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from time import ticks_add, ticks_diff, ticks_ms

from machine import PWM, Pin
from micropython import const

# Duty of 65,536 for volume 1 to 3. A square wave is loudest at one half; its fundamental goes with sin(pi x duty):
# 0.5 -> 1, 0.17 -> 0.5, 0.08 -> 0.25, so 6 dB a step as with the sound files.
_DUTY = (0, 5243, 10923, 32768)
_GAP_MS = const(12)  # silence at a note's end, so that two equal notes are two


class Speaker:
    """`tones`: a `tones.Tones`. `missing` counts sounds that the table does not have."""

    def __init__(self, number, tones):
        self._pin = Pin(number, Pin.OUT, value=0)
        self._number = number
        self._tones = tones
        self._pwm = None
        self._sound = 0
        self._note = 0
        self._duty = 0
        self._quiet_at = 0
        self._next_at = 0
        self.missing = 0

    def play(self, n, volume):
        self.stop()
        if not n or not volume:
            return 0
        if not self._tones.count(n):
            self.missing += 1
            return 0
        self._sound, self._note, self._duty = n, -1, _DUTY[volume]
        self._next_at = ticks_ms()
        self._advance()
        return self._tones.length_ms(n)

    def busy(self):
        return False

    def prepare(self, n):
        pass

    def poll(self):
        if self._sound:
            now = ticks_ms()
            if ticks_diff(self._next_at, now) <= 0:
                self._advance()
            elif ticks_diff(self._quiet_at, now) <= 0:
                self._sound_off()

    def _advance(self):
        self._note += 1
        if self._note >= self._tones.count(self._sound):
            self.stop()
            return
        frequency = self._tones.frequency(self._sound, self._note)
        length = self._tones.length(self._sound, self._note)
        start = self._next_at
        self._next_at = ticks_add(start, length)  # pyright: ignore[reportArgumentType]
        self._quiet_at = ticks_add(start, length - _GAP_MS if length > 2 * _GAP_MS else length)  # pyright: ignore[reportArgumentType]
        if not frequency:
            self._sound_off()
        elif self._pwm is None:
            self._pwm = PWM(self._pin, freq=frequency, duty_u16=self._duty)
        else:
            self._pwm.freq(frequency)
            self._pwm.duty_u16(self._duty)

    def _sound_off(self):
        if self._pwm is not None:
            self._pwm.duty_u16(0)

    def stop(self):
        self._sound = 0
        if self._pwm is not None:
            self._pwm.deinit()
            self._pwm = None
            # Low while idle: no current through the buzzer.
            self._pin = Pin(self._number, Pin.OUT, value=0)

    def deinit(self):
        self.stop()
