"""MicroPython's own images for a blank board: which ones were tested, where they come from, and their SHA-256.

They are downloaded once, on request, and kept; nothing else of this package uses the network. An image that is not
the pinned one, byte for byte, is refused.
"""

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlparse

from trainhub.deploy import uf2
from trainhub.errors import InstallFailed
from trainhub.text import tr

Progress = Callable[[str, int, int], None]  # what, bytes done, bytes in all

VERSION = "1.28.0"
_DATE = "20260406"
SOURCE = "https://micropython.org/resources/firmware/"
_PIECE = 1 << 16
_PATIENCE_S = 20.0
_MOST = 1 << 23  # bytes; an image is far smaller, and a wrong server must not fill the disk


@dataclass(frozen=True, slots=True)
class Pinned:
    """One image. name: of its file · sha256: in hex."""

    name: str
    sha256: str


def image_for(chip: uf2.Chip) -> Pinned:
    """The tested image for the Pico with that chip."""
    name = f"{chip.board}-{_DATE}-v{VERSION}.uf2"
    return next(Pinned(name, digest) for digest, known in uf2.RELEASES.items() if known == name)


def fetch(image: Pinned, folder: Path, progress: Progress, source: str = "") -> Path:
    """The image's file in `folder`, downloaded if it is not there. Raises `InstallFailed`; then nothing was changed.

    source: where to look instead of micropython.org (else TRAINHUB_UF2_SOURCE): a mirror, or a file:// folder.
    """
    target = folder / image.name
    if target.exists() and _sha256(target.read_bytes()) == image.sha256:
        return target
    url = (source or os.environ.get("TRAINHUB_UF2_SOURCE", "") or SOURCE).rstrip("/") + "/" + image.name
    data = _download(url, image, progress)
    found = _sha256(data)
    if found != image.sha256:
        raise InstallFailed(
            tr("{url} is not the file that was tested: its SHA-256 is {found}.", url=url, found=found),
            tr("Do not use it. Get {name} elsewhere and name it with --uf2 FILE.", name=image.name),
        )
    folder.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{image.name}.{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(target)
    return target


def _download(url: str, image: Pinned, progress: Progress) -> bytes:
    data = bytearray()
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE_S) as answer:
            total = min(int(answer.headers.get("Content-Length") or 0), _MOST)
            while len(data) <= _MOST:
                piece = answer.read(_PIECE)
                if not piece:
                    break
                data += piece
                progress(image.name, len(data), max(total, len(data)))
    except (OSError, ValueError) as error:  # URLError is an OSError; ValueError: not a URL
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise InstallFailed(
            tr("MicroPython cannot be downloaded from {host}: {reason}.", host=_host(url), reason=reason),
            tr("On a computer with internet get {url} and name the file with --uf2 FILE.", url=SOURCE + image.name),
        ) from error
    return bytes(data)


def _host(url: str) -> str:
    parts = urlparse(url)
    return parts.netloc or unquote(parts.path)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
