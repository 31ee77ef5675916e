"""What the firmware retains for each event it takes: a day of play on a small heap; see `tests/soak/soak_day.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "soak"))
import soak_day


def measure(short=False):
    return soak_day.measure(short)
