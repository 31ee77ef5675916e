"""`trainhub config`: what is set, by what; and setting it in the file, whose comments stay."""

import os
from typing import Annotated

from cyclopts import Parameter

from trainhub import config as settings
from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import UsageError
from trainhub.text import tr


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
    elif kind is int and not value.isdigit():
        raise UsageError(tr("{key} is a number.", key=key), tr("Nothing was changed."))
    else:
        document[key] = kind(value)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    settings.forget()
    common.result({"file": str(file), "key": key, "value": value}, tr("Written: {file}", file=file))


def _show(common: Common, file: str) -> None:
    written = settings.load()
    listed = {}
    lines = [file]
    for key, (variable, _, what) in settings.KEYS.items():
        source = "environment" if os.environ.get(variable) else "file" if key in written else None
        found = settings.value(key)
        listed[key] = {"value": found, "from": source, "environment": variable}
        lines.append(f"  {key:9} {found if found is not None else '-':20} {variable if source == 'environment' else what}")
    common.result({"file": file, "settings": listed}, "\n".join(lines))
