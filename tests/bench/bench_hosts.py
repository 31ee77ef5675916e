"""Hosts that make trouble: how late a press is answered in light meanwhile, on an emulated Pico (see tests/pico).

    MICROPYTHON_UF2=RPI_PICO.uf2 [PICO_PRESSES=20] python -m tests.bench [--short] hosts

From the first edge to the end of the frame that answers, in emulated microseconds, for each kind of host: none ever
opened the port; one fetches the whole log of a late game again and again; one types garbage as fast as the port takes
it; one watches everything and stops reading; one drops DTR in the middle of that.
"""

import os
import random

import bench_pico

from pico.host import Host
from pico.pico import TURN, Pico, colours
from shared_rules import wire

PRESSES = 30
CHUNK = 64  # bytes of garbage a millisecond: as much as full-speed USB brings in one packet


class Silent:
    """A port that nobody opens."""

    def __init__(self, pico, journal):
        self.pico = pico

    def begin(self):
        self.pico.do("line", dtr=False)

    def before(self):
        """Just before a press."""


class Fetching(Silent):
    """Asks for the whole log, and for it again before every press; a random part of it is on its way then."""

    def __init__(self, pico, journal):
        super().__init__(pico, journal)
        self.host = Host(pico)
        self.log_id = journal.log.id
        self.chance = random.Random(5)

    def begin(self):
        self.host.hello()

    def before(self):
        self.host.send(wire.hello_ask(1))
        self.host.send(wire.pull(self.log_id, 0, 0, wire.ALL_FRAMES))
        self.host.listen(self.chance.uniform(1, 60))


class Typing(Silent):
    """Another program on the port: 64 KB a second of anything but Ctrl-C, which is for the maker."""

    def __init__(self, pico, journal):
        super().__init__(pico, journal)
        self.noise = random.Random(7)

    def begin(self):
        Host(self.pico).hello()

    def before(self):
        bytes_but = [n for n in range(256) if n != 3]
        for _ in range(50):
            self.pico.send(bytes(self.noise.choice(bytes_but) for _ in range(CHUNK)))
            self.pico.run(1)


class Deaf(Silent):
    """Watches lights and sounds, asks for the log, and reads nothing of it."""

    def begin(self):
        host = Host(self.pico)
        host.hello()
        host.send(wire.message(wire.SUBSCRIBE, wire.SUB_LIGHTS | wire.SUB_SOUNDS))
        host.listen(50)
        self.pico.do("reading", on=False)

    def before(self):
        Host(self.pico).send(wire.hello_ask(1))


class Dropping(Fetching):
    """Closes the port while a log is on its way, and opens it again."""

    def before(self):
        self.pico.do("line", dtr=True)
        super().before()
        self.pico.do("line", dtr=False)


HOSTS = {"none": Silent, "fetching": Fetching, "typing": Typing, "deaf": Deaf, "dropping": Dropping}


def answers(image, journal, kind, presses):
    """Microseconds until light, of each press."""
    chance = random.Random(3)
    with Pico(uf2=image) as pico:
        pico.run(2000)
        host = HOSTS[kind](pico, journal)
        host.begin()
        found = []
        for _ in range(presses):
            pico.run(chance.uniform(60, 200))
            host.before()
            before = colours(pico.take().frames[-1])
            edge = pico.us
            pico.down(TURN)
            found.append(bench_pico.answer_us(pico, edge, before))
            pico.run(60)
            pico.up(TURN)
            pico.run(90)
            pico.frames = pico.frames[-1:]
        if pico.resets:
            raise RuntimeError(f"{kind}: the hub restarted")
    return found


def measure(short):
    """The slowest and the median answer under each host; nothing but a note where the emulated Pico cannot be had."""
    if not bench_pico.at_hand():
        return {}
    image, journal, _ = bench_pico.late_image()
    presses = int(os.environ.get("PICO_PRESSES", "5" if short else str(PRESSES)))
    found = {}
    for kind in HOSTS:
        us = answers(image, journal, kind, presses)
        found[f"pico.light_us_{kind}_median"] = round(bench_pico.percentile(us, 0.5))
        found[f"pico.light_us_{kind}_max"] = round(max(us))
    return found
