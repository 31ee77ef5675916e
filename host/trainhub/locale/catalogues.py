"""The catalogues of `trainhub.text`: collected from the sources, kept as .po, compiled to .mo. Needs babel.

    python host/trainhub/locale/catalogues.py

Brings every .po file up to date with the sources (translations of sentences that went are dropped, new ones are empty)
and compiles it. A test says which sentences are missing.
"""

import ast
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from trainhub import ruletexts

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent
LANGUAGES = ("cs", "it")
DOMAIN = "trainhub"

Message = str | tuple[str, str]


# What marks a sentence (one text) or its two plural forms, on the command line, for pages, and in their scripts.
_ONE, _TWO = ("tr", "say"), ("trn", "say_n")
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_SCRIPT = re.compile(rf"\b(?:(?:t|say)\({_TEXT}|tn\({_TEXT},\s*{_TEXT})")


def messages() -> Iterator[tuple[Message, str]]:
    """(sentence, or its two English plural forms; file) of everything that is marked or data, and has a word in it."""
    for path in [*sorted(SOURCES.rglob("*.py")), *sorted(SOURCES.rglob("*.js"))]:
        source = path.read_text(encoding="utf-8")
        for message in _python(source) if path.suffix == ".py" else _script(source):
            if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", "".join(message))):
                yield message, path.relative_to(SOURCES).as_posix()
    for sentence, file in ruletexts.sentences():
        if re.search(r"[^\W\d_]", sentence.replace("%d", "")):
            yield sentence, file


def _python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if node.func.id in _ONE and texts:
            yield texts[0]
        elif node.func.id in _TWO and len(texts) > 1:
            yield texts[0], texts[1]


def _script(source: str) -> Iterator[Message]:
    for found in _SCRIPT.finditer(source):
        texts = [str(json.loads(f'"{text}"')) for text in found.groups() if text is not None]
        yield (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def po_file(language: str) -> Path:
    return HERE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def load(language: str) -> Catalog:
    """The .po file of a language."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def fresh(language: str) -> Catalog:
    """Every sentence of the sources with the translation that the .po file has for it."""
    old = load(language)
    new = Catalog(locale=language, domain=DOMAIN, project="trainhub", fuzzy=False, creation_date=old.creation_date)
    for message, _ in messages():
        known = old.get(message[0] if isinstance(message, tuple) else message)
        new.add(message, known.string if known else "")
    return new


def compiled(catalog: Catalog) -> bytes:
    """The .mo file."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def write(language: str, catalog: Catalog) -> None:
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=0, sort_output=True, omit_header=False, no_location=True)
    path.with_suffix(".mo").write_bytes(compiled(catalog))


if __name__ == "__main__":
    for name in LANGUAGES:
        write(name, fresh(name))
