"""Which ports there are, and which one is meant: flag, then TRAINHUB_PORT, then config.toml, then the only hub there is.

Only ports with the USB ids of a MicroPython board are looked at, so that no Bluetooth port or modem is ever disturbed.
Running simulators note their port in a file each; they count only where no real board is plugged in, and they always
say DEMO.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainhub import config
from trainhub.errors import NoHub, TrainhubError
from trainhub.text import tr

RASPBERRY_PI = 0x2E8A  # USB vendor id
MICROPYTHON = 0x0005  # USB product id of a Pico that runs MicroPython
BOOTLOADERS = (0x0003, 0x000F)  # a blank RP2040 or RP2350, or BOOTSEL held


@dataclass(frozen=True, slots=True)
class Port:
    """A port where a hub may be. `kind`: usb or simulator."""

    name: str
    kind: str
    serial_number: str = ""
    description: str = ""


def usb_ports() -> list[Port]:
    """Boards with MicroPython, by their USB ids; nothing is opened."""
    from serial.tools import list_ports

    return [
        Port(info.device, "usb", info.serial_number or "", info.description or "")
        for info in list_ports.comports()
        if info.vid == RASPBERRY_PI and info.pid not in BOOTLOADERS
    ]


def simulators(folder: Path) -> list[Port]:
    """Simulators that run now, by the notes they keep in `folder`."""
    found = []
    try:
        notes = sorted(folder.glob("*.json"))
    except OSError:
        return []
    for note in notes:
        try:
            told = json.loads(note.read_text(encoding="utf-8"))
            port, pid = str(told["port"]), int(told["pid"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if _alive(pid):
            found.append(Port(port, "simulator", "", str(told.get("board", ""))))
    return found


def forget_dead(folder: Path) -> None:
    """Remove the notes of simulators that were killed."""
    for note in folder.glob("*.json"):
        if note.stem.isdigit() and not _alive(int(note.stem)):
            note.unlink(missing_ok=True)


def all_ports(folder: Path) -> list[Port]:
    """Real boards first, then simulators."""
    return usb_ports() + simulators(folder)


def choose(
    named: str | None,
    folder: Path,
    remembered: Sequence[str] = (),
    greet: Callable[[str], bool] | None = None,
    found: Sequence[Port] | None = None,
) -> str:
    """The port to use. Raises `NoHub` where none, or more than one, could be meant.

    named: from --port · remembered: USB serial numbers of known hubs, the latest first · greet: does a hub answer at
    that port? · found: what is plugged in, for tests.
    """
    named = named or config.value("port")
    if named:
        return named
    ports = list(all_ports(folder) if found is None else found)
    real = [port for port in ports if port.kind == "usb"]
    here = real or ports
    for number in remembered:
        for port in here:
            if number and port.serial_number == number:
                return port.name
    if len(here) > 1 and greet:
        here = [port for port in here if _answers(port.name, greet)] or here
    if len(here) == 1:
        return here[0].name
    if not here:
        raise NoHub(
            "",
            tr("No hub found."),
            tr("Plug it in with a data cable (many cables only charge), or try without one: trainhub sim. "
               "To see what is wrong: trainhub doctor"),
        )  # fmt: skip
    names = ", ".join(port.name for port in here)
    raise NoHub("", tr("There are several hubs: {ports}.", ports=names), tr("Name one of them with --port."))


def _answers(port: str, greet: Callable[[str], bool]) -> bool:
    try:
        return greet(port)
    except TrainhubError:
        return False


def _alive(pid: int) -> bool:
    """Does that process run? On Windows asking with a signal would end it, so the note is believed."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it runs, under another user
    return True
