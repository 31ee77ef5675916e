"""What can be said of the score file without loading more than Python's own sqlite3."""

import contextlib
import sqlite3
import time
from pathlib import Path

from trainhub.errors import StoreError
from trainhub.text import tr

VERSION = 1  # of the schema, kept in the file as `user_version`


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
    with contextlib.suppress(OSError):
        held = [old for old in path.parent.glob(f"{path.name}.damaged-*") if filecmp.cmp(old, path, shallow=False)]
        if held:  # one copy is enough, however often somebody looks
            copy = held[0]
        elif not copy.exists():
            shutil.copy2(path, copy)
    return StoreError(
        tr("The score file {file} is damaged ({reason}). A copy is kept in {copy}; nothing was overwritten.",
           file=path, reason=reason, copy=copy),
        tr("Bring back a backup with: trainhub restore FILE. What the hub still holds comes back with trainhub sync."),
    )  # fmt: skip


def refuse_damaged(path: Path) -> None:
    """Look before SQLite touches the file: is it one of ours, whole?"""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
        with path.open("rb") as file:
            magic = file.read(16)
        if magic != b"SQLite format 3\0":
            raise damaged(path, tr("not a SQLite file"))
        connection = sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)
        try:
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return  # locked or unreadable: opening it says so
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    if result != "ok":
        raise damaged(path, str(result))
