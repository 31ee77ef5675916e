"""`trainhub uninstall`: removes what trainhub keeps on this computer; the program itself goes with its installer."""

import shutil
from typing import Annotated

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import RequestRefused
from trainhub.text import tr


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
    ours = [path for path in sorted(folder.glob("*")) if _is_ours(path.name)] if folder.is_dir() else []
    doomed = [path for path in ours if not (keep_scores and path.name.startswith("scores.db"))]
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
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    said = tr("{n} files and folders removed.", n=len(doomed))
    common.result({"removed": [str(path) for path in doomed], "next": steps}, "\n".join([said, *steps]))


def _is_ours(name: str) -> bool:
    """Only what trainhub itself put into the folder is ever removed from it."""
    return name.startswith(("scores.db", "simulat", "trainhub.log"))
