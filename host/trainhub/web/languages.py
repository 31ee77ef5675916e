"""The languages of the page: which one a browser is given first, and the catalogues as its scripts read them.

A page is sent in the language that the browser accepts, else in the server's. Whoever chooses another one in the page (or
by `?lang=cs`) keeps it in that browser.
"""

import gettext
import html

from trainhub import text
from trainhub.web.words import say

# gettext numbers its plural forms, browsers name them (CLDR).
FORMS = {"cs": ("one", "few", "other"), "it": ("one", "many", "other")}
_STATIC = (say("Skip to the score sheet"), say("This page needs JavaScript."))

Messages = dict[str, str | dict[str, str]]


def accepted(header: str) -> str:
    """The language to begin with, by an Accept-Language header: its best one that we speak, else the server's."""
    wanted = []
    for place, entry in enumerate(header.split(",")[:20]):
        name, _, weight = entry.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0.0
        language = text.short(name.strip())
        if language and quality > 0:
            wanted.append((-quality, place, language))
    return min(wanted)[2] if wanted else text.language()


def messages(language: str) -> Messages:
    """A catalogue as {English: translation, or plural form by its name}; empty for English and where none was compiled."""
    known = _known(language)
    out: Messages = {key: value for key, value in known.items() if isinstance(key, str) and key}
    for key in known:
        if isinstance(key, tuple):
            out[key[0]] = {form: known[key[0], i] for i, form in enumerate(FORMS[language]) if (key[0], i) in known}
    return out


def document(page: str, language: str) -> str:
    """The HTML of the page in that language, as far as it has words before its scripts run."""
    known = messages(language)
    page = page.replace('<html lang="en"', f'<html lang="{language}"', 1)
    for phrase in _STATIC:
        page = page.replace(f">{phrase['m']}<", f">{html.escape(str(known.get(phrase['m'], phrase['m'])))}<", 1)
    return page


def _known(language: str) -> dict[str | tuple[str, int], str]:
    if language == "en":
        return {}
    try:
        return dict(getattr(gettext.translation("trainhub", text.LOCALE, [language]), "_catalog", {}))
    except OSError:
        return {}
