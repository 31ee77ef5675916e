"""The journal of a hub that cannot be asked for it, byte for byte into a folder of the PC, before anything is changed.

A hub that answers is synced instead. This is for one that does not: its app stands still, or it speaks another protocol.
"""

import time
from pathlib import Path

from trainhub.deploy.board import Board, Progress

JOURNAL = "/data"


def journal(board: Board, folder: Path, progress: Progress) -> Path | None:
    """Copy what is below /data into a new folder of `folder`; None if there is nothing. Raises before it is half."""
    there = board.below(JOURNAL)
    if not any(there.values()):
        return None
    number = board.ask("import machine", "machine.unique_id() if hasattr(machine, 'unique_id') else b''").hex()
    target = folder / f"{number or 'board'}-{time.strftime('%Y%m%d-%H%M%S')}"
    for path in sorted(there):
        data = board.read(path)
        file = target / path[len(JOURNAL) + 1 :]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        progress(path, len(data), len(data))
    return target
