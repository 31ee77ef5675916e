"""`trainhub udev`: prints the udev rule for hubs, to be piped into its file. Changes nothing itself."""

import sys

from trainhub.cli.common import Common
from trainhub.text import tr


def udev(*, common: Common = Common()) -> None:  # noqa: B008
    from trainhub.upkeep import udev as rules

    if sys.stdout.isatty() and not common.json:
        print(tr("# To install it: {command}", command=rules.INSTALL), file=sys.stderr)
    common.result({"file": rules.FILE, "rule": rules.RULE, "install": rules.INSTALL}, rules.RULE.rstrip("\n"))
