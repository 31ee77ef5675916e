"""--verbose: what is sent and received, by name, on stderr; without it, nothing."""

import re

import pytest
from fake_hub import FakeHub, HubOnPty
from games import Game, begun
from helpers import ok, run

from shared_rules import frames, wire
from trainhub.link import trace


@pytest.fixture
def hub():
    hub = FakeHub()
    hub.load(Game(begun(0x777)).round(1, 4).events)
    return hub


@pytest.fixture
def port(hub):
    with HubOnPty(hub) as name:
        yield name


def test_a_command_tells_what_passes(port):
    done = run("sync", "--verbose", "--port", port, "--json")
    assert done.code == 0
    assert done.json["received"]
    lines = done.err.splitlines()
    assert lines[0] == f"= {port}"
    names = [re.match(r"([<>]) +\d+ ms  (\w+)", line).groups() for line in lines[1:] if line[:1] in "<>"]
    assert names[0] == (">", "HELLO_ASK")
    assert ("<", "HELLO") in names and (">", "PULL") in names and ("<", "BATCH") in names
    assert names[-1] == (">", "BYE")


def test_nothing_is_told_unasked(port):
    assert run("sync", "--port", port).err == ""
    assert run("sync", "--quiet", "--port", port, "--verbose").err.startswith("= ")
    assert run("sync", "--port", port).err == ""  # it does not stay on


def test_an_error_comes_after_what_led_to_it(tmp_path):
    done = run("sync", "--verbose", "--port", str(tmp_path / "none"))
    assert done.code == 4
    assert "There is no port" in done.err
    assert "--verbose" in ok("watch", "--help")


def test_every_message_has_one_name():
    names = [trace.told(bytes((ident,)) + bytes(120)).split()[0] for ident in wire._FORMATS]
    assert len(set(names)) == len(names)
    assert all(getattr(wire, name) == ident for name, ident in zip(names, wire._FORMATS, strict=True))


def test_text_and_what_nobody_knows():
    lines = []
    times = iter((1.0, 1.002, 1.5))
    shown = trace.Trace(lines.append, lambda: next(times))
    shown.received(b"Traceback (most recent call last):\r\n  boom\r\n\x02")
    shown.sent(frames.encode(b"\xfa\x01"))
    assert lines == ['<      2 ms  "Traceback (most recent call last):"', '<      2 ms  "boom"', ">    500 ms  ? fa01"]
