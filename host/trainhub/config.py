"""What the user wrote down once: config.toml, below flags and environment.

    port = "/dev/ttyACM0"      data = "~/scores"      language = "it"
    rules = "cardinal-cs"      set = 12               paper = "letter"

A key that is unknown or of the wrong kind is an error that names the file, not a guess.
"""

import os
import re
from collections.abc import Callable
from typing import Any

from trainhub import paths
from trainhub.errors import UsageError
from trainhub.text import tr

# Key -> (environment variable that comes before it, kind)
KEYS: dict[str, tuple[str, type]] = {
    "port": ("TRAINHUB_PORT", str),
    "data": ("TRAINHUB_DATA", str),
    "language": ("TRAINHUB_LANG", str),
    "rules": ("TRAINHUB_RULES", str),
    "set": ("TRAINHUB_SET", int),
    "paper": ("TRAINHUB_PAPER", str),
}


def load() -> dict[str, Any]:
    """The file's contents, {} if there is none. Raises `UsageError` naming the file and what is wrong in it."""
    file, found = paths.config_file(), parsed()
    for key, value in found.items():
        if key not in KEYS:
            raise UsageError(
                tr("{file} has a setting {key}, which trainhub does not know.", file=file, key=key),
                tr("Known: {names}", names=", ".join(KEYS)),
            )
        if not isinstance(value, KEYS[key][1]) or isinstance(value, bool):
            if KEYS[key][1] is int:
                cause = tr("The setting {key} in {file} must be a number.", key=key, file=file)
                example = f"{key} = 12"
            else:
                cause = tr("The setting {key} in {file} must be a text in quotes.", key=key, file=file)
                example = f'{key} = "..."'
            raise UsageError(cause, tr("Write it like this: {example}", example=example))
    return found


def parsed() -> dict[str, Any]:
    """What stands in the file, known or not."""
    file = paths.config_file()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else tr("it is no text in UTF-8")
        raise UsageError(
            tr("The settings in {file} cannot be read: {reason}.", file=file, reason=reason or error),
            tr("Mend or remove that file, or name another one with TRAINHUB_CONFIG."),
        ) from error
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else len(text.splitlines())
        raise UsageError(
            tr("Line {n} of {file} cannot be understood.", n=line, file=file),
            tr("Write a setting like this: {example}. Or remove the file.", example='rules = "cardinal-it"'),
        ) from error


_loaded: dict[str, Any] | None = None


def value(key: str, read: Callable[[], dict[str, Any]] = load) -> str | None:
    """Environment, then file, as text; None where neither says anything."""
    global _loaded
    variable, kind = KEYS[key]
    named = os.environ.get(variable)
    if named:
        if kind is int and not (named.isascii() and named.isdigit()):
            raise UsageError(
                tr("{variable} is {value}, which is no number.", variable=variable, value=named),
                tr("Write it like this: {example}", example=f"{variable}=12"),
            )
        return named
    if _loaded is None:
        _loaded = read()
    found = _loaded.get(key)
    return None if found is None else str(found)


def forget() -> None:
    """Read the file anew at the next look."""
    global _loaded
    _loaded = None
