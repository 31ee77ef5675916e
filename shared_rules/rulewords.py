"""Every clause of a rule set in words: its key and values as files name them, and what each value means. PC only."""

from shared_rules import ruleset as rs
from shared_rules.errors import CoreError


class RuleError(CoreError):
    """A rule file names an unknown clause or value. `str()` is an English sentence; the fields are for other languages."""


class UnknownClause(RuleError):
    """key: what the file names · known: the keys that there are."""

    def __init__(self, key, known):
        self.key = key
        self.known = known
        super().__init__("No rule set has a clause %s. There are: %s." % (key, ", ".join(known)))


class UnknownValue(RuleError):
    """key: the clause · value: what the file gives it · known: the names that it may have · number: may it be a number?"""

    def __init__(self, key, value, known, number):
        self.key = key
        self.value = value
        self.known = known
        self.number = number
        can = known + ["a number"] if number else known
        super().__init__("%s cannot be %s; it can be %s." % (key, value, ", ".join(can)))


class Clause:
    """One field in words. `values`: (number, name in files, meaning) each, or None where any number is meant."""

    def __init__(self, field, key, title, values=None, text=None):
        self.field = field
        self.key = key
        self.title = title
        self.values = values
        self._text = text

    def name(self, value):
        """The name of `value` in files."""
        for number, name, _ in self.values or ():
            if number == value:
                return name
        return str(value)

    def template(self, value):
        """What `value` means, as an English sentence without a full stop; `%d` stands where the number itself belongs."""
        for number, _, meaning in self.values or ():
            if number == value:
                return meaning
        if self._text is None:
            raise ValueError("%s cannot be %d" % (self.key, value))
        return self._text

    def templates(self):
        """Every sentence that `template` may return."""
        return [meaning for _, _, meaning in self.values or ()] + ([] if self._text is None else [self._text])

    def meaning(self, value):
        """As `template`, with the number in it."""
        return filled_in(self.template(value), value)

    def parse(self, value):
        """The number that a file means by `value` (a name, a number, true or false)."""
        if value is True or value is False:
            value = "yes" if value else "no"
        for number, name, _ in self.values or ():
            if value == name or value == number:
                return number
        if self._text is not None and isinstance(value, int) and 0 <= value <= 255:
            return value
        raise UnknownValue(self.key, value, [name for _, name, _ in self.values or ()], self._text is not None)


def filled_in(template, value):
    """A sentence of `Clause.template`, in any language, with its number."""
    return template % value if "%d" in template else template


def _choice(field, key, title, *values):
    return Clause(field, key, title, [(number, values[number][0], values[number][1]) for number in range(len(values))])


def _yes_no(field, key, title, no, yes):
    return _choice(field, key, title, ("no", no), ("yes", yes))


