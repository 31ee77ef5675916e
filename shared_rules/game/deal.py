"""The deal, and the four ways to find the engine and who opens the round."""

from shared_rules import events as ev
from shared_rules import rng, tiles
from shared_rules import ruleset as rs
from shared_rules.game.state import NOBODY, PLAY


def deal(state, hand, engine):
    """Shuffle the set, deal `hand` tiles to each seat, the rest is the boneyard. An engine set aside stays out."""
    plan = state.plan
    deck = tiles.numbers(0)
    deck.extend(range(rs.tile_count(plan.size)))
    if plan.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
        deck[tiles.tile(engine, engine)] = deck[len(deck) - 1]
        deck = deck[: len(deck) - 1]
    state.rng = rng.shuffle(state.rng, deck)
    hands = state.hands
    halves = tiles.HALVES
    at = 0
    for base in range(0, plan.seats * plan.width, plan.width):
        for number in deck[at : at + hand]:
            a, b, bit_a, bit_b = halves[number]
            hands[base + a] |= bit_b
            hands[base + b] |= bit_a
        at += hand
    for seat in range(plan.seats):
        state.counts[seat] = hand
    state.bone = bytes(deck[at:])


def draw(state, seat):
    """`seat` takes one tile out of the boneyard, which must not be empty; returns it."""
    last = len(state.bone) - 1
    number = state.bone[last]
    state.bone = state.bone[:last]
    tiles.put(state.hands, seat * state.plan.width, number)
    state.counts[seat] += 1
    return number


def search(state, dealer, engine, record, events):
    """Find the engine: returns (starter, engine) and appends the events of every draw that took place.

    dealer: seat that dealt; draws begin at his left · engine: what this round expects · record: one event a tile where
    a lap is not drawn whole. Where the highest double held opens and nobody holds one, everybody draws until one turns
    up.
    """
    how = state.plan.rules[rs.F_ENGINE]
    if how == rs.ENGINE_ASIDE:
        return dealer, engine
    if how == rs.ENGINE_HIGHEST:
        wanted = range(state.plan.size, -1, -1)
    else:
        wanted = (engine,)
    while True:
        for number in wanted:
            for seat in range(state.plan.seats):
                if state.hands[seat * state.plan.width + number] >> number & 1:
                    return seat, number
        _lap(state, dealer, wanted, how == rs.ENGINE_IN_TURN, record, events)


def _lap(state, dealer, wanted, in_turn, record, events):
    """Everybody draws one; in turn, or where the tiles do not go round, only until the engine turns up."""
    seats = state.plan.seats
    whole = state.left >= seats and not in_turn
    seat = dealer
    drawn = 0
    while state.left and drawn < seats:
        seat = state.next_seat(seat)
        number = draw(state, seat)
        drawn += 1
        if not whole:
            if record:
                events.append(ev.simple(ev.TILE_DRAWN))
            if tiles.is_double(number) and tiles.HIGH[number] in wanted:
                break
    else:
        if whole or not record:
            events.append(ev.simple(ev.SEARCH_LAP))
        return
    if not record and not in_turn:
        events.append(ev.simple(ev.SEARCH_LAP))


def open_round(state, starter, engine, events):
    """The engine goes into the hub and `starter` is in turn."""
    plan = state.plan
    if plan.rules[rs.F_ENGINE] != rs.ENGINE_ASIDE:
        tiles.take(state.hands, starter * plan.width, tiles.tile(engine, engine))
        state.counts[starter] -= 1
    for line in range(plan.lines):
        state.ends[line] = engine
    state.engine = engine
    state.starter = state.turn = starter
    state.fresh = plan.all
    if plan.first == rs.FIRST_LONG_STARTER:
        state.long = 1 << starter
    elif plan.first == rs.FIRST_LONG_ALL:
        state.long = plan.all
    state.window = NOBODY
    state.need = PLAY
    events.append(ev.round_begun(plan.tracks[starter], engine))
