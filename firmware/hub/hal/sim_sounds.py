"""The simulated speaker's sounds: the tree's own sound files where there are any, else silence of a usual length."""

RATE = 16000
_USUAL_MS = 300
_HEADER = 44  # of a WAV file with 16-bit mono PCM and nothing else in it


class Library:
    """`folder` holds `<name>.wav`; `kind` is the board's SOUND (None: no speaker)."""

    def __init__(self, folder, kind, name_of):
        self._folder = folder
        self._kind = kind
        self._name_of = name_of

    def _path(self, n):
        return self._folder + "/" + self._name_of(n) + ".wav"

    def length_ms(self, n):
        if not self._kind or n <= 0:
            return 0
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
