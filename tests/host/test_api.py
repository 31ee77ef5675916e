"""The library: connect, sheet, events, scores, typed errors; and the example program."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fake_hub import FakeHub, HubOnPty
from games import Game, begun
from helpers import environment

import trainhub
from shared_rules import events as ev
from trainhub.errors import NoHub, NotAHub, PortError, RequestRefused

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "announcer.py"


def in_a_loop(coroutine):
    """Run it in a thread of its own: browser tests leave a loop in the main one, wherever this test comes after them."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def hub_with_a_game():
    hub = FakeHub()
    hub.load([*Game(begun(0x777)).round(1, 4).events, ev.named(1, "Anna")])
    return hub


def test_connect_score_and_events():
    hub = hub_with_a_game()

    async def use(port):
        async with await trainhub.Hub.connect(port) as client:
            assert client.state == "hub"
            assert client.game == 0x777
            assert client.hello.board == "fake"
            assert [seat.name for seat in client.sheet().seats] == ["Anna", "#4", "#9"]
            seen = []

            async def listen():
                async for event in client.events():
                    seen.append((event.kind, event.round))
                    if event.kind == "round-begun":
                        return

            listener = asyncio.create_task(listen())
            await asyncio.sleep(0)
            await client.score(1, 9, 21)
            with pytest.raises(RequestRefused) as refused:
                await client.score(9, 9, 21)
            assert refused.value.exit_code == 3
            behind.do(lambda: hub.happen(ev.round_begun(1, 11)))
            await asyncio.wait_for(listener, 10)
            assert seen == [("score", 1), ("round-begun", 2)]
            assert client.sheet().seats[2].total == 21

    with HubOnPty(hub) as port:
        behind = port_lock(hub)
        in_a_loop(use(port))
    assert hub.record.table.score(1, 9) == 21


class port_lock:
    """Things that happen at the hub, from the test's thread."""

    def __init__(self, hub):
        self.hub = hub

    def do(self, action):
        action()


def test_states_through_unplugging(tmp_path):
    hub = hub_with_a_game()
    link = tmp_path / "hub"

    async def use():
        async with await trainhub.Hub.connect(str(link)) as client:
            states = client.states()
            assert await anext(states) == "hub"
            waiting = asyncio.create_task(anext(states))
            await asyncio.sleep(0)
            await asyncio.to_thread(behind.unplug)
            assert await asyncio.wait_for(waiting, 10) == "no hub"
            await states.aclose()

    behind = HubOnPty(hub)
    with behind as port:
        link.symlink_to(port)
        in_a_loop(use())


def test_typed_errors(tmp_path, monkeypatch):
    async def connect(port):
        await trainhub.Hub.connect(str(port), timeout=10)

    with pytest.raises(PortError) as missing:
        in_a_loop(connect(tmp_path / "none"))
    assert isinstance(missing.value, NoHub)
    import os
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    monkeypatch.setattr("trainhub.link.follow.GREETING", 0.3)
    with pytest.raises(NotAHub):
        in_a_loop(connect(os.ttyname(slave)))
    os.close(slave)
    os.close(master)


def test_the_example_program_runs():
    hub = hub_with_a_game()
    with HubOnPty(hub) as port:
        program = subprocess.Popen(
            [sys.executable, "-u", str(EXAMPLE)], env=environment(TRAINHUB_PORT=port), stdout=subprocess.PIPE, text=True
        )
        try:
            assert program.stdout.readline() == "hub: fake, firmware 0.1.0\n"
            hub.happen(ev.round_begun(1, 11))
            assert "Anna to play" in program.stdout.readline()
        finally:
            program.kill()
            program.communicate()
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], env=environment(TRAINHUB_PORT="/none"), capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "no port" in done.stderr
