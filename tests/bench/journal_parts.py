"""What `bench_journal` runs on either interpreter."""

import json

import flash_model as fm
import power_cuts as pc
import random_play as rp

__all__ = ["cuts", "json", "wear"]


def wear(log_id=0x1234567):
    """(page programs, erases, events) of a whole game, 13 rounds with 8 seats, one commit an event, snapshots included."""
    flash = fm.Flash(blocks=96)
    journal = pc.boot(flash)
    rng = rp.Rng(9)
    pages, erases = flash.pages, flash.erases
    journal.begin(rp.begun(log_id), 0)
    now = 0
    while not rp.over(journal.record):
        now += 900 + rng.below(20000)
        if journal.commit(rp.step(rng, journal.record), now & 0x1FFFFFFF):
            raise RuntimeError("refused")
        pc.settle(journal)
    return flash.pages - pages, flash.erases - erases, journal.record.head


def cuts(lives, limit, every):
    """[lost, phantom, checks, what went wrong first]; prints a line for each flash image that a cut left."""
    found = pc.Exploration(lambda digest: print(digest.hex()))
    for seed, events, start in lives:
        found.explore(seed, events, start, limit, every)
    return found.lost, found.phantom, found.checks, found.first
