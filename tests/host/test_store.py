"""The score file: durable, checked, migrated, shared, never overwritten when damaged."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from games import Game, begun, whole_game
from helpers import environment, ok, run, start

from shared_rules import events as ev
from shared_rules.record import fold
from trainhub.errors import StoreError
from trainhub.paths import data_dir, scores_file
from trainhub.scores import history, schema
from trainhub.scores.sheet import build
from trainhub.scores.store import Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "scores.db"


def test_settings_that_make_an_acknowledged_event_durable(path):
    with Store(path) as store:
        assert store.database.execute_sql("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert store.database.execute_sql("PRAGMA synchronous").fetchone()[0] == 2
        assert store.database.execute_sql("PRAGMA user_version").fetchone()[0] == schema.VERSION == 1


def test_append_is_all_or_nothing_and_in_order(path):
    with Store(path) as store:
        store.append(7, 0, [b"a", b"b"])
        with pytest.raises(ValueError, match="does not follow"):
            store.append(7, 5, [b"x"])
        store.append(7, 1, [b"b", b"c"])  # another process had stored b already
        assert store.read(7) == [b"a", b"b", b"c"]
        assert store.position(7)[0] == 3
        assert store.position(8) == (0, 0)


KILLED = """
import os, signal, sys
from pathlib import Path
from trainhub.scores.store import Store
store = Store(Path(sys.argv[1]))
for seq in range(1000):
    store.append(7, seq, [bytes([seq % 256, 0])])
    print(seq, flush=True)
    if seq == 41:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_append_returned_for_survives_a_kill(path):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    with Store(path) as store:
        assert store.position(7)[0] == int(done.stdout.split()[-1]) + 1 == 42


def test_two_processes_at_once(path):
    with Store(path) as one, Store(path) as two:
        one.append(7, 0, [b"a"])
        before = two.version_of_data()
        key = one.propose(7, b"p", 3)
        assert two.version_of_data() != before
        (pending,) = two.pending(7)
        assert (pending.key, pending.event, pending.expect) == (key, b"p", 3)
        two.settled(pending, 0)
        assert one.verdict(key) == 0
        assert one.pending(7) == []


def test_what_is_written_here_follows_what_is_there(path):
    """An event decided on a log that another process has lengthened since is another event than it was meant to be."""
    with Store(path) as one, Store(path) as two:
        one.append(7, 0, [b"a", b"b"], schema.HOST_WRITES)
        assert two.read(7) == [b"a", b"b"]
        one.append(7, 2, [b"c"], schema.HOST_WRITES)
        with pytest.raises(ValueError, match="already"):
            two.append(7, 2, [b"d"], schema.HOST_WRITES)
        with two.writing(7):
            assert two.read(7) == [b"a", b"b", b"c"]
            two.append(7, 3, [b"d"], schema.HOST_WRITES)
        with pytest.raises(KeyError), two.writing(7):
            two.append(7, 4, [b"e"], schema.HOST_WRITES)
            raise KeyError
        one.refresh()
        assert one.read(7) == [b"a", b"b", b"c", b"d"]


def test_commands_at_the_same_moment_all_count():
    ok("new", "Anna", "Ben", "--no-hub")
    rounds = [start("round", "Anna", f"Ben={n}") for n in range(1, 6)]
    assert [(done.wait(60), done.stderr.read()) for done in rounds] == [(0, b"")] * 5
    sheet = run("sheet", "--json").json
    held = [row["cells"]["2"]["pips"] for row in sheet["rounds"] if row["state"] == "over"]
    assert sorted(held) == [1, 2, 3, 4, 5]
    for done in rounds:
        done.communicate()


def test_a_locked_file_says_so(path, monkeypatch):
    monkeypatch.setitem(sys.modules["trainhub.scores.store"].PRAGMAS, "busy_timeout", 50)
    with Store(path) as store:
        other = sqlite3.connect(path)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="in use"):
            store.append(7, 0, [b"a"])
        other.rollback()
        other.close()
        store.append(7, 0, [b"a"])


def game_on_file():
    ok("new", "Anna", "Ben", "--no-hub")
    for _ in range(5):
        ok("round", "Anna", "Ben=3")
    return scores_file(data_dir())


