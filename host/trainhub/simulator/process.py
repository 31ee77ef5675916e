"""One run of the firmware as a process: from power-up to power cut."""

import subprocess
import threading
from collections import deque
from pathlib import Path
from typing import Any

from trainhub.simulator import back_ends
from trainhub.simulator.errors import broken_off
from trainhub.text import tr

START_S = 30.0  # longest a start may take on a busy computer
_KEPT = 200  # lines of standard error remembered


class HubProcess:
    """Starts at once; `bench_port` and `serial_port` are known when the constructor returns."""

    def __init__(
        self, back_end: str, folders: list[Path], arguments: list[str], line: int | None, heap: str = back_ends.HEAP
    ) -> None:
        """`line`: the file descriptor that is the hub's end of its serial line; None: it listens on a socket."""
        program, environment = back_ends.command(back_end, folders, heap)
        streams: dict[str, Any] = {"stdin": line, "stdout": line}
        if line is None:
            streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        self._process = subprocess.Popen(
            [*program, *arguments], env=environment, cwd=back_ends.STAND_INS, stderr=subprocess.PIPE, **streams
        )
        self.said: deque[str] = deque(maxlen=_KEPT)
        self._ports: dict[str, int] = {}
        self._ready = threading.Event()
        self._wanted = {"bench"} if line is not None else {"bench", "serial"}
        self._listener = threading.Thread(target=self._listen, name="simulator", daemon=True)
        self._listener.start()
        if not self._ready.wait(START_S) or self._wanted - self._ports.keys():
            self.kill()
            raise broken_off(tr("The simulated hub did not start"), self.last_words())
        self.bench_port = self._ports["bench"]
        self.serial_port = self._ports.get("serial")

    def _listen(self) -> None:
        """Reads standard error to its end: first the ports, then whatever the firmware has to say."""
        assert self._process.stderr is not None
        for raw in self._process.stderr:
            line = raw.decode("utf-8", "replace").rstrip()
            name, _, number = line.partition(" ")
            if name in self._wanted - self._ports.keys() and number.isdigit():
                self._ports[name] = int(number)
                if not self._wanted - self._ports.keys():
                    self._ready.set()
            else:
                self.said.append(line)
        self._ready.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    def status(self) -> int | None:
        """Exit status; None while it runs."""
        return self._process.poll()

    def wait(self, timeout: float | None = None) -> int | None:
        """The exit status once it has ended; None if it still runs after `timeout` seconds."""
        try:
            return self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None

    def minutes(self) -> int:
        """For how long a hub that ended wants the prompt on its port."""
        self._listener.join(2)
        told = [line.split(" ")[1] for line in self.said if line.startswith("maintenance ")]
        return int(told[-1]) if told and told[-1].isdigit() else 1

    def kill(self) -> None:
        """The power goes."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._listener.join(5)
        if self._process.stderr is not None:
            self._process.stderr.close()

    def last_words(self) -> list[str]:
        """What it said on standard error, complete if it has ended."""
        self._listener.join(2 if self.status() is not None else 0)
        return list(self.said)
