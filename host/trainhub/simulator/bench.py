"""The hands, eyes and ears of whoever tests a simulated hub: a client of the bench channel (docs/bench.md)."""

import base64
import json
import socket
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from trainhub.simulator.errors import BenchError, SimulatorError
from trainhub.text import tr

PRESS_MS = 80
HOLD_MS = 1100
SETTLE_MS = 40  # after a release, so that the debounced level is seen before the next gesture


class Pixels(NamedTuple):
    """What the LEDs show: (red, green, blue) each, and the number of frames sent so far."""

    colours: tuple[tuple[int, int, int], ...]
    frame: int


class Sound(NamedTuple):
    """A sound that was started: when (ms), its number in `shared_rules.names`, volume 1-3."""

    ms: int
    number: int
    volume: int


class Audio(NamedTuple):
    """What the speaker played: 16-bit little-endian mono samples."""

    rate: int
    samples: bytes


class Bench:
    """One connection to a simulated hub's bench. Every call is one request and its answer."""

    def __init__(self, port: int, timeout: float = 30.0) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._inbox = b""
        try:
            hello = self.request("hello")
        except BaseException:
            self._socket.close()
            raise
        self.board: str = hello["board"]
        self.buttons: list[str] = hello["buttons"]
        self.lights_per_track: int = hello["lights"]
        self.back_end: str = hello["back_end"]
        self.driven: bool = hello["clock"] == "driven"

    def request(self, do: str, **fields: object) -> dict[str, Any]:
        """Any request by its name; raises `BenchError` if it is refused."""
        answer: dict[str, Any] = json.loads(self.exchange(json.dumps({"do": do, **fields}).encode()))
        if "error" in answer:
            raise BenchError(f"{do}: {answer['error']}")
        return answer

    def exchange(self, line: bytes) -> bytes:
        """Send one line as it is and return the answer's line."""
        try:
            self._socket.sendall(line + b"\n")
            while b"\n" not in self._inbox:
                piece = self._socket.recv(65536)
                if not piece:
                    raise SimulatorError(tr("The simulated hub is gone."))
                self._inbox += piece
        except OSError as error:
            raise SimulatorError(tr("The simulated hub does not answer: {reason}.", reason=error)) from error
        answer, self._inbox = self._inbox.split(b"\n", 1)
        return answer

    def close(self) -> None:
        self._socket.close()

    # fingers

    def down(self, button: str) -> None:
        self.request("down", button=button)

    def up(self, button: str) -> None:
        self.request("up", button=button)

    def press(self, button: str, ms: int = PRESS_MS) -> None:
        """Down, up after `ms`, and long enough up to count."""
        self.chord((button,), ms)

    def hold(self, button: str, ms: int = HOLD_MS) -> None:
        self.chord((button,), ms)

    def chord(self, buttons: Sequence[str], ms: int = PRESS_MS) -> None:
        """All down together, all up together."""
        for button in buttons:
            self.down(button)
        self.wait(ms)
        for button in buttons:
            self.up(button)
        self.wait(SETTLE_MS)

    def bounce(self, button: str, edges: Sequence[tuple[int, int]]) -> None:
        """Level changes [(ms from now, level)] as of a worn contact."""
        self.request("bounce", button=button, edges=[list(edge) for edge in edges])

    # time

    def wait(self, ms: int) -> None:
        """Let so much of the hub's time pass: by the driven clock, or by waiting."""
        if self.driven:
            self.run(ms)
        else:
            time.sleep(ms / 1000)

    def run(self, ms: int) -> int:
        """Driven clock: let time pass. Returns how often the hub was stepped."""
        steps: int = self.request("run", ms=ms)["steps"]
        return steps

    def pump(self, rx: int) -> tuple[int, int]:
        """Driven clock: step in no time until `rx` bytes were read in all. Returns bytes (read, written) in all."""
        answer = self.request("pump", rx=rx)
        return answer["rx"], answer["tx"]

    def now(self) -> int:
        """The hub's milliseconds since start."""
        now: int = self.request("hello")["now"]
        return now

    # eyes and ears

    def pixels(self) -> Pixels:
        answer = self.request("pixels")
        raw = bytes.fromhex(answer["pixels"])
        return Pixels(tuple((raw[i], raw[i + 1], raw[i + 2]) for i in range(0, len(raw), 3)), answer["frame"])

    def sounds(self) -> list[Sound]:
        """Sounds started since the last call."""
        return [Sound(*sound) for sound in self.request("sounds")["sounds"]]

    def audio(self) -> Audio:
        """Samples played since the last call."""
        samples = b""
        while True:
            answer = self.request("audio")
            if not answer["samples"]:
                return Audio(answer["rate"], samples)
            samples += base64.b64decode(answer["samples"])

    # inside

    def heap(self) -> tuple[int | None, int | None]:
        """Bytes (free, used) after a collection; None on CPython."""
        answer = self.request("heap")
        return answer["free"], answer["used"]

    def flash(self) -> tuple[int, int]:
        """Flash operations so far: pages programmed, blocks erased."""
        answer = self.request("flash")
        return answer["pages"], answer["erases"]

    def fault(self, part: str, after: int) -> None:
        """`part` ("store" or "port") refuses service after `after` more operations or bytes; -1: never."""
        self.request("fault", part=part, after=after)

    def cut(self, after: int | None = None, size: int | None = None) -> None:
        """Power goes: now, or in the flash operation that follows `after` more, of which `size` bytes are written (half)."""
        if after is not None:
            self.request("cut", after=after, bytes=size)
            return
        try:
            self.request("cut")
        except SimulatorError:
            self.close()

    def quit(self) -> None:
        """The process ends in good order."""
        self.request("quit")
        self.close()
