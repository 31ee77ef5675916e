"""What people are called: one reading of a name for whoever takes one, on the command line and from a page."""

import unicodedata
from collections.abc import Iterable

# Characters without a shape of their own that words of some scripts (Persian, Hindi) and many emoji consist of.
_JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}


def clean(name: str) -> str:
    """The name as it is written down: one spelling of each letter, single spaces. "" for what cannot be one."""
    if not all(c.isprintable() or c.isspace() or c in _JOINERS for c in name):
        return ""
    found = " ".join(unicodedata.normalize("NFC", name).split())
    return found if any(c.isprintable() and unicodedata.category(c)[0] not in "MZ" for c in found) else ""


def same(one: str, other: str) -> bool:
    """Would people take these for one name?"""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """The name for comparing: letters of either case, typed on any keyboard."""
    return unicodedata.normalize("NFC", name).casefold()


def twin(names: Iterable[str]) -> str | None:
    """The first name that stands there twice, None if all differ."""
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            return name
        seen.add(folded(name))
    return None
