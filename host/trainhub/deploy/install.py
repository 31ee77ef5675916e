"""From "there is something at that port" to "the hub answered, version x": the steps around an upload.

Success is never a finished copy: it is a greeting by the new firmware. Whatever stops this earlier leaves a hub that
still starts what it had, and a repeated call goes on from there. docs/flash.md says what happens in which order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from trainhub.deploy import bootsel, build, comeback, drives, facts, flash, image, rescue, uf2
from trainhub.deploy.board import Board, Progress
from trainhub.deploy.leave import take_leave
from trainhub.errors import InstallFailed, RequestRefused
from trainhub.link import ports
from trainhub.link.news import Hello
from trainhub.text import tr
from trainhub.upkeep.drives import Drive

if TYPE_CHECKING:
    from trainhub.scores.store import Store

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """board: name of the board data (None: what the board says) · force: also if it is there already · during_game:
    also while a game runs · saved: folder for the journal of a hub that cannot be synced."""

    saved: Path
    board: str | None = None
    force: bool = False
    during_game: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done, who answered in the end, and where a journal was saved that could not be synced."""

    done: flash.Installed
    hello: Hello
    saved: Path | None = None


def onto_board(port: str, store: "Store", say: Say, progress: Progress, wishes: Wishes) -> Outcome:
    """Install or update the firmware of the board at `port`, which runs MicroPython or is a hub already."""
    number = comeback.serial_number(port)
    hello, synced = take_leave(port, store, say, wishes.during_game)
    port = comeback.port_again(port, number)
    with Board(port) as board:
        try:
            done, saved = _upload(board, hello, synced, say, progress, wishes)
        except (InstallFailed, RequestRefused):
            if hello:  # it ran, and what it runs is whole: it must not stand at its prompt until maintenance is over
                board.reset()
            raise
        say(tr("Restarting the board."))
        board.reset()
    return Outcome(done, comeback.new_greeting(port, number), saved)


def _upload(
    board: Board, hello: Hello | None, synced: bool, say: Say, progress: Progress, wishes: Wishes
) -> tuple[flash.Installed, Path | None]:
    """Everything between a board at its prompt and its restart. Returns what was written, and where its journal is."""
    said = facts.of(board)
    facts.refuse_wrong(said)
    facts.refuse_other(said, wishes.board)
    if hello and said.simulated and not flash.place(board).ours:
        raise RequestRefused(
            tr("A simulated hub always runs this trainhub's firmware; there is nothing to install."),
            tr("A simulated board to flash: trainhub sim --blank"),
        )
    saved = None if synced else rescue.journal(board, wishes.saved, progress)
    if saved:
        say(tr("The hub's journal is saved in {folder}", folder=saved))
    name = wishes.board or facts.board_name(said, board, hello.board if hello else "", build.BOARDS)
    files = drives.drive_files(name)
    say(tr("Firmware for the board {board}.", board=name))
    facts.refuse_full(said, board, files, flash.place(board).idle)
    done = flash.install(board, files, progress, wishes.force)
    if done.kind == flash.CURRENT:
        say(tr("The board has this firmware already."))
    return done, saved


def onto_blank(drive: Drive, micropython: Path, board_name: str, say: Say, progress: Progress, port: str | None) -> Hello:
    """Copy MicroPython and the hub's whole drive onto a chip in its bootloader.

    port: where the hub will turn up; None: wherever a new board does.
    """
    found = read_image(drive, micropython)
    before = {known.name for known in ports.usb_ports()}
    data = uf2.write(found, image.filesystem(drives.drive_files(board_name), found.chip))
    _copy(drive, data, say, progress)
    if port:
        return comeback.new_greeting(port)
    new = comeback.new_port(before)
    return comeback.new_greeting(new.name, new.serial_number)


def only_micropython(drive: Drive, micropython: Path, say: Say, progress: Progress, port: str | None) -> str:
    """Copy MicroPython alone: what is on the board's drive stays. Returns the port where the board turned up."""
    read_image(drive, micropython)
    before = {known.name for known in ports.usb_ports()}
    _copy(drive, micropython.read_bytes(), say, progress)
    return comeback.port_again(port, "") if port else comeback.new_port(before).name


def read_image(drive: Drive, micropython: Path) -> uf2.Image:
    """The image, if it is MicroPython for the chip behind the drive."""
    try:
        found = uf2.read(micropython.read_bytes())
    except OSError as error:
        raise InstallFailed(
            tr("{file} cannot be read: {reason}.", file=micropython, reason=error.strerror),
            tr("Name another file with --uf2 FILE."),
        ) from error
    bootsel.right_chip(drive, found)
    return found


def _copy(drive: Drive, data: bytes, say: Say, progress: Progress) -> None:
    say(tr("Copying {kib} KiB. The drive {path} vanishes when it is done; that is as it should be.",
           kib=len(data) // 1024, path=drive.path))  # fmt: skip
    bootsel.copy(drive, data, progress)
