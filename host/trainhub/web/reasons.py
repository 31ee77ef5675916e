"""Why the rules refuse a move or a rule set: the core's English sentences, recognised so that pages can translate them.

The core knows neither languages nor fields; a sentence with numbers in it is found again by its pattern. A test compares
this list with the core's sources.
"""

import functools
import re

from trainhub.text import tr
from trainhub.web.words import Phrase, say

REASONS = (
    # moves
    say("there is no such move"),
    say("no round is running"),
    say("it is another seat's turn"),
    say("the seat in turn does not hold {tile}"),
    say("everything is laid; the turn only has to be ended, with or without the call"),
    say("this turn is lost"),
    say("a tile just drawn is not played in the same turn"),
    say("after a draw only the tile just drawn may be laid"),
    say("another double has to be covered first"),
    say("an open double has to be covered first"),
    say("the double just laid has to be covered first"),
    say("one uncovered double a turn"),
    say("no more doubles can be open"),
    say("a double cannot be the last tile"),
    say("the second tile cannot be a double too"),
    say("the second branch of a double belongs to the player who laid it"),
    say("a long first train goes on with the same train"),
    say("a double left open in the first turns waits until everybody had one"),
    say("the Mexican Train may be used only if the own train cannot be played"),
    say("the Mexican Train cannot be started yet"),
    say("another Mexican Train is started before this one"),
    say("that train is closed: its marker is down"),
    say("only its owner may start that train"),
    say("another's train may be used only if the own train cannot be played"),
    say("another's train may be used only after the own train is started"),
    say("a tile has to be drawn first"),
    say("the double can be covered, so it must be"),
    say("the tile just drawn fits, so it must be laid"),
    say("who passes has to draw first"),
    say("a tile can be laid, so one must be"),
    say("this rule set draws no tiles"),
    say("a tile has been laid; nothing is drawn in this turn"),
    say("nothing is drawn in an extra turn"),
    say("the boneyard is empty"),
    say("one tile a turn is drawn"),
    say("a double may stay open in the first turns; nothing is drawn for it"),
    say("a tile can be laid, so nothing is drawn"),
    say("this rule set knows no last-tile call"),
    say("the seat before has nothing to call"),
    say("only the last tile is called"),
    say("the last tile is called already"),
    say("the call comes at the end of the turn"),
    # rule sets
    say("a rule set has {n} fields"),
    say("field {field} cannot be {n}"),
    say("there is no double-{n} set"),
    say("there is no hand table {n}"),
    say("a hand needs at least two tiles, for one may be the engine"),
    say("from {low} to {high} seats is no range"),
    say("there is always a Mexican Train to start"),
    say("a double-{n} set has no engine {engine}"),
    say("{n} rounds from engine {engine} run below 0-0"),
    say("a forked double cannot also have to be covered"),
    say("a marker that goes up although another play follows cannot come down by that play"),
    say("who draws until a tile fits cannot pass though able to play"),
    say("who draws until a tile fits cannot lose a turn"),
    say("{low} to {high} seats play by this rule set, not {n}"),
    say("the hand table has no row for {n} seats"),
    say("{hands} hands of {n} tiles are more than the {all} tiles of the set"),
)


def reason(text: str) -> Phrase:
    """A sentence of the rules core as a phrase with its fields; as it is where nobody knows it."""
    for message, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return say(message, **found.groupdict())
    return say(text)


def spoken(text: str) -> str:
    """A sentence of the rules core in the language of the command line."""
    phrase = reason(text)
    return tr(str(phrase["m"]), **phrase.get("v", {}))


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    out = []
    for phrase in REASONS:
        message = str(phrase["m"])
        out.append((message, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[\\d-]+)", re.escape(message)))))
    return out
