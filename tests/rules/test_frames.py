"""Frames survive a line that a REPL shares, and damage never passes for data."""

from shared_rules import frames

BOTH = True


def feed(decoder, data):
    """Payloads of all good frames in `data`."""
    out = []
    for byte in data:
        n = decoder.feed(byte)
        if n >= 0:
            out.append(bytes(decoder.payload[:n]))
    return out


def payloads():
    """Awkward payloads: every byte value, runs of escaped bytes, lengths around the block size and the limit."""
    yield bytes(range(120))
    yield bytes(range(136, 256))
    for n in (1, 2, 49, 50, 51, 99, 100, 101, 119, 120):
        yield bytes([7]) * n
        yield bytes([0]) * n
        yield bytes([4, 5] * 60)[:n]
        yield bytes([200] * (n - 1) + [2])


def test_round_trip_and_no_control_bytes():
    decoder = frames.Decoder()
    for payload in payloads():
        frame = frames.encode(payload)
        assert frame[-1] == frames.DELIMITER and min(frame[:-1]) > 4
        assert len(frames.encode(payload, lead=True)) <= frames.MAX_FRAME
        assert feed(decoder, frame) == [payload]
    assert decoder.bad == 0


def test_known_answer():
    # 56 = one byte, then a 1; 5 = no byte, then a 0 (twice); 9 = the four bytes of the CRC, then the end
    assert frames.encode(b"\x10\x01\x00\x00") == b"\x38\x10\x05\x05\x09\xb4\xe2\x9f\x70\x02"


def test_text_between_frames_is_skipped():
    decoder = frames.Decoder()
    text = b"Traceback (most recent call last):\r\n  File\r\n"
    got = feed(decoder, frames.encode(b"one") + text + frames.encode(b"two", lead=True) + frames.encode(b"three"))
    assert got == [b"one", b"two", b"three"]


def test_every_single_byte_change_is_noticed():
    payload = bytes(range(30))
    frame = frames.encode(payload)
    for at in range(len(frame)):
        for change in (1, 0x80, 0xFF, frame[at] ^ 2, frame[at]):
            damaged = bytearray(frame)
            damaged[at] ^= change
            if damaged != frame:
                assert payload not in feed(frames.Decoder(), damaged) and not feed(frames.Decoder(), damaged)


def test_too_long_is_dropped_and_the_next_one_found():
    decoder = frames.Decoder()
    assert feed(decoder, bytes([255] + [9] * 50) * 20 + frames.encode(b"x", lead=True)) == [b"x"]
    assert decoder.bad == 1
