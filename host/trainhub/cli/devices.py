"""`trainhub devices`: what is plugged in or simulated, and whether a hub answers there."""

from typing import Annotated, Any

from cyclopts import Parameter

from trainhub import paths
from trainhub.cli.common import Common
from trainhub.errors import TrainhubError
from trainhub.text import tr


def devices(
    *,
    ask: Annotated[bool, Parameter(help=tr("Open each port and greet the hub there."))] = True,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.link import ports

    listed = []
    lines = []
    for port in ports.all_ports(paths.simulators_dir(common.folder)):
        told: dict[str, Any] = {
            "port": port.name, "kind": port.kind, "serial_number": port.serial_number or None,
            "hub": None, "error": None,
        }  # fmt: skip
        what = tr("simulator") if port.kind == "simulator" else tr("board {number}", number=port.serial_number)
        if ask:
            try:
                hub = _greet(port.name)
                told["hub"] = hub
                what += " - " + tr("{state}: {board}, firmware {firmware}", **hub)
            except TrainhubError as error:
                told["error"] = error.kind
                what += " - " + error.cause
        listed.append(told)
        lines.append(f"{port.name}  {what}")
    nothing = tr("Nothing found. Plug a hub in with a data cable, or start a simulated one: trainhub sim")
    common.result({"devices": listed}, "\n".join(lines) or nothing)


def _greet(port: str) -> dict[str, Any]:
    from trainhub.link.book import MemoryBook
    from trainhub.link.client import Client

    with Client.open(port, MemoryBook()) as hub:
        hello = hub.hello
        return {
            "state": str(hub.state), "board": hello.board, "firmware": hello.version, "uid": hello.uid.hex(),
            "game_running": hello.game_running, "faults": hello.faults,
        }  # fmt: skip
