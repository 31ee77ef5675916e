"""The tone table of a hub with a buzzer: for each sound a row of notes.

File `tones.bin`: for each sound number u8, count u8, then `count` notes of frequency u16 (Hz, 0 a rest) and length
u16 (ms), little-endian. Written by the sound build from the same scores as the sound files.
"""


class Tones:
    def __init__(self, data):
        self._data = data
        self._rows = {}
        i = 0
        while i + 2 <= len(data):
            count = data[i + 1]
            if i + 2 + 4 * count > len(data):
                raise ValueError("tones.bin is cut short")
            self._rows[data[i]] = i + 2
            i += 2 + 4 * count

    def __contains__(self, n):
        return n in self._rows

    def count(self, n):
        """Notes of sound n; 0 if the table does not have it."""
        start = self._rows.get(n)
        return 0 if start is None else self._data[start - 1]

    def frequency(self, n, note):
        return self._number(self._rows[n] + 4 * note)

    def length(self, n, note):
        return self._number(self._rows[n] + 4 * note + 2)

    def length_ms(self, n):
        return sum([self.length(n, note) for note in range(self.count(n))])

    def _number(self, i):
        return self._data[i] | self._data[i + 1] << 8
