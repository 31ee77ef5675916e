"""Frames out of a stream of bytes, and whatever else came with them: a traceback, a prompt, somebody else's device."""

from collections.abc import Iterator

from shared_rules import frames

MAX_TEXT = 2000  # bytes of foreign text kept


class Receiver:
    """`good`: frames received · `said`: text that came between them since it was last emptied."""

    def __init__(self) -> None:
        self.good = 0
        self.said: list[str] = []
        self._decoder = frames.Decoder()
        self._segment = bytearray()  # since the last delimiter
        self._text = bytearray()

    @property
    def bad(self) -> int:
        """Frames that arrived damaged."""
        return int(self._decoder.bad)

    @property
    def text(self) -> bytes:
        """What came that was no frame, its latest part."""
        return bytes(self._text + self._segment)[-MAX_TEXT:]

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payloads of the frames that `data` completes."""
        decoder = self._decoder
        segment = self._segment
        for byte in data:
            segment.append(byte)
            bad = decoder.bad
            n = decoder.feed(byte)
            if n >= 0:
                self.good += 1
                yield bytes(decoder.payload[:n])
            elif decoder.bad != bad:
                self._foreign(bytes(segment[:-1]))
            if byte == frames.DELIMITER:
                segment.clear()
        if len(segment) > MAX_TEXT:  # no frame is that long
            self._foreign(bytes(segment))
            segment.clear()

    def _foreign(self, data: bytes) -> None:
        """Bytes that were no frame: keep them, and report them if they read like text."""
        self._text += data
        del self._text[:-MAX_TEXT]
        printable = sum(1 for byte in data if 32 <= byte < 127 or byte in b"\r\n\t")
        if len(data) >= 4 and printable * 10 >= len(data) * 9:
            self.said.append(data.decode("ascii", "replace"))
