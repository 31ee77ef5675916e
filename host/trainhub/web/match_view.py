"""What the page draws of a match: trains, the person's hand, legal moves. No hidden tile is in it."""

from typing import TYPE_CHECKING, Any

from shared_rules import tiles
from shared_rules.constants import MEXICAN
from shared_rules.game.moves import CALL, DRAW, END, FIRST_LAY, LATE_CALL, line_of
from shared_rules.game.state import NOBODY

if TYPE_CHECKING:
    from trainhub.web.match import Match


def view(match: "Match", phase: str) -> dict[str, Any]:
    """phase: deal, mine, bots, round-over, over or broken."""
    game, names = match.game, match.now.names
    seat = game.tracks.index(match.now.me)
    shown: dict[str, Any] = {
        "phase": phase, "me": match.now.me, "names": {str(track): name for track, name in names.items()},
        "round": game.round_no, "rounds": game.rounds, "trouble": None,
    }  # fmt: skip
    if not game.round_no:
        return shown
    seen = game.view(seat)
    legal = seen.legal if phase == "mine" else []
    lays = [
        {"move": move, "tile": _tile(seen.tile(move)), "line": line_of(move)} for move in legal if move >= FIRST_LAY
    ]  # fmt: skip
    shown.update(
        engine=game.engine, turn=game.tracks[game.turn] if game.turn >= 0 else None, left=seen.left,
        hand=[_tile(number) for number in seen.hand],
        drawn=_tile(seen.drawn) if seen.drawn != NOBODY else None,
        counts={str(track): seen.counts[i] for i, track in enumerate(game.tracks)},
        lines=[_line(match, seen, line) for line in range(len(seen.ends))],
        legal=lays, due=None if seen.due == NOBODY else seen.due,
        may={"end": END in legal, "draw": DRAW in legal, "call": CALL in legal, "late": LATE_CALL in legal},
        winner=game.winner if phase in ("round-over", "over") and game.winner != NOBODY else None,
    )  # fmt: skip
    return shown


def _tile(number: int) -> list[int]:
    return [tiles.HIGH[number], tiles.LOW[number]]


def _line(match: "Match", seen: Any, line: int) -> dict[str, Any]:
    game = match.game
    plan = game.state.plan
    branch = line >= seen.first_branch
    home = game.state.home(line)
    mexican = home >= plan.mexican
    track = MEXICAN if mexican else game.tracks[home]
    return {
        "line": line, "track": track, "mexican": mexican, "branch": branch, "end": seen.ends[line],
        "open": mexican or bool(seen.markers >> home & 1), "started": branch or bool(seen.started >> line & 1),
        "tiles": [list(tile) for tile in match.trains.get(line, [])],
        "double": line in game.state.open,
    }  # fmt: skip
