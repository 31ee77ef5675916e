"""Runs at every start, also when mpremote restarts the board softly: nobody feeds a watchdog that still runs."""

import pico_boot  # pyright: ignore[reportMissingImports]

pico_boot.pause()
pico_boot.fast()
