"""The hash that tells whether hub and PC share the same rules: over the sources of the table core."""

import hashlib
from pathlib import Path

# What the board loads of `shared_rules`, in the order it is hashed. The full game stays on the PC.
TABLE_CORE = (
    "__init__", "constants", "errors", "names", "events", "ruleset", "table", "gate", "reducer", "record", "snapshot", "sheet",
    "frames", "wire",
)  # fmt: skip


def core_hash(folder: Path) -> int:
    """First four bytes, big-endian, of the SHA-256 over the table core in `folder`; line ends do not count."""
    digest = hashlib.sha256()
    for name in TABLE_CORE:
        text = (folder / f"{name}.py").read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(text)}\n".encode() + text)
    return int.from_bytes(digest.digest()[:4], "big")
