"""The one grammar of all questions: TURN moves on, MARK chooses, clears or cancels, ROUND confirms.

Candidate tracks breathe. A question lists them in `order`; `at` is the one under the cursor. What a handler returns is
`OK` or why nothing happened (an `E_*` number).
"""

from shared_rules.constants import E_PHASE, OK, TRACKS


class Question:
    """Pick one track: TURN moves on, MARK cancels, ROUND confirms. Kinds of question override `fill` and `confirm`."""

    while_paused = False  # can it be answered while the game is paused?
    of_seats = True  # are its candidates seats, so that their whistles say where the cursor is?

    def __init__(self, face):
        self.face = face
        self.order = bytearray(TRACKS)
        self.count = 0
        self.at = 0

    def fits(self, table):
        """Does it still make sense to ask this?"""
        return True

    def fill(self, table):
        """List the candidates with `add`; the first one is the first under the cursor."""

    def confirm(self, track):
        """ROUND: take the track under the cursor."""
        return E_PHASE

    def add(self, track):
        """One more candidate, unless it is one already."""
        for i in range(self.count):
            if self.order[i] == track:
                return
        self.order[self.count] = track
        self.count += 1

    def add_mask(self, mask):
        """All tracks of a mask, clockwise from track 1."""
        for track in range(1, TRACKS + 1):
            if mask >> track & 1:
                self.add(track)

    def add_seats(self, seats, first):
        """All seats clockwise from `first` on."""
        for i in range(TRACKS):
            track = (first + i - 1) % TRACKS + 1
            if seats >> track & 1:
                self.add(track)

    def ask(self, table):
        """Begin: the cursor on the first candidate."""
        self.count = 0
        self.at = 0
        self.fill(table)

    def refresh(self, table):
        """Something happened meanwhile: list anew, and keep the cursor where it was if that is a candidate still."""
        track = self.track()
        self.count = 0
        self.fill(table)
        self.at = 0
        for i in range(self.count):
            if self.order[i] == track:
                self.at = i

    def track(self):
        """The track under the cursor, 0 if there is none."""
        return self.order[self.at] if self.count else 0

    def candidates(self):
        mask = 0
        for i in range(self.count):
            mask |= 1 << self.order[i]
        return mask

    def chosen(self):
        """Tracks that are marked as chosen."""
        return 0

    def move(self):
        """TURN."""
        if self.count:
            self.at = (self.at + 1) % self.count
            if self.of_seats:
                self.face.moved(self.track())
            else:
                self.face.changed()
        return OK

    def mark(self):
        """MARK: cancel."""
        self.face.close()
        return OK

    def confirm_here(self):
        """ROUND."""
        return self.confirm(self.track()) if self.count else E_PHASE

    def draw(self):
        """DRAW has no meaning in most questions."""
        return E_PHASE

    def dropped(self):
        """Put away what was only tried out; called when the question goes without an answer."""
