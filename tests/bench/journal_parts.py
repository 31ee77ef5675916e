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


def cuts(life, limit, every, part):
    """[lost, phantom, checks, images, what went wrong first]; prints a line for each different flash image that a cut left.

    `life`: seed, events, events before them; `limit`, `every` and `part` as in `power_cuts.Exploration.explore`.
    """
    images = set()
    found = pc.Exploration(images.add)
    found.explore(*life, limit, every, part)
    for digest in images:
        print(digest.hex())
    return found.lost, found.phantom, found.checks, found.images, found.first
