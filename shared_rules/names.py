"""Names that stand between the game and the hardware: buttons and sounds. Their numbers travel on the wire."""

from shared_rules.constants import const

TURN = const(0)
MARK = const(1)
ROUND = const(2)
DRAW = const(3)
BUTTONS = ("TURN", "MARK", "ROUND", "DRAW")

# Sound numbers; 0 is silence. Seats have a whistle each: WHISTLE + track.
SILENCE = const(0)
CLICK = const(1)  # a press was taken
CLACK = const(2)  # a tile was laid
STEAM = const(3)  # round begins
CHUG = const(4)  # a marker went up
BELL = const(5)  # a double is open
LAST_TILE = const(6)
DRAW_TILE = const(7)
BLOCKED = const(8)
ROUND_FANFARE = const(9)
GAME_FANFARE = const(10)
ERROR = const(11)
MARKER_OFF = const(12)
UNDO = const(13)
WHISTLE = const(16)
SOUNDS = (
    "silence", "click", "clack", "steam", "chug", "bell", "last-tile", "draw", "blocked", "round-fanfare", "game-fanfare",
    "error", "marker-off", "undo", "", "",
)  # fmt: skip


def sound_name(number):
    """The name of a sound, e.g. `bell` or `seat-3`."""
    if number > WHISTLE:
        return "seat-%d" % (number - WHISTLE)
    return SOUNDS[number]
