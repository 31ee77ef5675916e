"""Melodies: what the buzzer plays note by note, and what the tonal effects are made of.

A note is (frequency in Hz, length in ms); frequency 0 is a rest. The buzzer is loudest around 2-4 kHz, the loudspeaker
above 500 Hz, so buzzer notes stand an octave or two above those of the loudspeaker.
"""

from shared_rules import names
from shared_rules.constants import MAX_SEATS

Note = tuple[int, int]

C5, D5, E5, F5, G5, A5, C6, D6, E6, G6 = 523, 587, 659, 698, 784, 880, 1047, 1175, 1319, 1568

# Two notes for every seat. Seats that sit side by side differ in direction and in pitch; no two seats share a pair.
WHISTLES: tuple[tuple[int, int], ...] = (
    (C5, G5), (C6, E5), (D5, A5), (G5, C5), (E5, C6), (A5, D5), (C5, C6), (C6, G5), (E5, A5), (D6, D5), (G5, D6),
)  # fmt: skip
WHISTLE_MS = (85, 115)

ROUND_FANFARE: tuple[Note, ...] = ((C5, 110), (E5, 110), (G5, 110), (C6, 450))
GAME_FANFARE: tuple[Note, ...] = (
    (G5, 120), (C6, 120), (E6, 120), (G6, 240), (E6, 120), (G6, 600),
)  # fmt: skip
LAST_TILE: tuple[Note, ...] = ((E6, 130), (C6, 130), (E6, 130), (C6, 200))
UNDO: tuple[Note, ...] = ((G5, 90), (D5, 160))
MARKER_OFF: tuple[Note, ...] = ((E5, 90), (A5, 170))
ERROR: tuple[Note, ...] = ((D5, 130), (C5, 170))
BLOCKED: tuple[Note, ...] = ((G5, 170), (E5, 170), (C5, 240))

_OCTAVE = 2


def buzzer(number: int) -> tuple[Note, ...]:
    """What a buzzer plays for sound `number`."""
    if number > names.WHISTLE:
        low, high = WHISTLES[number - names.WHISTLE - 1]
        return ((low * _OCTAVE, WHISTLE_MS[0]), (high * _OCTAVE, WHISTLE_MS[1]))
    plain: dict[int, tuple[Note, ...]] = {
        names.CLICK: ((3000, 12),),
        names.CLACK: ((2200, 20), (0, 15), (1500, 30)),
        names.STEAM: ((1175, 90), (1397, 400)),
        names.CHUG: ((300, 30), (0, 110), (300, 30), (0, 110), (330, 30), (0, 80), (330, 30)),
        names.BELL: ((2637, 60), (0, 90), (2637, 60), (0, 90), (2637, 60), (0, 90), (2637, 60)),
        names.DRAW_TILE: ((1200, 25), (1500, 25), (1900, 40)),
    }
    tunes = {
        names.LAST_TILE: LAST_TILE, names.BLOCKED: BLOCKED, names.ROUND_FANFARE: ROUND_FANFARE, names.UNDO: UNDO,
        names.GAME_FANFARE: GAME_FANFARE, names.ERROR: ERROR, names.MARKER_OFF: MARKER_OFF,
    }  # fmt: skip
    if number in plain:
        return plain[number]
    return tuple((frequency * _OCTAVE, length) for frequency, length in tunes[number])


def numbers() -> list[int]:
    """Every sound there is: the effects, then a whistle a seat."""
    effects = [n for n, name in enumerate(names.SOUNDS) if name and n != names.SILENCE]
    return effects + [names.WHISTLE + track for track in range(1, MAX_SEATS + 1)]


def tone_table() -> bytes:
    """`tones.bin`: number u8, count u8, then frequency u16 and length u16 of each note, little-endian."""
    rows = b""
    for number in numbers():
        notes = buzzer(number)
        rows += bytes((number, len(notes)))
        for frequency, length in notes:
            rows += frequency.to_bytes(2, "little") + length.to_bytes(2, "little")
    return rows
