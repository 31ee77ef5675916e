"""What a board is, as it says itself at its prompt, and whether the firmware can go onto it."""

from collections.abc import Mapping
from dataclasses import dataclass

from trainhub.deploy import uf2
from trainhub.deploy.board import Board
from trainhub.deploy.drives import SIMULATED
from trainhub.errors import InstallFailed, RequestRefused
from trainhub.text import tr

MPY = 6  # version of the compiled modules' format
RESERVE = 65536  # bytes that stay free for the journal
_ASK = "import sys, os\n_i = sys.implementation\n_v = os.statvfs('/')"
_SAID = "(_i.name, tuple(_i.version[:3]), getattr(_i, '_mpy', 0), getattr(_i, '_machine', ''), '/pc/bare' in sys.path, \
_v[0], _v[3])"


@dataclass(frozen=True, slots=True)
class Facts:
    """machine: what MicroPython calls the board · mpy: number of its module format · block, free: of its drive, bytes."""

    name: str
    version: tuple[int, int, int]
    mpy: int
    machine: str
    simulated: bool
    block: int
    free: int

    @property
    def chip(self) -> uf2.Chip | None:
        return next((chip for chip in uf2.CHIPS.values() if chip.name.upper() in self.machine.upper()), None)


def of(board: Board) -> Facts:
    """Ask the board."""
    name, version, mpy, machine, simulated, block, blocks = board.ask(_ASK, _SAID)
    return Facts(str(name), tuple(version), int(mpy), str(machine), bool(simulated), int(block), int(block) * int(blocks))


def refuse_wrong(facts: Facts) -> None:
    """Raises `InstallFailed` if no firmware of ours runs there; nothing was changed."""
    text = ".".join(map(str, facts.version))
    if facts.name != "micropython":
        raise InstallFailed(
            tr("The board runs {name} {version}, not MicroPython. Nothing was changed.", name=facts.name, version=text),
            tr("Put MicroPython onto it: hold BOOTSEL while you plug it in, then trainhub setup"),
        )
    if not facts.simulated and facts.chip is None:
        raise InstallFailed(
            tr("The firmware is for a Pico or a Pico 2, this is: {machine}. Nothing was changed.", machine=facts.machine),
            tr("Look for the right port with: trainhub devices"),
        )
    if facts.version < uf2.OLDEST or not facts.simulated and facts.mpy & 0xFF != MPY:
        raise InstallFailed(
            tr("The board has MicroPython {version}; {oldest} to the newest 1.x are needed. Nothing was changed.",
               version=text, oldest=".".join(map(str, uf2.OLDEST))),
            tr("Renew it, what the hub has stays: hold BOOTSEL while you plug it in, then trainhub setup --keep"),
        )  # fmt: skip


def refuse_other(facts: Facts, wanted: str | None) -> None:
    """Raises `RequestRefused` if a simulated board is to be another one; its parts are given when it is started."""
    if facts.simulated and wanted not in (None, SIMULATED):
        raise RequestRefused(
            tr("A simulated board has the parts it was started with. Nothing was changed."),
            tr("Leave --board out, or start it with: trainhub sim --blank --board {board}", board=wanted),
        )


def refuse_full(facts: Facts, board: Board, drive: Mapping[str, bytes], idle: str) -> None:
    """Raises `InstallFailed` if what must be written does not fit beside what stays; nothing was changed."""
    there = board.below("/")
    wanted = {f"{idle}/{name[2:]}" if name.startswith("a/") else f"/{name}": len(data) for name, data in drive.items()}
    goes = {path for path in there if path in wanted or path.startswith(idle + "/")}

    def blocks(length: int) -> int:
        return -(-length // facts.block) * facts.block

    need = sum(map(blocks, wanted.values())) - sum(blocks(there[path]) for path in goes)
    if need + RESERVE > facts.free:
        raise InstallFailed(
            tr("The board's drive has no room: {free} KiB are free, {need} KiB are needed. Nothing was changed.",
               free=facts.free // 1024, need=(need + RESERVE) // 1024),
            tr("Remove files that are not the hub's, for example with: mpremote connect {port} fs rm FILE", port=board.port),
        )  # fmt: skip


def board_name(facts: Facts, board: Board, said: str, names: tuple[str, ...]) -> str:
    """Which board data it needs: what the hub said, else what its app was built for, else the full hub's."""
    if facts.simulated:
        return SIMULATED
    if said in names:
        return said
    for folder in ("/a", "/b"):
        path = folder + "/app.pack"
        if board.exists(path):
            index = board.ask(f"_f = open({path!r}, 'rb')\n_n = _f.read(2)\n_t = _f.read(_n[0] | _n[1] << 8)\n_f.close()", "_t")
            for name in names:
                if f'"boards/{name}.'.encode() in index:
                    return name
    return "full"
