"""What a session found out, as values: its user takes them from `Session.news` and does with them what it likes."""

from dataclasses import dataclass
from enum import StrEnum

from shared_rules import wire


class State(StrEnum):
    """The four states of the line, in the words that command line, JSON and web page share."""

    NO_HUB = "no hub"
    CONNECTING = "connecting"
    HUB = "hub"
    DEMO = "DEMO"  # a simulated hub


@dataclass(frozen=True, slots=True)
class Hello:
    """What a hub says of itself; see HELLO in `shared_rules.wire`."""

    protocol: int
    nonce: int
    firmware: tuple[int, int, int]
    core_hash: int
    uid: bytes
    flags: int
    buttons: int
    lights: int
    sound: int
    log_id: int
    head: int
    crc: int
    faults: int
    board: str

    @property
    def simulated(self) -> bool:
        return bool(self.flags & wire.HF_SIMULATED)

    @property
    def game_running(self) -> bool:
        return bool(self.flags & wire.HF_GAME)

    @property
    def version(self) -> str:
        """The firmware's version, e.g. 1.2.0."""
        return ".".join(str(part) for part in self.firmware)


def hello_of(fields: tuple[int, ...], rest: bytes) -> Hello:
    """A HELLO from what `wire.parse` returned."""
    _, protocol, nonce, major, minor, patch, core, uid, *others, length = fields
    board = rest[:length].decode("utf-8", "replace")
    return Hello(protocol, nonce, (major, minor, patch), core, uid, *others, board)  # type: ignore[arg-type, call-arg]


@dataclass(frozen=True, slots=True)
class StateChanged:
    state: State


@dataclass(frozen=True, slots=True)
class Greeted:
    """The hub answered (again); everything before may have been another hub."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Stored:
    """Events `start`, `start` + 1, ... of a log are safe on this side."""

    log_id: int
    start: int
    events: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class InSync:
    """This side holds all `head` events of the log, and their CRC agrees."""

    log_id: int
    head: int


@dataclass(frozen=True, slots=True)
class Diverged:
    """Hub and PC hold different histories. Nothing more is exchanged about this log until the user has chosen.

    common: the first `common` events are the same on both sides · hub_behind: the hub holds just those
    """

    log_id: int
    common: int
    host_head: int
    hub_head: int
    hub_behind: bool


@dataclass(frozen=True, slots=True)
class Damaged:
    """The hub's flash has lost events of this log; `head` of them could be had."""

    log_id: int
    head: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The hub's word on proposal `key`: `code` is OK or an `E_*` number."""

    key: int
    code: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The hub has its log back; `code` is OK or the `E_*` number of its refusal."""

    log_id: int
    code: int


@dataclass(frozen=True, slots=True)
class Lit:
    """Pixels that changed, as (pixel, red, green, blue); `frame` counts modulo 256, 0 begins with all of them."""

    frame: int
    pixels: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Sounded:
    sound: int
    volume: int


@dataclass(frozen=True, slots=True)
class Said:
    """Text that came between the frames: a traceback, a prompt, or somebody else's device."""

    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """Any other message of the hub, as `wire.parse` returns it."""

    fields: tuple[int, ...]
    rest: bytes


News = StateChanged | Greeted | Stored | InSync | Diverged | Damaged | Settled | Restored | Lit | Sounded | Said | Message
