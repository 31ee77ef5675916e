"""The fully known game: every tile is known, every move is checked, and each move yields the table events that people
at a hub would record for it. For simulators, bots and tests; the board does not load it.

    from shared_rules.game.game import Game
    game = Game(rules, tracks, seed)    rules: bytes of `ruleset.values`, tracks: where people sit, e.g. (1, 4, 7)
    game.begin_round()                  deals, looks for the engine -> list of table events (bytes, time unknown)
    game.turn                           seat in turn: an index into `game.tracks`; -1 between rounds
    game.legal()                        what it may do: small ints, ascending
    game.apply(move)                    does it -> list of table events; raises `IllegalMove` and changes nothing
    game.refused(move)                  the ordered gate alone: None, or a `Refusal` with code, clause and reason
    game.late_call()                    seat that may still call its last tile out of turn, or -1: apply(LATE_CALL)
    game.over_round, game.over          is no round running? are all rounds played?
    game.round_no, game.engine          of the running round, else of the last one
    game.hand_pips(seat), game.scores() pips left in hands, 0-0 at its value: what people write down at a round's end
    game.view(seat)                     all that this seat may know, for `bots` and people; holds no hidden tile
    game.join(track), game.leave(seat)  -> table events; who joins plays from the next round on
    game.log                            all moves so far; `text` writes and reads it, `Game.replay` plays it again

With `record_draws=True` (the default) the events are those of a hub with a DRAW button, one `tile drawn` a tile; with
False those of a hub without one. Words: a *seat* is a dense index, 0 to n - 1 clockwise; a *track* is where it sits
(1-11, the Mexican Train has 12); a *line* is something that tiles are laid on: lines 0 to n - 1 are the seats' trains,
then come the Mexican Trains, then the second branches of forked doubles in the order they arose.

Modules: `plan` rules made ready for a number of seats · `state` one round · `deal` · `legal` · `play` · `turn` · `why` a
move is refused · `moves` codes · `inspect` broken invariants · `view` · `bots` · `text` · `game` rounds, log, seats.
Nothing is imported here: callers name the module they need.
"""
