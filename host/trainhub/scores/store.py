"""The score file: opened, checked, migrated, written. `Store` is the book (`link.book`) that outlives the process.

An event is on the disk (WAL, synchronous=FULL) before anybody is told that it was received. A damaged file is copied
aside and reported, never written to.
"""

import binascii
import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peewee import DatabaseError, OperationalError, SqliteDatabase

from trainhub.errors import StoreError
from trainhub.scores import schema
from trainhub.scores.files import copy, damaged, newer, refuse_damaged
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.link.book import Pending
    from trainhub.link.news import Hello

PRAGMAS = {"journal_mode": "wal", "synchronous": "full", "foreign_keys": 1, "busy_timeout": 5000}


class Store:
    """All games in one file. Open it with a path; use it from any thread; close it."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self._now = now
        self._cache: dict[int, list[bytes]] = {}  # events of the logs in use
        self._hub = ""  # uid of the hub that is talked to
        path.parent.mkdir(parents=True, exist_ok=True)
        refuse_damaged(path)
        self.database = SqliteDatabase(str(path), pragmas=PRAGMAS)
        self.models = schema.models(self.database)
        with self._guarded():
            self.database.connect()
            self._migrate()

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the book of a session -----------------------------------------------------------------------------------------

    def position(self, log_id: int) -> tuple[int, int]:
        events = self._events(log_id)
        return len(events), binascii.crc32(b"".join(events))

    def prefix_crc(self, log_id: int, count: int) -> int:
        return binascii.crc32(b"".join(self._events(log_id)[:count]))

    def read(self, log_id: int, start: int = 0) -> Sequence[bytes]:
        return self._events(log_id)[start:]

    def append(self, log_id: int, start: int, events: Sequence[bytes], writer: str = schema.HUB_WRITES) -> None:
        with self._guarded(), self.database.atomic("IMMEDIATE"):
            log = self._log(log_id)
            if log is None:
                now = int(self._now())
                log = self.models.Log.create(log_id=log_id, writer=writer, created=now, touched=now)
            kept = self.models.Event.select().where(self.models.Event.log == log).count()
            if kept > start:  # another process was quicker
                if writer == schema.HOST_WRITES:
                    raise ValueError(f"event {start} is there already; decide in `writing`")
                events = events[kept - start :]
                start = kept
            if kept < start:
                raise ValueError(f"event {start} does not follow event {kept - 1}")
            rows = [{"log": log.id, "seq": start + i, "data": event} for i, event in enumerate(events)]
            if rows:
                self.models.Event.insert_many(rows).execute()
            changes = {"hub": self._hub} if self._hub and writer == schema.HUB_WRITES else {}
            self.models.Log.update(touched=int(self._now()), **changes).where(self.models.Log.id == log.id).execute()
        self._cache.pop(log_id, None)

    def pending(self, log_id: int) -> Sequence["Pending"]:
        from trainhub.link.book import Pending  # a command that only shows a sheet needs no link

        proposal = self.models.Proposal
        with self._guarded():
            rows = list(
                proposal.select()
                .where(proposal.state == schema.WAITING, proposal.log_id.in_([0, log_id]))
                .order_by(proposal.id)
            )
        return [Pending(row.id, row.log_id, row.expect, bytes(row.event)) for row in rows]

    def settled(self, pending: "Pending", code: int) -> None:
        proposal = self.models.Proposal
        state = schema.REFUSED if code else schema.ACCEPTED
        with self._guarded():
            proposal.update(state=state, code=code).where(proposal.id == pending.key).execute()

    def ours(self, log_id: int) -> bool:
        return self.writer(log_id) == schema.HOST_WRITES

    def hub_seen(self, hello: "Hello") -> None:
        self._hub = hello.uid.hex()
        with self._guarded():
            self.models.Hub.insert(
                uid=self._hub, board=hello.board, firmware=hello.version, simulated=int(hello.simulated),
                seen=int(self._now()),
            ).on_conflict(
                conflict_target=[self.models.Hub.uid],
                preserve=[self.models.Hub.board, self.models.Hub.firmware, self.models.Hub.simulated, self.models.Hub.seen],
            ).execute()  # fmt: skip

    # -- for the commands ----------------------------------------------------------------------------------------------

    def propose(self, log_id: int, event: bytes, expect: int = 0) -> int:
        """Keep a proposal until a hub has decided about it. Returns its key."""
        with self._guarded():
            row = self.models.Proposal.create(log_id=log_id, expect=expect, event=event, made=int(self._now()))
            return int(row.id)

    def verdict(self, key: int) -> int | None:
        """The hub's word on that proposal; None while it waits."""
        with self._guarded():
            row = self.models.Proposal.get_by_id(key)
        return None if row.state == schema.WAITING else int(row.code)

    def withdraw(self, key: int) -> None:
        """Forget a proposal that was never decided."""
        proposal = self.models.Proposal
        with self._guarded():
            proposal.delete().where(proposal.id == key, proposal.state == schema.WAITING).execute()

    def logs(self) -> list[Any]:
        """Rows of all logs (`log_id`, `writer`, `aside`, `created`, `touched`), the one used last first."""
        log = self.models.Log
        with self._guarded():
            return list(log.select().order_by(log.aside, log.touched.desc(), log.id.desc()))

    def events_of(self, row: Any) -> list[bytes]:
        """All events of a row of `logs`, also of one that was set aside."""
        event = self.models.Event
        with self._guarded():
            rows = event.select(event.data).where(event.log == row.id).order_by(event.seq).tuples()
            return [bytes(data) for (data,) in rows]

    def writer(self, log_id: int) -> str | None:
        """Who writes this log: `hub`, `host`, or None if it is not here."""
        log = self._log(log_id)
        return None if log is None else str(log.writer)

    def take_over(self, log_id: int) -> None:
        """From now on this side writes the log: the hub has let it go."""
        log = self.models.Log
        with self._guarded():
            log.update(writer=schema.HOST_WRITES).where(log.log_id == log_id, log.aside == 0).execute()

    def set_aside(self, log_id: int, given_up: bool) -> None:
        """Keep what is here of this log as it is, and make room for another history of it.

        given_up: the user chose the other one, so lists leave it out.
        """
        log = self.models.Log
        changes = {"writer": schema.NOBODY_WRITES} if given_up else {}
        with self._guarded(), self.database.atomic("IMMEDIATE"):
            count = log.select().where(log.log_id == log_id).count()
            log.update(aside=count, **changes).where(log.log_id == log_id, log.aside == 0).execute()
        self._cache.pop(log_id, None)

    def hubs(self) -> list[Any]:
        """Rows of all hubs ever seen (`uid`, `board`, `firmware`, `serial_number`, `seen`), the latest first."""
        with self._guarded():
            return list(self.models.Hub.select().order_by(self.models.Hub.seen.desc()))

    def remember_port(self, uid: bytes, serial_number: str) -> None:
        """The USB serial number at which this hub was found; paths change, it does not."""
        hub = self.models.Hub
        with self._guarded():
            hub.update(serial_number=serial_number).where(hub.uid == uid.hex()).execute()

    def version_of_data(self) -> int:
        """A number that changes when another process wrote."""
        with self._guarded():
            number = int(self.database.execute_sql("PRAGMA data_version").fetchone()[0])
        return number

    def refresh(self) -> None:
        """Another process wrote: read anew."""
        self._cache.clear()

    @contextlib.contextmanager
    def writing(self, log_id: int) -> Iterator[None]:
        """Nobody else writes meanwhile: what is read of this log in here is what the next event follows."""
        with self._guarded(), self.database.atomic("IMMEDIATE"):
            self._cache.pop(log_id, None)
            yield

    # -- inside --------------------------------------------------------------------------------------------------------

    def _log(self, log_id: int) -> Any:
        log = self.models.Log
        with self._guarded():
            return log.get_or_none(log.log_id == log_id, log.aside == 0)

    def _events(self, log_id: int) -> list[bytes]:
        events = self._cache.get(log_id)
        if events is None:
            row = self._log(log_id)
            events = [] if row is None else self.events_of(row)
            self._cache[log_id] = events
        return events

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what SQLite says into words."""
        try:
            yield
        except OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise StoreError(
                    tr("The score file {file} is in use by another program.", file=self.path),
                    tr("Close it there, then repeat the command."),
                ) from error
            raise StoreError(
                tr("The score file {file} cannot be used: {reason}.", file=self.path, reason=error),
                tr("Check the disk, or name another folder with --data."),
            ) from error
        except DatabaseError as error:
            raise damaged(self.path, str(error)) from error

    def _migrate(self) -> None:
        found = int(self.database.execute_sql("PRAGMA user_version").fetchone()[0])
        if found > schema.VERSION:
            raise newer(self.path, found)
        if found == schema.VERSION:
            return
        if found:
            copy(self.path, self.path.with_name(f"{self.path.name}.schema-{found}"))
        with self.database.atomic("IMMEDIATE"):
            # Another process may have been quicker between the look and the lock.
            found = int(self.database.execute_sql("PRAGMA user_version").fetchone()[0])
            if found == 0:
                self.database.create_tables(self.models.all)
            for step in range(max(found, 1), schema.VERSION):
                schema.STEPS[step](self.database)
            self.database.execute_sql(f"PRAGMA user_version = {schema.VERSION}")