FIELDS = (
    Clause(rs.F_SET, "set", "Set", None, "a double-%d set"),
    Clause(rs.F_HANDS, "hands", "Hands", [
        (rs.HANDS_CS, "cardinal-cs", "4 players: 15 tiles, 5-6: 12, 7-8: 10, 9-10: 8"),
        (rs.HANDS_IT, "cardinal-it", "2-4 players: 15 tiles, 5-6: 12, 7-8: 11"),
        (rs.HANDS_MASTERS, "masters-of-games", "2-4 players: 15 tiles, 5-6: 12, 7-8: 10"),
        (rs.HANDS_FUNDEX, "fundex", "2-4 players: 15 tiles, 5-6: 11, 7-8: 8"),
        (rs.HANDS_BOOKLET, "booklet", "2-4 players: 15 tiles, 5-6: 12, 7-8: 11"),
        (rs.HANDS_GOOD_SAM, "idaho-good-sam", "16 tiles for 2 players, then one less for each more, down to 10 for 8"),
        (rs.HANDS_SET_6, "set-6", "2 players: 9 tiles, 3: 8, 4: 6"),
        (rs.HANDS_SET_9, "set-9", "2-4 players: 9 tiles, 5-7: 7, 8: 6"),
        (rs.HANDS_SET_15, "set-15", "2-6 players: 15 tiles, 7-8: 13, 9-11: 11"),
        (rs.HANDS_SET_18, "set-18", "2-8 players: 15 tiles, 9-11: 13"),
        (rs.HANDS_OWN, "own", "the same hand for any number of players"),
    ]),
    Clause(rs.F_HAND, "hand", "Own hand", [(0, "0", "-")], "%d tiles"),
    Clause(rs.F_MIN_SEATS, "fewest-players", "Fewest players", None, "%d players at least"),
    Clause(rs.F_MAX_SEATS, "most-players", "Most players", None, "%d players at most"),
    _choice(rs.F_ENGINE, "engine", "Engine",
            ("all-draw", "whoever holds the double of the round opens; if nobody does, everybody draws one tile, again "
                         "and again, until it turns up. Where the tiles do not go round, they are drawn in turn from "
                         "the dealer's left"),
            ("draw-in-turn", "whoever holds the double of the round opens; if nobody does, one tile is drawn in turn "
                             "from the dealer's left until it turns up"),
            ("highest", "the highest double that anybody holds opens; if nobody holds one, everybody draws until one "
                        "turns up"),
            ("aside", "the double of the round is set aside before the deal; the dealer starts, and the deal moves on "
                      "each round")),
    _choice(rs.F_FIRST, "first-turn", "First turn",
            ("one-tile", "one tile, like every turn"),
            ("long-starter", "the starter may lay as many tiles as he likes, on his own train or the Mexican Train"),
            ("long-all", "everybody may lay as many tiles as he likes when he starts his own train; no open double "
                         "is due before all had a turn")),
    _choice(rs.F_FIRST_OUT, "out-on-first-turn", "Out on the first turn",
            ("ends", "the round ends at once"),
            ("others-finish", "the others still have their first turn")),
    _choice(rs.F_MT_START, "mexican-start", "Starting the Mexican Train",
            ("starter-or-later", "the starter at once, everybody else from his second turn on"),
            ("second-turn", "anybody from his second turn on"),
            ("any-turn", "anybody on any turn")),
    _choice(rs.F_MT_USE, "mexican-use", "Using the Mexican Train",
            ("always", "anybody, always"),
            ("own-blocked", "only if the own train cannot be played; the starter's first turn is free")),
    Clause(rs.F_MT_COUNT, "mexican-trains", "Mexican Trains", [(1, "1", "one a round")], "up to %d a round"),
    _yes_no(rs.F_PASS, "pass", "Passing though able to play", "not allowed",
            "allowed; it counts as a turn without a tile"),
    _choice(rs.F_OTHERS, "others", "Playing on another's train",
            ("marked", "anybody, while its marker is up"),
            ("own-blocked", "while its marker is up, and only if the own train cannot be played"),
            ("own-started", "while its marker is up, and only after the own train is started")),
    _yes_no(rs.F_UNSTARTED, "start-others", "Another's unstarted train", "only its owner starts it",
            "anybody may start it while its marker is up"),
    _choice(rs.F_DRAW, "draw", "Drawing",
            ("none", "nothing is drawn after the deal"),
            ("one", "who cannot play draws one tile and keeps it until his next turn"),
            ("may-play", "who cannot play draws one tile and may play it at once"),
            ("must-play", "who cannot play draws one tile and plays it at once if it fits"),
            ("until-playable", "who cannot play draws until a tile fits, and plays it")),
    _choice(rs.F_MARK_UP, "marker-up", "Marker up",
            ("no-play", "when a turn ends without a tile laid"),
            ("own-blocked", "as soon as the own train cannot be played, even if another play follows"),
            ("own-and-mexican-blocked", "as soon as neither the own train nor the Mexican Train can be played, even if "
                                        "another play follows")),
    _choice(rs.F_MARK_DOWN, "marker-down", "Marker down",
            ("own-train", "when its owner plays on his own train"),
            ("any-play", "when its owner plays anywhere")),
    _choice(rs.F_COVER, "double", "A double",
            ("cover", "has to be covered: by the player who laid it, else by the next one round the table, even on a "
                      "closed train, which stays closed; each one who cannot draws and puts his marker up"),
            ("cover-anywhere", "asks for a second tile anywhere on the table; who cannot lay one draws and puts his "
                               "marker up; nothing passes on"),
            ("nothing", "asks for nothing"),
            ("extra-turn", "gives another turn, anywhere; failing it costs nothing")),
    _yes_no(rs.F_FORK, "fork", "Fork at a double", "a train goes on one way",
            "a double can be continued two ways: the first is the train's, the second belongs to who laid the double"),
    _choice(rs.F_DOUBLES, "doubles", "Several doubles in a turn",
            ("one", "one uncovered double a turn"), ("any", "any number")),
    _choice(rs.F_ORDER, "order", "Order of covering",
            ("laid", "the double laid first is covered first"), ("reverse", "the double laid last is covered first")),
    _yes_no(rs.F_DEAD, "dead-double", "A double nobody can cover", "stays due",
            "is due no more once every tile of its number is on the table"),
    _yes_no(rs.F_END_DOUBLE, "end-on-double", "Going out with a double", "not allowed: a double is never the last tile",
            "allowed; nobody need cover it"),
    _yes_no(rs.F_CALL, "call", "Last-tile call", "no call", "to be said before the next player has finished"),
    Clause(rs.F_CALL_TILES, "call-penalty", "Penalty for a missed call",
           [(0, "0", "no tiles"), (1, "1", "one tile, if the boneyard has one")],
           "%d tiles, or what the boneyard has"),
    _yes_no(rs.F_CALL_TURN, "call-turn", "A missed call and the next turn", "costs no turn",
            "is lost: it counts as a turn without a tile"),
    _choice(rs.F_BLOCKED, "blocked", "Blocked round",
            ("all-score", "everybody scores"), ("lowest-zero", "the lowest hand scores 0")),
    Clause(rs.F_BLANK, "blank", "0-0 left in a hand", None, "counts %d"),
    Clause(rs.F_START, "first-engine", "First engine", [(255, "highest", "the highest double of the set")], "the double %d"),
    Clause(rs.F_ROUNDS, "rounds", "Rounds", [(0, "all", "down to 0-0")], "%d"),
    _choice(rs.F_TIE, "tie", "Tie",
            ("rounds-won", "most rounds won, then the lowest round that is not 0, then shared"), ("shared", "shared")),
    _choice(rs.F_LATE, "late", "Joining late",
            ("highest", "at the next round, with the highest total so far"),
            ("average", "at the next round, with the average total so far"),
            ("zero", "at the next round, with 0")),
)  # fmt: skip
