"""The score file for commands that only look: the standard library's sqlite3, read-only.

It exists because loading an object mapper takes as long as everything else a `sheet` does. Whatever writes uses `store`.
"""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from trainhub.scores.files import VERSION, damaged, newer, open_to_read, refuse_damaged


class LogRow(NamedTuple):
    """A game: see `schema.Log`."""

    id: int
    log_id: int
    writer: str
    created: int
    touched: int
    aside: int


class Reader:
    """All games in one file, to look at. A file that does not exist has none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        refuse_damaged(path)
        if not path.exists() or not path.stat().st_size:
            return
        self._connection = self._open()
        found = int(self._ask("PRAGMA user_version")[0][0])
        if found > VERSION:
            self.close()
            raise newer(path, found)
        if found < VERSION:  # the one who may write brings it up to date
            from trainhub.scores.store import Store

            self.close()
            Store(path).close()
            self._connection = self._open()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def logs(self) -> list[LogRow]:
        """All games, the one used last first."""
        rows = self._ask("SELECT id, log_id, writer, created, touched, aside FROM log ORDER BY aside, touched DESC, id DESC")
        return [LogRow(*row) for row in rows]

    def events_of(self, row: LogRow) -> list[bytes]:
        """All events of a game."""
        return [bytes(data) for (data,) in self._ask("SELECT data FROM event WHERE log = ? ORDER BY seq", row.id)]

    def _open(self) -> sqlite3.Connection:
        try:
            return open_to_read(self.path)
        except sqlite3.OperationalError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: sqlite3.Error) -> Exception:
        from trainhub.errors import StoreError
        from trainhub.text import tr

        return StoreError(
            tr("The score file {file} cannot be used: {reason}.", file=self.path, reason=error),
            tr("Check the disk, or name another folder with --data."),
        )

    def _ask(self, query: str, *values: int) -> list[tuple]:  # type: ignore[type-arg]
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            raise self._unusable(error) from error
        except sqlite3.DatabaseError as error:
            raise damaged(self.path, str(error)) from error
