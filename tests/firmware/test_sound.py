"""Every event its own sound, the newest wins, no flash write while one streams (the fake store checks each write)."""

from bench_hub import Bench
from hub.sound import of_event
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules.names import DRAW, MARK, ROUND, TURN
from shared_rules.table import Table

BOTH = True


def playing(**more):
    b = Bench(**more)
    b.new_round((1, 4, 9), 2)
    b.run(5000)
    b.sounds()
    return b


def test_events_that_happen_alike_sound_unlike():
    t = Table()
    heads = (
        ev.TILE_LAID, ev.NOTHING_LAID, ev.DOUBLE << 4 | 3, ev.MARKER_DOWN << 4 | 3, ev.TILE_DRAWN,
        ev.CALLED << 4 | 3, ev.ROUND_BEGUN << 4 | 3, ev.ROUND_ENDED << 4 | 3, ev.ROUND_BLOCKED, ev.GAME_ENDED,
        ev.UNDONE, ev.JOINED << 4 | 3,
    )  # fmt: skip
    sounds = [of_event(head, t) for head in heads]
    assert len(set(sounds)) == len(heads) and names.SILENCE not in sounds
    for head in (ev.SCORE << 4 | 3, ev.NAMED << 4 | 3, ev.DATED):
        assert of_event(head, t) == names.SILENCE
    for kind in (ev.PENALTY, ev.MARKER_UP, ev.LEFT):
        assert of_event(kind << 4 | 3, t) != names.SILENCE
    for head in (ev.LAPSED, ev.PAUSED, ev.RESUMED, ev.SEARCH_LAP):
        assert of_event(head, t) != names.SILENCE


def test_every_seat_has_a_whistle_of_its_own():
    b = playing()
    heard = []
    for _ in range(3):
        b.press(TURN)
        b.run(1000)
        heard += [n for n in b.sounds() if n > names.WHISTLE]
    assert heard == [names.WHISTLE + 4, names.WHISTLE + 9, names.WHISTLE + 1]


def test_whistle_follows_and_does_not_cut():
    b = playing(sound_ms=300)
    b.press(TURN)
    b.speaker.played.clear()
    b.press(TURN)
    b.run(2000)
    (click, clack, whistle) = b.speaker.played
    assert whistle[0] >= clack[0] + 300 and clack[1] == names.CLACK


def test_newest_wins():
    b = playing(sound_ms=500)
    b.press(TURN)
    b.press(TURN)
    b.press(TURN)
    b.run(3000)
    heard = b.sounds()
    assert heard[-2:] == [names.CLACK, names.WHISTLE + 1]
    assert names.WHISTLE + 4 not in heard and names.WHISTLE + 9 not in heard


def test_click_comes_with_the_press_not_with_its_meaning():
    b = playing()
    b.down(TURN)
    b.run(40)
    assert b.sounds() == [names.CLICK] and b.table.turn == 1
    b.up(TURN)


def test_a_sound_that_streams_is_ended_before_flash_is_written():
    b = playing(sound_ms=2000)
    writes = b.store.writes
    for _ in range(40):  # through several seals of the journal
        b.press(TURN)
        b.press(MARK)
    assert b.store.writes - writes >= 80 and b.speaker.cut
    b.run(100)
    b.hub.settings.set(wire.KEY_VOLUME, 1)


def test_mute_and_volume():
    b = playing()
    for volume in (3, 1, 0, 2):
        b.hub.settings.set(wire.KEY_VOLUME, volume)
        b.speaker.played.clear()
        b.press(TURN)
        b.run(1000)
        assert [v for _, _, v in b.speaker.played] == ([volume] * 3 if volume else [])


def test_a_listener_hears_of_it_even_when_mute():
    b = playing()
    heard = []
    b.hub.link.sound = lambda number, volume: heard.append((number, volume))
    b.hub.settings.set(wire.KEY_VOLUME, 0)
    b.press(TURN)
    b.run(1000)
    assert heard == [(names.CLICK, 0), (names.CLACK, 0), (names.WHISTLE + 4, 0)]


def test_error_sound():
    b = playing()
    b.undo()
    b.undo()
    b.sounds()
    b.undo()
    b.run(300)
    assert names.ERROR in b.sounds()


def test_undo_does_not_whistle_for_a_turn_that_is_not_known_yet():
    b = playing()
    b.press(TURN)
    b.run(1000)
    b.sounds()
    b.undo()
    b.run(2000)
    assert [n for n in b.sounds() if n != names.CLICK] == [names.UNDO]


def test_all_buttons_click():
    b = playing()
    for button in (TURN, MARK, ROUND, DRAW):
        b.sounds()
        b.down(button)
        b.run(30)
        assert names.CLICK in b.sounds()
        b.up(button)
        b.run(100)


def test_the_next_whistle_is_opened_in_a_step_of_its_own():
    """Starting a sound and finding a file take 1 to 2 ms each on a Pico; a press may come in between."""
    b = playing(sound_ms=300)
    asked = []
    b.speaker.prepare = asked.append
    sound = b.hub.sound
    b.speaker.played.clear()
    sound.play(names.CLACK, names.WHISTLE + 4)
    sound.step(b.clock.ms)
    assert b.sounds() == [names.CLACK] and not asked and sound.due(b.clock.ms) == 0
    sound.step(b.clock.ms)
    assert asked == [names.WHISTLE + 4] and sound.due(b.clock.ms) > 0
    sound.play(names.CHUG)
    for _ in range(3):
        sound.step(b.clock.ms)
    assert len(asked) == 1
