"""`trainhub rules list`, `show`, `diff`, `check`: rule sets in words, with the sheets they come from.

People read them in their language; in JSON the words are English, for a program may compare them.
"""

import shutil
import sys
import textwrap
from pathlib import Path
from typing import Annotated

from cyclopts import App, Group, Parameter

from shared_rules import ruleset as rs
from trainhub.cli.common import Common
from trainhub.text import tr

rules = App(
    name="rules", help=tr("Rule sets: list them, read one, compare two, check a file of your own."),
    group_arguments=Group(tr("Arguments")), group_parameters=Group(tr("Parameters")),
)  # fmt: skip
_Name = Annotated[str, Parameter(help=tr("A rule set, or a file of your own."))]


@rules.command(name="list", help=tr("Every rule set with its number of players."))
def list_(*, common: Common = Common()) -> None:  # noqa: B008
    from shared_rules.rulesources import PRESETS
    from trainhub import ruletexts

    listed = []
    lines = []
    for _, name, values in rs.PRESETS:
        low, high = values[rs.F_MIN_SEATS], values[rs.F_MAX_SEATS]
        listed.append({"name": name, "title": PRESETS[name].title, "seats": [low, high], "set": values[rs.F_SET]})
        said = tr("{name:18} {low}-{high} players  {title}", name=name, low=low, high=high, title=ruletexts.title(name))
        lines += _fitted(said, 19)
    common.result({"rule_sets": listed}, "\n".join(lines))


@rules.command(help=tr("Every clause, what it means, who says so, and which gaps were filled."))
def show(
    name: _Name,
    /,
    *,
    gaps: Annotated[bool, Parameter(help=tr("Only what the source leaves open."), negative=(), show_default=False)] = False,
    common: Common = Common(),  # noqa: B008
) -> None:
    from shared_rules import ruletext
    from trainhub import ruletexts
    from trainhub.rulesfile import find

    found = find(name)
    preset = rs.preset_name(found.preset)
    listed = [
        {"clause": key, "title": title, "value": value, "meaning": meaning, "source": source, "filled": filled}
        for key, title, value, meaning, source, filled in ruletext.clauses(found.values(), preset)
        if filled or not gaps
    ]
    lines = [f"{name} ({preset})" if name != preset else name, ""]
    for key, title, value, meaning, source, filled in ruletexts.clauses(found.values(), preset):
        if gaps and not filled:
            continue
        lines.append(f"{title} ({key} = {value})")
        lines += _fitted(f"    {meaning}" + (f"  [{source}]" if source else ""), 4)
        if filled:
            lines += _fitted("    " + tr("filled: {why}", why=filled), 4)
    common.result({"rule_set": name, "preset": preset, "clauses": listed}, "\n".join(lines))


@rules.command(help=tr("The clauses in which two rule sets differ."))
def diff(first: _Name, second: _Name, /, *, common: Common = Common()) -> None:  # noqa: B008
    from shared_rules import ruletext
    from trainhub import ruletexts
    from trainhub.rulesfile import find

    one, other = find(first).values(), find(second).values()
    listed = [{"clause": key, "title": title, first: a, second: b} for key, title, a, b in ruletext.diff(one, other)]
    lines = []
    for key, title, a, b in ruletexts.diff(one, other):
        lines += [f"{title} ({key})", *_fitted(f"    {first}: {a}", 8), *_fitted(f"    {second}: {b}", 8)]
    common.result({"differences": listed}, "\n".join(lines) or tr("They play the same."))


@rules.command(help=tr("Can a file of your own be played? Refused with the reason if not."))
def check(
    file: Annotated[Path, Parameter(help=tr("A TOML file: preset, and clauses that differ."))],
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.rulesfile import load

    found = load(file)
    values = found.values()
    allowed = [n for n in range(2, 12) if not rs.seats_refused(values, n)]
    said = tr("{file} can be played by {seats} players.", file=file, seats=", ".join(map(str, allowed)))
    fields = {"file": str(file), "preset": rs.preset_name(found.preset), "seats": allowed, "set": values[rs.F_SET]}
    common.result({**fields, "changed": len(found.overrides) // 2}, said)


def _fitted(line: str, indent: int) -> list[str]:
    """A line in as many as a terminal needs for it, the later ones indented; one for whatever else reads it."""
    if sys.stdout is None or not sys.stdout.isatty():
        return [line]
    width = max(shutil.get_terminal_size().columns, indent + 20)
    return textwrap.wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
