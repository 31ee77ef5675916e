"""Installing the firmware on a board that runs MicroPython: into the idle one of its two slots, checked, then switched.

Until the pointer moves the board starts what it had; the board itself compares every file with the manifest before it
moves it. A board without our start files gets the whole drive, the file that starts it last. Files that are there
already are not sent again, so a repeated upload goes on where the last one was cut. The journal is never touched.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from trainhub.deploy import image
from trainhub.deploy.board import Board, Progress
from trainhub.errors import InstallFailed, RequestRefused
from trainhub.text import tr

FRESH = "fresh"  # nothing of ours was there
UPDATED = "updated"
CURRENT = "current"  # the same files were there already

_SLOTS = "import slots\n_s = slots.Slots(slots.Files)\n"
TRIES = 3  # of a slot, before the other one gets its turn: firmware/slots.py
_START = "main.py"  # the file that makes a board ours; written last
_OURS = ("launch", "slots", "pack")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an upload goes. ours: our start files are there · selected: letter of the slot that starts · idle: folder."""

    ours: bool
    selected: str
    idle: str


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done. slot: folder of the app from now on · files and bytes: what was really written."""

    kind: str
    slot: str
    files: int
    bytes: int


class _Writer:
    """Writes what differs and counts it."""

    def __init__(self, board: Board, progress: Progress) -> None:
        self._board = board
        self._progress = progress
        self.files = 0
        self.bytes = 0

    def put(self, path: str, data: bytes) -> None:
        if not self._board.same(path, data):
            self._board.write(path, data, self._progress)
            self.files += 1
            self.bytes += len(data)


def place(board: Board) -> Place:
    """Look where an upload may go; nothing is changed."""
    ours = all(board.exists(f"/{name}.mpy") or board.exists(f"/{name}.py") for name in _OURS)
    if not ours or not board.exists(f"/{_START}"):
        return Place(False, image.FIRST_SLOT, f"/{image.FIRST_SLOT}")
    selected, starts = _pointer(board)
    other = "b" if selected == "a" else "a"
    # A slot that failed to start three times is the one to overwrite: the other one is what runs.
    failing = starts >= TRIES and not board.ask(_SLOTS, f"_s.check({'/' + other!r})")
    return Place(True, selected, f"/{selected if failing else other}")


def _pointer(board: Board) -> tuple[str, int]:
    """Letter of the slot that starts, and how often it was tried; as `firmware/slots.py` reads its file.

    Read from here: what is private there has other names on a board.
    """
    data = board.read("/slot") if board.exists("/slot") else b""
    if len(data) == 2 and data[:1] in b"ab" and data[1:].isdigit():
        return chr(data[0]), data[1] - 0x30
    only_b = board.exists(f"/b/{image.MANIFEST}") and not board.exists(f"/a/{image.MANIFEST}")
    return ("b" if only_b else "a"), 0


def install(board: Board, drive: Mapping[str, bytes], progress: Progress, force: bool = False) -> Installed:
    """Bring `board` to the state of `drive` (path -> contents of a new board's files, see `deploy.image`).

    force: also when the same version is there already, or a program of somebody else's.
    """
    writer = _Writer(board, progress)
    where = place(board)
    if not where.ours:
        return _fresh(board, drive, writer, force)
    app = {name[2:]: data for name, data in drive.items() if name.startswith(f"{image.FIRST_SLOT}/")}
    _sounds(drive, writer)
    current = f"/{where.selected}"
    if not force and where.idle != current and _holds(board, current, app[image.MANIFEST]):
        return Installed(CURRENT, current, writer.files, writer.bytes)
    _fill(board, where.idle, app, writer)
    wrong = board.ask(_SLOTS, f"_s.select({where.idle!r})")
    if wrong:
        raise _bad(wrong)
    return Installed(UPDATED, where.idle, writer.files, writer.bytes)


def _fresh(board: Board, drive: Mapping[str, bytes], writer: _Writer, force: bool) -> Installed:
    """Everything, the file that starts it last."""
    begun = any(board.exists(f"/{name}") for name in (f"{image.FIRST_SLOT}/{image.PACK}", "slots.mpy", "slots.py"))
    if not force and not begun and board.exists(f"/{_START}") and not board.same(f"/{_START}", drive[_START]):
        raise RequestRefused(
            tr("Another program is on the board ({file}). Nothing was changed.", file=_START),
            tr("Save it if it is dear to you, then repeat the command with --force."),
        )
    slot = f"/{image.FIRST_SLOT}"
    _sounds(drive, writer)
    _fill(board, slot, {name[2:]: data for name, data in drive.items() if name.startswith(slot[1:] + "/")}, writer)
    for name in [name for name in drive if "/" not in name and name != _START]:
        writer.put(f"/{name}", drive[name])
    wrong = board.ask(_SLOTS, f"_s.check({slot!r})")
    if wrong:
        raise _bad(wrong)
    writer.put(f"/{_START}", drive[_START])
    return Installed(FRESH, slot, writer.files, writer.bytes)


def _fill(board: Board, folder: str, app: Mapping[str, bytes], writer: _Writer) -> None:
    """A slot's files. Its manifest, by which it is a slot, goes first and comes last."""
    if _holds(board, folder, app[image.MANIFEST]):
        return
    there = board.below(folder)
    stale = [path for path in there if path[len(folder) + 1 :] not in app or path.endswith("/" + image.MANIFEST)]
    for path in sorted(stale, key=lambda path: not path.endswith("/" + image.MANIFEST)):
        board.run(f"os.remove({path!r})")
    for name in sorted(app, key=lambda name: (name == image.MANIFEST, name)):
        writer.put(f"{folder}/{name}", app[name])


def _sounds(drive: Mapping[str, bytes], writer: _Writer) -> None:
    for name, data in sorted(drive.items()):
        if name.startswith("sounds/"):
            writer.put(f"/{name}", data)


def _holds(board: Board, folder: str, manifest: bytes) -> bool:
    """Is that very version there, whole? The board computes every hash anew."""
    path = f"{folder}/{image.MANIFEST}"
    if not board.exists(path) or board.read(path) != manifest:
        return False
    return all(_line_holds(board, folder, line) for line in manifest.decode().splitlines())


def _line_holds(board: Board, folder: str, line: str) -> bool:
    digest, _size, name = line.split(" ", 2)
    code = f"import hashlib, binascii\n_h = hashlib.sha256()\n_f = open({folder + '/' + name!r}, 'rb')\n"
    code += "while True:\n    _p = _f.read(1024)\n    if not _p:\n        break\n    _h.update(_p)\n_f.close()"
    return board.exists(f"{folder}/{name}") and board.ask(code, "binascii.hexlify(_h.digest()).decode()") == digest


def _bad(reason: str) -> InstallFailed:
    return InstallFailed(
        tr("The board checked the new files and found: {reason}.", reason=reason),
        tr("It still starts what it had. Repeat the command."),
    )
