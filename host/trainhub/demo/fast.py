"""A whole game as fast as it goes, on the hub's virtual clock; the same seed gives the same result."""

from __future__ import annotations

import binascii
from typing import Any

from trainhub.demo.night import Night, Plan
from trainhub.scores.sheet import NUMBER
from trainhub.scores.store import Store
from trainhub.simulator.hub import Simulator
from trainhub.simulator.scratch import Scratch


def play(plan: Plan, rounds: int | None = None) -> dict[str, Any]:
    """Play all rounds (or so many). Returns rule set, seed, seats with their rounds, winners, events and the log's CRC."""
    with (
        Scratch() as folder,
        Simulator(folder / "flash", driven=True, seed=plan.seed) as hub,
        Store(folder / "scores.db") as store,
    ):
        night = Night(hub, store, plan)
        night.seat()
        for _ in range(rounds or night.game.rounds):
            night.play_round()
        sheet = night.sheet()
        log = store.read(night.log_id)
        night.unplug()
    played = [row for row in sheet.rows if row.winner is not None]
    seats = [
        {
            "name": seat.name,
            "rounds": [row.cells[i].pips if row.cells[i].kind == NUMBER else None for row in played],
            "total": seat.total,
        }
        for i, seat in enumerate(sheet.seats)
    ]
    best = sheet.winners or tuple(seat.track for seat in sheet.seats if seat.place == 1)
    return {
        "rule_set": plan.rule_set, "seed": plan.seed, "seats": seats,
        "winners": [seat.name for seat in sheet.seats if seat.track in best],
        "events": len(log), "log_crc": f"{binascii.crc32(b''.join(log)):08x}",
    }  # fmt: skip
