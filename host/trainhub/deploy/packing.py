"""Makes the one file that holds a slot's modules; `firmware/pack.py` reads it."""

import json
from collections.abc import Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """The pack file of these modules (path -> contents)."""
    places: dict[str, int] = {}
    offset = 0
    for name, data in sorted(files.items()):
        folder = name.rpartition("/")[0]
        while folder:
            places[folder] = -1
            folder = folder.rpartition("/")[0]
        places[name] = offset
        offset += len(data)
    index = json.dumps(places, separators=(",", ":")).encode()
    return len(index).to_bytes(2, "little") + index + b"".join(data for _, data in sorted(files.items()))
