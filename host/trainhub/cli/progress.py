"""How far a long copy has got: a bar on a terminal, a line a file elsewhere, nothing with --quiet. Always on stderr or as
prose, so that --json stays one object.
"""

from collections.abc import Callable
from typing import Any

from trainhub.cli.common import Common


class Bar:
    """`with Bar(common) as progress: progress(what, done, total)`."""

    def __init__(self, common: Common) -> None:
        self._common = common
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Callable[[str, int, int], None]:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        if console.is_terminal and not self._common.quiet:
            self._bar = Progress(console=console)
            self._bar.start()
        return self.show

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, path: str, done: int, total: int) -> None:
        if self._bar:
            if path not in self._tasks:
                self._tasks[path] = self._bar.add_task(path, total=total)
            self._bar.update(self._tasks[path], completed=done, total=total)
        elif done == total and path not in self._tasks:
            self._tasks[path] = True
            self._common.say(f"  {path} ({total})")
