"""`trainhub config`: what is set, by what; and setting it in the file, whose comments stay."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from trainhub import config as settings
from trainhub import paths, text
from trainhub.cli.common import Common
from trainhub.errors import UsageError
from trainhub.text import tr

KNOWN = {"language": text.LANGUAGES, "paper": ("a4", "letter"), "set": ("6", "9", "12", "15", "18")}


def config(
    key: Annotated[str | None, Parameter(help=tr("What to set; nothing: show all."))] = None,
    value: Annotated[str | None, Parameter(help=tr("To what; nothing: no longer."))] = None,
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    file = paths.config_file()
    if key is None:
        _show(common, str(file))
        return
    if key not in settings.KEYS:
        raise UsageError(tr("There is no setting {key}.", key=key), tr("Known: {names}", names=", ".join(settings.KEYS)))
    settings.parsed()  # a file that cannot be understood is not written over
    import tomlkit

    document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    kind = settings.KEYS[key][1]
    if value is None:
        document.pop(key, None)
    elif kind is int and not (value.isascii() and value.isdigit()):
        raise UsageError(tr("{key} is a number.", key=key), tr("Nothing was changed."))
    else:
        value = _checked(key, value)
        document[key] = kind(value)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(tomlkit.dumps(document), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            tr("The settings in {file} cannot be written: {reason}.", file=file, reason=error.strerror or error),
            tr("Check the disk, or name another file with TRAINHUB_CONFIG."),
        ) from error
    settings.forget()
    common.result({"file": str(file), "key": key, "value": value}, tr("Written: {file}", file=file))


def _checked(key: str, value: str) -> str:
    """The value as it is written down: what a later command could not use is refused now, where it comes from.

    A folder or a file is meant from wherever the command is given, so its whole path is kept.
    """
    if not value.strip():
        raise UsageError(tr("{key} cannot be empty.", key=key), tr("To set nothing: trainhub config {key}", key=key))
    known = KNOWN.get(key)
    if known and value.lower() not in known:
        raise UsageError(tr("{key} cannot be {value}.", key=key, value=value), tr("Known: {names}", names=", ".join(known)))
    if known:
        return value.lower()
    if key == "rules":
        from trainhub.rulesfile import find

        found = find(value)
        return value if found.name == value else str(Path(value).absolute())
    if key == "data":
        folder = paths.expanded(value)
        if folder.exists() and not folder.is_dir():
            raise UsageError(tr("{folder} is no folder; scores are kept in one.", folder=value), tr("Nothing was changed."))
        return value if value.startswith("~") else str(folder.absolute())
    return value


def _show(common: Common, file: str) -> None:
    written = settings.load()
    listed = {}
    lines = [file]
    meanings = {
        "port": tr("port of the hub"), "data": tr("folder of the scores"), "language": tr("en, cs or it"),
        "rules": tr("rule set of new games"), "set": tr("highest double of the set on the table"),
        "paper": tr("a4 or letter"),
    }  # fmt: skip
    for key, (variable, _) in settings.KEYS.items():
        source = "environment" if os.environ.get(variable) else "file" if key in written else None
        found = settings.value(key)
        listed[key] = {"value": found, "from": source, "environment": variable}
        about = variable if source == "environment" else meanings[key]
        lines.append(f"  {key:9} {'-' if found is None else found:20} {about}")
    common.result({"file": file, "settings": listed}, "\n".join(lines))
