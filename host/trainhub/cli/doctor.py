"""`trainhub doctor`: looks at everything a hub needs on this computer and says what to do."""

from trainhub.cli.common import HubCommon
from trainhub.text import tr

MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


def doctor(*, common: HubCommon = HubCommon()) -> int:  # noqa: B008
    from trainhub.upkeep import checks

    found = []
    lines = []
    for finding in checks.run(common.folder, common.port):
        found.append({"check": finding.check, "state": finding.state, "text": finding.text, "next": finding.step})
        lines.append(f"{MARKS[finding.state]}  {finding.text}" + (f"\n      -> {finding.step}" if finding.step else ""))
    bad = sum(entry["state"] == "bad" for entry in found)
    lines.append("")
    lines.append(tr("Nothing is wrong.") if not bad else tr("Start with the first line marked BAD."))
    common.result({"findings": found, "bad": bad}, "\n".join(lines))
    return 1 if bad else 0
