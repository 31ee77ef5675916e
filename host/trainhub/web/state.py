"""What a page shows, as one value: line, sheet, table, what can be undone. Worked out from the log, kept nowhere."""

from collections.abc import Sequence
from typing import Any

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import MEXICAN, UNSET
from trainhub.link.book import Pending
from trainhub.scores import history, show, words
from trainhub.scores import sheet as sheets
from trainhub.scores.live import Follower
from trainhub.web.words import Phrase, say

LINES = 12  # of what happened last


class Story:
    """One log read as it grows, with a line of text for each event."""

    def __init__(self, log_id: int) -> None:
        self.log_id = log_id
        self.follower = Follower()
        self.texts: dict[int, Phrase] = {}  # of what can be taken back, and what else is worth a line

    def feed(self, events: Sequence[bytes]) -> None:
        """Take the whole log; what is known already is passed over."""
        for step in self.follower.feed(events[self.follower.head :]):
            if step.event[0] >> 4 != ev.NAMED and step.event[0] != ev.DATED:
                self.texts[step.seq] = say(step.text)

    def undo_text(self) -> Phrase | None:
        """What undo would take back now."""
        step = self.step(ev.UNDONE)
        return step["text"] if step else None

    def step(self, kind: int) -> dict[str, Any] | None:
        """What undo or redo would do now: number of the event meant, and its text."""
        record = self.follower.record
        event = record.undo_event() if kind == ev.UNDONE else record.redo_event()
        if event is None:
            return None
        target = record.head - (event[1] | event[2] << 8)
        return {"target": target, "text": self.texts.get(target)}

    def stands_in(self, events: Sequence[bytes]) -> bool:
        """Is what was read still the beginning of `events`? (Another history may have been adopted.)"""
        known = self.follower.record.source.events
        return len(known) <= len(events) and (not known or known[-1] == events[len(known) - 1])


def of_game(story: Story, events: Sequence[bytes], waiting: Sequence[Pending]) -> dict[str, Any]:
    """Everything about the game that the hub plays."""
    told = history.read(events)
    sheet = show.as_json(sheets.of_history(told, len(events)))
    names = dict(told.names)
    return {
        "game": f"{story.log_id:08x}", "sheet": sheet, "table": table_of(told.table, names), "rules": rules_of(told.table),
        "totals": totals(told.table, sheet), "undo": story.step(ev.UNDONE), "redo": story.step(ev.REDONE),
        "lines": list(story.texts.values())[-LINES:], "pending": pending_cells(waiting),
        "pending_count": len(waiting),
    }  # fmt: skip


def table_of(table: Any, names: dict[int, str]) -> dict[str, Any]:
    """The table as it lies there now. Masks become lists of tracks."""
    running = table.phase == tb.ROUND
    return {
        "phase": sheets.PHASES[table.phase], "paused": bool(table.paused), "round": table.round, "rounds": table.rounds(),
        "engine": table.engine if running else None,
        "next_engine": table.next_engine() if table.phase == tb.BETWEEN else None,
        "turn": table.turn or None, "turn_name": words.seat(names, table.turn) if table.turn else None,
        "owes": bool(table.owes()), "due": (table.due_track() or None) if table.owes() else None,
        "seats": tracks(table.seats), "coming": tracks(table.coming), "dealer": table.dealer,
        "markers": tracks(table.markers), "doubles": tracks(table.open_doubles()) if running else [],
        "called": tracks(table.called), "blocked_due": bool(table.blocked_due()),
        "boneyard": [table.bone_lo, table.bone_hi] if table.phase in (tb.BETWEEN, tb.ROUND) else None,
    }  # fmt: skip


def rules_of(table: Any) -> dict[str, Any]:
    """The rule set of the running game."""
    return {
        "name": rs.preset_name(table.preset) or str(table.preset), "set": table.rules[rs.F_SET],
        "blank": table.rules[rs.F_BLANK], "duty": bool(table.duty()), "draws": bool(table.draws()),
        "call": bool(table.rules[rs.F_CALL]), "most_pips": rs.pip_count(table.rules[rs.F_SET]) + table.rules[rs.F_BLANK],
        "overrides": [list(table.overrides[i : i + 2]) for i in range(0, len(table.overrides), 2)],
        "most_seats": table.rules[rs.F_MAX_SEATS],
    }  # fmt: skip


def totals(table: Any, sheet: dict[str, Any]) -> list[list[int | None]]:
    """For each seat its total after each round whose numbers are all known, for the chart; None before it joined."""
    out = []
    for seat in sheet["seats"]:
        total = seat["start"]
        line: list[int | None] = []
        for row in sheet["rounds"]:
            if row["state"] != "over" or any(cell["state"] == sheets.UNSET_CELL for cell in row["cells"].values()):
                break
            cell = row["cells"][str(seat["track"])]
            if cell["state"] == sheets.NUMBER:
                total += cell["pips"]
            absent = cell["state"] == sheets.ABSENT
            line.append(None if absent else total)
        out.append(line)
    return out


def pending_cells(waiting: Sequence[Pending]) -> list[dict[str, Any]]:
    """Scores that wait for the hub."""
    return [
        {"round": item.event[1], "track": item.event[0] & 15, "pips": ev.score_value(item.event, 0)}
        for item in waiting
        if item.event[0] >> 4 == ev.SCORE
    ]


def held(table: Any, round_no: int, track: int) -> int | None:
    """What the cell holds now, as the reducer counts it; None if nothing."""
    if round_no > table.rounds():
        return None
    value = int(table.score(round_no, track))
    return None if value == UNSET else value


def tracks(mask: int) -> list[int]:
    return [track for track in range(1, MEXICAN + 1) if mask >> track & 1]
