"""Every sentence a person reads passes through `tr`, so that it can be said in that person's language.

The language is TRAINHUB_LANG, else the system's (LC_ALL, LC_MESSAGES, LANG); English where no catalogue exists.
Catalogues are GNU gettext files in `trainhub/locale`. English needs no catalogue and loads no library.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Protocol

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en", "cs", "it")


class _Catalogue(Protocol):
    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class Sentence(str):
    """A sentence in one language that remembers how it was made, so that somebody else may hear it in another.

    message: the English one · values: its fields · many: the English plural, if it has one.
    """

    message: str
    values: dict[str, Any]
    many: str

    def __new__(cls, text: str, message: str = "", values: dict[str, Any] | None = None, many: str = "") -> "Sentence":
        made = super().__new__(cls, text)
        made.message, made.values, made.many = message or text, values or {}, many
        return made


_catalogue: _Catalogue | None = None
_language = "en"
_guest: ContextVar[tuple[_Catalogue | None, str] | None] = ContextVar("guest", default=None)  # see `speaking`


def preferred(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, one of `LANGUAGES`."""
    for name in ("TRAINHUB_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environ.get(name, "")
        if wanted:
            return short(wanted) or "en"
    return "en"


def short(name: str) -> str:
    """The language of `LANGUAGES` that a locale's name begins with, or ""."""
    found = name.split(".")[0].split("_")[0].split("-")[0].lower()
    return found if found in LANGUAGES else ""


def use(language: str | None = None) -> str:
    """Speak `language` from now on (None: what the environment asks for). Returns the language really spoken."""
    global _catalogue, _language
    _catalogue, _language = _load(preferred(os.environ) if language is None else language)
    return _language


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` to one listener; other threads and tasks go on as before."""
    before = _guest.set(_load(language))
    try:
        yield
    finally:
        _guest.reset(before)


def language() -> str:
    """The language spoken now."""
    return _now()[1]


def _now() -> tuple[_Catalogue | None, str]:
    return _guest.get() or (_catalogue, _language)


def _load(wanted: str) -> tuple[_Catalogue | None, str]:
    if wanted == "en" or wanted not in LANGUAGES:
        return None, "en"
    import gettext

    try:
        return gettext.translation("trainhub", LOCALE, [wanted]), wanted
    except OSError:
        return None, "en"  # a source tree whose catalogues were not compiled speaks English


def tr(message: str, **values: Any) -> str:
    """`message` in the user's language, its `{fields}` filled in."""
    catalogue = _now()[0]
    text = catalogue.gettext(message) if catalogue else message
    return Sentence(text.format(**values) if values else text, message, values)


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """As `tr`, with the plural form for `n`, which is a field too."""
    catalogue = _now()[0]
    text = catalogue.ngettext(one, many, n) if catalogue else (one if n == 1 else many)
    return Sentence(text.format(n=n, **values), one, {"n": n, **values}, many)
