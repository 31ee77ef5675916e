"""`trainhub stats`: all games together: who wins, how many pips a round, who thinks longest."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from trainhub.cli.common import Common, as_json, deliver, only_one
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.scores.stats import Player

BAR = 24  # columns of the longest bar


def stats(
    *,
    html: Annotated[bool, Parameter(help=tr("As a page with charts."), negative=(), show_default=False)] = False,
    out: Annotated[Path | None, Parameter(alias="-o", help=tr("Write it into this file."))] = None,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores.stats import of_store

    only_one(("--html", html), ("--json", common.json))
    with common.reader() as store:
        games, players = of_store(store)
    if html:
        from trainhub.scores.stats_page import to_html

        deliver(out, to_html(players, games), common)
        return
    if out and not common.json:
        deliver(out, _text(players) + "\n", common)
        return
    told_players = [
        {
            "name": p.name, "games": p.games, "finished": p.finished, "wins": p.wins, "rounds": len(p.pips),
            "rounds_won": p.rounds_won, "pips_per_round": _rounded(p.average), "worst_round": p.worst,
            "best_total": p.best_total, "seconds_per_turn": _rounded(p.seconds),
        }
        for p in players
    ]  # fmt: skip
    told = {"games": games, "players": told_players}
    if out:
        deliver(out, as_json(told), common)
        return
    common.result(told, lambda: _text(players))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _text(players: "list[Player]") -> str:
    """A table and two charts, wide glyphs only where the terminal has them."""
    if not players:
        return tr("There is no game yet.")
    from trainhub.scores.show import pad

    width = max(len(player.name) for player in players)
    head = [tr("games"), tr("wins"), tr("rounds won"), tr("pips a round"), tr("worst"), tr("best total")]
    lines = [" " * width + "  " + "  ".join(head)]
    for p in players:
        values = [p.games, p.wins, p.rounds_won, _rounded(p.average), p.worst, p.best_total]
        cells = [("-" if value is None else str(value)).rjust(len(word)) for value, word in zip(values, head, strict=True)]
        lines.append(pad(p.name, width) + "  " + "  ".join(cells))
    lines += _chart(tr("Pips a round (less is better)"), [(p.name, p.average) for p in players], width)
    lines += _chart(tr("Seconds a turn"), [(p.name, p.seconds) for p in players], width)
    return "\n".join(lines)


def _chart(title: str, values: list[tuple[str, float | None]], width: int) -> list[str]:
    from trainhub.scores.show import pad

    known = [(name, value) for name, value in values if value is not None]
    if not known:
        return []
    most = max(value for _, value in known) or 1
    block = "\u2588" if "utf" in (getattr(sys.stdout, "encoding", "") or "").lower() else "#"
    rows = [
        f"{pad(name, width)}  {block * _columns(value / most)} {value:.1f}" for name, value in sorted(known, key=lambda k: k[1])
    ]
    return ["", title, *rows]


def _columns(part: float) -> int:
    """Length of a bar; only nothing at all has none."""
    return max(1, round(BAR * part)) if part else 0
