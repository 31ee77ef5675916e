"""The hub's end of the wire: what it says, when it is silent, and what it lets a host do."""

import binascii

import random_play as rp
from link_rig import Rig, only
from shared_rules import events as ev
from shared_rules import wire
from shared_rules.constants import (
    E_ABSENT,
    E_CHANGED,
    E_GAME_RUNNING,
    E_LOG,
    E_MALFORMED,
    E_NO_GAME,
    E_NOT_LAST,
    E_NOTHING,
    E_PHASE,
    E_PIPS,
    E_ROUND,
    E_SEATS,
    E_UNKNOWN,
    OK,
)

BOTH = True
ROUND_OVER = (ev.round_begun(1, 12), ev.simple(ev.TILE_LAID), ev.of_track(ev.ROUND_ENDED, 2))


def playing(*events):
    """A rig with a game and a host that said hello."""
    rig = Rig()
    rig.journal.begin(rp.begun(77, (1, 2, 4)), 0)
    for event in events:
        assert rig.journal.commit(event, 0) == OK
    rig.hello()
    return rig


def settle(rig):
    while rig.journal.busy():
        rig.journal.work()


def test_silent_until_hello_and_after_bye():
    rig = Rig()
    assert rig.say(wire.message(wire.LOGS_ASK), b"garbage", wire.pull(1, 0, 0, 1)) == [] and rig.port.written == 0
    fields, rest = rig.hello()[0]
    assert fields[0] == wire.HELLO and fields[1] == wire.PROTOCOL and fields[2] == 7 and rest == b"full"
    assert fields[6] == 0x12345678 and fields[7] == b"12345678" and fields[12:15] == (0, 0, 0)
    assert only(rig.run(1100), wire.HEAD)
    assert rig.say(wire.message(wire.BYE)) == [] and rig.run(3000) == [] and not rig.link.listening


def test_silence_ends_a_session_and_pings_keep_it():
    rig = Rig()
    rig.hello()
    for _ in range(4):
        assert only(rig.say(wire.hello_ask(1), ms=2000), wire.HELLO)
    rig.run(wire.SILENCE_MS + 1100)
    assert not rig.link.listening and rig.run(3000) == []


def test_heartbeat_each_second_and_a_head_for_each_event():
    rig = playing()
    beats = only(rig.run(5000 - 200), wire.HEAD)
    assert 4 <= len(beats) <= 5 and beats[0][0][1:3] == (77, 1)
    rig.hello()
    rig.journal.commit(ev.round_begun(1, 12), rig.now)
    assert only(rig.run(20), wire.HEAD)[0][0][1:] == (77, 2, rig.journal.record.crc)


def test_a_host_that_stops_reading_is_dropped_and_comes_back():
    rig = playing()
    rig.port.stalled = True
    rig.run(1500)
    assert rig.link.listening
    rig.run(2500)
    assert not rig.link.listening and rig.link.dropped == 1
    rig.port.stalled = False
    assert only(rig.hello(), wire.HELLO)


def test_a_finger_goes_first_and_nothing_is_lost():
    """Reading, working and writing take 1 to 4 ms each on a Pico; after each of them a press may have its light."""
    rig = playing(ev.round_begun(1, 12))
    rig.finger = True
    written = rig.port.written
    assert rig.say(wire.pull(77, 0, 0, wire.ALL_FRAMES), ms=1500) == [] and rig.port.written == written  # not even a heartbeat
    rig.finger = False
    heard = rig.run(100)
    assert only(heard, wire.BATCH)[0][1] == rig.journal.read(0) + rig.journal.read(1)
    for n in range(400):
        rig.finger = n % 3 > 0
        if n == 100:
            heard += rig.say(wire.pull(77, 0, 0, wire.ALL_FRAMES), ms=1)
        heard += rig.run(1)
    assert len(only(heard, wire.BATCH)) == 2 and rig.link.listening


def test_pull_brings_the_whole_log():
    rig = Rig()
    rig.journal.begin(rp.begun(77), 0)
    rng = rp.Rng(3)
    for _ in range(200):
        assert rig.journal.commit(rp.step(rng, rig.journal.record), 0) == OK
        settle(rig)
        rig.journal.work()
    rig.hello()
    whole = [rig.journal.read(seq) for seq in range(201)]
    for frames, size in ((255, 0), (255, 120), (3, 0)):
        held, crc = [], 0
        for _ in range(100):
            for fields, rest in rig.say(wire.pull(77, len(held), crc, frames, size), ms=200):
                if fields[0] == wire.BATCH:
                    assert fields[1] == wire.log_tag(77) and fields[2] == len(held)
                    assert len(rest) <= (size or wire.MAX_BATCH) - 4
                    held += ev.split(rest)
                elif fields[0] == wire.HEAD:
                    crc = rig.journal.archive.reader(77)
                    crc.aim(len(held))
                    while not crc.walk(len(held), 1):
                        pass
                    crc = crc.crc()
            if len(held) == 201:
                break
        assert held == whole
    assert rig.say(wire.pull(78, 0, 0, 1)) == [((wire.FAIL, wire.PULL, E_LOG), b"")]


