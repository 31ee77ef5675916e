"""The wire in numbers: bytes an event, time of a whole sync at 115,200 baud with byte errors, time to resync.

    python tests/bench/bench_wire.py [--short]

prints one JSON object with the keys of the project's goals. Virtual time throughout: the same numbers on any machine.
"""

import json
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "host", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

import link_world as lw  # noqa: E402
from shared_rules import frames, wire  # noqa: E402
from trainhub.link.book import MemoryBook  # noqa: E402


def bytes_per_event(store):
    """A whole game framed in batches of at most 50 bytes, as the hub frames them."""
    from hub.journal import Journal
    from hub.pull import answer

    journal = Journal(store)
    journal.open()
    while not journal.work():
        pass
    log = journal.log
    sent = longest = 0
    for payload in answer(journal, log.id, 0, 0, wire.ALL_FRAMES, 0):
        if payload and payload[0] == wire.BATCH:
            frame = len(frames.encode(payload))
            sent += frame
            longest = max(longest, frame)
    assert longest <= 50
    return sent / log.head


def sync_ms(store, seed, errors, book=None):
    """Virtual milliseconds from the first HELLO_ASK to "in sync"."""
    down, up = lw.Faults(seed * 2, flip=errors), lw.Faults(seed * 2 + 1, flip=errors)
    world = lw.World(lw.copy_of(store), book, down, up)
    return world.run(world.in_sync)


def resync_ms(store, events, seed):
    """A host that is 200 events behind plugs in again."""
    book = MemoryBook()
    world = lw.World(lw.copy_of(store), book)
    log_id = world.journal.log.id
    book.append(log_id, 0, events[:-200])
    world.session = None
    for _ in range(100 + seed):  # not always at the same phase of the hub's heartbeat
        world.step()
    world.plug()
    return world.run(world.in_sync)


def measure(short=False):
    seeds = 40 if short else 1000
    store, events = lw.whole_game()
    floor = sum(len(event) for event in events) * 10000 / lw.BAUD
    found = {"wire.bytes_per_event": round(bytes_per_event(store), 3)}
    for name, errors in (("clean", 0.0), ("1e3", 1e-3), ("5e3", 5e-3)):
        count = 1 if not errors else seeds
        times = [sync_ms(store, seed, errors) / floor for seed in range(count)]
        found[f"wire.sync_x_{name}"] = round(statistics.median(times), 3)
        found[f"wire.sync_x_{name}_worst"] = round(max(times), 3)
    found["wire.resync_ms"] = max([resync_ms(store, events, seed) for seed in range(0, 1000, 37)])
    return found


def main():
    print(json.dumps(measure("--short" in sys.argv), indent=2))


if __name__ == "__main__":
    main()
