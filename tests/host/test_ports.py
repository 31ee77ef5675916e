"""What a port can do to its user: five different messages, each with cause, next step and exit code, never a traceback."""

import contextlib
import errno
import getpass
import grp
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
import tty

import pytest
from fake_hub import FakeHub, HubOnPty
from games import whole_game
from helpers import run

from trainhub.errors import NoHub, PortBusy, PortDenied, Unplugged
from trainhub.link import ports
from trainhub.link.book import MemoryBook
from trainhub.link.follow import Follow
from trainhub.link.news import State, StateChanged
from trainhub.link.ports import Port
from trainhub.link.transport import SerialTransport, open_error, port_group, unplugged


@pytest.fixture
def pty():
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    for end in (slave, master):  # in this order: a thread that reads the master's end wakes up
        with contextlib.suppress(OSError):
            os.close(end)


def refused(port, code, *words):
    done = run("sync", "--port", port)
    assert done.code == code, done
    assert "Traceback" not in done.err
    assert done.out == ""
    cause, step = done.err.splitlines()[:2]
    assert cause.startswith("trainhub: ")
    assert step.startswith("  -> ")
    for word in words:
        assert word in done.err, done.err
    return cause


def test_five_different_messages(pty, tmp_path, monkeypatch):
    monkeypatch.setattr("trainhub.link.client.GREETING", 1.0)
    master, port = pty
    causes = {refused(tmp_path / "ttyNONE", 4, "no port", "devices")}
    with_holder = SerialTransport(port)
    causes.add(refused(port, 5, "in use by", str(os.getpid())))
    with_holder.close()
    os.chmod(port, 0)
    with as_somebody_else():
        causes.add(refused(port, 6, "permission", str(port_group(port)), "usermod"))
    os.chmod(port, 0o620)
    talker = threading.Thread(target=answer_everything, args=(master, b"ok T:21.0 /0.0\r\n"), daemon=True)
    talker.start()
    causes.add(refused(port, 7, "not a trainhub hub", "T:21.0"))
    hub = FakeHub()
    hub.load(whole_game(1))
    with HubOnPty(hub, unplug_after=1500) as port:
        causes.add(refused(port, 8, "unplugged", "Plug it in again"))
    assert len(causes) == 5


@pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="only Linux shows who has locked a file")
def test_who_has_locked_the_port_is_named_and_not_the_simulated_hub_behind_it(pty):
    _, port = pty
    opener = "import os, sys; os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY); print(flush=True); sys.stdin.read()"
    locker = opener.replace("os.open(", "fcntl.flock(os.open(").replace("NOCTTY)", "NOCTTY), 2)").replace("os,", "os, fcntl,")
    three = [
        subprocess.Popen([sys.executable, "-c", code, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for code in (opener, locker, opener)
    ]
    for process in three:
        process.stdout.readline()
    refused(port, 5, f"process {three[1].pid})")
    for process in three:
        process.communicate()


LOADED_WHILE_READABLE = (getpass, grp, pwd)  # another user may not be able to read this Python's library


class as_somebody_else:
    """The permission test means something only for a user who is not root."""

    def __enter__(self):
        self.root = os.geteuid() == 0
        if self.root:
            self.kept = os.environ["TRAINHUB_DATA"]
            self.folder = tempfile.mkdtemp()
            os.chmod(self.folder, 0o777)
            os.environ["TRAINHUB_DATA"] = self.folder
            os.seteuid(65534)

    def __exit__(self, *_):
        if self.root:
            os.seteuid(0)
            os.environ["TRAINHUB_DATA"] = self.kept
            shutil.rmtree(self.folder)


def answer_everything(master, text):
    try:
        while os.read(master, 100):
            os.write(master, text)
    except OSError:
        pass


def test_a_silent_port_and_a_prompt_are_told_apart(pty, monkeypatch):
    master, port = pty
    monkeypatch.setattr("trainhub.link.client.GREETING", 0.3)
    refused(port, 7, "Nothing at", "answers")
    talker = threading.Thread(target=answer_everything, args=(master, b"\r\n>>> "), daemon=True)
    talker.start()
    refused(port, 7, "MicroPython", "trainhub flash")


def test_socket_ports_name_the_same_causes():
    with pytest.raises(NoHub):
        SerialTransport("socket://127.0.0.1:9")
    with pytest.raises(NoHub):
        SerialTransport("what://ever")


def test_windows_words():
    busy = open_error("COM3", PermissionError(13, "Access is denied"), "win32")
    assert isinstance(busy, PortBusy)
    missing = open_error("COM9", OSError("could not open port 'COM9': FileNotFoundError(2, ...)"), "win32")
    assert isinstance(missing, NoHub)


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.ENOENT, NoHub), (errno.EBUSY, PortBusy), (errno.EAGAIN, PortBusy), (errno.EACCES, PortDenied), (errno.EIO, NoHub)],
)
def test_what_linux_says(number, kind):
    assert type(open_error("/dev/ttyX", OSError(number, os.strerror(number)), "linux")) is kind


