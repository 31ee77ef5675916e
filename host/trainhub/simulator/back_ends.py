"""Which interpreter runs the simulated hub, and how it is told where the firmware is."""

import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

from trainhub.deploy import build
from trainhub.simulator.errors import SimulatorError
from trainhub.text import tr

STAND_INS = Path(__file__).parent / "stand_ins"
# The simulator compiles sources, which takes more room than the hub does later; tests run the compiled tree in 192k.
HEAP = "512k"


def micropython() -> str | None:
    """The MicroPython beside this Python or on the path."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def choose(wanted: str) -> str:
    """`micropython` or `cpython` for what was asked for: one of these, or `auto`."""
    if wanted not in ("auto", "micropython", "cpython"):
        raise SimulatorError(tr("There is no back end called {name}.", name=wanted), tr("Use auto, micropython or cpython."))
    if wanted == "cpython" or micropython():
        return "micropython" if wanted == "auto" else wanted
    if wanted == "micropython":
        raise SimulatorError(
            tr("There is no MicroPython for this computer."), tr("Leave --back-end out: the firmware then runs on CPython.")
        )
    text = tr("no MicroPython for this computer; the hub's firmware runs on CPython instead")
    print(f"trainhub: {text}", file=sys.stderr)
    return "cpython"


def firmware() -> Path:
    """The tree of firmware sources: built afresh in a source checkout, else the one in the installed package."""
    root = build.source_root()
    if root is not None:
        return build.refresh(root)
    packaged = Path(__file__).resolve().parents[1] / "firmware" / "py"
    if not (packaged / "hub_build.py").exists():
        raise SimulatorError(tr("This installation has no firmware in it."), tr("Install trainhub again from its wheel."))
    return packaged


def board_data(name: str) -> ModuleType:
    """The data of a board, from the firmware tree; not a module that Python could find, because the tree is not on its path."""
    module = ModuleType(name)
    source = firmware() / "boards" / f"{name}.py"
    exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), module.__dict__)
    return module


def check_board(name: str) -> None:
    """Raises `SimulatorError` for a board that the firmware has no data of."""
    known = sorted(path.stem for path in (firmware() / "boards").glob("*.py") if path.stem != "__init__")
    if name not in known:
        raise SimulatorError(tr("There is no board called {board}.", board=name), tr("Boards: {names}", names=", ".join(known)))


def command(back_end: str, folders: list[Path], heap: str = HEAP) -> tuple[list[str], dict[str, str]]:
    """Program with its first arguments, and the environment, that run `main.py` of the first folder that has one."""
    path = os.pathsep.join(str(folder) for folder in [STAND_INS, *folders])
    if back_end == "micropython":
        program = micropython()
        assert program is not None
        search = {"MICROPYPATH": path + os.pathsep + ".frozen"}
        return [program, "-X", f"heapsize={heap}", "-m", "main"], {**os.environ, **search}
    # -P: what lies in the current folder must not stand in for a module.
    return [sys.executable, "-P", "-m", "main"], {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
