"""Which LED of a board is which light of which track, from the firmware's board data."""

import functools
from typing import Any

from trainhub.simulator import back_ends


@functools.cache
def leds_of(board: str, per_track: int) -> dict[str, Any]:
    """{"marker": LED of tracks 1-12, "turn": the same, "per_track"}; a board nobody knows is taken to count upwards."""
    data = _data(board)
    if data is not None:
        return {"marker": list(data.MARKER_LEDS), "turn": list(data.TURN_LEDS), "per_track": per_track}
    turn = [per_track * i + per_track - 1 for i in range(12)]
    return {"marker": [per_track * i for i in range(12)], "turn": turn, "per_track": per_track}


def _data(board: str) -> Any:
    if not board.isidentifier():
        return None
    if not (back_ends.firmware() / "boards" / f"{board}.py").is_file():
        return None
    return back_ends.board_data(board)
