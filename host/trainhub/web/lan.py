"""Phones in the house: addresses, the join code with its QR picture, and a door that counts wrong tries."""

import hmac
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that looks like something else
LENGTH = 8  # 31^8 codes: with the door's limits guessing is hopeless
TRIES = 5  # wrong codes from one address ...
TRIES_ALL = 30  # ... and from all of them ...
WINDOW = 60.0  # ... in so many seconds


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class Door:
    """Knows the join code. `code` None: nobody comes in this way."""

    def __init__(self, code: str | None, now: Callable[[], float] = time.monotonic) -> None:
        self.code = code
        self._now = now
        self._wrong: list[tuple[float, str]] = []

    def shut(self, address: str) -> bool:
        """Has somebody guessed too often?"""
        start = self._now() - WINDOW
        self._wrong = [(when, who) for when, who in self._wrong if when > start]
        return len(self._wrong) >= TRIES_ALL or sum(1 for _, who in self._wrong if who == address) >= TRIES

    def opens(self, code: str, address: str) -> bool:
        """Is that the code? A wrong one is remembered against `address`."""
        typed = "".join(c for c in code.upper() if c.isalnum())
        if self.code is not None and hmac.compare_digest(typed.encode(), self.code.encode()):
            return True
        self._wrong.append((self._now(), address))
        return False


def addresses() -> list[str]:
    """This computer's IPv4 addresses in the house, the one that leads outside first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks the routing table
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.append(str(where[0]))
    except OSError:
        pass
    return list(dict.fromkeys(a for a in found if not a.startswith("127.")))


def invitation(urls: list[str], code: str) -> dict[str, Any]:
    """What a page needs to invite phones. The code stands behind the #: browsers never send that to anybody."""
    import segno

    where = urls[0] if urls else ""
    rows = []
    if where:
        rows = ["".join(str(int(dot)) for dot in row) for row in segno.make(f"{where}#join={code}", error="m").matrix]
    return {"urls": urls, "code": f"{code[:4]}-{code[4:]}", "qr": rows}