def test_reading_and_writing_after_unplugging_say_so(pty):
    master, port = pty
    transport = SerialTransport(port)
    assert transport.read(10, 0) == b""
    os.write(master, b"hello")
    assert transport.read(10, 1) == b"hello"
    os.close(master)
    with pytest.raises(Unplugged):
        for _ in range(3):
            transport.read(10, 0.2)
    transport.close()
    transport.close()
    with pytest.raises(Unplugged):
        transport.write(b"x")


# -- which port is meant --------------------------------------------------------------------------------------------


def choose(found, named=None, **more):
    return ports.choose(named, None, found=found, **more)


def test_flag_then_environment_then_the_only_one(monkeypatch):
    usb = Port("/dev/ttyACM0", "usb", "E66")
    assert choose([usb], "/dev/x") == "/dev/x"
    monkeypatch.setenv("TRAINHUB_PORT", "/dev/y")
    assert choose([usb], "/dev/x") == "/dev/x"
    assert choose([usb]) == "/dev/y"
    monkeypatch.delenv("TRAINHUB_PORT")
    assert choose([usb]) == "/dev/ttyACM0"


def test_a_real_hub_comes_before_a_simulated_one():
    assert choose([Port("/dev/ttyACM0", "usb"), Port("/dev/pts/7", "simulator")]) == "/dev/ttyACM0"
    assert choose([Port("/dev/pts/7", "simulator")]) == "/dev/pts/7"


def test_of_several_boards_the_remembered_then_the_one_that_answers():
    two = [Port("/dev/ttyACM0", "usb", "A"), Port("/dev/ttyACM1", "usb", "B")]
    assert choose(two, remembered=["Z", "B"]) == "/dev/ttyACM1"

    def greet(port):
        if port == "/dev/ttyACM1":
            raise NoHub(port, "not there")
        return True

    assert choose(two, greet=greet) == "/dev/ttyACM0"
    with pytest.raises(NoHub, match="several"):
        choose(two)
    with pytest.raises(NoHub, match="data cable"):
        choose([])


def test_notes_of_ended_simulators_do_not_count(tmp_path):
    (tmp_path / "1.json").write_text('{"port": "/dev/pts/1", "pid": 99999999}')
    (tmp_path / "2.json").write_text('{"port": "/dev/pts/2", "pid": %d}' % os.getpid())
    (tmp_path / "3.json").write_text("{")
    assert [port.name for port in ports.simulators(tmp_path)] == ["/dev/pts/2"]
    assert ports.simulators(tmp_path / "nowhere") == []


class Unplugging:
    """A port that goes away at the first byte."""

    name = "/dev/hub"

    def read(self, max_bytes, timeout):
        raise unplugged(self.name)

    def write(self, data):
        pass

    def close(self):
        pass


def test_no_hub_is_said_once_while_it_lasts():
    """The port goes away, then it does not exist: to whoever watches that is one thing."""
    looks = []

    def find():
        looks.append(1)
        if len(looks) in (1, 6):
            return Unplugging.name
        raise NoHub("", "No hub found.", f"Look {len(looks) // 3}.")

    follow = Follow(find, MemoryBook(), open_port=lambda port: Unplugging(), wait=lambda seconds: None)
    states = []
    for item in follow.run():
        if isinstance(item, StateChanged):
            states.append(item.state)
        if len(looks) == 10:
            break
    assert states == [State.CONNECTING, State.NO_HUB] * 2


@pytest.mark.skipif(os.name != "posix", reason="Windows knows ports by name alone")
@pytest.mark.parametrize("what", ["file", "folder", "/dev/null"])
def test_what_is_no_serial_port_is_called_so(what, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna")
    port = {"file": str(path), "folder": str(tmp_path)}.get(what, what)
    done = run("sync", "--port", port, "--json")
    assert done.code == 7
    assert done.json["error"]["cause"] == f"{port} is no serial port."
    assert "trainhub devices" in done.json["error"]["next"]
    assert path.read_text() == "Dear Anna"
