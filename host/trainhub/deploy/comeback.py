"""Waiting for a board that was restarted: it may come back at another port, and only its greeting counts."""

import os
import time
from pathlib import Path

import shared_rules
from shared_rules import wire
from trainhub import __version__
from trainhub.deploy.corehash import core_hash
from trainhub.errors import InstallFailed, NoHub, PortError
from trainhub.link import ports
from trainhub.link.book import MemoryBook
from trainhub.link.client import Client
from trainhub.link.news import Hello
from trainhub.text import tr

RETURN_S = 40.0  # seconds in which a board comes back; three starts of a bad slot and one of the other fit in
LOOK_S = 0.2
_FELL_BACK = b"fell back"  # firmware/hub/hal/board_check.py


def serial_number(port: str) -> str:
    """The USB serial number behind `port`, "" if it has none."""
    return next((found.serial_number for found in ports.usb_ports() if found.name == port), "")


def now_at(port: str, number: str) -> str:
    """Where the board with that serial number is now."""
    if number:
        for found in ports.usb_ports():
            if found.serial_number == number:
                return found.name
    return port


def port_again(port: str, number: str) -> str:
    """Wait until the port is there; its name may have changed."""
    end = time.monotonic() + RETURN_S
    while True:
        found = now_at(port, number)
        if "://" in found or os.name == "nt" or os.path.exists(found):
            return found
        if time.monotonic() > end:
            raise NoHub(port, tr("The board did not come back."), tr("Unplug it and plug it in again, then repeat."))
        time.sleep(LOOK_S)


def new_port(before: set[str], seconds: float = 2 * RETURN_S) -> ports.Port:
    """Wait for a board that was not there before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for port in ports.usb_ports():
            if port.name not in before:
                return port
        time.sleep(LOOK_S)
    raise InstallFailed(
        tr("The copy is done, but no board turned up."),
        tr("On macOS wait a minute. Else unplug the board, plug it in again without BOOTSEL, then: trainhub devices"),
    )


def greeting(port: str, number: str = "", seconds: float = RETURN_S) -> Hello:
    """Greet the hub once it is back."""
    end = time.monotonic() + seconds
    last: PortError | None = None
    while time.monotonic() < end:
        try:
            with Client.open(now_at(port, number), MemoryBook()) as hub:
                return hub.hello
        except PortError as error:
            last = error
            time.sleep(LOOK_S)
    raise InstallFailed(
        tr("The firmware is on the board, but no hub answered within {n} seconds: {reason}",
           n=round(seconds), reason=last.cause if last else ""),
        tr("Unplug it and plug it in again, then: trainhub doctor"),
    )  # fmt: skip


def is_ours(hello: Hello) -> bool:
    """Does the hub run this trainhub's firmware: its version, its rules core?"""
    return hello.version == __version__ and hello.core_hash == core_hash(Path(shared_rules.__file__).parent)


def fell_back(port: str) -> bool:
    """Does the hub say that it runs the app before the one that was selected?"""
    with Client.open(port, MemoryBook()) as hub:
        told = hub.ask_all(bytes(wire.message(wire.FAULTS_ASK)), wire.FAULT) if hub.hello.faults else []
    return any(_FELL_BACK in message.rest for message in told)


def new_greeting(port: str, number: str = "") -> Hello:
    """The greeting of the firmware just installed. Raises `InstallFailed` if the one before answers."""
    hello = greeting(port, number)
    if not is_ours(hello) or hello.faults and fell_back(now_at(port, number)):
        raise InstallFailed(
            tr("The new firmware did not start; the hub went back to the one before, version {version}.",
               version=hello.version),
            tr("Its games are safe. Please report it with the output of: trainhub doctor"),
        )  # fmt: skip
    return hello
