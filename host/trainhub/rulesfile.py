"""A custom rule set in a TOML file: a preset and the clauses in which the table plays otherwise.

    preset = "cardinal-it"
    set = 12
    call-penalty = 2
    late = "average"

The keys and values are those of `trainhub rules show`. A file is refused whole, with the reason.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from shared_rules import ruleset as rs
from trainhub.errors import RequestRefused
from trainhub.text import tr


@dataclass(frozen=True, slots=True)
class Rules:
    """name: of the preset or the file · preset: its number · overrides: pairs of (field, value) · size: 0: the preset's."""

    name: str
    preset: int
    overrides: bytes = b""
    size: int = 0

    def values(self, size: int = 0) -> bytes:
        """All fields."""
        return bytes(rs.values(self.preset, self.overrides, size or self.size))


def find(name: str) -> Rules:
    """The preset or the file called `name`. Raises `RequestRefused` with the reason."""
    preset = rs.preset_number(name)
    if preset:
        return Rules(name, preset)
    if name.endswith(".toml") or Path(name).is_file():
        return load(Path(name))
    known = ", ".join(entry[1] for entry in rs.PRESETS)
    raise RequestRefused(tr("There is no rule set {name}.", name=name), tr("Known: {names}", names=known))


def load(path: Path) -> Rules:
    """Read a file and check that what it says can be played by somebody."""
    import tomllib

    from shared_rules.ruletext import overrides_of, problem
    from shared_rules.rulewords import RuleError
    from trainhub.ruletexts import refusal

    nothing = tr("Nothing was changed.")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, UnicodeDecodeError):
            reason = tr("it is no text in UTF-8")
        raise RequestRefused(tr("{file} cannot be read: {reason}.", file=path, reason=reason), nothing) from error
    name = str(table.pop("preset", ""))
    size = table.pop("set", 0)
    preset = rs.preset_number(name)
    if not preset:
        known = ", ".join(entry[1] for entry in rs.PRESETS)
        raise RequestRefused(
            tr("{file} names no preset.", file=path), tr('Write one: preset = "cardinal-it". Known: {names}', names=known)
        )
    if type(size) is not int or not 0 <= size < 256:
        raise RequestRefused(tr("{file}: set is the highest double, a number.", file=path), nothing)
    try:
        overrides = bytes(overrides_of(table))
    except RuleError as error:
        see = tr("See the clauses with: trainhub rules show {name}", name=name)
        raise RequestRefused(f"{path}: {refusal(error)}", see) from error
    if "hand" in table and bytes(rs.values(preset, overrides, size))[rs.F_HANDS] != rs.HANDS_OWN:
        raise RequestRefused(
            tr('{file}: hand counts only together with hands = "own".', file=path),
            tr("See the clauses with: trainhub rules show {name}", name=name),
        )
    wrong = problem(preset, overrides, size)
    if wrong:
        raise RequestRefused(f"{path}: {_in_words(wrong)}", nothing)
    return Rules(path.stem, preset, overrides, size)


def _in_words(wrong: str) -> str:
    """A sentence of the rules core in the user's language, with the clause's key instead of the field's number."""
    from shared_rules.rulewords import FIELDS
    from trainhub.web.reasons import spoken

    found = re.fullmatch(r"Field (\d+) cannot be (\d+)\.", wrong)
    if found:
        key = next(clause.key for clause in FIELDS if clause.field == int(found[1]))
        return tr("{key} cannot be {value}.", key=key, value=found[2])
    said = spoken(wrong[0].lower() + wrong[1:].removesuffix("."))
    return said[0].upper() + said[1:] + "."
