"""The PC beside a simulated hub on the driven clock."""

import contextlib
import json
import os
import select
import subprocess
import sys
import tty

from trainhub.simulator.driven import DrivenTransport

SLICE = 0.005


class Desk:
    """The PC beside the hub: a pty for each command, joined to the hub's port; the hub's clock goes on with the PC's."""

    def __init__(self, hub, folder):
        self.hub = hub
        self.folder = folder
        self.look = None  # called again and again while a command runs

    def run(self, *words, port=True, expect=0):
        """One `trainhub` command in a process of its own. Returns its JSON object."""
        return json.loads(self.say(*words, "--json", port=port, expect=expect))

    def say(self, *words, port=True, expect=0, typed=None):
        """One command; `typed`: what a person types at its terminal. Returns what it printed."""
        command = [sys.executable, "-m", "trainhub.cli.main", *words, "--data", str(self.folder)]
        keyboard, terminal = os.openpty() if typed else (None, None)
        if typed:
            os.write(keyboard, typed.encode())
        near, far = os.openpty()
        tty.setraw(far)
        os.set_blocking(near, False)
        if port:
            command += ["--port", os.ttyname(far)]
        line = DrivenTransport(self.hub)
        pipes = {"stdin": terminal or subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, **pipes) as process:
            while process.poll() is None:
                select.select([near], [], [], SLICE)
                with contextlib.suppress(BlockingIOError):
                    line.write(os.read(near, 4096))
                os.write(near, line.read(4096, SLICE))
                if self.look:
                    self.look()
            out, err = process.communicate()
        line.close()
        for end in (near, far, keyboard, terminal):
            if end is not None:
                os.close(end)
        assert process.returncode == expect, out + err
        assert "Traceback" not in err
        return out
