"""The session against a hub in virtual time: every log arrives whole, whatever the line does to it."""

import binascii
import statistics

import pytest
from fake_hub import FakeHub
from games import Game, begun, whole_game
from line import BYTE_MS, Line

from shared_rules import events as ev
from shared_rules import frames, wire
from shared_rules.constants import E_CHANGED, OK
from shared_rules.ruleset import CARDINAL_CS
from trainhub.link.book import MemoryBook, Pending
from trainhub.link.news import Diverged, Greeted, InSync, Lit, Said, Sounded, State, StateChanged, Stored
from trainhub.link.session import Session

GAMES = [whole_game(seed) for seed in range(3)]


def pair(events=(), seed=1, errors=0.0, subscribe=0, book=None):
    hub = FakeHub()
    hub.load(events)
    session = Session(book or MemoryBook(), seed, subscribe)
    return session, hub, Line(session, hub, seed, errors)


def of(kind, news):
    return [item for item in news if isinstance(item, kind)]


@pytest.mark.parametrize(("errors", "limit"), [(0.0, 1.3), (1e-3, 2.0), (5e-3, 5.0)])
def test_first_sync_takes_little_more_than_the_line_needs(errors, limit):
    ratios = []
    for seed in range(21):
        events = GAMES[seed % len(GAMES)]
        session, hub, line = pair(events, seed, errors)
        took = line.run(lambda session=session: session.in_sync)
        assert session.book.logs[hub.log_id] == events
        ratios.append(took / (sum(map(len, events)) * BYTE_MS))
    assert statistics.median(ratios) <= limit


@pytest.mark.parametrize("errors", [0.02, 0.05])
def test_a_terrible_line_still_converges(errors):
    events = GAMES[0][:300]
    for seed in range(5):
        session, hub, line = pair(events, seed, errors)
        line.run(lambda session=session: session.in_sync, limit=300000)
        assert session.book.logs[hub.log_id] == events


def test_reconnect_200_events_behind_takes_under_300_ms():
    events = GAMES[1]
    book = MemoryBook()
    book.append(0x2345678, 0, events[:-200])
    session, _, line = pair(events, book=book)
    assert line.run(lambda: session.in_sync) <= 300


def test_states_and_news_in_order():
    game = Game().round(1, 4)
    session, hub, line = pair(game.events)
    assert session.state == State.CONNECTING == "connecting"
    line.run(lambda: session.idle)
    news = session.take_news()
    assert [type(item) for item in news] == [StateChanged, Greeted, Stored, InSync]
    assert news[0].state == State.HUB == "hub"
    assert news[2].start == 0
    assert list(news[2].events) == game.events
    assert hub.acked[hub.log_id] == len(game.events)


def test_a_simulated_hub_is_called_demo():
    session, hub, line = pair()
    hub.flags = wire.HF_SIMULATED
    line.run(lambda: session.idle)
    assert session.state == State.DEMO == "DEMO"
    assert of(InSync, session.take_news()) == [InSync(0, 0)]


def test_new_events_arrive_while_they_happen():
    session, hub, line = pair(Game().events)
    line.run(lambda: session.idle)
    for turn in range(5):
        hub.happen(ev.round_begun(1, 12)) if not turn else hub.happen(ev.simple(ev.TILE_LAID, 10))
        assert line.run(lambda: session.book.logs[hub.log_id] == hub.events) < 50
    line.run(lambda: hub.acked[hub.log_id] == len(hub.events))


def test_nothing_is_acknowledged_before_it_is_stored():
    class Full(MemoryBook):
        def append(self, log_id, start, events):
            raise OSError("disk full")

    session, hub, line = pair(Game().events, book=Full())
    with pytest.raises(OSError, match="disk full"):
        line.run(lambda: session.idle)
    assert not hub.acked


def test_host_that_dies_before_the_ack_goes_on_where_its_book_ends():
    events = GAMES[2][:400]
    session, hub, line = pair(events)
    line.run(lambda: session.book.appends >= 3)
    kept = len(session.book.logs[hub.log_id])
    assert 0 < kept < 400
    again = Session(session.book, 2)
    hub.restart()
    line = Line(again, hub, 5)
    line.run(lambda: again.in_sync)
    assert session.book.logs[hub.log_id] == events
    assert min(item.start for item in of(Stored, again.take_news())) == kept


def test_hub_restarts_in_the_middle_of_a_sync_and_of_a_game():
    events = GAMES[0][:600]
    session, hub, line = pair(events)
    line.run(lambda: session.book.appends >= 3)
    hub.restart()
    line.run(lambda: session.in_sync)
    assert session.book.logs[hub.log_id] == events
    line.run(lambda: session.idle)
    hub.restart()
    hub.happen(ev.simple(ev.PAUSED))
    session.take_news()
    line.run(lambda: session.book.logs[hub.log_id] == hub.events)
    states = [item.state for item in of(StateChanged, session.take_news())]
    assert states == ["connecting", "hub"]


