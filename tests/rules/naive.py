"""A second, slow and simple Mexican Train, written apart from the core, to compare with: one tile a turn, one draw that
must be played if it fits, a double covered by its layer, else by the next ones; no options, tiles as pairs in lists."""


class Naive:
    def __init__(self, hands, boneyard, engine, starter):
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)  # drawn from the end
        self.seats = len(hands)
        self.trains = {name: [engine] for name in [*range(self.seats), "mexican"]}  # numbers along each train
        self.open = set()
        self.turn = starter
        self.duty = []  # trains with an uncovered double, oldest first
        self.layer = False  # did the seat in turn lay the double itself?
        self.drawn = None  # the tile drawn in this turn, while it is the only one to be played
        self.drew = False
        self.idle = 0
        self.winner = None
        self.over = False

    def may_use(self, name):
        if self.duty:
            return name == self.duty[0]
        if name in (self.turn, "mexican"):
            return True
        return name in self.open and len(self.trains[name]) > 1

    def plays(self):
        """(train, far number) of every tile that may be laid."""
        out = set()
        for name, numbers in self.trains.items():
            if self.may_use(name):
                for a, b in [self.drawn] if self.drawn else self.hands[self.turn]:
                    if a == numbers[-1]:
                        out.add((name, b))
                    if b == numbers[-1]:
                        out.add((name, a))
        return out

    def moves(self):
        if self.over:
            return set()
        plays = self.plays()
        if plays:
            return plays
        return {"draw"} if self.boneyard and not self.drew else {"end"}

    def do(self, move):
        assert move in self.moves()
        hand = self.hands[self.turn]
        if move == "draw":
            self.drawn = self.boneyard.pop()
            self.drew = True
            hand.append(self.drawn)
        elif move == "end":
            self.open.add(self.turn)
            self.idle = 0 if self.drew or self.layer else self.idle + 1
            self.pass_on()
        else:
            self.lay(hand, *move)

    def lay(self, hand, name, far):
        near = self.trains[name][-1]
        hand.remove((near, far) if (near, far) in hand else (far, near))
        self.trains[name].append(far)
        self.drawn = None
        self.idle = 0
        if name == self.turn:
            self.open.discard(self.turn)
        if self.duty and name == self.duty[0]:
            self.duty.pop(0)
        if not hand:
            self.over, self.winner = True, self.turn
        elif near == far and not self.dead(near):
            self.duty.append(name)
            self.layer = True
        else:
            self.pass_on()

    def dead(self, number):
        hidden = [tile for hand in self.hands for tile in hand] + self.boneyard
        return not any(number in tile for tile in hidden)

    def pass_on(self):
        self.turn = (self.turn + 1) % self.seats
        self.layer = self.drew = False
        self.drawn = None
        if self.idle >= self.seats and not self.boneyard:
            self.over = True
        elif self.duty and self.dead(self.trains[self.duty[0]][-1]):
            self.duty.pop(0)
