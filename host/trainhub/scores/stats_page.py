"""The statistics as a page with pictures, for a browser or for paper. Nothing is loaded from outside.

Each chart has one row a player in the same order, so that nothing hangs on colour and a name is read once.
"""

import html
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from trainhub.scores.stats import Player
from trainhub.text import language, tr, trn

WIDE = 640  # of the plot, in the picture's own units; the names stand left of it
NAMES = 150
ROW = 40
EDGE = 70  # room for the figure at the right

STYLE = Path(__file__).with_name("stats.css")


def to_html(players: Sequence[Player], games: int, style: str = "") -> str:
    """A whole page. players: in the order of their rows · style: address of the style sheet; else it is in the page."""
    title = html.escape(trn("Statistics of {n} game", "Statistics of {n} games", games))
    look = f'<link rel="stylesheet" href="{style}">' if style else f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>"
    body = _empty() if not players else _table(players) + "".join(_charts(players))
    return f"""<!doctype html>
<html lang="{language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
{look}</head><body>
<h1>{title}</h1>
{body}
</body></html>
"""


def _empty() -> str:
    return f"<section><p>{html.escape(tr('There is no game yet.'))}</p></section>"


def _table(players: Sequence[Player]) -> str:
    words = [tr("games"), tr("wins"), tr("rounds won"), tr("pips a round"), tr("worst"), tr("best total")]
    head = "".join(f'<th scope="col">{html.escape(word)}</th>' for word in words)
    rows = "".join(
        f'<tr><th scope="row"><bdi>{html.escape(p.name)}</bdi></th>'
        + "".join(f"<td>{_figure(value)}</td>" for value in (p.games, p.wins, p.rounds_won, p.average, p.worst, p.best_total))
        + "</tr>"
        for p in players
    )
    return f'<section class="wide"><table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></section>\n'


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _charts(players: Sequence[Player]) -> list[str]:
    """Each chart whose figures are known."""
    worst = max((p.worst or 0 for p in players), default=0)
    longest = max((p.seconds or 0 for p in players), default=0)
    highest = max((max(p.totals, default=0) for p in players), default=0)
    most = max(p.wins for p in players)
    charts = []
    if most:
        charts.append(_chart(tr("Games won"), tr("A tile for each."), players, lambda p, y: _wins(p, y, most)))
    if any(p.pips for p in players):
        told = tr("A dot for each round; the mark is the middle one. Less is better.")
        charts.append(_chart(tr("Pips a round"), told, players, lambda p, y: _rounds(p, y, worst or 1), worst))
    if any(len(p.totals) > 1 for p in players):
        told = tr("A bar for each finished game, oldest first; the best one is marked. Less is better.")
        charts.append(_chart(tr("Totals, game by game"), told, players, lambda p, y: _totals(p, y, highest or 1)))
    if longest:
        charts.append(_chart(tr("Seconds a turn"), tr("On average; breaks do not count."), players,
                             lambda p, y: _seconds(p, y, longest)))  # fmt: skip
    return charts


def _chart(title: str, about: str, players: Sequence[Player], draw: Callable[[Player, int], str], scale: int = 0) -> str:
    """One row a player. draw(player, y) gives its picture, to the right of x = NAMES, y being the row's middle.
    scale: the value at the right end, where the chart has an axis."""
    high = ROW * len(players) + (24 if scale else 4)
    rows = []
    for number, player in enumerate(players):
        y = ROW * number + ROW // 2
        name = player.name if len(player.name) <= 14 else player.name[:13] + "\u2026"
        rows.append(f'<text y="{y + 5}">{html.escape(name)}</text>{draw(player, y)}')
    if scale:
        y = ROW * len(players) + 16
        rows.append(f'<text class="soft" x="{NAMES}" y="{y}">0</text>')
        rows.append(f'<text class="soft" x="{NAMES + WIDE}" y="{y}" text-anchor="end">{scale}</text>')
    words = html.escape(title)
    picture = f'<svg viewBox="0 0 {NAMES + WIDE + EDGE} {high}" role="img" aria-label="{words}">{"".join(rows)}</svg>'
    return f"<section><h2>{words}</h2><p>{html.escape(about)}</p>{picture}</section>\n"


def _value(x: float, y: int, text: str) -> str:
    return f'<text x="{x:.0f}" y="{y + 5}">{text}</text>'


def _wins(player: Player, y: int, most: int) -> str:
    """Dominoes lying in a row, the double one."""
    step = min(34.0, WIDE / most)
    tiles = "".join(_tile(NAMES + step * n, y) for n in range(player.wins))
    return tiles + _value(NAMES + step * player.wins + 12, y, str(player.wins))


def _tile(x: float, y: int) -> str:
    pips = "".join(f'<circle class="mark" cx="{x + half:.1f}" cy="{y}" r="2.6"/>' for half in (7.5, 22.5))
    tile = f'<rect class="tile" x="{x:.1f}" y="{y - 9}" width="30" height="18" rx="3"/>'
    return f'{tile}<path class="line" d="M{x + 15:.1f} {y - 7}v14"/>{pips}'


def _rounds(player: Player, y: int, worst: int) -> str:
    line = f'<path class="line" d="M{NAMES} {y}h{WIDE}"/>'
    if not player.pips:
        return line
    at = NAMES + WIDE * median(player.pips) / worst
    dots = "".join(f'<circle class="dot" cx="{NAMES + WIDE * pips / worst:.1f}" cy="{y}" r="6"/>' for pips in player.pips)
    tick = f'<path class="tick" d="M{at:.1f} {y - 12}v24"/>'
    return line + dots + tick + _value(NAMES + WIDE + 14, y, f"{median(player.pips):.0f}")


def _totals(player: Player, y: int, highest: int) -> str:
    step = min(26.0, WIDE / max(1, len(player.totals)))
    best = player.best_total
    base = y + ROW // 2 - 6
    bars = []
    for number, total in enumerate(player.totals):
        tall = max(1.0, (ROW - 10) * total / highest)
        kind = "mark" if total == best else "bar"
        bars.append(
            f'<rect class="{kind}" x="{NAMES + step * number:.1f}" y="{base - tall:.1f}" width="{step * 0.8:.1f}" '
            f'height="{tall:.1f}"><title>{total}</title></rect>'
        )
    return "".join(bars) + _value(NAMES + step * len(player.totals) + 12, y, "-" if best is None else str(best))


def _seconds(player: Player, y: int, longest: float) -> str:
    if player.seconds is None:
        return ""
    long = max(1.0, WIDE * player.seconds / longest)
    bar = f'<rect class="bar" x="{NAMES}" y="{y - 8}" width="{long:.1f}" height="16" rx="3"/>'
    return bar + _value(NAMES + long + 10, y, f"{player.seconds:.1f}")
