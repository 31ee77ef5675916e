"""The wheel as people get it: built, installed into an empty environment, and every command of the README's part for
users run from there, in a home folder without anything.

The README is read, not copied: its indented blocks and the commands it names in a sentence, in their order. What cannot
be run as it stands is listed in `INSTEAD`, `STOPPED` and `EXPECTED`; a command that is new and cannot, fails here.
"""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHAT_A_WHEEL_NEEDS = (
    "host",
    "shared_rules",
    "firmware",
    "hatch_build.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
)
USERS_PART_ENDS = "## For contributors"

# Instead of what takes long, asks a person, or needs a checkout: this, or nothing.
INSTEAD = {
    "make demo": "trainhub demo --fast --rounds 1",
    "make test": None,  # it runs this
    "trainhub demo": "trainhub demo --fast --rounds 1",
    "trainhub play": "trainhub play --help",
    "trainhub selftest": "trainhub selftest --help",
    "pipx run build --wheel": None,  # the fixture did, with what is installed already
    "pipx install": None,
}
# They run until somebody stops them: up to their first line, then Ctrl-C. A simulated hub stays on until the end.
STOPPED = {"trainhub table": "trainhub table --no-browser --http 0", "trainhub watch": "trainhub watch"}
STAYS = ("trainhub sim",)
# There is no board on this desk, a simulated hub is none, and `uninstall` alone only says what it would do.
NO_BOARD = (3, 4)
EXPECTED = {"trainhub setup": NO_BOARD, "trainhub flash": NO_BOARD, "trainhub update": NO_BOARD, "trainhub uninstall": (3,)}


def commands(text: str) -> list[str]:
    """Everything in there that is a command to type, in order; comments and what sends it to the background are cut."""
    assert USERS_PART_ENDS in text
    found = []
    for line in text.split(USERS_PART_ENDS)[0].splitlines():
        if line.startswith("    "):
            found.append(line)
        else:
            found += re.findall(r"`((?:trainhub|make|pipx|python) [^`]+)`", line)
    return [
        command for command in (re.sub(r"(^|\s)#.*", "", line).strip().removesuffix("&").strip() for line in found) if command
    ]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built in a copy, with what is there already; the working tree and its build folder stay as they are."""
    tree = tmp_path_factory.mktemp("tree")
    for name in WHAT_A_WHEEL_NEEDS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tree)
    for cache in ("mpy", "sounds"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copytree(ROOT / "build" / cache, tree / "build" / cache)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tree / "dist", tree]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = (tree / "dist").glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of the programs of an environment that holds the wheel and what it asks for, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode and not os.environ.get("CI") and re.search("NewConnectionError|No matching distribution", done.stderr):
        pytest.skip("pip reaches no index, and the wheel's requirements must be fetched")
    assert done.returncode == 0, done.stderr
    return programs


class Person:
    """Somebody with a new account, who types."""

    def __init__(self, programs, home):
        self.home = home
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR", "COMSPEC") if name in os.environ}
        path = os.pathsep.join([str(programs), os.defpath])
        self.environment = {**kept, "PATH": path, "HOME": str(home), "USERPROFILE": str(home), "LANG": "C.UTF-8"}
        for name in ("APPDATA", "LOCALAPPDATA"):
            self.environment[name] = str(home / name)
        self.programs = programs
        self.running = []

    def begin(self, command):
        """Start it. On Windows it gets a group of its own, which Ctrl-Break can reach."""
        first, *rest = shlex.split(command)
        program = shutil.which(first, path=str(self.programs))
        assert program, f"{command}: nothing of that name is in the wheel; is it to be listed in INSTEAD?"
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if sys.platform == "win32" else {}
        return subprocess.Popen(
            [program, *rest], cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", **group,
        )  # fmt: skip

    def do(self, command, expected=(0,)):
        """To its end. Returns what it printed."""
        process = self.begin(command)
        out, err = process.communicate(timeout=120)
        assert process.returncode in expected, f"{command}: {out}{err}"
        assert "Traceback" not in err and (out or err), f"{command}: {err}"
        return out

    def start(self, command):
        """Until it says something."""
        process = self.begin(command)
        self.running.append((command, process))
        assert process.stdout.readline().strip(), f"{command}: {process.communicate()[1]}"

    def stop(self):
        """Ctrl-C for what was started last."""
        command, process = self.running.pop()
        process.send_signal(signal.CTRL_BREAK_EVENT if sys.platform == "win32" else signal.SIGINT)
        _, err = process.communicate(timeout=30)
        if sys.platform != "win32":
            assert process.returncode in (0, 130), f"{command}: {err}"
        assert "Traceback" not in err, f"{command}: {err}"


@pytest.fixture
def person(installed, tmp_path):
    somebody = Person(installed, tmp_path)
    yield somebody
    for _, process in somebody.running:
        process.kill()
        process.communicate()


def test_every_command_of_the_readme_works_from_the_wheel(person):
    done = []
    for command in commands((ROOT / "README.md").read_text(encoding="utf-8")):
        short = " ".join(command.split()[:2])
        if command in INSTEAD or short in INSTEAD:
            command = INSTEAD.get(command, INSTEAD.get(short))
        if not command:
            continue
        if short in STOPPED:
            person.start(STOPPED[short])
            person.stop()
        elif short in STAYS:
            if not any(running == command for running, _ in person.running):
                person.start(command)
        else:
            person.do(command, EXPECTED.get(short, (0,)))
        done.append(short)
    while person.running:
        person.stop()
    assert {"trainhub new", "trainhub sheet", "trainhub demo"} <= set(done)
    # One test, so that two workers do not both build and install.
    person.home = person.home / "another"
    person.home.mkdir()
    person.environment = {**person.environment, "HOME": str(person.home), "USERPROFILE": str(person.home)}
    a_game_on_a_simulated_hub(person)


def a_game_on_a_simulated_hub(person):
    """Hub, sounds and rules are in the wheel, and the home folder holds nothing but what was asked for."""
    person.start("trainhub sim --flash my.hub")
    out = person.do("trainhub new Anna Ben Cleo")
    assert "Anna (1), Ben (2), Cleo (3)" in out
    assert "Anna" in person.do("trainhub sheet")
    assert "hub" in person.do("trainhub devices")
    person.stop()
    assert (person.home / "my.hub").stat().st_size > 352 * 4096
    assert {path.name for path in person.home.iterdir()} <= {"my.hub", ".local", "Library"}
