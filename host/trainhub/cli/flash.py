"""`trainhub flash`: the hub's firmware onto a board that runs MicroPython. What happens when: docs/flash.md."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from trainhub.cli.common import HubCommon
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.deploy.install import Outcome
    from trainhub.link.news import Hello

BoardName = Annotated[str | None, Parameter(help=tr("full or minimal; else what the board says."))]
Force = Annotated[
    bool,
    Parameter(
        help=tr("Also if the same firmware, or another program, is on it."), negative=(), show_default=False
    ),
]  # fmt: skip
DuringGame = Annotated[
    bool, Parameter(help=tr("Also while a game runs; it goes on afterwards."), negative=(), show_default=False)
]


def flash(
    *,
    board: BoardName = None,
    force: Force = False,
    during_game: DuringGame = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    with common.store() as store:
        port = common.find_port(store)
    report(common, install(common, port, board, force, during_game))


def install(common: HubCommon, port: str, board: str | None, force: bool, during_game: bool) -> "Outcome":
    """The upload itself, with progress, for every command that does one."""
    from trainhub.cli.progress import Bar
    from trainhub.deploy.install import Wishes, onto_board

    known(board)
    wishes = Wishes(common.folder / "boards", board, force, during_game)
    with common.store() as store, Bar(common) as progress:
        return onto_board(port, store, common.say, progress, wishes)


def known(board: str | None, real: bool = False) -> None:
    """Refuse the name of a board that there is not. real: one that can be built, which a simulator may stand for."""
    from trainhub.deploy import build, drives
    from trainhub.errors import UsageError

    if board is not None and board not in (build.BOARDS if real else drives.BOARDS):
        raise UsageError(tr("There is no board called {board}.", board=board),
                         tr("Boards: {names}.", names=", ".join(build.BOARDS)))  # fmt: skip


def report(common: HubCommon, outcome: "Outcome") -> None:
    """The end: who answered, and what was written."""
    done = outcome.done
    saved = str(outcome.saved) if outcome.saved else None
    fields = {"kind": done.kind, "slot": done.slot, "files": done.files, "bytes": done.bytes, "saved": saved}
    answered(common, outcome.hello, fields)


def answered(common: HubCommon, hello: "Hello", fields: dict[str, object]) -> None:
    told = {**fields, "board": hello.board, "firmware": hello.version, "state": "DEMO" if hello.simulated else "hub"}
    common.result(told, tr("The hub answered: {board}, firmware {version}.", board=hello.board, version=hello.version))