def test_the_hub_is_kept_listening_through_silence():
    session, hub, line = pair(Game().events)
    line.run(lambda: session.idle)
    session.take_news()
    start = line.now
    line.run(lambda: line.now > start + 20000)
    assert not of(StateChanged, session.take_news())
    assert line.bytes[0] < 1200  # and cheaply


def test_doubled_and_late_frames_change_nothing():
    events = GAMES[0][:100]
    session, hub, line = pair(events)
    kept = []
    take = hub.take

    def twice(count):
        data = take(count)
        kept.append(data)
        return data

    hub.take = twice
    line.run(lambda: session.idle)
    before = list(session.book.logs[hub.log_id])
    session.feed(b"".join(kept), line.now)
    session.feed(b"".join(reversed(kept)), line.now)
    assert session.book.logs[hub.log_id] == before


def test_text_between_frames_is_reported_and_harms_nothing():
    session, hub, line = pair(Game().events)
    line.run(lambda: session.idle)
    session.take_news()
    hub.text(b"Traceback (most recent call last):\r\n  oops\r\n" + frames.encode(b"\x1b\x01\x02", lead=True))
    line.run(lambda: hub.out == b"" and not hub.said and line.now % 100 == 0)
    line.run(lambda: b"oops" in session.text)
    assert "oops" in of(Said, session.take_news())[0].text


# -- divergence -----------------------------------------------------------------------------------------------------


def diverging(common, here, there):
    base = GAMES[0]
    host = base[:common] + [ev.simple(ev.TILE_LAID, 250 - i) for i in range(here)]
    hub = base[:common] + [ev.simple(ev.TILE_LAID, 7 + i) for i in range(there)]
    return host, hub


@pytest.mark.parametrize(("common", "here", "there"), [(40, 5, 9), (40, 9, 5), (300, 1, 1), (9, 200, 3), (100, 1, 60)])
def test_differing_histories_stop_with_the_place_where_they_part(common, here, there):
    mine, theirs = diverging(common, here, there)
    for seed, errors in ((1, 0.0), (2, 2e-3)):
        book = MemoryBook()
        book.append(0x2345678, 0, mine)
        session, hub, line = pair([], seed, errors, book=book)
        hub.record.source.events.extend(theirs)
        hub.record.restore(len(theirs))
        hub.record.work()
        line.run(lambda session=session: session.diverged)
        assert of(Diverged, session.take_news()) == [Diverged(0x2345678, common, len(mine), len(theirs), False)]
        start = line.now
        line.run(lambda line=line, start=start: line.now > start + 3000)
        assert book.logs[0x2345678] == mine  # never merged
        assert hub.events == theirs
        assert 0x2345678 not in hub.acked


def test_a_hub_that_lost_its_end_gets_it_back_on_request():
    events = GAMES[0][:200]
    book = MemoryBook()
    book.append(0x2345678, 0, events)
    session, hub, line = pair(events[:150], 3, 1e-3, book=book)
    line.run(lambda: session.diverged)
    assert of(Diverged, session.take_news()) == [Diverged(0x2345678, 150, 200, 150, True)]
    session.restore(0x2345678)
    line.run(lambda: session.idle)
    assert hub.events == events


def test_an_empty_hub_gets_a_whole_log_back():
    events = GAMES[0]
    book = MemoryBook()
    book.append(0x2345678, 0, events)
    session, hub, line = pair([], 3, 1e-3, book=book)
    line.run(lambda: session.idle)
    session.restore(0x2345678)
    line.run(lambda: session.idle and session.current_log)
    assert hub.events == events


def test_the_hubs_history_counts_after_the_user_said_so():
    mine, theirs = diverging(40, 5, 9)
    book = MemoryBook()
    book.append(0x2345678, 0, mine)
    session, hub, line = pair([], book=book)
    hub.record.source.events.extend(theirs)
    hub.record.restore(len(theirs))
    hub.record.work()
    line.run(lambda: session.diverged)
    del book.logs[0x2345678]  # set aside
    session.resume(0x2345678)
    line.run(lambda: session.idle)
    assert book.logs[0x2345678] == theirs


# -- several logs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("errors", [0.0, 2e-3])
def test_older_logs_come_after_the_current_one(errors):
    session, hub, line = pair(Game().events, 4, errors)
    hub.old = {0x111: Game(begun(0x111)).events, 0x222: Game(begun(0x222)).round(1, 4).events}
    line.run(lambda: session.idle)
    assert session.book.logs == {**hub.old, hub.log_id: hub.events}
    synced = [item.log_id for item in of(Stored, session.take_news())]
    assert synced[0] == hub.log_id
    line.run(lambda: all(hub.acked.get(log_id) == len(events) for log_id, events in hub.old.items()))


