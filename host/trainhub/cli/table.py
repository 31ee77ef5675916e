"""`trainhub table`: the table in the browser, with whatever hub there is, or a simulated one."""

import sys
from typing import Annotated

from cyclopts import Parameter

from trainhub.cli.common import HubCommon, only_one
from trainhub.cli.flash import known
from trainhub.errors import RequestRefused
from trainhub.text import tr

HTTP = 8144


def table(
    *,
    sim: Annotated[
        bool, Parameter(help=tr("A simulated hub, whatever is plugged in."), negative=(), show_default=False)
    ] = False,
    lan: Annotated[
        bool, Parameter(help=tr("Phones in the house may look on, and join with a code."), negative=(), show_default=False)
    ] = False,
    http: Annotated[int, Parameter(help=tr("TCP port of the page; 0 picks a free one."))] = HTTP,
    browser: Annotated[bool, Parameter(help=tr("Open the page in the browser."), negative="--no-browser")] = True,
    board: Annotated[str, Parameter(help=tr("Board of the simulated hub: full or minimal."))] = "full",
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    if not 0 <= http <= 65535:
        raise RequestRefused(tr("There is no TCP port {n}.", n=http), tr("Choose one from 1024 to 65535."))
    only_one(("--sim", sim), ("--port", bool(common.port)))
    known(board, real=True)
    from trainhub.web.serve import Options, Table

    running = Table(Options(common.folder, common.port, sim, lan, http, browser, board))

    def said() -> None:
        code = running.door.code
        told = {"url": running.url, "lan": running.urls, "code": code}
        lines = [tr("The table is at {url}", url=running.url)]
        for url in running.urls:
            lines.append(tr("In the house: {url}", url=url))
        if code:
            lines.append(tr("Join code: {code}  (the page shows it as a QR picture, too)", code=f"{code[:4]}-{code[4:]}"))
        if not common.quiet:
            lines.append(tr("Ctrl-C ends it."))
        common.result(told, "\n".join(lines))
        sys.stdout.flush()
        running.open_browser()

    running.run(said)
