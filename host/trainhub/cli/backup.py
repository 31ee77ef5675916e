"""`trainhub backup` and `restore`: all games in one file, out and in."""

import contextlib
import os
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import RequestRefused
from trainhub.text import tr, trn


def backup(
    file: Annotated[Path | None, Parameter(help=tr("The new file; else one with today's date in this folder."))] = None,
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores import files

    target = file or Path(time.strftime("trainhub-%Y-%m-%d.db"))
    if os.path.lexists(target):
        raise RequestRefused(tr("{file} exists already.", file=target), tr("Name another file; nothing was overwritten."))
    if not target.parent.is_dir():
        raise RequestRefused(tr("There is no folder {folder}.", folder=target.parent), tr("Nothing was written."))
    if not paths.scores_file(common.folder).exists():
        raise RequestRefused(tr("There is no game yet."), tr("Begin one with: trainhub new NAMES"))
    try:
        games = files.copy(paths.scores_file(common.folder), target)
    except BaseException:  # half a copy is none
        with contextlib.suppress(OSError):
            target.unlink()
        raise
    common.result({"file": str(target.resolve()), "games": games}, tr("All games are in {file}", file=target.resolve()))


def restore(
    file: Annotated[Path, Parameter(help=tr("A file that trainhub backup made."))],
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores import files

    if not file.is_file():
        raise RequestRefused(tr("There is no file {file}.", file=file), tr("Nothing was changed."))
    target = paths.scores_file(common.folder)
    if target.exists() and file.samefile(target):
        raise RequestRefused(tr("{file} is the score file itself.", file=file), tr("Nothing was changed."))
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(target.name + ".new")
    fresh.unlink(missing_ok=True)
    try:  # only a sound file comes in, whole, before the present one is moved
        games = files.copy(file, fresh)
        if not games:
            raise RequestRefused(tr("There is no game in {file}.", file=file), tr("Nothing was changed."))
        kept = _keep_aside(target)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    said = trn("{n} game is back.", "{n} games are back.", games)
    if kept:
        said += " " + tr("What was there before is kept in {file}", file=kept)
    common.result({"games": games, "before": str(kept) if kept else None}, said)


def _keep_aside(target: Path) -> Path | None:
    """Move the present file away, with what belongs to it."""
    if not target.exists():
        return None
    kept = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    n = 1
    while kept.exists():
        kept = kept.with_name(f"{kept.name}.{n}")
        n += 1
    for ending in ("-wal", "-shm"):
        extra = target.with_name(target.name + ending)
        if extra.exists():
            extra.replace(kept.with_name(kept.name + ending))
    target.replace(kept)
    return kept
