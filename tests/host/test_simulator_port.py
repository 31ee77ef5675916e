"""The simulated serial port: pty and socket, on both back ends, and time that stands still for an exchange."""

import os
import stat

import pytest
import serial

from tests.host.simulated import STUB, back_end_or_skip, needs_pty, stub_hub, until
from trainhub.errors import Unplugged
from trainhub.link.transport import SerialTransport
from trainhub.simulator import BenchError, Simulator, SimulatorError, back_ends
from trainhub.simulator.driven import DrivenTransport

BOTH = pytest.mark.parametrize("back_end", ["micropython", "cpython"])
PORTS = pytest.mark.parametrize("port", [pytest.param("pty", marks=needs_pty), "socket"])
EVERY_BYTE = bytes(b for b in range(256) if b not in b"!?%")


def read(line, size):
    data = b""
    while len(data) < size:
        piece = line.read(size, 10)
        assert piece, f"only {data!r}"
        data += piece
    return data


@BOTH
@PORTS
def test_every_byte_passes_unharmed_both_ways(back_end, port, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port) as hub:
        line = SerialTransport(hub.port)
        for start in range(0, 254, 50):
            line.write(EVERY_BYTE[start : start + 50])
        assert read(line, 253) == EVERY_BYTE
        line.close()
        assert hub.said == []


@BOTH
@PORTS
def test_a_host_may_come_and_go(back_end, port, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port) as hub:
        for _ in range(3):
            line = SerialTransport(hub.port)
            line.write(b"hello")
            assert read(line, 5) == b"hello"
            line.close()
        hub.bench.press("TURN")
        assert len(hub.bench.sounds()) == 1


@BOTH
@PORTS
def test_a_dead_hub_is_an_unplugged_one_and_comes_back_at_the_same_place(back_end, port, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port) as hub:
        place = hub.port
        line = SerialTransport(hub.port)
        line.write(b"x")
        read(line, 1)
        hub.kill()
        with pytest.raises(Unplugged):
            line.read(1, 10)
        line.close()
        with pytest.raises(SimulatorError, match="switched off"):
            hub.bench.now()
        hub.restart()
        assert hub.port == place
        line = SerialTransport(hub.port)
        line.write(b"y")
        assert read(line, 1) == b"y"
        line.close()


@needs_pty
def test_the_pty_is_a_device_that_goes_with_the_simulator(tmp_path):
    with stub_hub(tmp_path / "flash", "auto", port="pty") as hub:
        path = hub.port
        assert stat.S_ISCHR(os.stat(path).st_mode)
        with serial.Serial(path, exclusive=True) as line:
            line.write(b"a")
    assert not os.path.lexists(path) and not os.path.exists(os.path.dirname(path))


@BOTH
@PORTS
def test_a_host_that_does_not_read_cannot_stop_the_hub(back_end, port, tmp_path):
    """The port takes what fits, then says no; the hub goes on. The stub echoes, so both directions fill up."""
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port) as hub:
        line = serial.serial_for_url(hub.port, timeout=0, write_timeout=0.2)
        try:
            for _ in range(100):
                line.write(b"z" * 200)
        except (serial.SerialTimeoutException, serial.SerialException):
            pass  # the line is full in this direction too
        hub.bench.press("TURN")
        assert len(hub.bench.sounds()) == 1
        line.close()


@BOTH
@PORTS
def test_a_reset_hub_comes_up_again(back_end, port, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port) as hub:
        first = hub.pid
        line = SerialTransport(hub.port)
        line.write(b"!")
        with pytest.raises(Unplugged):
            while True:
                line.read(1, 10)
        line.close()
        until(lambda: hub.pid not in (first, None))  # the supervisor is at it
        hub.bench.press("TURN")


@BOTH
def test_a_watchdog_once_fed_wants_food(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), driven=True) as hub:
        hub.bench.run(60000)  # never fed: it sleeps
        line = DrivenTransport(hub)
        for _ in range(3):
            line.write(b"%")
            line.read(1, 0)
            hub.bench.run(7900)
        first = hub.pid
        with pytest.raises(SimulatorError):
            hub.bench.run(1000)
        line.close()
        until(lambda: hub.pid not in (first, None))
        assert hub.bench.now() == 0


@BOTH
@PORTS
def test_an_exchange_on_the_driven_clock_costs_no_time(back_end, port, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), port=port, driven=True) as hub:
        line = DrivenTransport(hub)
        assert line.name == hub.port
        for size in (1, 50, 253):
            line.write(EVERY_BYTE[:size])
            assert line.read(1000, 0) == EVERY_BYTE[:size]
        assert hub.bench.now() == 0
        line.write(b"abc")
        assert line.read(2, 0) == b"ab"
        assert line.read(2, 0) == b"c"
        assert line.read(2, 0) == b""
        assert hub.bench.now() == 0
        assert line.read(2, 0.25) == b""
        assert hub.bench.now() == 250
        hub.kill()
        with pytest.raises(Unplugged):
            line.read(1, 1)
        line.close()


