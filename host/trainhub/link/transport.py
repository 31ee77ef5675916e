"""A port as a stream of bytes: read with a time limit, write, close.

Everything a port can do to its user is one of five errors (`trainhub.errors`): missing, busy, denied, unplugged, and -
found out one floor up - not a hub. After a port has gone nothing else can be done with it than to close it.
"""

import contextlib
import errno
import os
import select
import stat
import sys
from typing import Any, Protocol

from trainhub.errors import NoHub, NotAHub, PortBusy, PortDenied, PortError, Unplugged
from trainhub.link import trace
from trainhub.text import tr

BAUD = 115200  # a USB port ignores it; a UART hub runs at this
WRITE_TIMEOUT = 2.0  # seconds until a port that takes no bytes counts as gone


class Transport(Protocol):
    """What a session needs of a line."""

    name: str

    def read(self, max_bytes: int, timeout: float) -> bytes:
        """What has arrived, at least one byte, after waiting at most `timeout` seconds; b"" if nothing came.

        Raises `Unplugged` once the line is gone.
        """

    def write(self, data: bytes) -> None:
        """Send all of `data`; raises `Unplugged`."""

    def close(self) -> None:
        """Give the port back; more than once is fine."""


class SerialTransport:
    """A serial port, a pty or a `socket://host:port`, opened for this process alone."""

    def __init__(self, port: str) -> None:
        import serial

        self.name = port
        plain = "://" not in port
        options: dict[str, Any] = {"timeout": 0, "write_timeout": WRITE_TIMEOUT, "baudrate": BAUD}
        if plain and os.name == "posix":
            options["exclusive"] = True
        try:
            # pyserial raises DTR when it opens, which is what tells the hub that somebody is there.
            self._serial = serial.serial_for_url(port, **options)
        except (OSError, ValueError) as error:  # SerialException is an OSError; ValueError: an unknown URL
            raise open_error(port, error) from error
        # Waiting is done with select where a file descriptor exists: changing pyserial's own timeout would set up the
        # port anew each time. Windows has select for sockets only.
        self._select = not plain or os.name == "posix"
        self._trace = trace.of(port)

    def read(self, max_bytes: int, timeout: float) -> bytes:
        data = self._read(max_bytes, timeout)
        if self._trace and data:
            self._trace.received(data)
        return data

    def _read(self, max_bytes: int, timeout: float) -> bytes:
        try:
            if self._select:
                ready, _, _ = select.select([self._serial.fileno()], [], [], max(0.0, timeout))
                return bytes(self._serial.read(max_bytes)) if ready else b""
            if self._serial.timeout != timeout:
                self._serial.timeout = timeout
            first = bytes(self._serial.read(1))
            if first and max_bytes > 1:
                first += bytes(self._serial.read(min(self._serial.in_waiting, max_bytes - 1)))
            return first
        except (OSError, TypeError, ValueError) as error:  # TypeError, ValueError: closed by another thread meanwhile
            raise unplugged(self.name) from error

    def write(self, data: bytes) -> None:
        if self._trace:
            self._trace.sent(data)
        try:
            self._serial.write(data)
        except (OSError, TypeError, ValueError) as error:
            raise unplugged(self.name) from error

    def close(self) -> None:
        with contextlib.suppress(OSError, TypeError, ValueError):
            self._serial.close()


def unplugged(port: str) -> Unplugged:
    """The error of a port that went away."""
    return Unplugged(
        port,
        tr("{port} went away: the hub was unplugged or switched off.", port=port),
        tr("Plug it in again and repeat the command; the hub has kept everything."),
    )


def open_error(port: str, error: BaseException, platform: str = sys.platform) -> PortError:
    """Why a port could not be opened, from what the system said."""
    number = getattr(error, "errno", None)
    text = str(error)
    denied = number == errno.EACCES or "Permission" in text or "Access is denied" in text
    if denied and platform == "win32":
        number, denied = errno.EBUSY, False  # Windows says "Access is denied" for a port in use
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        holder = _holder(port)
        who = tr("{program} (process {pid})", program=holder[1], pid=holder[0]) if holder else tr("another program")
        return PortBusy(
            port, tr("{port} is in use by {who}.", port=port, who=who), tr("Close it there, then repeat the command.")
        )
    if denied:
        group = port_group(port)
        if group:
            step = tr("Join its group: sudo usermod -a -G {group} {user}, then log out and in again.",
                      group=group, user=_user())  # fmt: skip
        else:
            step = tr("Give yourself access to {port}, then repeat the command.", port=port)
        return PortDenied(port, tr("You have no permission to open {port}.", port=port), step)
    if _no_terminal(port, platform) or "Could not configure port" in text:
        return NotAHub(port, tr("{port} is no serial port.", port=port), tr("See which ports exist with: trainhub devices"))
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO, errno.ECONNREFUSED) or "FileNotFound" in text:
        return NoHub(
            port,
            tr("There is no port {port}.", port=port),
            tr("Check the cable (it must be a data cable) and look at what is there with: trainhub devices"),
        )
    return NoHub(
        port,
        tr("{port} cannot be opened: {reason}.", port=port, reason=text),
        tr("See which ports exist with: trainhub devices"),
    )


def _no_terminal(port: str, platform: str) -> bool:
    """Is that a file or a folder, named by mistake?"""
    try:
        return platform != "win32" and not stat.S_ISCHR(os.stat(port).st_mode)
    except (OSError, ValueError):
        return False


def port_group(port: str) -> str | None:
    """The name of the group that owns the port's file; None where there are no groups."""
    if sys.platform == "win32":
        return None
    import grp

    try:
        return grp.getgrgid(os.stat(port).st_gid).gr_name
    except (OSError, KeyError):
        return None


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no such user in the system's list
        return "$USER"


def _holder(port: str) -> tuple[int, str] | None:
    """Process id and name of who holds the port, where the system shows it (Linux, own processes).

    A simulated hub keeps its own port open too; whoever has locked it is the one to be named.
    """
    real = os.path.realpath(port)
    lockers = _lockers(real)
    for pid in sorted(_numbers("/proc"), key=lambda pid: pid not in lockers):
        for number in _numbers(f"/proc/{pid}/fd"):
            try:
                if os.readlink(f"/proc/{pid}/fd/{number}") == real:
                    with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
                        return int(pid), file.read().strip()
            except OSError:
                continue
    return None


def _lockers(port: str) -> list[str]:
    """Process ids that have locked the port's file, from Linux's list: "1: FLOCK ADVISORY WRITE 71 00:18:6 0 EOF"."""
    try:
        node = str(os.stat(port).st_ino)
        with open("/proc/locks", encoding="ascii", errors="replace") as file:
            rows = [line.split() for line in file]
    except OSError:
        return []
    return [row[4] for row in rows if len(row) > 5 and row[1] == "FLOCK" and row[5].rpartition(":")[2] == node]


def _numbers(folder: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.isdigit()]
    except OSError:
        return []
