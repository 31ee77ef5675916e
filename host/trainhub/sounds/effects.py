"""The sounds of the hub, each made by one function. What each means at the table stands in `shared_rules.names`."""

from collections.abc import Callable

import numpy as np

from shared_rules import names
from trainhub.sounds import scores
from trainhub.sounds.synth import Samples, dying, noise, partials, place, rise_and_fall, span, time

_BRASS = (1.0, 0.7, 0.5, 0.3, 0.18, 0.1)
_FLUTE = (1.0, 0.22, 0.08)
_STEAM_CHORD = (466, 587, 698)  # a three-chime whistle: B flat, D, F
_CHUG_MS = (0, 210, 400, 570)  # a train that leaves: each beat a little earlier


def melody(notes: tuple[scores.Note, ...], strengths: tuple[float, ...], bend: float = 0.0) -> Samples:
    """Notes one after another, each struck and let ring into the next a little."""
    parts: list[tuple[float, Samples]] = []
    start = 0.0
    for frequency, length in notes:
        tone = partials(length + 15, frequency, strengths, bend)
        parts.append((start, tone * rise_and_fall(len(tone), 6, 25) * (0.55 + 0.45 * dying(len(tone), length))))
        start += length
    return place(parts)


def click() -> Samples:
    tone = partials(26, 2600, (1.0, 0.4))
    return tone * dying(len(tone), 4) * rise_and_fall(len(tone), 1, 8)


def clack() -> Samples:
    """Two tiles meet: a knock, and a smaller one after it."""
    def knock(seed: int, pitch: float) -> Samples:
        body = partials(50, pitch, (1.0, 0.0, 0.4)) * dying(span(50), 7)
        hit = noise(50, 1200, 5500, seed) * dying(span(50), 3)
        return 0.8 * body + 0.7 * hit

    return place([(0, knock(1, 950)), (52, 0.6 * knock(2, 1180))])


def steam() -> Samples:
    """A steam whistle: a chord that slides up into tune, with breath in it."""
    ms = 760
    chord = sum((partials(ms, pitch, (1.0, 0.35, 0.12), 0.12) for pitch in _STEAM_CHORD), np.zeros(span(ms)))
    wobble = 1 + 0.05 * np.sin(2 * np.pi * 6.5 * time(ms))
    breath = 0.5 * noise(ms, 1500, 5000, 3)
    return np.asarray((chord * wobble + breath) * rise_and_fall(span(ms), 45, 190))


def chug() -> Samples:
    """A train departs: four puffs of steam, closer and closer."""
    puffs: list[tuple[float, Samples]] = []
    for i, start in enumerate(_CHUG_MS):
        ms = 120
        puff = noise(ms, 350, 2200, 10 + i) + 0.5 * partials(ms, 165, (1.0, 0.6, 0.3)) * dying(span(ms), 30)
        puffs.append((start, puff * dying(span(ms), 32) * rise_and_fall(span(ms), 4, 30)))
    return place(puffs)


def bell() -> Samples:
    """A crossing bell, struck three times; partials of a small bell are no harmonics."""
    def stroke() -> Samples:
        t = time(300)
        ratios = ((1.0, 1.0, 140), (2.0, 0.5, 90), (2.76, 0.45, 60), (4.1, 0.2, 35))
        sound = np.zeros(len(t))
        for ratio, strength, ms in ratios:
            sound += strength * np.sin(2 * np.pi * 1245 * ratio * t) * dying(len(t), ms)
        return np.asarray(sound * rise_and_fall(len(t), 2, 60))

    return place([(0, stroke()), (200, stroke()), (400, stroke())])


def last_tile() -> Samples:
    return melody(scores.LAST_TILE, (1.0, 0.5, 0.3))


def draw_tile() -> Samples:
    """A tile slides over the table."""
    ms = 190
    t = time(ms)
    slide = noise(ms, 900, 4000, 20) * (0.4 + 0.6 * t / t[-1])
    return np.asarray(slide * rise_and_fall(span(ms), 40, 60))


def blocked() -> Samples:
    """Brakes: three falling notes."""
    return melody(scores.BLOCKED, (1.0, 0.4, 0.3, 0.15))


def round_fanfare() -> Samples:
    return melody(scores.ROUND_FANFARE, _BRASS, 0.03)


def game_fanfare() -> Samples:
    """The long fanfare, in thirds."""
    first = melody(scores.GAME_FANFARE, _BRASS, 0.03)
    under = melody(tuple((round(pitch * 0.794), ms) for pitch, ms in scores.GAME_FANFARE), _BRASS, 0.03)
    return first + 0.6 * under


def error() -> Samples:
    """Something was refused: two low notes with odd harmonics only, so that it sounds like nothing else here."""
    return melody(scores.ERROR, (1.0, 0.0, 0.33, 0.0, 0.2))


def marker_off() -> Samples:
    return melody(scores.MARKER_OFF, _FLUTE)


def undo() -> Samples:
    return melody(scores.UNDO, _FLUTE)


def whistle(track: int) -> Samples:
    """The whistle of the seat on that track: two notes of its own."""
    first, second = scores.WHISTLES[track - 1]
    tone = melody(((first, scores.WHISTLE_MS[0]), (second, scores.WHISTLE_MS[1])), _FLUTE, 0.02)
    return np.asarray(tone + 0.04 * noise(len(tone) * 1000 / 16000, 1500, 4500, 30 + track)[: len(tone)])


EFFECTS: dict[int, tuple[Callable[[], Samples], float]] = {
    # maker and peak in dB below full scale: what comes often is softer
    names.CLICK: (click, -12), names.CLACK: (clack, -6), names.STEAM: (steam, -3), names.CHUG: (chug, -3),
    names.BELL: (bell, -4), names.LAST_TILE: (last_tile, -4), names.DRAW_TILE: (draw_tile, -8),
    names.BLOCKED: (blocked, -4), names.ROUND_FANFARE: (round_fanfare, -3), names.GAME_FANFARE: (game_fanfare, -3),
    names.ERROR: (error, -6), names.MARKER_OFF: (marker_off, -6), names.UNDO: (undo, -6),
}  # fmt: skip
WHISTLE_DB = -5
