"""`trainhub update`: a hub's firmware and rules to those of this trainhub; a hub that has them is not disturbed."""

from typing import Annotated

from cyclopts import Parameter

from trainhub.cli.common import HubCommon
from trainhub.cli.flash import DuringGame
from trainhub.text import tr


def update(
    *,
    check: Annotated[
        bool, Parameter(help=tr("Only say whether there is something to do."), negative=(), show_default=False)
    ] = False,
    during_game: DuringGame = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub import __version__
    from trainhub.cli import flash
    from trainhub.deploy import comeback
    from trainhub.errors import HubFailed
    from trainhub.link.book import MemoryBook
    from trainhub.link.client import Client
    from trainhub.link.transport import SerialTransport

    with common.store() as store:
        port = common.find_port(store)
    hub = Client(SerialTransport(port), MemoryBook())
    with hub:
        try:
            hello = hub.greet()
        except HubFailed:  # it speaks another protocol: all the more reason
            hello = hub.hello
    facts = {"board": hello.board, "firmware": hello.version, "ours": __version__}
    if comeback.is_ours(hello):
        common.result({"kind": "current", **facts}, tr("The hub has this firmware already: {version}.", version=hello.version))
        return
    if check:
        words = tr("The hub has firmware {version}, this trainhub brings {ours}. Renew it with: trainhub update",
                   version=hello.version, ours=__version__)  # fmt: skip
        common.result({"kind": "outdated", **facts}, words)
        return
    flash.report(common, flash.install(common, port, None, False, during_game))
