"""Writes the sound files: the same bytes every time."""

import argparse
import struct
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shared_rules import names
from trainhub.sounds import effects, scores
from trainhub.sounds.synth import RATE, finish

LIMIT = 300_000  # bytes of all sounds together
TONES = "tones.bin"


def samples(number: int) -> NDArray[np.int16]:
    """Sound `number`, ready to play."""
    if number > names.WHISTLE:
        return finish(effects.whistle(number - names.WHISTLE), effects.WHISTLE_DB)
    make, peak = effects.EFFECTS[number]
    return finish(make(), peak)


def wav(data: NDArray[np.int16]) -> bytes:
    """A WAV file with the plain header of 44 bytes that the hub's player expects."""
    body = data.astype("<i2").tobytes()
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(body), b"WAVE", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16,
                       b"data", len(body))  # fmt: skip
    return head + body


def build() -> dict[str, bytes]:
    """File name -> contents."""
    files = {f"{names.sound_name(number)}.wav": wav(samples(number)) for number in scores.numbers()}
    files[TONES] = scores.tone_table()
    return files


def write(files: dict[str, bytes], out: Path) -> None:
    """Write what is missing or differs."""
    out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        target = out / name
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the hub's sounds.")
    parser.add_argument("--out", type=Path, default=Path("build/sounds"))
    options = parser.parse_args()
    files = build()
    write(files, options.out)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
