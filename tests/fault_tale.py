"""A failing game made short, and told in words: see `fault_sim` and `fault_hub`."""

from shared_rules import events as ev

_KINDS = (
    "", "turn", "double", "marker up", "marker down", "drawn", "called", "penalty", "round begun", "round ended", "score",
    "joined", "left", "", "named",
)  # fmt: skip
_META = ("game begun", "game ended", "paused", "resumed", "undone", "redone", "dated")
TEARS = ("nothing of it", "its first half", "all of it", "bits of it", "all but its end")  # by number, see `flash_model`


def event_text(event):
    """An event in words."""
    head = event[0]
    if head >> 4 == ev.META:
        name = _META[head & 15] if head & 15 < len(_META) else hex(head)
    else:
        name = f"{_KINDS[head >> 4]} {head & 15}"
    fields = event[1:-1].hex()
    return f"{name} {fields}".strip()


def shorter(items, fails, tries):
    """As few of `items` as were found in so many tries, so that `fails(items)` is still true."""
    chunk = len(items)
    while chunk and tries:
        at = 0
        dropped = False
        while at < len(items) and tries:
            fewer = items[:at] + items[at + chunk :]
            tries -= 1
            if fails(fewer):
                items = fewer
                dropped = True
            else:
                at += chunk
        if chunk > 1 or not dropped:  # the last pass goes on for as long as it helps
            chunk //= 2
    return items


class Verdict:
    """How a plan ended. why: what was broken, or None · hash: of all that happened · story: lines, if it was told."""

    def __init__(self, game, told=False):
        self.game = game
        game.story = [] if told else None
        self.why = None
        try:
            game.run()
        except Exception as error:  # whatever it is
            self.why = f"{type(error).__name__}: {error}"
            game.tell("BROKEN: " + self.why)
        self.hash = game.trace_hash()
        self.story = game.story

    def same(self, other):
        """Did both fail in the same way? Numbers in the text may differ."""
        return self.why is not None and _words(self.why) == _words(other.why or "")


def _words(text):
    return [word for word in text.split() if not word.strip("(),.:").isdigit()]


def report(seed, make, plan, shrink):
    """Text for a seed that failed: that it does so again, and the story of the shortest plan that was found.

    make: a game from a plan · shrink: a shorter plan that fails like the verdict it is given.
    """
    first, again = Verdict(make(plan)), Verdict(make(plan))
    if (first.why, first.hash) != (again.why, again.hash):
        return f"seed {seed} does not replay: {first.why} {first.hash:08x}, then {again.why} {again.hash:08x}"
    small = shrink(plan, first)
    told = Verdict(make(small), True)
    lines = [f"seed {seed}: {first.why}", f"  trace {first.hash:08x}, the same when played again; shrunk to {small.size()}:"]
    return "\n".join(lines + ["  " + line for line in told.story])
