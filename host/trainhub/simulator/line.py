"""The serial line between a simulated hub and the programs of this computer, as a pseudo-terminal."""

import contextlib
import os
import sys

from trainhub.simulator.scratch import Scratch


class Pty:
    """A pty whose device has the same path after every power-up: a link that is set anew each time.

    The hub holds the master end alone. When it dies whoever has the device open gets an error, as from a pulled plug.
    """

    def __init__(self) -> None:
        self._folder = Scratch()
        self.path = self._folder.path / "hub"
        self._slave: int | None = None

    def plug(self) -> int:
        """A new line; returns the hub's end, which the caller closes when the hub has it."""
        if sys.platform == "win32":  # pragma: no cover
            raise OSError("Windows has no pty; use a socket")
        import tty

        self.unplug()
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(master, False)
        # Ours stays open, or the hub would read an error whenever the other program closes its end.
        self.path.symlink_to(os.ttyname(self._slave))
        return master

    def unplug(self) -> None:
        # The path goes first: the terminal's number is free for others as soon as both ends are closed.
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        if self._slave is not None:
            os.close(self._slave)
            self._slave = None

    def close(self) -> None:
        self.unplug()
        self._folder.close()
