"""`trainhub setup`: any Pico becomes a hub: a blank one in its bootloader, one with MicroPython, or a hub already."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from trainhub.cli.common import HubCommon
from trainhub.cli.flash import BoardName, DuringGame, Force
from trainhub.errors import NoHub, RequestRefused
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.upkeep.drives import Drive


def setup(
    *,
    uf2: Annotated[Path | None, Parameter(help=tr("MicroPython's UF2 file for a blank board (else it is downloaded)."))] = None,
    drive: Annotated[Path | None, Parameter(help=tr("The drive of the blank board (else the only one there is)."))] = None,
    keep: Annotated[
        bool, Parameter(help=tr("Renew MicroPython only; what the board's drive holds stays."), negative=(), show_default=False)
    ] = False,
    yes: Annotated[
        bool, Parameter(alias="-y", help=tr("The board is new: do not ask."), negative=(), show_default=False)
    ] = False,
    board: BoardName = None,
    force: Force = False,
    during_game: DuringGame = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub.cli import flash
    from trainhub.cli.progress import Bar
    from trainhub.deploy import bootsel, install

    flash.known(board)
    try:
        blank = bootsel.find(drive)
    except NoHub as missing:
        if drive is not None or uf2 is not None or keep:
            raise
        flash.report(common, flash.install(common, _port(common, missing), board, force, during_game))
        return
    micropython = uf2 if uf2 is not None else _download(common, blank)
    install.read_image(blank, micropython)  # a wrong file is told before anything is asked
    if keep:
        with Bar(common) as progress:
            port = install.only_micropython(blank, micropython, common.say, progress, common.port)
        flash.report(common, flash.install(common, port, board, force, during_game))
        return
    if not yes:
        _ask(common, blank)
    with Bar(common) as progress:
        hello = install.onto_blank(blank, micropython, board or "full", common.say, progress, common.port)
    flash.answered(common, hello, {"kind": "blank", "slot": "/a", "files": None, "bytes": None, "saved": None})


def _port(common: HubCommon, missing: NoHub) -> str:
    """No drive: then a board at a port is meant, if there is one."""
    try:
        with common.store() as store:
            return common.find_port(store)
    except NoHub:
        raise missing from None


def _download(common: HubCommon, blank: "Drive") -> Path:
    from trainhub.cli.progress import Bar
    from trainhub.deploy import bootsel, pinned

    wanted = pinned.image_for(bootsel.chip(blank))
    common.say(tr("A blank board ({chip}) needs MicroPython {version}.", chip=blank.chip, version=pinned.VERSION))
    with Bar(common) as progress:
        return pinned.fetch(wanted, common.folder / "micropython", progress)


def _ask(common: HubCommon, blank: "Drive") -> None:
    """A bootloader does not tell what is on the board. So whoever holds it must say that nothing is lost."""
    warning = tr("Everything on the board at {path} is replaced, the games of a hub too.", path=blank.path)
    if not common.somebody_answers:
        raise RequestRefused(
            warning + " " + tr("Nothing was changed."),
            tr("Is it a new board? Then add --yes. To renew MicroPython on a hub and keep what it holds: --keep"),
        )
    common.say(warning)
    if not common.agreed(tr("Is it a new board?")):
        raise RequestRefused(tr("Nothing was changed."), tr("To keep what the board holds: trainhub setup --keep"))
