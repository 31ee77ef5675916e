"""Sentences for pages: sent as English with fields beside it, so that each page says it in its own language.

`say` marks a sentence for translation as `tr` does; the page looks it up in the catalogue of its language
(`/i18n/cs.json`) and fills in the fields. A sentence that `tr` has made already is taken apart again.
"""

from typing import Any

from trainhub.text import Sentence

Phrase = dict[str, Any]


def say(message: str, **values: Any) -> Phrase:
    """`message` (English, with `{fields}`) and its fields; a field may be a phrase itself."""
    if isinstance(message, Sentence):
        return _taken_apart(message)
    return _phrase(message, values)


def say_n(one: str, many: str, n: int, **values: Any) -> Phrase:
    """As `say`, with a plural form for `n`, which is a field too."""
    return {**_phrase(one, {"n": n, **values}), "p": many}


def plain(phrase: Phrase) -> str:
    """The sentence in English, for logs and tests."""
    values = {name: plain(value) if isinstance(value, dict) else value for name, value in phrase.get("v", {}).items()}
    message = phrase["p"] if "p" in phrase and values["n"] != 1 else phrase["m"]
    return str(message).format(**values) if values else str(message)


def _phrase(message: str, values: dict[str, Any]) -> Phrase:
    fields = {name: _taken_apart(value) if isinstance(value, Sentence) else value for name, value in values.items()}
    return {"m": message, "v": fields} if fields else {"m": message}


def _taken_apart(sentence: Sentence) -> Phrase:
    fields = {
        name: value if isinstance(value, (str, int)) else str(value) for name, value in sentence.values.items()
    }  # fmt: skip
    return {**_phrase(sentence.message, fields), **({"p": sentence.many} if sentence.many else {})}
