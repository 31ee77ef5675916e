"""The files of a new board's drive: built afresh in a source checkout, else those in the installed package."""

import ast
from pathlib import Path

from trainhub.deploy import build, image
from trainhub.deploy.packing import pack
from trainhub.errors import InstallFailed
from trainhub.text import tr

SIMULATED = "simulated"
BOARDS = (*build.BOARDS, SIMULATED)
_ROOT = ("boot.py", "launch.py", "slots.py", "pack.py")  # of a simulated board, uncompiled


def drive_files(board: str) -> dict[str, bytes]:
    """Path -> contents for a board of that name."""
    if board == SIMULATED:
        return simulated()
    root = build.source_root()
    if root is None:
        folder = Path(__file__).resolve().parents[1] / "firmware" / "board" / board
    else:
        out = root / "build" / "firmware"
        build.make_sounds(root)
        build.build(root, out, [board], root / "build" / "mpy")
        folder = out / "board" / board
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    if image.POINTER not in files:
        raise InstallFailed(
            tr("This installation has no firmware for the board {board}.", board=board),
            tr("Boards: {names}. Else install trainhub again.", names=", ".join(BOARDS)),
        )
    return files


def _bare(source: str) -> bytes:
    """A module without comments and docstrings, which would be most of the upload."""
    module = ast.parse(source)
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if (
            isinstance(body, list)
            and isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        ):
            body[:1] = [] if len(body) > 1 else [ast.Pass()]
    return (ast.unparse(module) + "\n").encode()


def simulated() -> dict[str, bytes]:
    """The drive of a simulated board: the same sources with the simulator's drivers in place of the chip's."""
    from trainhub.simulator import back_ends

    folder = back_ends.firmware()
    tree = {
        path.relative_to(folder).as_posix(): _bare(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.py")
        if "__pycache__" not in path.parts
    }
    modules = {name: data for name, data in tree.items() if name not in (*_ROOT, "start.py", "boot.py")}
    app = {image.PACK: pack(modules)}
    app[image.MANIFEST] = image.manifest(app)
    files = {name: tree[name] for name in _ROOT}
    files["main.py"] = tree["start.py"]
    files.update({f"{image.FIRST_SLOT}/{name}": data for name, data in app.items()})
    files[image.POINTER] = f"{image.FIRST_SLOT}0".encode()
    return files
