"""`trainhub uninstall`: removes what trainhub keeps on this computer; the program itself goes with its installer."""

import contextlib
import re
import shutil
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import RequestRefused
from trainhub.text import tr, trn

_FOLDERS = ("simulators", "micropython", "boards")
_OURS = (
    r"scores\.db.*", r"trainhub\.log", r"simulators", r"(simulated|table)-[a-z]+\.(flash|drive).*",
    r"micropython/\.?RPI_PICO.*",  # downloaded by setup
    r"boards/[0-9a-z]+-\d{8}-\d{6}",  # journals that flash saved from a board
)  # fmt: skip


def uninstall(
    *,
    keep_scores: Annotated[
        bool, Parameter(help=tr("Leave the games where they are."), negative=(), show_default=False)
    ] = False,
    yes: Annotated[
        bool, Parameter(help=tr("Do it; without this it only says what it would do."), negative=(), show_default=False)
    ] = False,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.upkeep import udev

    folder = common.folder
    config = paths.config_file()
    ours = [path for path in sorted(folder.glob("*")) + sorted(folder.glob("*/*")) if _is_ours(path.relative_to(folder))]
    doomed = [path for path in ours if not (keep_scores and _holds_games(path.relative_to(folder)))]
    doomed += [config] if config.exists() else []
    rule = udev.installed()
    steps = [tr("Remove the program with whatever installed it, e.g.: pipx uninstall trainhub")]
    if rule:
        steps.append(tr("Remove the udev rule: sudo rm {file}", file=rule))
    if not yes:
        listed = "\n".join(f"  {path}" for path in doomed) or tr("  (nothing)")
        raise RequestRefused(
            tr("This would remove:\n{files}", files=listed), tr("To do it, add --yes. To keep the games: --keep-scores")
        )
    for path in doomed:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    own = [config.parent] if config.parent.name == paths.APP else []
    for left in (*(folder / name for name in _FOLDERS), folder, *own):
        with contextlib.suppress(OSError):  # somebody else's things are in it
            left.rmdir()
    said = trn("{n} file or folder removed.", "{n} files and folders removed.", len(doomed))
    common.result({"removed": [str(path) for path in doomed], "next": steps}, "\n".join([said, *steps]))


def _is_ours(path: Path) -> bool:
    """Only what trainhub itself put into the folder is ever removed from it. `path`: from there."""
    return any(re.fullmatch(pattern, path.as_posix()) for pattern in _OURS)


def _holds_games(path: Path) -> bool:
    return path.as_posix().startswith(("scores.db", "boards/"))
