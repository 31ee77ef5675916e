"""The clauses of a rule set in a few words each, for choosing a rule set and for naming the clause behind a refusal."""

from typing import Any

from shared_rules import ruleset as rs
from trainhub.web.words import Phrase, say

_NO_YES = (say("no"), say("yes"))

# Field -> (what it is about, its values in words in their order). Fields with numbers have no list.
CLAUSES: dict[int, tuple[Phrase, tuple[Phrase, ...]]] = {
    rs.F_ENGINE: (say("Finding the engine"), (
        say("holder of the double, else everybody draws"), say("holder of the double, else draw in turn"),
        say("the highest double held opens"), say("set aside before the deal"))),
    rs.F_FIRST: (say("First turn"), (
        say("one tile"), say("a long train for the starter"), say("a long train for everybody"))),
    rs.F_FIRST_OUT: (say("Out on the first turn"), (say("the round ends"), say("the others finish their first turn"))),
    rs.F_MT_START: (say("Starting the Mexican Train"), (
        say("the starter at once, others later"), say("from a player's second turn"), say("on any turn"))),
    rs.F_MT_USE: (say("Playing on the Mexican Train"), (say("always"), say("only if the own train is blocked"))),
    rs.F_MT_COUNT: (say("Mexican Trains in a round"), ()),
    rs.F_PASS: (say("Passing though able to play"), _NO_YES),
    rs.F_OTHERS: (say("Playing on another's train"), (
        say("while its marker is up"), say("only if the own train is blocked"),
        say("only once the own train is started"))),
    rs.F_UNSTARTED: (say("Starting another's open train"), _NO_YES),
    rs.F_DRAW: (say("Drawing"), (
        say("none"), say("one tile, not played at once"), say("one tile, it may be played"),
        say("one tile, played if it fits"), say("until one fits"))),
    rs.F_MARK_UP: (say("Marker goes up"), (
        say("when a turn ends without a play"), say("when the own train is blocked"),
        say("when own train and Mexican Train are blocked"))),
    rs.F_MARK_DOWN: (say("Marker comes down"), (say("by a play on the own train"), say("by any play of its owner"))),
    rs.F_COVER: (say("Covering a double"), (
        say("on the double; the duty passes on"), say("anywhere; no duty passes on"), say("never a duty"),
        say("an extra turn and nothing more"))),
    rs.F_FORK: (say("A double opens a second branch"), _NO_YES),
    rs.F_DOUBLES: (say("Several doubles in a turn"), (say("one only"), say("any number"))),
    rs.F_ORDER: (say("Order of covering"), (say("in the order laid"), say("the last one first"))),
    rs.F_DEAD: (say("A double nobody can cover lapses"), _NO_YES),
    rs.F_END_DOUBLE: (say("A round may end on a double"), _NO_YES),
    rs.F_CALL: (say("The last tile has to be called"), _NO_YES),
    rs.F_CALL_TILES: (say("Penalty tiles for a missed call"), ()),
    rs.F_CALL_TURN: (say("A missed call costs a turn"), _NO_YES),
    rs.F_BLOCKED: (say("A blocked round"), (say("everybody scores"), say("the lowest hand scores 0"))),
    rs.F_BLANK: (say("0-0 left in a hand counts"), ()),
    rs.F_START: (say("First engine"), ()),
    rs.F_ROUNDS: (say("Number of rounds"), ()),
    rs.F_TIE: (say("A tie"), (say("most rounds won, then the lowest round"), say("is shared"))),
    rs.F_LATE: (say("Who comes late begins with"), (say("the highest score"), say("the average score"), say("zero"))),
}  # fmt: skip
DEFAULT = "cardinal-it"
SETS = (6, 9, 12, 15, 18)


def clause(field: int) -> Phrase | None:
    """What a field of the rule set is about; None for one without words."""
    return CLAUSES[field][0] if field in CLAUSES else None


def value_text(field: int, value: int) -> Phrase:
    """A value of a field in words."""
    texts = CLAUSES[field][1] if field in CLAUSES else ()
    if value < len(texts):
        return texts[value]
    if field == rs.F_START and value == rs.SET_DEFAULT:
        return say("the highest double")
    if field == rs.F_ROUNDS and value == 0:
        return say("down to 0-0")
    return say("{n}", n=value)


def rule_sets() -> dict[str, Any]:
    """All that the page needs for choosing: presets with their values, seats per set, clauses in words."""
    base = rs.preset_values(rs.preset_number(DEFAULT))
    presets = []
    for number, name, _ in rs.PRESETS:
        values = rs.values(number)
        differs = [
            {"field": field, "clause": clause(field), "text": value_text(field, values[field])}
            for field in CLAUSES
            if values[field] != base[field]
        ]
        seats = {str(size): _seats(number, size) for size in SETS}
        presets.append({"name": name, "values": list(values), "differs": differs, "seats": seats})
    clauses = [
        {"field": field, "clause": title, "values": list(texts)} for field, (title, texts) in CLAUSES.items()
    ]  # fmt: skip
    rounds = {str(size): size + 1 for size in SETS}
    return {"default": DEFAULT, "sets": list(SETS), "presets": presets, "clauses": clauses, "rounds": rounds}


def _seats(preset: int, size: int) -> list[int]:
    """Numbers of seats that can play by a preset on that set."""
    values = rs.values(preset, b"", size)
    if rs.contradiction(values):
        return []
    return [n for n in range(2, 12) if not rs.seats_refused(values, n)]