def test_a_differing_prefix_is_told_and_nothing_sent():
    rig = playing(*ROUND_OVER)
    crc = rig.journal.record.crc
    assert rig.say(wire.pull(77, 4, crc ^ 1, 5)) == [((wire.DIVERGED, 77, 4, crc), b"")]
    assert rig.say(wire.pull(77, 9, 1, 5)) == [((wire.DIVERGED, 77, 4, crc), b"")]
    assert rig.say(wire.pull(77, 4, crc, 5)) == [((wire.HEAD, 77, 4, crc), b"")]
    assert only(rig.say(wire.pull(77, 1, 3, 5)), wire.DIVERGED)[0][0][2] == 1


def test_scores_compare_before_they_set():
    rig = playing(*ROUND_OVER)
    head = rig.journal.record.head
    assert rig.propose(ev.score(1, 1, 30)) == OK and rig.propose(ev.score(1, 1, 30)) == OK
    assert rig.journal.record.head == head + 1 and rig.events == [ev.score(1, 1, 30)]
    assert rig.propose(ev.score(1, 1, 40)) == E_CHANGED
    assert rig.propose(ev.score(1, 1, 40, True), expect=31) == OK
    assert rig.propose(ev.score(1, 1, None, True), expect=41) == OK
    assert rig.propose(ev.score(4, 2, 1)) == E_ROUND and rig.propose(ev.score(4, 1, 9999)) == E_PIPS
    assert rig.propose(ev.score(4, 19, 1)) == E_ROUND
    assert rig.propose(ev.score(2, 1, 0)) == OK  # the winner's: what everybody sees is written down
    assert rig.propose(ev.score(2, 1, 5, True), expect=1) == OK
    assert rig.propose(ev.of_track(ev.LEFT, 9)) != OK and rig.propose(ev.score(9, 1, 1)) in (E_ABSENT, 7)


def test_what_is_so_already_is_accepted_with_no_second_event():
    rig = playing(*ROUND_OVER)
    for event in (ev.simple(ev.PAUSED), ev.simple(ev.RESUMED), ev.of_track(ev.JOINED, 9), ev.of_track(ev.LEFT, 4),
                  ev.named(1, "Aňa"), ev.dated(1700000000), ev.simple(ev.GAME_ENDED)):  # fmt: skip
        head = rig.journal.record.head
        assert rig.propose(event, number=head) == OK and rig.propose(event, number=head) == OK
        assert rig.journal.record.head == head + 1
    rig = playing(*ROUND_OVER)
    rig.hello(8)
    assert rig.propose(ev.named(1, "B")) == OK
    rig.hello(9)  # another host's first proposal
    assert rig.propose(ev.named(1, "C")) == OK and rig.propose(ev.named(1, "B"), number=2) == OK


def test_undo_names_the_event_that_is_meant():
    rig = playing(ev.round_begun(1, 12), ev.simple(ev.TILE_LAID), ev.simple(ev.TILE_LAID))
    assert rig.propose(ev.undone(1), expect=2) == E_NOT_LAST and rig.propose(ev.undone(1)) == E_MALFORMED
    assert rig.propose(ev.undone(9), expect=3) == OK
    settle(rig)
    assert rig.journal.record.table.turns == 1 and rig.journal.read(4)[:-1] == ev.undone(1)[:-1]
    assert rig.propose(ev.undone(1), expect=3) == OK and rig.journal.record.head == 5
    assert rig.propose(ev.redone(1), expect=1) == E_NOT_LAST
    assert rig.propose(ev.redone(7), expect=3) == OK
    settle(rig)
    assert rig.journal.record.table.turns == 2
    assert rig.propose(ev.redone(7), expect=3) == OK and rig.journal.record.head == 6
    assert rig.propose(ev.redone(7), expect=2) == E_NOTHING


def test_a_new_game_and_who_may_begin_it():
    rig = Rig()
    rig.hello()
    assert rig.propose(ev.simple(ev.PAUSED)) == E_NO_GAME
    assert rig.propose(rp.begun(5, (1,))) == E_SEATS
    first = rp.begun(5, (1, 2))
    assert rig.propose(first, log_id=0) == OK and rig.propose(first, log_id=0) == OK and rig.journal.record.head == 1
    assert rig.propose(rp.begun(5, (1, 3))) == E_LOG
    assert rig.propose(rp.begun(6, (1, 2)), log_id=0) == E_GAME_RUNNING
    assert rig.propose(ev.simple(ev.PAUSED), log_id=6) == E_LOG
    assert rig.propose(ev.simple(ev.GAME_ENDED)) == OK
    assert rig.propose(rp.begun(6, (1, 2)), log_id=0) == OK
    logs = only(rig.say(wire.message(wire.LOGS_ASK)), wire.LOG)
    assert [fields[1:3] for fields, _ in logs] == [(5, 2), (6, 1), (0, 0)]


