"""The doctor's checks. Each looks at one thing, says what it found and, where something is wrong, the next step.

A check that fails in a way nobody thought of becomes a finding itself: the doctor never crashes.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trainhub import __version__, config, paths
from trainhub.errors import TrainhubError
from trainhub.link.news import Message
from trainhub.text import tr, trn

GOOD = "good"
NOTE = "note"  # worth knowing, nothing to do
BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check says. `check`: its name for programs · step: what to do, "" where nothing is."""

    check: str
    state: str
    text: str
    step: str = ""


Check = Callable[[Path], Iterator[Finding]]


def run(folder: Path, port: str | None = None) -> Iterator[Finding]:
    """All findings, one after the other. `folder`: of the scores · port: the one meant, or None."""
    for check in CHECKS:
        yield from _guarded(check, folder)
    yield from _guarded(lambda where: hubs(where, port), folder, "hubs")


def _guarded(check: Check, folder: Path, name: str = "") -> Iterator[Finding]:
    name = name or getattr(check, "__name__", "check")
    try:
        yield from check(folder)
    except TrainhubError as error:
        yield Finding(name, BAD, error.cause, error.next_step)
    except Exception as error:  # the doctor's own faults are findings
        yield Finding(name, BAD, tr("This check itself failed: {error}.", error=repr(error)), tr("Please report this."))


def versions(folder: Path) -> Iterator[Finding]:
    system = f"{platform.system()} {platform.release()} ({platform.machine()})"
    yield Finding("versions", GOOD, f"trainhub {__version__}, Python {platform.python_version()}, {system}")
    encoding = getattr(sys.stdout, "encoding", "") or "?"
    if encoding.lower().replace("-", "") != "utf8":
        yield Finding("encoding", NOTE, tr("The terminal speaks {encoding}; other letters show as ?.", encoding=encoding),
                      tr("Set PYTHONUTF8=1 to see every name."))  # fmt: skip


def folders(folder: Path) -> Iterator[Finding]:
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not os.access(existing, os.W_OK):
        yield Finding("folder", BAD, tr("The score folder {folder} cannot be written.", folder=folder),
                      tr("Give yourself access to it, or name another folder with --data."))  # fmt: skip
    else:
        yield Finding("folder", GOOD, tr("Scores are kept in {folder}", folder=folder))


def scores(folder: Path) -> Iterator[Finding]:
    from trainhub.scores.reader import Reader

    file = paths.scores_file(folder)
    if not file.exists():
        yield Finding("scores", GOOD, tr("No game has been kept yet."))
        return
    with Reader(file) as reader:
        n = len(reader.logs())
    yield Finding("scores", GOOD, trn("The score file is sound; it holds {n} game.",
                                      "The score file is sound; it holds {n} games.", n))  # fmt: skip


def simulator(folder: Path) -> Iterator[Finding]:
    from trainhub.simulator import back_ends

    program = back_ends.micropython()
    if program:
        yield Finding("simulator", GOOD, tr("The simulator runs on a real MicroPython: {program}", program=program))
    else:
        yield Finding("simulator", NOTE, tr("No MicroPython here; the simulator runs the firmware on Python instead."))


def permissions(folder: Path) -> Iterator[Finding]:
    """Linux: may the user open each board's port? Does ModemManager get in the way?"""
    from trainhub.link import ports
    from trainhub.link.transport import port_group
    from trainhub.upkeep import udev

    if sys.platform != "linux":
        return
    for port in ports.usb_ports():
        if not os.access(port.name, os.R_OK | os.W_OK):
            group = port_group(port.name)
            yield Finding("permission", BAD, tr("You may not open {port}; it belongs to the group {group}.",
                                                port=port.name, group=group),
                          tr("Install the udev rule: {command}", command=udev.INSTALL))  # fmt: skip
    rule = udev.installed()
    if rule:
        yield Finding("udev", GOOD, tr("The udev rule is installed: {file}", file=rule))
        return
    yield Finding("udev", NOTE, tr("No udev rule for hubs is installed."),
                  tr("If a port is refused or answers oddly: {command}", command=udev.INSTALL))  # fmt: skip
    if _runs("ModemManager"):
        yield Finding("modemmanager", NOTE, tr("ModemManager runs and may talk to a hub right after it is plugged in."),
                      tr("The udev rule keeps it away: {command}", command=udev.INSTALL))  # fmt: skip


def bootloaders(folder: Path) -> Iterator[Finding]:
    from trainhub.upkeep import drives

    for drive in drives.find():
        yield Finding("bootloader", NOTE, tr("A blank board ({chip}) waits at {path}.", chip=drive.chip, path=drive.path),
                      tr("Install everything with: trainhub setup"))  # fmt: skip


def hubs(folder: Path, port: str | None) -> Iterator[Finding]:
    """Greet every hub there is, and ask it for its faults."""
    from trainhub.link import ports

    if port is None:
        port = config.value("port")
    names = [port] if port else [found.name for found in ports.all_ports(paths.simulators_dir(folder))]
    if not names:
        yield Finding("hubs", NOTE, tr("No hub is plugged in."),
                      tr("Use a data cable (many only charge), or try a simulated one: trainhub sim"))  # fmt: skip
    for name in names:
        try:
            yield from _hub(name)
        except TrainhubError as error:
            yield Finding("hub", BAD, error.cause, error.next_step)


def _hub(port: str) -> Iterator[Finding]:
    import shared_rules
    from shared_rules import wire
    from trainhub.deploy.corehash import core_hash
    from trainhub.link.book import MemoryBook
    from trainhub.link.client import Client

    with Client.open(port, MemoryBook()) as hub:
        hello = hub.hello
        yield Finding("hub", GOOD, tr("{state} at {port}: {board}, firmware {version}",
                                      state=hub.state, port=port, board=hello.board, version=hello.version))  # fmt: skip
        if hello.core_hash != core_hash(Path(shared_rules.__file__).parent):
            yield Finding("rules-core", NOTE, tr("Hub and PC have different versions of the rules core."),
                          tr("Bring both together with: trainhub update"))  # fmt: skip
        if hello.flags & wire.HF_STORAGE_LOST:
            yield Finding("storage", BAD, tr("The hub could not read a part of its journal; what was good is kept."),
                          tr("Save it now with: trainhub sync"))  # fmt: skip
        if hello.flags & wire.HF_SAFE_MODE:
            yield Finding("safe-mode", NOTE, tr("The hub runs in safe mode."), tr("Unplug it and plug it in again."))
        if hello.faults:
            yield from _faults(hub.ask_all(bytes(wire.message(wire.FAULTS_ASK)), wire.FAULT))


def _faults(messages: list[Message]) -> Iterator[Finding]:
    for message in messages:
        if len(message.rest) < 4:
            continue
        part, code, count, size = message.rest[:4]
        text = message.rest[4 : 4 + size].decode("utf-8", "replace")
        yield Finding("fault", BAD, tr("The hub reports a fault: part {part}, code {code}, {count} times: {text}",
                                       part=part, code=code, count=count, text=text),
                      tr("If it stays after unplugging, please report it."))  # fmt: skip


def _runs(program: str) -> bool:
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return False
    for number in numbers:
        try:
            with open(f"/proc/{number}/comm", encoding="utf-8") as file:
                if file.read().strip() == program:
                    return True
        except OSError:
            continue
    return False


CHECKS: tuple[Check, ...] = (versions, folders, scores, simulator, permissions, bootloaders)
