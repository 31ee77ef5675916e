"""Events and refusals in words."""

from collections.abc import Mapping

from shared_rules import events as ev
from shared_rules.constants import (
    E_ABSENT,
    E_CHANGED,
    E_GAME_RUNNING,
    E_LOG,
    E_NO_GAME,
    E_NOT_LAST,
    E_NOTHING,
    E_PAUSED,
    E_PHASE,
    E_PIPS,
    E_ROUND,
    E_SEAT,
    E_SEATS,
    E_STATE,
    E_STORAGE,
    ERROR_NAMES,
    MEXICAN,
)
from trainhub.text import tr, trn

KINDS = {
    ev.TURN: "turn", ev.DOUBLE: "double-open", ev.MARKER_UP: "marker-up", ev.MARKER_DOWN: "marker-down",
    ev.DRAWN: "drawn", ev.CALLED: "last-tile-called", ev.PENALTY: "penalty", ev.ROUND_BEGUN: "round-begun",
    ev.ROUND_ENDED: "round-ended", ev.SCORE: "score", ev.JOINED: "joined", ev.LEFT: "left", ev.NAMED: "named",
}  # fmt: skip
META = {
    ev.GAME_BEGUN: "game-begun", ev.GAME_ENDED: "game-ended", ev.PAUSED: "paused", ev.RESUMED: "resumed",
    ev.UNDONE: "undone", ev.REDONE: "redone", ev.DATED: "dated",
}  # fmt: skip


def kind(event: bytes) -> str:
    """The event's kind as one word for programs."""
    return META.get(event[0], "") if event[0] >> 4 == ev.META else KINDS.get(event[0] >> 4, "unknown")


def seat(names: Mapping[int, str], track: int) -> str:
    """A seat, or the Mexican Train, by name."""
    if track == MEXICAN:
        return tr("the Mexican Train")
    return names.get(track) or f"#{track}"


def describe(event: bytes, names: Mapping[int, str], turn: int = 0) -> str:
    """One event as a line. `turn`: the seat in turn before it, for events that do not name their seat."""
    head = event[0]
    low = head & 15
    who = seat(names, low)
    actor = seat(names, turn) if turn else tr("somebody")
    match kind(event):
        case "turn":
            return tr("{who} laid a tile", who=actor) if low else tr("{who} could not play", who=actor)
        case "double-open":
            return tr("a double lies open on {who}'s track", who=who) if low else tr("the open double has lapsed")
        case "marker-up":
            return tr("{who}'s train is open", who=who)
        case "marker-down":
            return tr("{who}'s train is closed", who=who)
        case "drawn":
            return tr("{who} drew a tile", who=actor) if low else tr("everybody drew a tile, looking for the engine")
        case "last-tile-called":
            return tr("{who} calls the last tile", who=who)
        case "penalty":
            return trn("{who} draws {n} penalty tile", "{who} draws {n} penalty tiles", event[1], who=who)
        case "round-begun":
            return tr("round opens with {engine}-{engine} by {who}", engine=event[1], who=who)
        case "round-ended":
            return tr("round over: {who} is out", who=who) if low else tr("round over: blocked")
        case "score":
            return _score(event, who)
        case "joined":
            return tr("{who} joins", who=who)
        case "left":
            return tr("{who} leaves", who=who)
        case "named":
            return tr("track {track} is {name}", track=low, name=event[2 : 2 + event[1]].decode("utf-8", "replace"))
        case "game-begun":
            return tr("a game begins")
        case "game-ended":
            return tr("the game is ended")
        case "paused":
            return tr("pause")
        case "resumed":
            return tr("the game goes on")
        case "undone":
            return tr("taken back")
        case "redone":
            return tr("brought back")
        case "dated":
            return tr("date noted")
    return tr("unknown event")


def _score(event: bytes, who: str) -> str:
    pips = ev.score_value(event, 0)
    corrected = int.from_bytes(event[2:4], "little") & ev.CORRECTS
    if pips is None:
        return tr("round {n}: {who}'s pips are unset again", n=event[1], who=who)
    if corrected:
        return tr("round {n}: {who} has {pips} pips (corrected)", n=event[1], who=who, pips=pips)
    return tr("round {n}: {who} has {pips} pips", n=event[1], who=who, pips=pips)


def refusal(code: int) -> str:
    """Why the rules or the hub said no, as a sentence."""
    sentences = {
        E_NO_GAME: tr("No game has begun."),
        E_GAME_RUNNING: tr("A game is running on the hub."),
        E_PHASE: tr("That is not possible now."),
        E_PAUSED: tr("The game is paused."),
        E_SEAT: tr("Nobody sits there."),
        E_SEATS: tr("The rule set does not allow that number of seats."),
        E_ROUND: tr("That round does not exist or is not over yet."),
        E_ABSENT: tr("This player was not at the table in that round."),
        E_PIPS: tr("The set does not have that many pips."),
        E_CHANGED: tr("The cell was changed meanwhile."),
        E_NOTHING: tr("There is nothing to take back."),
        E_NOT_LAST: tr("Something else happened at the table meanwhile."),
        E_LOG: tr("The hub plays another game now."),
        E_STATE: tr("It is so already."),
        E_STORAGE: tr("The hub could not store it."),
    }
    name = ERROR_NAMES[code] if 0 <= code < len(ERROR_NAMES) else str(code)
    return sentences.get(code) or tr("The hub refused: {reason}.", reason=name)
