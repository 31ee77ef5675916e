"""Starts the hub: picks the drivers, builds the parts, and steps them for as long as there is power."""

# pyright: reportAttributeAccessIssue=false
import hub_board

try:
    import hub_platform as platform  # the simulator puts its own first on sys.path
except ImportError:
    from hub.hal import pico as platform

from hub.app import build
from hub.hal.board_check import find


def main():
    board = find(hub_board.NAME)
    drivers = platform.build(board)
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
