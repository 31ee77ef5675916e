"""What can be said of the score file without loading more than Python's own sqlite3."""

import sqlite3
import time
from pathlib import Path

from trainhub.errors import StoreError
from trainhub.text import tr

VERSION = 1  # of the schema, kept in the file as `user_version`
OURS = {"log", "event"}  # tables that a score file has whatever its schema
_NO_ROOM_BESIDE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def newer(path: Path, found: int) -> StoreError:
    """The error for a file of a trainhub that is newer than this one."""
    return StoreError(
        tr("The score file {file} was written by a newer trainhub (schema {found}, this one knows {known}).",
           file=path, found=found, known=VERSION),
        tr("Update trainhub; the file was left as it is."),
    )  # fmt: skip


def damaged(path: Path, reason: str) -> StoreError:
    """Copy a damaged file aside and say so."""
    import filecmp
    import shutil

    copy = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    step = tr("Bring back a backup with: trainhub restore FILE. What the hub still holds comes back with trainhub sync.")
    try:
        held = [old for old in path.parent.glob(f"{path.name}.damaged-*") if filecmp.cmp(old, path, shallow=False)]
        if held:  # one copy is enough, however often somebody looks
            copy = held[0]
        elif not copy.exists():
            shutil.copy2(path, copy)
    except OSError:  # a folder or a disk that takes no copy
        text = tr("The score file {file} is damaged ({reason}); nothing was overwritten.", file=path, reason=reason)
        return StoreError(text, step)
    return StoreError(
        tr("The score file {file} is damaged ({reason}). A copy is kept in {copy}; nothing was overwritten.",
           file=path, reason=reason, copy=copy),
        step,
    )  # fmt: skip


def open_to_read(path: Path) -> sqlite3.Connection:
    """The file, to look at; also where nothing can be written beside it.

    SQLite reads a file in WAL mode by way of a `-shm` file next to it. Where that cannot be made, by right or for want
    of room, nobody else can be writing either, so the file may be read as one that does not change; what still stands in
    a `-wal` file, which such a reader would overlook, is read in a copy.
    """
    connection = sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=5)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return connection
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in _NO_ROOM_BESIDE:
            raise
    except BaseException:
        connection.close()
        raise
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        return _copy_in_memory(path, wal)
    return sqlite3.connect(path.absolute().as_uri() + "?immutable=1", uri=True)


def _copy_in_memory(path: Path, wal: Path) -> sqlite3.Connection:
    import shutil
    import tempfile

    try:
        with tempfile.TemporaryDirectory(prefix="trainhub-scores-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(wal, copy.with_name(wal.name))
            source = sqlite3.connect(copy)
            try:
                memory = sqlite3.connect(":memory:")
                source.backup(memory)
            finally:
                source.close()
            return memory
    except OSError as error:
        raise StoreError(
            tr("The score file {file} cannot be used: {reason}.", file=path, reason=error.strerror or error),
            tr("Check the disk, or name another folder with --data."),
        ) from error


def refuse_damaged(path: Path) -> None:
    """Look before SQLite touches the file: is it one of ours, whole?"""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
        with path.open("rb") as file:
            magic = file.read(16)
        if magic != b"SQLite format 3\0":
            raise damaged(path, tr("not a SQLite file"))
        connection = open_to_read(path)
        try:
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return  # locked or unreadable: opening it says so
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    if result != "ok":
        raise damaged(path, str(result))
    if tables and not tables >= OURS:
        raise StoreError(
            tr("{file} holds the data of another program, no games.", file=path),
            tr("It was left as it is. Name another file, or another folder with --data."),
        )


def copy(path: Path, target: Path) -> int:
    """Copy a score file, with all that still stands beside it, into a new file. Returns how many games it holds.

    `path` is only read, by whatever trainhub it was written. Raises `StoreError` for what is no score file.
    """
    refuse_damaged(path)
    try:
        source = open_to_read(path)
        try:
            found = int(source.execute("PRAGMA user_version").fetchone()[0])
            if found > VERSION:
                raise newer(path, found)
            held = source.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
            games = int(source.execute("SELECT count(*) FROM log").fetchone()[0]) if held else 0
            fresh = sqlite3.connect(target)
            try:
                source.backup(fresh)
            finally:
                fresh.close()
        finally:
            source.close()
    except sqlite3.OperationalError as error:
        raise StoreError(
            tr("{file} cannot be copied to {copy}: {reason}.", file=path, copy=target, reason=error),
            tr("Check the disk and whether you may write there."),
        ) from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    return games
