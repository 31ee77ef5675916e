"""What the simulated speaker can play: the tree's sound files, or on a board with a buzzer its tone table.

Where a file is missing (a tree built without its sounds) a sound is silence of a usual length.
"""

from hub.hal.tones import Tones

RATE = 16000
_USUAL_MS = 300
_HEADER = 44  # of a WAV file with 16-bit mono PCM and nothing else in it


def library(kind, folder, name_of):
    """For a board whose SOUND is `kind` (None: no speaker), from the files in `folder`."""
    if kind == "pwm":
        try:
            with open(folder + "/tones.bin", "rb") as file:
                return Buzzer(Tones(file.read()))
        except OSError:
            pass
    return Files(folder, name_of) if kind else None


class Files:
    """`<name>.wav` each. They are streamed: `play` goes on for as long as the sound lasts."""

    streams = True

    def __init__(self, folder, name_of):
        self._folder = folder
        self._name_of = name_of

    def _path(self, n):
        return self._folder + "/" + self._name_of(n) + ".wav"

    def length_ms(self, n):
        try:
            with open(self._path(n), "rb") as file:
                return (file.seek(0, 2) - _HEADER) // 2 * 1000 // RATE
        except OSError:
            return _USUAL_MS

    def read(self, n, volume, offset, ms):
        """`ms` milliseconds of sound n from `offset` on. Volume 3 is full scale, each step down halves."""
        wanted = ms * RATE // 1000 * 2
        try:
            with open(self._path(n), "rb") as file:
                file.seek(_HEADER + offset * RATE // 1000 * 2)
                data = bytearray(file.read(wanted))
        except OSError:
            return bytes(wanted)
        shift = 3 - volume
        if shift:
            for i in range(0, len(data) - 1, 2):
                value = data[i] | data[i + 1] << 8
                value = (value - 65536 if value > 32767 else value) >> shift
                data[i] = value & 255
                data[i + 1] = value >> 8 & 255
        return bytes(data)


class Buzzer:
    """Square waves by the tone table; the hardware keeps a tone without help."""

    streams = False

    def __init__(self, tones):
        self._tones = tones

    def length_ms(self, n):
        return self._tones.length_ms(n)

    def read(self, n, volume, offset, ms):
        data = bytearray(ms * RATE // 1000 * 2)
        level = 0x2000 >> 3 - volume
        note, ends = -1, 0
        for i in range(len(data) // 2):
            at = offset * RATE // 1000 + i
            while note < self._tones.count(n) and at >= ends:
                note += 1
                if note < self._tones.count(n):
                    frequency = self._tones.frequency(n, note)
                    ends += self._tones.length(n, note) * RATE // 1000
            if note < self._tones.count(n) and frequency:
                value = level if at * frequency * 2 // RATE & 1 else -level
                data[2 * i] = value & 255
                data[2 * i + 1] = value >> 8 & 255
        return bytes(data)
