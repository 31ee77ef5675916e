"""Every sentence a person reads passes through `tr`, so that it can be said in that person's language.

The language is TRAINHUB_LANG, else the system's (LC_ALL, LC_MESSAGES, LANG); English where no catalogue exists.
Catalogues are GNU gettext files in `trainhub/locale`. English needs no catalogue and loads no library.
"""

import os
from collections.abc import Mapping
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
    wanted = preferred(os.environ) if language is None else language
    _catalogue, _language = None, "en"
    if wanted != "en" and wanted in LANGUAGES:
        import gettext

        try:
            _catalogue = gettext.translation("trainhub", LOCALE, [wanted])
            _language = wanted
        except OSError:
            pass  # a source tree whose catalogues were not compiled speaks English
    return _language


def language() -> str:
    """The language spoken now."""
    return _language


def tr(message: str, **values: Any) -> str:
    """`message` in the user's language, its `{fields}` filled in."""
    text = _catalogue.gettext(message) if _catalogue else message
    return Sentence(text.format(**values) if values else text, message, values)


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """As `tr`, with the plural form for `n`, which is a field too."""
    text = _catalogue.ngettext(one, many, n) if _catalogue else (one if n == 1 else many)
    return Sentence(text.format(n=n, **values), one, {"n": n, **values}, many)