@pytest.mark.parametrize(
    "harm",
    [
        lambda raw: b"this is not a database at all, it is a text" * 20,
        lambda raw: raw[:100] + bytes(2000) + raw[2100:],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:5000] + os.urandom(4000) + raw[9000:],
    ],
    ids=["text", "zeros", "cut", "noise"],
)
def test_a_damaged_file_is_reported_and_copied_but_never_overwritten(harm, monkeypatch):
    file = game_on_file()
    broken = harm(file.read_bytes())
    file.write_bytes(broken)
    done = run("sheet")
    assert done.code == 10, done
    assert "damaged" in done.err
    assert "trainhub restore" in done.err
    assert "Traceback" not in done.err
    assert file.read_bytes() == broken
    copies = list(file.parent.glob("scores.db.damaged-*"))
    assert [copy.read_bytes() for copy in copies] == [broken]
    monkeypatch.setattr("time.strftime", lambda *_: "a second later")
    assert run("new", "X", "Y", "--no-hub").code == 10
    assert list(file.parent.glob("scores.db.damaged-*")) == copies, "the same damage is copied once"
    assert file.read_bytes() == broken


def test_a_file_of_a_newer_trainhub_is_left_alone():
    file = game_on_file()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    done = run("sheet")
    assert done.code == 10
    assert "newer trainhub" in done.err
    assert file.read_bytes() == before


def test_migration_copies_first_and_is_atomic(path, monkeypatch):
    with Store(path) as store:
        store.append(7, 0, [b"a"])

    def add(database):
        database.execute_sql("ALTER TABLE log ADD COLUMN colour TEXT DEFAULT 'red'")

    def fail(database):
        add(database)
        raise sqlite3.OperationalError("no space")

    monkeypatch.setattr(schema, "VERSION", 2)
    monkeypatch.setitem(schema.STEPS, 1, fail)
    with pytest.raises((StoreError, sqlite3.OperationalError)):
        Store(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
    monkeypatch.setitem(schema.STEPS, 1, add)
    with Store(path) as store:
        assert store.read(7) == [b"a"]
        assert store.database.execute_sql("SELECT colour FROM log").fetchone() == ("red",)
    backup = path.with_name("scores.db.schema-1")
    connection = sqlite3.connect(backup)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


def test_a_folder_that_cannot_be_written():
    done = run("new", "A", "B", "--no-hub", "--data", "/proc/nowhere")
    assert done.code == 10
    assert "--data" in done.err
    assert "Traceback" not in done.err


# -- the sheet is the fold ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_history_agrees_with_the_reducer_on_random_games(seed):
    events = whole_game(seed)
    for end in (len(events), len(events) // 2, len(events) // 3, 1):
        told = history.read(events[:end])
        record = fold(events[:end])
        assert vars(told.table) == vars(record.table)
        assert told.skipped == record.skipped
        assert len(told.rounds) == record.table.round


def test_undo_is_the_inverse_in_every_state():
    events = whole_game(4)[:160]
    game = Game(events[0])
    for event in events[1:]:
        if event[0] in (ev.UNDONE, ev.REDONE) or game.record.admit(event):
            continue
        before = build(game.events)
        game.add(event)
        after = build(game.events)
        if ev.is_table_event(event[0]):
            game.add(game.record.undo_event())
            assert rows(build(game.events)) == rows(before)
            game.add(game.record.redo_event())
            assert rows(build(game.events)) == rows(after)


def rows(sheet):
    return sheet.rows, sheet.seats, sheet.phase, sheet.winners


def test_a_tie_is_shared_and_rounds_won_decide():
    game = Game(begun(5, (1, 2, 3)))
    game.round(1, 1, {2: 10, 3: 10}).round(1, 1, {2: 5, 3: 5})
    sheet = build(game.events)
    assert [seat.place for seat in sheet.seats] == [1, 2, 2]
    assert sheet.winners == ()
    game.add(ev.simple(ev.GAME_ENDED))
    assert build(game.events).winners == (1,)


def test_an_empty_log_has_an_empty_sheet():
    assert build([]).seats == ()


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_a_file_of_every_released_schema_opens(version, path):
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    dump = Path(__file__).with_name("released") / f"schema-{version}.sql"
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    with Store(path) as store:
        assert [(row.log_id, row.writer) for row in store.logs()] == [(0x778, "host"), (0x777, "hub")]
        sheet = build(store.read(0x777))
        assert [(seat.name, seat.total) for seat in sheet.seats] == [("#1", 10), ("Эва", 0), ("#9", 31)]
        assert len(store.pending(0x777)) == 1
