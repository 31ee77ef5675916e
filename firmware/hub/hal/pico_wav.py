"""The sound files of the tree: WAV with a header of 44 bytes, 16 kHz, 16 bit, mono."""

from shared_rules.names import sound_name

_HEADER = 44
# From byte 20 on: PCM, one channel, 16,000 Hz, 32,000 bytes a second, 2 bytes a sample, 16 bits.
_FORMAT = b"\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data"


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
