"""Rule sets in words, for people: what each clause means at each value, which published sheet it comes from, and which
gaps of a source were filled with what. For the PC only; the board does not load it. The data are in `rulewords` (clauses
and values) and `rulesources` (presets and sheets).

    clause(key)              one `Clause`: key, title, name and meaning of a value
    clauses(rules, name)     rows (key, title, value, meaning, source, filled) of a rule set
    gaps(name)               the rows that the source leaves open
    diff(a, b)               rows that differ
    overrides_of(table)      bytes from a table of names and values, as a TOML file gives them; raises RuleError
    problem(...)             why a custom rule set cannot be played
    markdown()               docs/rules.md
"""

from shared_rules import ruleset as rs
from shared_rules.rulesources import PRESETS, SOURCES, USUAL
from shared_rules.rulewords import FIELDS, Clause, RuleError, UnknownClause

__all__ = [
    "Clause", "FIELDS", "PRESETS", "RuleError", "SOURCES", "clause", "clauses", "diff", "gaps", "markdown", "overrides_of",
    "problem", "sentence",
]  # fmt: skip


def clause(key):
    """The `Clause` called `key`. Raises RuleError."""
    for entry in FIELDS:
        if entry.key == key:
            return entry
    raise UnknownClause(key, [c.key for c in FIELDS])


def clauses(rules, name=""):
    """Every clause of `rules` as (key, title, value, meaning, source, filled).

    value: its name in files · source: what the preset `name` cites for it, "" if nothing · filled: why this default was
    taken where the source is silent or unclear, "" where it speaks. A value that differs from the preset's has the
    source "override". The own hand is left out unless the hand table is `own`.
    """
    preset = PRESETS.get(name)
    base = rs.preset_values(rs.preset_number(name)) if preset else None
    out = []
    for entry in FIELDS:
        value = rules[entry.field]
        if entry.field == rs.F_HAND and rules[rs.F_HANDS] != rs.HANDS_OWN:
            continue
        source = filled = ""
        if base and base[entry.field] != value:
            source = "override"
        elif preset:
            source = preset.said.get(entry.key, "")
            filled = preset.filled.get(entry.key, "" if source else USUAL.get(entry.key, ""))
        out.append((entry.key, entry.title, entry.name(value), entry.meaning(value), source, filled))
    return out


def gaps(name):
    """The clauses that the sources of preset `name` leave open or unclear: rows as of `clauses`."""
    return [row for row in clauses(rs.preset_values(rs.preset_number(name)), name) if row[5]]


def diff(first, second):
    """Clauses in which two rule sets differ, as (key, title, meaning in the first, meaning in the second)."""
    out = []
    for entry in FIELDS:
        a, b = first[entry.field], second[entry.field]
        if a != b:
            out.append((entry.key, entry.title, entry.meaning(a), entry.meaning(b)))
    return out


def overrides_of(table):
    """The overrides that a file's table means: (clause key, value) by name. Ascending pairs of bytes.

    Raises RuleError where a clause or value is unknown.
    """
    pairs = []
    for key in table:
        entry = clause(key)
        pairs.append((entry.field, entry.parse(table[key])))
    pairs.sort()
    return bytes([number for pair in pairs for number in pair])


def problem(preset, overrides, set_size, seats=None):
    """Why a custom rule set cannot be played, as a sentence, or "". seats: a number of seats, None for any at all."""
    rules = rs.values(preset, overrides, set_size)
    if rules is None:
        return "There is no such preset or clause."
    reason = rs.contradiction(rules)
    if not reason and seats:
        reason = rs.seats_refused(rules, seats)
    if not reason and not seats:
        reasons = [rs.seats_refused(rules, n) for n in range(rules[rs.F_MIN_SEATS], rules[rs.F_MAX_SEATS] + 1)]
        if all(reasons):
            reason = reasons[0]
    return reason[0].upper() + reason[1:] + "." if reason else ""


def sentence(text):
    """With a capital letter and a full stop."""
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def markdown():
    """The page docs/rules.md: what each preset plays, in plain English, with sources and filled gaps."""
    out = [
        "# Rules", "",
        "Made from `shared_rules/rulewords.py` and `rulesources.py` by `python -m tests.rules.page`; edit there, not here.",
        "A custom rule set is one of these presets and the clauses that differ, in a file. *Filled* marks what the",
        "source leaves open or unclear, with the default that trainhub takes and why.", "",
        "Presets: " + ", ".join(["[%s](#%s)" % (name, name) for _, name, _ in rs.PRESETS]) + ".", "",
    ]  # fmt: skip
    for _, name, rules in rs.PRESETS:
        preset = PRESETS[name]
        out += ["## " + name, "", sentence(preset.title), ""]
        for tag in preset.sources:
            title, address = SOURCES[tag]
            out.append("- %s: %s%s" % (tag, title, ", <%s>" % address if address else ""))
        out += ["", "| clause | value | plays | source | filled |", "| --- | --- | --- | --- | --- |"]
        for key, title, value, meaning, source, filled in clauses(rules, name):
            out.append("| %s (`%s`) | `%s` | %s | %s | %s |" % (title, key, value, meaning, source, filled))
        out.append("")
    out += ["## Every clause and value", "", "| clause | value | meaning |", "| --- | --- | --- |"]
    for entry in FIELDS:
        for _, value, meaning in entry.values or ():
            if meaning != "-":
                out.append("| `%s` | `%s` | %s |" % (entry.key, value, meaning))
        if entry._text:
            out.append("| `%s` | a number | %s |" % (entry.key, entry._text.replace("%d", "n")))
    return "\n".join(out) + "\n"
