"""The sounds, judged by their samples: level, offset, clicks, pitch, rhythm, length."""

import io
import wave

import pytest

np = pytest.importorskip("numpy", reason="numpy makes the sounds: development only")
signal = pytest.importorskip("scipy.signal", reason="scipy judges the sounds: development only")

from shared_rules import names  # noqa: E402
from trainhub.sounds import build, scores, synth  # noqa: E402

RATE = synth.RATE
WHISTLES = [names.WHISTLE + track for track in range(1, 12)]


@pytest.fixture(scope="module")
def files():
    return build.build()


@pytest.fixture(scope="module")
def sounds(files):
    """number -> samples as floats, read back from the files."""
    return {number: read(files[f"{names.sound_name(number)}.wav"]) for number in scores.numbers()}


def read(data):
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


def edge_clicks(sound):
    """The loudest sample above 4 kHz in the first and in the last 2 ms: what a jump at an end would sound like."""
    high = signal.sosfilt(signal.butter(4, 4000, "high", fs=RATE, output="sos"), np.concatenate([sound, np.zeros(32)]))
    return np.max(np.abs(high[:32])), np.max(np.abs(high[-64:]))


def peaks(sound, low=200, high=7000, count=6):
    """The strongest frequencies, strongest first."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 16))
    frequency = np.fft.rfftfreq(1 << 16, 1 / RATE)
    found, _ = signal.find_peaks(np.where((frequency > low) & (frequency < high), spectrum, 0), distance=160)
    return frequency[found[np.argsort(spectrum[found])[::-1][:count]]]


def loudness(sound, ms=10):
    """Root mean square of each piece of that length."""
    piece = synth.span(ms)
    whole = sound[: len(sound) // piece * piece].reshape(-1, piece)
    return np.sqrt(np.mean(whole**2, axis=1))


def test_every_sound_has_a_file(files):
    assert set(files) == {f"{names.sound_name(n)}.wav" for n in scores.numbers()} | {build.TONES}
    effects = [n for n in scores.numbers() if n < names.WHISTLE]
    assert effects == [n for n, name in enumerate(names.SOUNDS) if name and n]


def test_all_of_them_are_small(files):
    assert sum(map(len, files.values())) <= build.LIMIT


def test_they_are_the_same_every_time(files):
    assert build.build() == files


def test_peak_and_offset(sounds):
    for number, sound in sounds.items():
        peak = 20 * np.log10(np.max(np.abs(sound)))
        assert -12.5 <= peak <= -1, names.sound_name(number)
        assert abs(np.mean(sound)) < 0.002, names.sound_name(number)


def test_no_clicks_at_the_ends(sounds):
    for number, sound in sounds.items():
        assert abs(sound[0]) < 0.01 and abs(sound[-1]) == 0, names.sound_name(number)
        start, end = edge_clicks(sound)
        assert end < 0.002, names.sound_name(number)
        # These two are knocks: their start is meant to be one.
        assert start < 0.02 or number in (names.CLICK, names.CLACK, names.BELL), names.sound_name(number)


def test_the_click_detector_finds_a_click():
    t = np.arange(800) / RATE
    assert min(edge_clicks(0.5 * np.sin(2 * np.pi * 440 * t + 1))) > 0.05


def test_they_end_in_silence_of_whole_pieces(sounds):
    for number, sound in sounds.items():
        assert len(sound) % 64 == 0 and not np.any(sound[-64:]), names.sound_name(number)


def test_lengths(sounds):
    ms = {number: len(sound) / RATE * 1000 for number, sound in sounds.items()}
    assert ms[names.CLICK] < 50
    assert all(ms[number] < 350 for number in (names.CLACK, names.DRAW_TILE, names.UNDO, names.MARKER_OFF, names.ERROR))
    assert all(ms[number] < 250 for number in WHISTLES)
    assert all(ms[number] < 1000 for number in ms if number != names.GAME_FANFARE)
    assert ms[names.GAME_FANFARE] < 1500


def test_the_steam_whistle_is_a_chord_that_rises(sounds):
    sound = sounds[names.STEAM]
    steady = sound[len(sound) // 3 : len(sound) * 2 // 3]
    for wanted in (466, 587, 698):
        assert np.min(np.abs(peaks(steady, 300, 900, 4) - wanted)) < 10
    early = peaks(sound[synth.span(4) : synth.span(30)], 300, 900, 1)[0]
    assert early < 698


def test_the_train_puffs_four_times_and_faster(sounds):
    level = np.concatenate([[0], loudness(sounds[names.CHUG])])
    found, _ = signal.find_peaks(level, height=0.4 * np.max(level), distance=10)
    assert len(found) == 4
    gaps = np.diff(found) * 10
    assert all(abs(gaps - (210, 190, 170)) <= 20) and gaps[0] > gaps[-1]


def test_the_bell_is_struck_three_times_and_is_no_harmonic_sound(sounds):
    level = loudness(sounds[names.BELL])
    found, _ = signal.find_peaks(np.concatenate([[0], level]), prominence=0.3 * np.max(level))
    assert len(found) == 3
    strong = peaks(sounds[names.BELL], 800, 7000, 4)
    assert np.min(np.abs(strong - 1245)) < 10 and np.min(np.abs(strong - 1245 * 2.76)) < 15


def test_melodies_play_their_scores(sounds):
    for number, score in (
        (names.ROUND_FANFARE, scores.ROUND_FANFARE), (names.GAME_FANFARE, scores.GAME_FANFARE),
        (names.LAST_TILE, scores.LAST_TILE), (names.BLOCKED, scores.BLOCKED), (names.ERROR, scores.ERROR),
        (names.UNDO, scores.UNDO), (names.MARKER_OFF, scores.MARKER_OFF),
    ):  # fmt: skip
        start = 0
        for frequency, length in score:
            part = sounds[number][synth.span(start + 20) : synth.span(start + length)]
            assert np.min(np.abs(peaks(part, 300, 2000, 3) - frequency)) < 25, (names.sound_name(number), frequency)
            start += length


def test_every_seat_whistles_its_own_two_notes(sounds):
    heard = set()
    for number in WHISTLES:
        sound = sounds[number]
        first = peaks(sound[synth.span(15) : synth.span(85)], 400, 1300, 1)[0]
        second = peaks(sound[synth.span(110) : synth.span(195)], 400, 1300, 1)[0]
        wanted = scores.WHISTLES[number - names.WHISTLE - 1]
        assert abs(first - wanted[0]) < 25 and abs(second - wanted[1]) < 25, names.sound_name(number)
        heard.add(wanted)
    assert len(heard) == len(WHISTLES) == len(scores.WHISTLES)


def test_neighbours_differ_in_direction():
    rising = [second > first for first, second in scores.WHISTLES]
    assert all(rising[i] != rising[i + 1] for i in range(3))
    for one, other in zip(scores.WHISTLES, scores.WHISTLES[1:], strict=False):
        assert one[0] != other[0] and one[1] != other[1]


def test_what_comes_often_is_softer(sounds):
    often = np.max(np.abs(sounds[names.CLICK]))
    assert all(np.max(np.abs(sound)) > 1.5 * often for number, sound in sounds.items() if number != names.CLICK)


def test_the_tone_table_holds_every_sound():
    from hub.hal.tones import Tones

    tones = Tones(scores.tone_table())
    for number in scores.numbers():
        notes = [(tones.frequency(number, i), tones.length(number, i)) for i in range(tones.count(number))]
        assert tuple(notes) == scores.buzzer(number)
        assert tones.length_ms(number) == sum(length for _, length in notes) < 1500
        assert all(frequency == 0 or 250 <= frequency <= 5000 for frequency, _ in notes)
    assert tones.count(names.SILENCE) == tones.count(99) == 0
    with pytest.raises(ValueError):
        Tones(scores.tone_table()[:-1])
