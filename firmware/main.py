"""Starts the hub: picks the drivers, builds the parts, and steps them for as long as there is power."""

# pyright: reportAttributeAccessIssue=false
import hub_board

try:
    import hub_platform as platform  # the simulator puts its own first on sys.path
except ImportError:
    from hub.hal import pico as platform

from hub.app import build


def main():
    try:
        board = __import__("boards." + hub_board.NAME, None, None, ("NAME",))
    except ImportError:  # an unknown board: the pins that all boards share
        from boards import minimal as board
    drivers = platform.build(board)
    if board.NAME != hub_board.NAME:
        drivers.faults = [("board", "unknown: " + hub_board.NAME)]
    hub = drivers.hub = build(drivers, board)  # a simulator's bench looks at it
    clock = drivers.clock
    try:
        while True:
            clock.idle(hub.step(clock.now()))
    finally:
        if hasattr(drivers, "deinit"):
            drivers.deinit()  # dark and silent, and no watchdog waits to be fed


if __name__ == "__main__":
    main()