def test_a_game_begun_at_the_hub_while_connected():
    session, hub, line = pair(Game().events)
    line.run(lambda: session.idle)
    hub.happen(ev.simple(ev.GAME_ENDED))
    old = hub.events
    first = begun(0x777)
    hub.old[hub.log_id] = old
    hub.record = type(hub.record)(type(hub.record.source)())
    hub.happen(first)
    line.run(lambda: session.idle and session.current_log == 0x777)
    assert session.book.logs == {0x1234567: old, 0x777: [first]}


# -- proposals ------------------------------------------------------------------------------------------------------


def test_proposals_go_in_order_and_exactly_once_over_a_bad_line():
    for seed in range(8):
        session, hub, line = pair(Game().round(1, 4).events, seed, 5e-3)
        book = session.book
        book.proposals = [
            Pending(7, hub.log_id, 0, ev.score(1, 1, 17)),
            Pending(8, hub.log_id, 18, ev.score(1, 1, 20, corrects=True)),
            Pending(9, hub.log_id, 0, ev.named(9, "Cleo")),
        ]
        hub.drop_verdicts = 2
        line.run(lambda session=session: session.idle and not session.book.proposals)
        assert book.verdicts == {7: OK, 8: OK, 9: OK}
        assert [event[:4] for event in hub.events[-3:]] == [
            ev.score(1, 1, 17)[:4], ev.score(1, 1, 20, True)[:4], ev.named(9, "Cleo")[:4]
        ]  # fmt: skip


def test_a_cell_that_changed_meanwhile_is_not_overwritten():
    session, hub, line = pair(Game().round(1, 4, {9: 30}).events)
    session.book.proposals = [Pending(1, hub.log_id, 0, ev.score(9, 1, 31))]
    line.run(lambda: session.book.verdicts)
    assert session.book.verdicts == {1: E_CHANGED}
    assert hub.record.table.score(1, 9) == 30


def test_undo_means_the_event_the_user_saw():
    session, hub, line = pair(Game().round(1, 4).events)
    line.run(lambda: session.idle)
    target = hub.record.top
    hub.happen(ev.round_begun(1, 11))  # a press while the proposal was on its way
    session.book.proposals = [Pending(1, hub.log_id, target, ev.undone(1))]
    session.wake()
    line.run(lambda: session.book.verdicts)
    assert session.book.verdicts[1] != OK
    assert hub.record.table.round == 2


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_undo_is_done_once_even_if_the_answers_are_lost(lost):
    session, hub, line = pair(Game().round(1, 4).events)
    line.run(lambda: session.idle)
    hub.drop_verdicts = lost
    session.book.proposals = [Pending(1, hub.log_id, hub.record.top, ev.undone(1))]
    session.wake()
    line.run(lambda: session.book.verdicts and session.idle)
    assert session.book.verdicts == {1: OK}
    assert [event[0] for event in hub.events].count(ev.UNDONE) == 1
    assert session.book.logs[hub.log_id] == hub.events


def test_a_new_game_with_names():
    session, hub, line = pair()
    line.run(lambda: session.idle)
    session.book.proposals = [
        Pending(1, 0, 0, begun(0x555, (1, 2, 3, 4), CARDINAL_CS)),
        Pending(2, 0x555, 0, ev.named(2, "Эва")),
    ]
    session.wake()
    line.run(lambda: len(session.book.verdicts) == 2)
    assert session.book.verdicts == {1: OK, 2: OK}
    assert hub.log_id == 0x555


# -- lights and sounds ----------------------------------------------------------------------------------------------


def test_lights_and_sounds_for_who_subscribed():
    session, hub, line = pair(Game().events, subscribe=wire.SUB_LIGHTS | wire.SUB_SOUNDS)
    line.run(lambda: session.idle)
    hub.light(0, (3, 255, 0, 2), (4, 1, 2, 3))
    hub.sound(17, 3)
    line.run(lambda: of(Sounded, session._news))
    news = session.take_news()
    assert of(Lit, news) == [Lit(0, ((3, 255, 0, 2), (4, 1, 2, 3)))]
    assert of(Sounded, news) == [Sounded(17, 3)]


def test_the_memory_book_refuses_a_gap():
    book = MemoryBook()
    with pytest.raises(ValueError, match="follow"):
        book.append(1, 3, [b"x"])
    assert book.prefix_crc(1, 0) == binascii.crc32(b"")
