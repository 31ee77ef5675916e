"""Sentences for pages: sent as English with fields beside it, so that each page says it in its own language.

`say` marks a sentence for translation as `tr` does; the page looks it up in the catalogue of its language
(`/i18n/cs.json`) and fills in the fields.
"""

from typing import Any

Phrase = dict[str, Any]


def say(message: str, **values: Any) -> Phrase:
    """`message` (English, with `{fields}`) and its fields; a field may be a phrase itself."""
    return {"m": message, "v": values} if values else {"m": message}


def plain(phrase: Phrase) -> str:
    """The sentence in English, for logs and tests."""
    values = {name: plain(value) if isinstance(value, dict) else value for name, value in phrase.get("v", {}).items()}
    return str(phrase["m"]).format(**values) if values else str(phrase["m"])
