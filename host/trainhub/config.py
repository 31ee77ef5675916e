"""What the user wrote down once: config.toml, below flags and environment.

    port = "/dev/ttyACM0"      data = "~/scores"      language = "it"
    rules = "cardinal-cs"      set = 12               paper = "letter"

A key that is unknown or of the wrong kind is an error that names the file, not a guess.
"""

import os
from collections.abc import Callable
from typing import Any

from trainhub import paths
from trainhub.errors import UsageError

# Key -> (environment variable that comes before it, kind, what it is)
KEYS: dict[str, tuple[str, type, str]] = {
    "port": ("TRAINHUB_PORT", str, "port of the hub"),
    "data": ("TRAINHUB_DATA", str, "folder of the scores"),
    "language": ("TRAINHUB_LANG", str, "en, cs or it"),
    "rules": ("TRAINHUB_RULES", str, "rule set of new games"),
    "set": ("TRAINHUB_SET", int, "highest double of the set on the table"),
    "paper": ("TRAINHUB_PAPER", str, "a4 or letter"),
}


def load() -> dict[str, Any]:
    """The file's contents, {} if there is none."""
    # A look at the file's name needs platformdirs, which is slow to load; most people have no such file.
    try:
        file = paths.config_file()
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: {error}") from error
    import tomllib

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file}: {error}") from error
    for key, value in found.items():
        if key not in KEYS or not isinstance(value, KEYS[key][1]):
            known = ", ".join(f"{name} ({kind.__name__})" for name, (_, kind, _) in KEYS.items())
            raise UsageError(f"{file}: {key} = {value!r}", f"Known: {known}")
    return found


_loaded: dict[str, Any] | None = None


def value(key: str, read: Callable[[], dict[str, Any]] = load) -> str | None:
    """Environment, then file, as text; None where neither says anything."""
    global _loaded
    named = os.environ.get(KEYS[key][0])
    if named:
        return named
    if _loaded is None:
        _loaded = read()
    found = _loaded.get(key)
    return None if found is None else str(found)


def forget() -> None:
    """Read the file anew at the next look."""
    global _loaded
    _loaded = None
