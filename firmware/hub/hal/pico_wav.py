"""The sound files of the tree: WAV with a header of 44 bytes, 16 kHz, 16 bit, mono."""

from shared_rules.names import sound_name

_HEADER = 44
# From byte 20 on: PCM, one channel, 16,000 Hz, 32,000 bytes a second, 2 bytes a sample, 16 bits.
_FORMAT = b"\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data"


class Shelf:
    """Opens sound files. To find one among some 25 by its name takes littlefs up to 16 ms on a Pico, so those of
    every press stay open, and the one that comes next is opened before it is due."""

    def __init__(self, folder, always):
        self._folder = folder
        self._always = always
        self._open = {}  # number -> (file, bytes of samples)
        self._next = 0

    def prepare(self, n):
        """Sound `n` comes next."""
        if n in self._open:
            return
        old = self._open.pop(self._next, None) if self._next else None
        self._next = 0
        if old:
            old[0].close()
        try:
            self._open[n] = samples(self._folder, n)
        except (OSError, ValueError):
            return  # `take` says so
        self._next = n

    def take(self, n):
        """What `samples` returns; give it back with `give`."""
        found = self._open.get(n)
        if n == self._next:
            self._next = 0
            return self._open.pop(n)
        if found:
            found[0].seek(_HEADER)
            return found
        found = samples(self._folder, n)
        if n in self._always:
            self._open[n] = found
        return found

    def give(self, found):
        """That file is no longer read."""
        if found not in self._open.values():
            found[0].close()

    def close(self):
        """Every file."""
        for found in self._open.values():
            found[0].close()
        self._open.clear()
        self._next = 0


def samples(folder, n):
    """(file at the first sample of sound n, bytes of samples). ValueError: not such a file; OSError: no file."""
    file = open(folder + "/" + sound_name(n) + ".wav", "rb")
    head = file.read(_HEADER)
    if head[20:40] != _FORMAT:
        file.close()
        raise ValueError(n)
    return file, head[40] | head[41] << 8 | head[42] << 16


def absent(folder, numbers, listdir):
    """Names of those sounds that have no file; one look at the folder."""
    try:
        there = listdir(folder)
    except OSError:
        there = ()
    return [sound_name(n) for n in numbers if sound_name(n) + ".wav" not in there]
