"""The firmware in numbers, on an emulated Pico with a real MicroPython (see tests/pico). Times are emulated.

    MICROPYTHON_UF2=RPI_PICO.uf2 [PICO_PRESSES=300] python -m tests.bench [--short] pico

1,000 presses, or 40 with --short, take a second or two each.
"""

import ast
import os
import random

from pico import firmware
from pico.host import Host
from pico.pico import TURN, Pico, Unavailable, colours, set_up
from shared_rules import events as ev
from shared_rules import wire

FRAME_US = 24 * 24 * 1.2  # 24 LEDs, 24 bits, 1.2 us each
_STEADY_MS = 1500

# Runs in MicroPython's prompt: the app as `main.py` builds it, kept in hand. The renamed parts are reached by public names.
_APP = """
import gc, sys, time, vfs
import launch, pack
launch.slots.begin()
vfs.mount(pack.Pack(open("/a/app.pack", "rb")), "/app")
sys.path.insert(0, "/app")
import hub_board, main
from hub.app import build
from hub.hal import pico
board = __import__("boards." + hub_board.NAME, None, None, ("NAME",))
drivers = pico.build(board)
hub = build(drivers, board)
end = time.ticks_add(time.ticks_ms(), 2500)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    drivers.clock.idle(hub.step(drivers.clock.now()))
"""

_APPLY = """
from shared_rules.reducer import apply
from shared_rules.table import Table
table = Table()
for event in %r:
    apply(table, event)
events = %r
start = time.ticks_us()
for event in events:
    apply(table, event)
print(time.ticks_diff(time.ticks_us(), start) / len(events))
"""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def late_image():
    data, journal = firmware.late_game()
    files = firmware.drive("full")
    files.update({f"data/{name}": text for name, text in data.items()})
    return firmware.combined(files, "bench"), journal, files


def latency(pico, journal, presses):
    """Microseconds from the first edge to the light that answers it, and from a release to the next seat's light."""
    chance = random.Random(3)
    table = journal.record.table
    seats = [track for track in range(1, 12) if table.seats >> track & 1]
    turn = table.turn
    answers, releases = [], []
    host = Host(pico)  # full load: a host listens to lights and sounds while clicks and whistles stream
    host.hello()
    host.send(wire.message(wire.SUBSCRIBE, wire.SUB_LIGHTS | wire.SUB_SOUNDS))
    host.listen(300)
    while len(answers) < presses:
        pico.run(chance.uniform(60, 200))
        if len(answers) % 16 == 15:
            host.send(wire.hello_ask(1))  # a host says something at least every five seconds
        before = colours(pico.frames[-1])
        edge = pico.us
        pico.down(TURN)
        answers.append(answer_us(pico, edge, before))
        pico.run(60)
        before = colours(pico.frames[-1])
        flash = len(pico.flash)
        edge = pico.us
        pico.up(TURN)
        turn = seats[(seats.index(turn) + 1) % len(seats)]
        led = 2 * (turn - 1) + 1
        pico.run(90)
        seen = [frame[0] for frame in pico.frames if frame[0] - FRAME_US >= edge and colours(frame)[led] != before[led]]
        if seen and not any(kind == "erase" for _, kind, _ in pico.flash[flash:]):
            releases.append(seen[0] - edge)
        pico.frames = pico.frames[-1:]
    wrong = host.faults()
    if wrong:
        raise RuntimeError(f"the hub reports faults: {wrong}")
    return answers, releases


def answer_us(pico, edge, before):
    """Microseconds to the end of the first changed frame that began after the edge; half a second if none came."""
    while pico.us - edge < 500000:
        frame = pico.next_frame(100)
        if frame and frame[0] - FRAME_US >= edge and frame[1] != before:
            return frame[0] - edge
    return 500000


def restart_ms(pico):
    """From a reset to the frame that first shows all that is lit once nothing changes any more."""
    pico.run(_STEADY_MS)
    start = pico.us
    pico.frames.clear()
    pico.do("press_reset")
    pico.run(_STEADY_MS)
    lit = [(frame[0], {i for i, colour in enumerate(colours(frame)) if any(colour)}) for frame in pico.frames]
    return next((us - start) / 1000 for us, found in lit if found and found >= lit[-1][1])


def ready_ms(pico):
    """From a reset to the answer to a host's greeting: the log is read, and buttons count."""
    pico.run(_STEADY_MS)
    start = pico.us
    pico.do("press_reset")
    pico.run(300)
    host = Host(pico)
    while not any(message and message[0][0] == wire.HELLO for message in host.messages):
        if pico.us - start > 5000000:
            return None
        host.send(wire.hello_ask(5))
        host.listen(20)
    return (pico.us - start) / 1000


def in_the_prompt(image):
    """(free heap in bytes, microseconds of `apply`, names of the loaded modules) with the app running."""
    begin = [journal_begun(), ev.round_begun(1, 12)]
    turns = [ev.simple(ev.TILE_LAID), ev.simple(ev.TILE_LAID), ev.simple(ev.NOTHING_LAID), ev.simple(ev.TILE_LAID)] * 50
    with Pico(uf2=image) as pico:
        pico.run(1500)
        pico.interrupt()
        pico.send(b"\x04")  # a soft restart, and into the prompt before the app starts again
        pico.do("run", us=40000)
        pico.interrupt()
        pico.execute(_APP, 30)
        free = int(pico.execute("gc.collect(); print(gc.mem_free())"))
        loaded = ast.literal_eval(pico.execute("print(list(sys.modules))"))
        apply_us = float(pico.execute(_APPLY % (begin, turns)))
    return free, apply_us, loaded


def journal_begun():
    import random_play

    return random_play.begun()


def at_hand():
    """Can the emulated Pico be had? If not, a line says why."""
    try:
        firmware.micropython_uf2()
        set_up()
    except Unavailable as reason:
        print(f"  skipped: {reason}")
        return False
    return True


def measure(short):
    """Figures of `goals.md`; nothing but a note where the emulated Pico cannot be had."""
    if not at_hand():
        return {}
    image, journal, _ = late_image()
    free, apply_us, loaded = in_the_prompt(image)
    with Pico(uf2=image) as pico:
        restarted = restart_ms(pico)
        ready = ready_ms(pico)
    with Pico(uf2=image) as pico:
        pico.run(_STEADY_MS + 500)
        answers, releases = latency(pico, journal, int(os.environ.get("PICO_PRESSES", "40" if short else "1000")))
    return {
        "pico.heap_free": free,
        "pico.apply_us": round(apply_us, 1),
        "pico.restart_ms": round(restarted, 1),
        "pico.ready_ms": round(ready, 1),
        "pico.button_to_light_us_median": round(percentile(answers, 0.5)),
        "pico.button_to_light_us_p99": round(percentile(answers, 0.99)),
        "pico.button_to_light_us_max": round(max(answers)),
        "pico.release_to_turn_us_median": round(percentile(releases, 0.5)),
        "pico.release_to_turn_us_p99": round(percentile(releases, 0.99)),
        "pico.presses": len(answers),
        "firmware.mpy_loaded_bytes": loaded_bytes(loaded),
    }


def loaded_bytes(names):
    """Size of the .mpy files of these modules."""
    folder = firmware.MADE / "mpy" / "full"
    paths = [folder / (name.replace(".", "/") + suffix) for name in names for suffix in (".mpy", "/__init__.mpy")]
    return sum(path.stat().st_size for path in paths if path.is_file())
