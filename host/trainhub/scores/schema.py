"""The tables of the score file, and how an older file becomes a newer one.

Events are only ever added. A log whose history was given up for another one is set aside, not deleted. `user_version`
says which schema a file has; each step from one to the next is a function here; the file is copied before the first.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from peewee import (
    BigIntegerField,
    BlobField,
    CompositeKey,
    ForeignKeyField,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)

from trainhub.scores.files import VERSION as VERSION

HUB_WRITES = "hub"
HOST_WRITES = "host"
NOBODY_WRITES = "nobody"  # a history that was given up for another one

WAITING = "waiting"  # for the hub's word
ACCEPTED = "accepted"
REFUSED = "refused"


def models(database: SqliteDatabase) -> Any:
    """The model classes, bound to `database`: no global one, so that two files can be open at once."""

    class Base(Model):
        class Meta:
            pass

    Base._meta.database = database

    class Hub(Base):
        """A hub that said hello. uid: hex · simulated: 0 or 1 · serial_number: of its USB port, "" if unknown."""

        uid = TextField(primary_key=True)
        board = TextField()
        firmware = TextField()
        simulated = IntegerField()
        serial_number = TextField(default="")
        seen = BigIntegerField()

        class Meta:
            database = Base._meta.database
            table_name = "hub"

    class Log(Base):
        """A game. log_id: as in `game begun` · writer: who appends · aside: 0, or in which order it was set aside."""

        log_id = BigIntegerField()
        writer = TextField()
        hub = TextField(default="")
        created = BigIntegerField()
        touched = BigIntegerField()
        aside = IntegerField(default=0)

        class Meta:
            database = Base._meta.database
            table_name = "log"
            indexes = ((("log_id", "aside"), True),)

    class Event(Base):
        """Event number `seq` of a log: its bytes, as on the wire and in the hub's flash."""

        log = ForeignKeyField(Log, column_name="log", on_delete="RESTRICT")
        seq = IntegerField()
        data = BlobField()

        class Meta:
            database = Base._meta.database
            table_name = "event"
            primary_key = CompositeKey("log", "seq")
            without_rowid = True

    class Proposal(Base):
        """What this side asked a hub to write. state: waiting, accepted, refused · code: the hub's `E_*` number."""

        log_id = BigIntegerField()
        expect = IntegerField()
        event = BlobField()
        state = TextField(default=WAITING)
        code = IntegerField(default=0)
        made = BigIntegerField()

        class Meta:
            database = Base._meta.database
            table_name = "proposal"

    return SimpleNamespace(Hub=Hub, Log=Log, Event=Event, Proposal=Proposal, all=[Hub, Log, Event, Proposal])


# From schema n to n + 1, in order; each is given the open database inside one transaction.
STEPS: dict[int, Callable[[SqliteDatabase], None]] = {}
