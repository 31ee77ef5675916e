"""What each button would mean right now, in words: the face's grammar as the table card tells it.

`asks` is what the simulated hub says about its open question; with none open the state of the table decides.
"""

from typing import Any

from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import MEXICAN
from trainhub.web.words import Phrase, say, say_n

Meanings = dict[str, dict[str, Phrase | None]]

# Items of the hub's menu, by their track.
_MENU = {
    1: say("volume"), 2: say("brightness"), 3: say("another seat's marker"), 4: say("penalty tiles"),
    5: say("a seat joins or leaves"), 6: say("pause or go on"), 7: say("bring back what was undone"),
    8: say("end the game"), 9: say("a new game"), 10: say("keep the power bank awake"),
}  # fmt: skip
_TITLES = {
    "Seats": say("Who sits where?"), "Rules": say("Which rule set?"), "Another": say("Another game?"),
    "Engine": say("Who holds the engine?"), "RoundEnd": say("Who is out?"), "LastTile": say("Whose last tile?"),
    "OpenDouble": say("On which track does the double stay open?"), "Menu": say("Menu"), "Level": say("How much?"),
    "Marker": say("Whose marker?"), "Penalised": say("Who draws penalty tiles?"), "Tiles": say("How many tiles?"),
    "People": say("Which seat joins or leaves?"), "Sure": say("End this game?"),
}  # fmt: skip


def question(asks: dict[str, Any] | None, table: Any, names: dict[int, str]) -> dict[str, Any] | None:
    """The open question for the page: its title, and what lies under the cursor."""
    if not asks or not asks.get("question"):
        return None
    kind, track = asks["question"], asks["track"]
    return {"title": _TITLES.get(kind, say(kind)), "kind": kind, "at": _under(kind, track, asks, names), "track": track}


def buttons(asks: dict[str, Any] | None, table: Any, names: dict[int, str], undo: Phrase | None) -> Meanings:
    """Button -> {"press", "hold"}; "TURN+ROUND" and "MARK+ROUND" -> {"press"}. None: it means nothing now."""
    kind = asks.get("question") if asks else None
    out = _asked(kind, asks or {}, table, names) if kind else _playing(table, names)
    out["TURN+ROUND"] = {"press": say("take back: {what}", what=undo) if undo else None}
    out["MARK+ROUND"] = {"press": say("close the menu") if kind in ("Menu", "Level", "Sure") else say("menu")}
    pause = say("go on") if table.paused else say("pause")
    out["DRAW"]["hold"] = pause if table.phase != tb.NO_GAME else None
    return out


def _playing(table: Any, names: dict[int, str]) -> Meanings:
    if table.paused or table.phase != tb.ROUND:
        finished = table.phase >= tb.DONE and not table.paused
        return {
            "TURN": _none(), "MARK": _none(), "DRAW": _none(),
            "ROUND": {"press": say("a new game") if finished else None, "hold": None},
        }  # fmt: skip
    turn = table.turn
    who = who_on(names, turn)
    up = table.markers >> turn & 1
    draws = table.draws() and not table.drawn and table.bone_hi
    nothing = say("nothing laid: marker up, one tile drawn") if draws else say("nothing laid: marker up")
    if table.rules[rs.F_COVER] != rs.COVER_DOUBLE:
        double = None
    elif table.owes() and not table.laid_count:
        double = say("the open double has lapsed")
    else:
        double = say("a double stays open")
    may_call = table.rules[rs.F_CALL] and (not table.called >> turn & 1 or table.window)
    drawn = table.draws() and table.bone_hi
    return {
        "TURN": {"press": say("{who} laid a tile", who=who), "hold": nothing},
        "MARK": {
            "press": say("{who}'s marker down", who=who) if up else say("{who}'s marker up", who=who), "hold": double,
        },
        "ROUND": {"press": say("round over"), "hold": say("last tile!") if may_call else None},
        "DRAW": {"press": say("{who} drew a tile", who=who) if drawn else None, "hold": None},
    }  # fmt: skip


def _asked(kind: str, asks: dict[str, Any], table: Any, names: dict[int, str]) -> Meanings:
    track = asks["track"]
    under = _under(kind, track, asks, names)
    mark: Phrase | None
    draw: Phrase | None
    marks: dict[str, Phrase] = {
        "Seats": say("clear {at}", at=under) if asks["chosen"] >> track & 1 else say("seat {at}", at=under),
        "Rules": say("back to the seats"), "Another": say("no"), "Sure": say("no"),
    }  # fmt: skip
    if kind == "Engine" and table.phase == tb.NO_GAME:  # the hub has begun a game, and its rules are still on their way
        mark, draw = None, None
    elif kind == "Engine":
        lowers = table.rules[rs.F_ENGINE] == rs.ENGINE_HIGHEST
        mark = say("a lower engine") if lowers else say("nobody: everybody draws one")
        draw = say("one tile drawn") if table.rules[rs.F_ENGINE] != rs.ENGINE_ASIDE else None
    else:
        mark, draw = marks.get(kind, say("cancel")), None
    confirm = say("yes") if kind in ("Another", "Sure") else say("confirm") if kind == "Seats" else say("{at}: yes", at=under)
    turn = None if kind in ("Another", "Sure") else say("next")
    return {
        "TURN": {"press": turn, "hold": None}, "MARK": {"press": mark, "hold": None},
        "ROUND": {"press": confirm, "hold": None}, "DRAW": {"press": draw, "hold": None},
    }  # fmt: skip


def _under(kind: str, track: int, asks: dict[str, Any], names: dict[int, str]) -> Phrase:
    """What the cursor stands on."""
    if kind == "Menu":
        return _MENU.get(track) or say("?")
    if kind == "Rules":
        return say(rs.PRESETS[track - 1][1]) if 0 < track <= len(rs.PRESETS) else say("?")
    if kind == "Level":
        return say("step {n}", n=track - 1)
    if kind == "Tiles":
        return say_n("{n} tile", "{n} tiles", track)
    if kind == "RoundEnd" and track == MEXICAN:
        return say("nobody, blocked")
    if kind in ("Seats", "People") and track not in names:
        return say("track {n}", n=track)
    return who_on(names, track)


def who_on(names: dict[int, str], track: int) -> Phrase:
    """A seat, or the Mexican Train."""
    if track == MEXICAN:
        return say("the Mexican Train")
    return say("{name}", name=names[track]) if names.get(track) else say("track {n}", n=track)


def _none() -> dict[str, Phrase | None]:
    return {"press": None, "hold": None}
