"""A tiny hub for testing the simulator itself: echoes its port, lights what is pressed, counts in its flash."""

from binascii import hexlify

import hub_board
import hub_platform

boards = __import__("boards." + hub_board.NAME)
hub = hub_platform.build(getattr(boards, hub_board.NAME))
count = int(hub.store.read("count") or b"0")


def step(now):
    global count
    edge = hub.buttons.edge()
    while edge >= 0:
        index, level = edge >> 1 & 7, edge & 1
        hub.strip.set(index, 200 * level, 100 * level, 50 + index)
        hub.strip.show()
        if level:
            count += 1
            hub.store.write("count", b"%d" % count)
            hub.speaker.play(index + 1, 3)
        edge = hub.buttons.edge()
    byte = hub.port.read()
    while byte >= 0:
        if byte == 33:  # "!"
            hub.system.reset()
        if byte == 37:  # "%"
            hub.system.feed()
        hub.port.write(byte)
        if byte == 63:  # "?"
            for b in ("%d %d %s\n" % (count, hub.system.entropy(), hexlify(hub.system.uid()).decode())).encode():
                hub.port.write(b)
        byte = hub.port.read()
    return 20


while True:
    hub.clock.idle(step(hub.clock.now()))
