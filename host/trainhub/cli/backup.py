"""`trainhub backup` and `restore`: all games in one file, out and in."""

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import RequestRefused
from trainhub.text import tr


def backup(
    file: Annotated[Path | None, Parameter(help=tr("The new file; else one with today's date in this folder."))] = None,
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    target = file or Path(time.strftime("trainhub-%Y-%m-%d.db"))
    if target.exists():
        raise RequestRefused(tr("{file} exists already.", file=target), tr("Name another file; nothing was overwritten."))
    if not paths.scores_file(common.folder).exists():
        raise RequestRefused(tr("There is no game yet."), tr("Begin one with: trainhub new NAMES"))
    with common.store() as store:
        store.backup(target)
        games = len(store.logs())
    common.result({"file": str(target.resolve()), "games": games}, tr("All games are in {file}", file=target.resolve()))


def restore(
    file: Annotated[Path, Parameter(help=tr("A file that trainhub backup made."))],
    /,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores.reader import Reader

    if not file.exists():
        raise RequestRefused(tr("There is no file {file}.", file=file), tr("Nothing was changed."))
    with Reader(file) as reader:  # only a sound file comes in
        games = len(reader.logs())
    target = paths.scores_file(common.folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    kept = _keep_aside(target)
    fresh = target.with_name(target.name + ".new")
    fresh.write_bytes(file.read_bytes())
    fresh.replace(target)
    said = tr("{n} games are back.", n=games)
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
