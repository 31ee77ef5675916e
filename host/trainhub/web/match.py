"""One person against bots, with tiles: the fully known game is played here, and told to the simulated hub by its buttons.

The hub's lights, log and sheet come about as at any table; this module only has fingers. It runs in a thread of its own,
because pressing takes time.
"""

import contextlib
import queue
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.game import bots as brains
from shared_rules.game.game import Game
from shared_rules.game.moves import FIRST_LAY, far_of, line_of
from shared_rules.game.why import NO_CLAUSE
from trainhub import naming
from trainhub.demo.presser import Presser
from trainhub.errors import TrainhubError, explain
from trainhub.scores.words import describe
from trainhub.simulator.errors import SimulatorError
from trainhub.web import changes, match_view
from trainhub.web import errors as er
from trainhub.web.clauses import clause
from trainhub.web.keeper import Keeper
from trainhub.web.reasons import reason
from trainhub.web.simhub import Hands, SimHub
from trainhub.web.words import Phrase, say

BOTS = ("Ada", "Bruno", "Clara", "Dino", "Elsa", "Felix", "Greta")
THINK_S = 0.7  # a bot's pause, so that people can follow
LINES = 6
ANSWER_S = 6.0

Tell = Callable[[str, Any], None]


@dataclass(frozen=True)
class Plan:
    """rules: bytes of `ruleset.values` · names: track -> name · me: the person's track."""

    preset: int
    rules: bytes
    overrides: bytes
    names: Mapping[int, str]
    me: int
    seed: int


class _Stopped(Exception):
    """The match was ended from outside."""


