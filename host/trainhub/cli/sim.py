"""`trainhub sim`: the hub's own firmware in a process, with a serial port that every command can open."""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import SCHEMA, Common
from trainhub.cli.flash import known
from trainhub.text import tr


def sim(
    *,
    flash: Annotated[Path | None, Parameter(help=tr("File of its flash; kept. Else one beside the scores."))] = None,
    board: Annotated[str, Parameter(help=tr("Which board: full or minimal."))] = "full",
    socket: Annotated[
        bool,
        Parameter(help=tr("A socket:// port instead of a pty (always so on Windows)."), negative=(), show_default=False),
    ] = False,
    blank: Annotated[
        bool, Parameter(help=tr("A board without firmware, for trainhub flash."), negative=(), show_default=False)
    ] = False,
    back_end: Annotated[
        Literal["auto", "micropython", "cpython"], Parameter(help=tr("What runs the firmware."), show_choices=True)
    ] = "auto",
    common: Common = Common(),  # noqa: B008
) -> int:
    from trainhub.simulator import Simulator
    from trainhub.simulator.errors import broken_off

    known(board, real=True)
    folder = common.folder
    if blank:
        return _blank(common, flash or folder / "simulated-blank.drive", board)
    flash = flash or folder / f"simulated-{board}.flash"
    flash.parent.mkdir(parents=True, exist_ok=True)
    with _stoppable(), Simulator(flash, board, port="socket" if socket else None, back_end=back_end) as hub:
        with _noted(paths.simulators_dir(folder), hub.port, board):
            told = {
                "schema": SCHEMA,
                "port": hub.port,
                "board": board,
                "back_end": hub.back_end,
                "flash": str(hub.flash),
            }
            if common.json:
                print(json.dumps(told, ensure_ascii=False), flush=True)
            else:
                print(hub.port, flush=True)
                common.say(tr("DEMO - a simulated hub ({back_end}). Ctrl-C ends it.", back_end=hub.back_end))
                common.say(tr("In another terminal: trainhub watch --port {port}", port=hub.port))
            try:
                status = hub.wait()
            except KeyboardInterrupt:
                return 0
        raise broken_off(tr("The simulated hub ended with status {status}", status=status), hub.said)
    return 0  # asked to end while it started


def _blank(common: Common, drive: Path, name: str) -> int:
    """A board as it comes out of its bag."""
    from threading import Event

    from trainhub.simulator.bare_board import BareBoard

    drive.parent.mkdir(parents=True, exist_ok=True)
    with _stoppable(), BareBoard(drive, name=name) as board, _noted(paths.simulators_dir(common.folder), board.port, "blank"):
        if common.json:
            told = {"schema": SCHEMA, "port": board.port, "board": "blank", "drive": str(drive.resolve())}
            print(json.dumps(told, ensure_ascii=False), flush=True)
        else:
            print(board.port, flush=True)
            common.say(tr("DEMO - a simulated blank board. Ctrl-C ends it."))
            common.say(tr("In another terminal: trainhub flash --port {port}", port=board.port))
        Event().wait()
    return 0


@contextlib.contextmanager
def _noted(folder: Path, port: str, board: str) -> Iterator[None]:
    """While the simulator runs, a file tells other commands its port."""
    from trainhub.link import ports

    folder.mkdir(parents=True, exist_ok=True)
    ports.forget_dead(folder)
    note = folder / f"{os.getpid()}.json"
    try:
        note.write_text(json.dumps({"port": port, "pid": os.getpid(), "board": board}), encoding="utf-8")
        yield
    finally:
        note.unlink(missing_ok=True)


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """A polite request to end (SIGTERM) works like Ctrl-C: the hub's process is ended too."""

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, old)