@BOTH
def test_bytes_stay_outside_until_the_pump_lets_them_in(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), driven=True) as hub:
        line = serial.serial_for_url(hub.port, timeout=10)
        line.write(b"abcdef")
        hub.bench.run(1000)
        assert hub.bench.pump(2) == (2, 2)
        assert line.read(2) == b"ab"
        hub.bench.run(1000)
        assert hub.bench.pump(6) == (6, 6)
        assert line.read(4) == b"cdef"
        line.close()


@BOTH
def test_a_port_that_takes_nothing_more(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), driven=True) as hub:
        line = DrivenTransport(hub)
        hub.bench.fault("port", 2)
        line.write(b"abcdef")
        assert line.read(10, 0) == b"ab"
        hub.bench.fault("port", -1)
        line.write(b"g")
        assert line.read(10, 0) == b"g"
        line.close()


def session(flash, back_end, port="pty"):
    """A busy half minute; everything that can be seen of it."""
    with stub_hub(flash, back_end_or_skip(back_end), driven=True, seed=4, port=port) as hub:
        line = DrivenTransport(hub)
        seen = []
        for i in range(40):
            button = hub.bench.buttons[i % 4]
            hub.bench.press(button, 30 + 7 * i)
            line.write(b"?" * (i % 3) + bytes((200 + i,)))
            seen.append(line.read(500, 0.05))
            seen.append((hub.bench.pixels(), hub.bench.sounds(), hub.bench.flash(), hub.bench.now()))
        line.close()
    return seen, flash.read_bytes()


@BOTH
@PORTS
def test_two_equal_runs_are_equal_bit_for_bit(back_end, port, tmp_path):
    first = session(tmp_path / "a", back_end, port)
    second = session(tmp_path / "b", back_end, port)
    assert first == second


def test_both_back_ends_show_the_same(tmp_path):
    """All but the layout of the flash, which is the library's business."""

    def visible(seen):
        return [entry if isinstance(entry, bytes) else (entry[0], entry[1], entry[3]) for entry in seen]

    micro = session(tmp_path / "a", "micropython")[0]
    assert visible(micro) == visible(session(tmp_path / "b", "cpython")[0])


@BOTH
def test_a_pump_for_bytes_that_never_come_is_refused(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), driven=True) as hub:
        with pytest.raises(BenchError, match="1 bytes announced, 0 came"):
            hub.bench.pump(1)
        assert hub.bench.run(100) == 5


@BOTH
def test_a_hub_that_leaves_its_port_unread_is_not_pumped_for_ever(back_end, tmp_path):
    """As in its self test, which ends by itself; then what came meanwhile is answered."""
    chord = ("TURN", "ROUND")
    with Simulator(tmp_path / "flash", driven=True, back_end=back_end_or_skip(back_end), down=chord) as hub:
        for button in chord:
            hub.bench.up(button)
        hub.bench.run(500)
        line = DrivenTransport(hub)
        line.write(EVERY_BYTE)
        assert line.read(10, 0.05) == b""
        hub.bench.run(60_000)
        assert hub.bench.pump(len(EVERY_BYTE))[0] == len(EVERY_BYTE)
        line.close()


def test_a_simulator_that_cannot_start_says_why(tmp_path):
    with pytest.raises(SimulatorError, match="boards.*nowhere|nowhere"):
        Simulator(tmp_path / "flash", board="nowhere", firmware=stub_folders())
    with pytest.raises(SimulatorError, match="back end called lisp"):
        Simulator(tmp_path / "flash", back_end="lisp")
    with pytest.raises(SimulatorError, match="kind usb"):
        Simulator(tmp_path / "flash", port="usb")


def stub_folders():
    return [STUB, back_ends.firmware()]


def test_one_flash_is_for_one_hub(tmp_path):
    with stub_hub(tmp_path / "flash", "auto") as hub:
        with pytest.raises(SimulatorError, match="Another simulated hub uses"):
            stub_hub(tmp_path / "flash", "auto")
        hub.restart()
    stub_hub(tmp_path / "flash", "auto").close()
    assert [path.name for path in tmp_path.iterdir()] == ["flash"]


def test_without_micropython_the_hub_runs_on_cpython_and_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(back_ends, "micropython", lambda: None)
    with stub_hub(tmp_path / "flash", "auto", driven=True) as hub:
        assert hub.bench.back_end == "cpython"
    assert capsys.readouterr().err.splitlines() == [
        "trainhub: no MicroPython for this computer; the hub's firmware runs on CPython instead"
    ]
    with pytest.raises(SimulatorError, match="no MicroPython for this computer"):
        stub_hub(tmp_path / "flash", "micropython")
