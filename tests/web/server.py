"""The server as a process, and a page without a browser: one WebSocket that waits for what it is told."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0


class Server:
    """`trainhub table`. `url`: its address · `told`: what it printed."""

    def __init__(self, data, http, options):
        self.data = data
        command = [
            sys.executable, "-m", "trainhub.cli.main", "table", "--no-browser", "--json", "--data", str(data),
            "--http", str(http), *options,
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "host"), str(ROOT)])}
        environment.pop("TRAINHUB_PORT", None)
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.told = json.loads(line)
        self.url = self.told["url"]
        self.http = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self, how=signal.SIGTERM):
        """Ends it; returns its exit status and what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            _, said = self.process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise
        except ValueError:  # read to its end before
            said = ""
        return self.process.returncode, said

    def rss(self):
        """Memory of the server process, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def page(self, host="127.0.0.1", **options):
        return Line(f"{host}:{self.http}", **options)


class Line:
    """What a page says and hears."""

    def __init__(self, host, origin=None, greet=True):
        self._manager = connect(f"ws://{host}/live", origin=origin or f"http://{host}", open_timeout=PATIENCE, max_size=None)
        self.socket = self._manager.__enter__()
        self.number = 0
        self.latest = {}
        self.heard = []
        if greet:
            assert self.ask("hello", version=1)["type"] == "done"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def raw(self, text):
        self.socket.send(text)

    def hear(self, timeout=PATIENCE):
        """The next message; None after `timeout` seconds."""
        try:
            message = json.loads(self.socket.recv(timeout))
        except TimeoutError:
            return None
        self.latest[message["type"]] = message
        self.heard.append(message)
        return message

    def until(self, right):
        """Waits for a message with which `right(message)` is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear(max(0.05, end - time.monotonic()))
            if message and right(message):
                return message
        raise AssertionError(f"never heard; latest: {self.latest}")

    def ask(self, do, **fields):
        """A request and its answer."""
        self.number += 1
        number = self.number
        self.raw(json.dumps({"do": do, "id": number, **fields}))
        return self.until(lambda m: m.get("id") == number and m["type"] in ("done", "error"))

    def error(self):
        """The next error that comes."""
        return self.until(lambda m: m["type"] == "error")

    def told(self, kind):
        """The latest message of that kind, waiting for the first one."""
        return self.latest.get(kind) or self.until(lambda m: m["type"] == kind)

    def state(self, right=lambda game: game is not None):
        """The latest state of the game, once it is right."""
        known = self.latest.get("state")
        if known and right(known["game"]):
            return known["game"]
        return self.until(lambda m: m["type"] == "state" and right(m["game"]))["game"]

    def connected(self, state="DEMO"):
        """Waits until the line to the hub is in that state, which may have been told already."""
        known = self.latest.get("state")
        if not known or known["line"]["state"] != state:
            self.until(lambda m: m["type"] == "state" and m["line"]["state"] == state)

    def press(self, button, hold=False):
        """A finger on a button, until the hub has felt it."""
        assert self.ask("button", name=button, down=True)["type"] == "done"
        time.sleep(1.1 if hold else 0.09)  # how long a finger rests, on the hub's real clock
        assert self.ask("button", name=button, down=False)["type"] == "done"

    def asked(self, kind):
        """Waits until the hub asks that (None: nothing)."""
        def right(message):
            question = message.get("question")
            return message["type"] == "now" and (question["kind"] if question else None) == kind

        known = self.latest.get("now")
        return known if known and right(known) else self.until(right)

    def closed(self):
        """The code with which the server ends the connection."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def begin(line, people=((1, "Anna"), (6, "Ben")), rounds=1, **more):
    """A short game on the hub."""
    line.connected()
    fields = {"rules": "cardinal-it", "set": 12, "overrides": [[29, rounds]], "end": False, **more}
    assert line.ask("new", people=[list(one) for one in people], **fields)["type"] == "done"
    names = [name for _, name in people]
    return line.state(lambda game: game and [seat["name"] for seat in game["sheet"]["seats"]] == names)


def play_round(line):
    """Opens a round and ends it: the seat in turn is out."""
    line.asked("Engine")
    line.press("ROUND")
    line.state(lambda game: game and game["table"]["phase"] == "round running")
    line.asked(None)
    line.press("ROUND")
    line.asked("RoundEnd")
    line.press("ROUND")
    return line.state(lambda game: game and game["table"]["phase"] != "round running")
