"""A rule set made ready for a number of seats: its fields under short names, and where its lines begin."""

from shared_rules import ruleset as rs


class Plan:
    """The fields of `rules` (bytes) as attributes. Never changes; states of one table share it."""

    def __init__(self, rules, tracks):
        self.rules = rules
        self.tracks = bytes(tracks)  # of seat 0, 1, ...
        self.seats = len(tracks)
        self.size = rules[rs.F_SET]
        self.width = self.size + 1
        self.mexican = self.seats  # the first line that is a Mexican Train
        self.lines = self.seats + rules[rs.F_MT_COUNT]  # the first line that is a branch
        self.all = (1 << self.seats) - 1
        self.draw = rules[rs.F_DRAW]
        self.passing = rules[rs.F_PASS]
        self.cover = rules[rs.F_COVER]
        self.duty = rules[rs.F_COVER] == rs.COVER_DOUBLE
        self.fork = rules[rs.F_FORK]
        self.doubles = rules[rs.F_DOUBLES]
        self.reverse = rules[rs.F_ORDER] == rs.ORDER_REVERSE
        self.dead = rules[rs.F_DEAD]
        self.end_double = rules[rs.F_END_DOUBLE]
        self.first = rules[rs.F_FIRST]
        self.mt_start = rules[rs.F_MT_START]
        self.mt_use = rules[rs.F_MT_USE]
        self.others = rules[rs.F_OTHERS]
        self.unstarted = rules[rs.F_UNSTARTED]
        self.mark_up = rules[rs.F_MARK_UP]
        self.mark_down = rules[rs.F_MARK_DOWN]
        # Lines on which a tile can matter to the marker of a seat that does not own them.
        self.marks = 0
        if self.fork:
            self.marks = (1 << 40) - (1 << self.lines)
        if self.mark_down or self.mark_up == rs.MARK_OWN_BLOCKED:
            self.marks |= (1 << self.lines) - 1
        elif self.mark_up == rs.MARK_OWN_AND_MT_BLOCKED:  # who plays on the Mexican Train can
            self.marks |= self.all
        self.call = rules[rs.F_CALL]
        self.mexican_mask = (1 << self.lines) - (1 << self.mexican)
        self.own_and_mexican = [1 << seat | 1 << self.mexican for seat in range(self.seats)]
        # May `legal` take its short way? Nothing then depends on who started what or what else could be played.
        self.plain = (
            rules[rs.F_MT_COUNT] == 1
            and self.mt_start == rs.MT_ANY_TURN
            and self.mt_use == rs.MT_ALWAYS
            and self.others == rs.OTHERS_MARKED
            and not (self.unstarted or self.passing or self.fork)
            and self.end_double == 1
        )

    def track(self, line):
        """The track of a train's line; 12 for a Mexican Train."""
        return self.tracks[line] if line < self.seats else 12
