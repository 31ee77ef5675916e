"""Small integers that several modules of the core share, and `const` for both interpreters."""

try:
    from micropython import const  # pyright: ignore[reportAssignmentType]
except ImportError:  # CPython

    def const(value):
        """Return `value`; MicroPython's compiler folds such names into the bytecode."""
        return value


TRACKS = const(12)  # tracks on the hub, numbered clockwise from above
MEXICAN = const(12)  # the Mexican Train's track
MAX_SEATS = const(11)
BLOCKED = const(0)  # "seat" of a round that nobody won
UNSET = const(0xFFFF)  # a score cell that nobody filled in; never the same as 0
MAX_ROUNDS = const(19)  # a double-18 set has 19 engines

# Why an event or a proposal is refused. The numbers travel on the wire and are never reused.
OK = const(0)
E_UNKNOWN = const(1)  # not an event this core knows
E_MALFORMED = const(2)  # a field is out of its range
E_NO_GAME = const(3)  # no game has begun
E_GAME_RUNNING = const(4)  # a game is running already
E_PHASE = const(5)  # not possible in this phase (no round running, a round is running, all rounds played)
E_PAUSED = const(6)
E_SEAT = const(7)  # nobody sits there
E_SEATS = const(8)  # the rule set forbids this number of seats
E_ENGINE = const(9)  # not the engine of this round
E_NO_DUTY = const(10)  # the rule set knows no covering duty
E_NOT_DUE = const(11)  # no double is due
E_MARKER = const(12)  # the marker is there already
E_NO_DRAW = const(13)  # the rule set draws no tiles
E_EMPTY = const(14)  # the boneyard is empty
E_NO_CALL = const(15)  # the rule set knows no last-tile call, or its window has closed
E_ROUND = const(16)  # no such round, or it is not over yet
E_ABSENT = const(17)  # this seat does not play in that round
E_PIPS = const(18)  # more pips than the set has
E_CHANGED = const(19)  # the cell no longer holds what the writer saw
E_NOTHING = const(20)  # nothing to undo or redo
E_NOT_LAST = const(21)  # only the last table event can be undone, only the last undone one redone
E_RULES = const(22)  # the rule set contradicts itself or asks for more tiles than the set has
E_FULL = const(23)  # the log is full
E_BUSY = const(24)  # the hub cannot take this now; ask again
E_LOG = const(25)  # not the log that the hub writes
E_STATE = const(26)  # already so: paused, running, seated
E_STORAGE = const(27)  # the hub could not store it; it writes no more

ERROR_NAMES = (
    "ok", "unknown event", "field out of range", "no game", "game already running", "not in this phase", "paused",
    "nobody sits there", "number of seats not allowed", "wrong engine", "no covering duty in this rule set",
    "no double is due", "marker already so", "this rule set draws no tiles", "boneyard empty", "no call possible",
    "round not over or unknown", "seat absent in that round", "too many pips", "changed meanwhile", "nothing to take back",
    "not the last event", "rule set impossible", "log full", "busy", "other log", "already so", "storage failed",
)  # fmt: skip
