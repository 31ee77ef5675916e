"""`trainhub selftest`: the hub shows every light and plays every sound, and the person beside it says what is missing."""

from typing import Annotated

from cyclopts import Parameter

from shared_rules import wire
from shared_rules.constants import E_PHASE
from trainhub.cli.common import HubCommon
from trainhub.errors import HubFailed, RequestRefused
from trainhub.text import tr


def questions(silent: bool) -> list[tuple[str, str, str]]:
    """(name, what to look for, what to do if it was not so), in the order in which the hub shows it."""
    asked = [
        ("lights", tr("Did every light go on alone, one after another, clockwise from track 1?"),
         tr("Look at the first light that stayed dark: its solder joints, and the data wire of the one before it.")),
        ("buttons", tr("Press each button now. Did each one light a light of its own?"),
         tr("Look at the wires of that button: one leg to its pin, the other to ground.")),
        ("sounds", tr("Did you hear the sounds, the two-note whistles of the seats last?"),
         tr("Look at loudspeaker and amplifier; then at the volume: MARK + ROUND, the first item.")),
    ]  # fmt: skip
    return asked[:2] if silent else asked


def selftest(
    *,
    ask: Annotated[bool, Parameter(help=tr("Ask what was seen and heard."))] = True,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> int:
    with common.store() as store, common.hub(store) as hub:
        answer = hub.ask(wire.message(wire.SELF_TEST), wire.DONE)
        if answer.fields[0] == wire.FAIL and answer.fields[2] == E_PHASE:
            raise RequestRefused(
                tr("A round is running on the hub."), tr("Pause it first (hold DRAW, or MARK + ROUND), or end it.")
            )
        if answer.fields[0] == wire.FAIL:
            raise HubFailed(tr("This hub knows no self test."), tr("Bring it up to date with: trainhub update"))
        todo = questions(hub.hello.sound == wire.SOUND_NONE)
        # Only a person can answer; a program gets the test started and no more.
        asking = ask and common.somebody_answers
        common.say(tr("The hub now shows every light, one after another, and then plays every sound."))
        wrong = [(name, cure) for name, question, cure in todo if asking and not common.agreed(question)]
    for _, cure in wrong:
        common.say(tr("What to do: {cure}", cure=cure))
    result = "not asked" if not asking else "failed" if wrong else "passed"
    seen = tr("Everything works.") if asking and not wrong else ""
    common.result({"self_test": result, "wrong": [name for name, _ in wrong]}, seen)
    return 1 if wrong else 0