class Match:
    """At most one match at a time. think: seconds that a bot waits before it moves."""

    def __init__(self, hub: SimHub, keeper: Keeper, tell: Tell, think: float = THINK_S) -> None:
        self._hub = hub
        self._keeper = keeper
        self._tell = tell
        self._think = think
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._moves: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._go_on = threading.Event()
        self._lock = threading.RLock()  # the game is changed under it
        self._mine = False
        self.game: Game
        self.now: Plan

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def plan(self, name: str, bots: int, rules: str, set: int, overrides: list[list[int]]) -> Plan:
        """What would be played. Raises `PageError` where that is impossible."""
        raw = bytes(value for pair in overrides for value in pair)
        seats = bots + 1
        preset, values = changes.rule_set(rules, set, raw, seats)
        places = [1 + i * 11 // seats for i in range(seats)]
        name = changes.check_name(name)
        others = [bot for bot in BOTS if not naming.same(bot, name)]
        return Plan(preset, values, raw, dict(zip(places, [name, *others], strict=False)), places[0], secrets.randbits(30))

    def begin(self, plan: Plan) -> None:
        """The hub has begun the game of this plan: play it."""
        self.now = plan
        self.game = Game(plan.rules, tuple(plan.names), plan.seed, "DRAW" in self._buttons())
        self._stop.clear()
        self._go_on.clear()
        self._moves = queue.SimpleQueue()
        self._lines: list[Phrase] = []
        self.trains: dict[int, list[tuple[int, int]]] = {}
        self._thread = threading.Thread(target=self._run, name="match", daemon=True)
        self._thread.start()

    def move(self, move: int) -> None:
        """The person's move. Raises `PageError` with the clause that forbids it."""
        with self._lock:
            if not self.running or not self._mine:
                raise er.PageError(er.REFUSED, say("It is not your turn."))
            refusal = self.game.refused(move, self._seat)
            if refusal:
                about = clause(refusal.clause) if refusal.clause != NO_CLAUSE else None
                raise er.PageError(er.REFUSED, reason(refusal.reason), clause=about)
            self._mine = False
            self._moves.put(move)

    def next_round(self) -> None:
        self._go_on.set()

    def stop(self) -> None:
        """End it; the hub's game stays as it is."""
        self._stop.set()
        self._go_on.set()
        self._moves.put(-1)
        if self._thread:
            self._thread.join(10)
        self._tell("match", {"match": None})

    # -- the thread ------------------------------------------------------------------------------------------------------

    @property
    def _seat(self) -> int:
        return self.game.tracks.index(self.now.me)

    def _buttons(self) -> list[str]:
        return list(self._hub.ask("hello")["buttons"])

    def _run(self) -> None:
        try:
            self._play()
        except _Stopped:
            pass
        except Exception as error:  # the edge of the thread: pages are told, whatever it was
            lost = isinstance(error, (SimulatorError, AssertionError))
            self._show("broken", trouble=say("The simulated hub was lost; this game cannot go on.") if lost else
                       say("trainhub itself failed: {text}", text=explain(error).cause))  # fmt: skip
            if not isinstance(error, SimulatorError):
                raise

    def _play(self) -> None:
        hands = Hands(self._hub, self._stop)
        self.presser = Presser(hands, self._caption)
        seats = sum(1 << track for track in self.now.names)
        flags = ev.FLAG_DRAWS_RECORDED if self.game.record_draws else 0
        self.presser.by_others(
            ev.game_begun(1, self.now.rules[rs.F_SET], seats, flags, 0, self.now.preset, self.now.overrides)
        )
        self._pause(self._think)
        while not self.game.over:
            self._round()
            self._write_scores()
            if self.game.over:
                break
            self._go_on.clear()
            self._show("round-over")
            self._go_on.wait()
            self._check()
        self._show("over")

    def _round(self) -> None:
        brains_of = {seat: brains.make("planner", self.now.seed + seat) for seat in range(len(self.game.tracks))}
        with self._lock:
            events = self.game.begin_round()
            self.trains = {}
        self._show("deal")
        self._say(events)
        while not self.game.over_round:
            seat = self.game.turn
            if seat == self._seat:
                with self._lock:
                    self._mine = True
                self._show("mine")
                move = self._moves.get()
                self._check()
            else:
                self._show("bots")
                self._pause(self._think)
                move = brains_of[seat].choose(self.game.view(seat))
            self._apply(move)

    def _apply(self, move: int) -> None:
        with self._lock:
            if move >= FIRST_LAY:
                line = line_of(move)
                self.trains.setdefault(line, []).append((self.game.state.ends[line], far_of(move)))
            events = self.game.apply(move)
        self._show("bots")
        self._say(events)

    def _say(self, events: list[bytes]) -> None:
        for event in events:
            self._check()
            self.presser.tell([event])

    def _write_scores(self) -> None:
        """Everybody's rest, as people would type it."""
        pips = zip(self.game.tracks, self.game.scores(), strict=True)
        todo = [(track, value) for track, value in pips if value is not None and track != self.game.winner]
        for track, value in todo:
            self._settle(track, value)

    def _settle(self, track: int, pips: int) -> None:
        """Write one score; the hub may still be about to take the end of the round."""
        for _ in range(40):
            self._check()
            with contextlib.suppress(er.PageError, TrainhubError, TimeoutError):
                code = self._keeper.ask(self._score(track, pips)).result(ANSWER_S)
                if not code:
                    return
            self._pause(0.1)

    def _score(self, track: int, pips: int) -> changes.Job:
        round_no = self.game.round_no

        def job(keeper: Keeper) -> Any:
            return changes.score(f"{keeper.log_id:08x}", round_no, track, pips, None)(keeper)

        return job

    def _caption(self, event: bytes) -> None:
        text = describe(event, dict(self.now.names), self.presser.table.turn)
        self._lines = [*self._lines, say(text)][-LINES:]

    def _show(self, phase: str, **more: Any) -> None:
        with self._lock:
            self._tell("match", {"match": {**match_view.view(self, phase), "said": self._lines, **more}})

    def _pause(self, seconds: float) -> None:
        self._stop.wait(seconds)
        self._check()

    def _check(self) -> None:
        if self._stop.is_set():
            raise _Stopped