def test_table_events_are_for_buttons_only():
    rig = playing(ev.round_begun(1, 12))
    marker, over = ev.of_track(ev.MARKER_UP, 1), ev.of_track(ev.ROUND_ENDED, 1)
    for event in (ev.simple(ev.TILE_LAID), marker, over, ev.penalty(1, 2)):
        assert rig.propose(event) == E_UNKNOWN
    assert rig.propose(b"\xff\x00") == E_UNKNOWN and rig.propose(b"\x10") == E_MALFORMED
    assert rig.propose(ev.simple(ev.PAUSED) + b"\x00") == E_MALFORMED and rig.propose(b"") == E_MALFORMED
    assert rig.journal.record.head == 2


def test_settings_faults_maintenance_and_unknown_messages():
    rig = playing()
    assert rig.say(wire.message(wire.SETTING, wire.KEY_VOLUME, 3)) == [((wire.SETTING_IS, wire.KEY_VOLUME, 3), b"")]
    assert rig.settings.get(wire.KEY_VOLUME) == 3
    assert rig.say(wire.message(wire.SETTING, 1, 9)) == [((wire.FAIL, wire.SETTING, E_MALFORMED), b"")]
    assert rig.say(wire.message(wire.SETTING, 99, 0)) == [((wire.FAIL, wire.SETTING, E_UNKNOWN), b"")]
    assert [m[0][1:] for m in rig.say(wire.message(wire.SETTINGS_ASK))] == [(1, 3), (2, 2), (3, 0)]
    rig.journal.files.fault(wire.JF_TAIL, "x")
    got = rig.say(wire.message(wire.FAULTS_ASK))
    assert got[0][0][1:] == (0,) and got[-1][0][1] == 255
    assert rig.say(wire.message(wire.MAINTENANCE, 5)) == [((wire.DONE, wire.MAINTENANCE), b"")]
    assert rig.info.minutes == 5
    assert rig.say(wire.message(wire.SELF_TEST)) == [((wire.FAIL, wire.SELF_TEST, E_PHASE), b"")]
    assert rig.say(b"\x77") == [((wire.FAIL, 0x77, E_UNKNOWN), b"")]
    assert rig.say(bytes((wire.PROPOSE, 1))) == [((wire.FAIL, wire.PROPOSE, E_MALFORMED), b"")]
    assert rig.say(wire.head(1, 2, 3)) == []


def test_lights_and_sounds_go_to_who_subscribed():
    rig = playing()
    pixels = bytearray(24 * 3)
    rig.link.lights(pixels, rig.now)
    rig.link.sound(3, 2)
    assert rig.run(20) == []
    rig.say(wire.message(wire.SUBSCRIBE, wire.SUB_LIGHTS | wire.SUB_SOUNDS))
    seen = bytearray(24 * 3)
    sent = 0
    for n in range(300):
        pixels[3 * (n % 24) + n % 3] = n & 255
        rig.link.lights(pixels, rig.now)
        for fields, rest in only(rig.run(10), wire.LIGHTS):
            sent += 1
            assert (fields[1] == 0) == (sent == 1) and (fields[1] or len(rest) == 96)
            for at in range(0, len(rest), 4):
                seen[3 * rest[at] : 3 * rest[at] + 3] = rest[at + 1 : at + 4]
    for _ in range(30):
        rig.link.lights(pixels, rig.now)
        for _, rest in only(rig.run(10), wire.LIGHTS):
            for at in range(0, len(rest), 4):
                seen[3 * rest[at] : 3 * rest[at] + 3] = rest[at + 1 : at + 4]
    assert seen == pixels and 25 <= sent <= 31
    rig.link.sound(3, 2)
    assert only(rig.run(20), wire.SOUND) == [((wire.SOUND, 3, 2), b"")]


def test_a_wiped_hub_gets_its_log_back():
    whole = playing(*ROUND_OVER)
    assert whole.propose(ev.score(1, 1, 30)) == OK
    assert whole.propose(ev.undone(1), expect=3) == OK
    settle(whole)
    log = [whole.journal.read(seq) for seq in range(whole.journal.record.head)]
    rig = Rig()
    rig.hello()
    sent = 0
    for _ in range(20):
        crc = binascii.crc32(b"".join(log[:sent]))
        heads = only(rig.say(wire.restore(77, sent, crc, b"".join(log[sent : sent + 3]))), wire.HEAD)
        sent = heads[-1][0][2]
        settle(rig)
        if sent == len(log):
            break
    assert rig.journal.record.crc == whole.journal.record.crc and rig.journal.record.head == len(log)
    assert only(rig.say(wire.restore(78, 0, 0, log[0])), wire.FAIL)[0][0][2] == E_LOG
    assert only(rig.say(wire.restore(77, 6, 0, log[1])), wire.FAIL)
    assert only(rig.say(wire.restore(77, len(log), 1, log[1])), wire.FAIL)
    assert rig.journal.record.head == len(log)
