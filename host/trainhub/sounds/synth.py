"""What the effects are built of: tones, noise in a band, envelopes. Samples are floats, full scale is 1."""

import numpy as np
from numpy.typing import NDArray

RATE = 16000
Samples = NDArray[np.float64]


def span(ms: float) -> int:
    """Samples in so many milliseconds."""
    return round(ms * RATE / 1000)


def time(ms: float) -> Samples:
    """Seconds since the start, for each sample."""
    return np.arange(span(ms)) / RATE


def partials(ms: float, frequency: float, strengths: tuple[float, ...], bend: float = 0.0) -> Samples:
    """A tone with these harmonics. `bend`: share by which it starts too low; it has risen after 60 ms."""
    t = time(ms)
    pitch = frequency * (1 - bend * np.exp(-t / 0.02))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    sound = np.zeros(len(t))
    for i, strength in enumerate(strengths):
        if frequency * (i + 1) < RATE * 0.45:
            sound += strength * np.sin((i + 1) * phase)
    return sound


def noise(ms: float, low: float, high: float, seed: int) -> Samples:
    """Noise between two frequencies with soft edges, its loudest sample at 1."""
    count = span(ms)
    padded = count + 512
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(padded))
    frequency = np.fft.rfftfreq(padded, 1 / RATE)
    shape = 1 / (1 + (low / np.maximum(frequency, 1.0)) ** 6) / (1 + (frequency / high) ** 6)
    shape[0] = 0
    sound = np.fft.irfft(spectrum * shape, padded)[256 : 256 + count]
    return np.asarray(sound / np.max(np.abs(sound)))


def rise_and_fall(count: int, rise_ms: float, fall_ms: float) -> Samples:
    """1 in the middle, with a raised cosine at both ends."""
    shape = np.ones(count)
    rise, fall = min(span(rise_ms), count), min(span(fall_ms), count)
    shape[:rise] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)
    shape[count - fall :] *= 0.5 + 0.5 * np.cos(np.pi * (np.arange(fall) + 1) / fall)
    return shape


def dying(count: int, ms: float) -> Samples:
    """1 at the start, 1/e of it after so many milliseconds."""
    return np.asarray(np.exp(-np.arange(count) / span(ms)))


def place(parts: list[tuple[float, Samples]]) -> Samples:
    """Parts that start at their time (ms), added up."""
    end = max(span(start) + len(part) for start, part in parts)
    sound = np.zeros(end)
    for start, part in parts:
        sound[span(start) : span(start) + len(part)] += part
    return sound


def finish(sound: Samples, peak_db: float) -> NDArray[np.int16]:
    """No offset, quiet at both ends, its peak at `peak_db` below full scale, as 16-bit samples."""
    sound = sound * rise_and_fall(len(sound), 1.0, 6.0)
    # The offset is taken out with the shape of the fade, so that the ends stay at 0.
    window = rise_and_fall(len(sound), 4.0, 6.0)
    sound = sound - window * (np.sum(sound) / np.sum(window))
    sound = sound / np.max(np.abs(sound)) * 10 ** (peak_db / 20)
    # Silence up to a multiple of 64 samples, with at least one such piece: an I2S driver takes them 64 at a time.
    tail = 64 + -len(sound) % 64
    return np.concatenate([np.rint(sound * 32767), np.zeros(tail)]).astype(np.int16)
