"""The clauses of a rule set in the user's language.

Their words are data of `shared_rules` (`rulewords`, `rulesources`), which knows English only; the catalogues collect them
from here. A sentence with a number in it is translated as it stands there, with `%d`.
"""

from collections.abc import Iterator

from shared_rules import ruletext, rulewords
from shared_rules.rulesources import PRESETS, USUAL
from trainhub.text import tr


def sentences() -> Iterator[tuple[str, str]]:
    """(sentence, file) of all that `clauses`, `diff` and `title` can say."""
    for entry in rulewords.FIELDS:
        for sentence in (entry.title, *entry.templates()):
            yield sentence, "shared_rules/rulewords.py"
    for sentence in USUAL.values():
        yield sentence, "shared_rules/rulesources.py"
    for preset in PRESETS.values():
        for sentence in (preset.title, *preset.filled.values()):
            yield sentence, "shared_rules/rulesources.py"


def title(name: str) -> str:
    """What a preset is, in a few words."""
    return tr(PRESETS[name].title)


def clauses(rules: bytes, name: str = "") -> list[tuple[str, str, str, str, str, str]]:
    """As `ruletext.clauses`: (key, title, value, meaning, source, filled); key and value are those of files."""
    return [
        (key, tr(about), value, _meaning(key, rules), tr("override") if source == "override" else source, why and tr(why))
        for key, about, value, _, source, why in ruletext.clauses(rules, name)
    ]


def diff(first: bytes, second: bytes) -> list[tuple[str, str, str, str]]:
    """As `ruletext.diff`: (key, title, meaning in the first, meaning in the second)."""
    return [
        (key, tr(about), _meaning(key, first), _meaning(key, second)) for key, about, _, _ in ruletext.diff(first, second)
    ]  # fmt: skip


def refusal(error: rulewords.RuleError) -> str:
    """What is wrong with a file that names an unknown clause or value."""
    match error:
        case rulewords.UnknownClause():
            return tr("No rule set has a clause {key}. There are: {names}.", key=error.key, names=", ".join(error.known))
        case rulewords.UnknownValue():
            names = ", ".join([*error.known, tr("a number")] if error.number else error.known)
            return tr("{key} cannot be {value}; it can be {names}.", key=error.key, value=error.value, names=names)
    return str(error)


def _meaning(key: str, rules: bytes) -> str:
    entry = ruletext.clause(key)
    value = rules[entry.field]
    return str(rulewords.filled_in(tr(entry.template(value)), value))
