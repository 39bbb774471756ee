"""Sounds made by arithmetic: dawn choruses for events, and talks of syllables for transcripts."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from numpy.typing import NDArray

__all__ = [
    "RATE",
    "add_sound",
    "bell",
    "dawns",
    "sentence",
    "talks",
    "write_dawn",
    "write_sound",
    "write_talk",
]

RATE = 24_000
Sound = NDArray[np.float64]


def dawns(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield `count` recordings of a morning, each with birds, bells, engines and steps."""
    for number in range(count):
        path = folder / f"dawn-{number:02}.ogg"
        write_dawn(path, rng, seconds=float(rng.uniform(24, 40)))
        yield {"data": {"audio": path}, "external_id": path.stem}


def talks(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield `count` talks of two voices."""
    for number in range(count):
        path = folder / f"talk-{number:02}.ogg"
        write_talk(path, rng, seconds=float(rng.uniform(18, 30)))
        yield {"data": {"audio": path}, "external_id": path.stem}


def write_dawn(path: Path, rng: np.random.Generator, seconds: float) -> None:
    """Write a morning: four kinds of sound at random times over wind."""
    whole = _wind(rng, seconds)
    for make, times in ((_bird, 9), (bell, 3), (_engine, 2), (_steps, 2)):
        for _ in range(int(rng.integers(times // 2 + 1, times + 1))):
            add_sound(whole, make(rng), float(rng.uniform(0, seconds - 4)))
    write_sound(path, whole)


def write_talk(path: Path, rng: np.random.Generator, seconds: float) -> None:
    """Write two voices that take turns; syllables of formants, not words."""
    whole = 0.08 * _wind(rng, seconds)
    at, who = 0.4, 0
    while at < seconds - 3:
        turn = sentence(rng, pitch=(112.0, 196.0)[who])
        add_sound(whole, turn, at)
        at += len(turn) / RATE + float(rng.uniform(0.25, 0.7))
        who = 1 - who
    write_sound(path, whole)


def add_sound(whole: Sound, part: Sound, at: float) -> None:
    """Mix a part in at a time in seconds."""
    start = int(at * RATE)
    end = min(len(whole), start + len(part))
    whole[start:end] += part[: end - start]


def _clock(seconds: float) -> Sound:
    return np.arange(int(seconds * RATE)) / RATE


def _swept(hertz: Sound) -> Sound:
    """A tone whose frequency follows `hertz`, sample by sample."""
    wave: Sound = np.sin(2 * np.pi * np.cumsum(hertz) / RATE)
    return wave


def _faded(wave: Sound, seconds: float = 0.01) -> Sound:
    edge = np.minimum(1, np.arange(len(wave)) / (seconds * RATE))
    return wave * edge * edge[::-1]


def _wind(rng: np.random.Generator, seconds: float) -> Sound:
    noise = np.cumsum(rng.normal(size=int(seconds * RATE)))
    calm = noise - np.convolve(noise, np.ones(400) / 400, "same")
    swell = 0.6 + 0.4 * np.sin(2 * np.pi * _clock(seconds) / rng.uniform(7, 13))
    return np.asarray(0.012 * calm[: len(swell)] / calm.std() * swell)


def _bird(rng: np.random.Generator) -> Sound:
    """A phrase of chirps that glide, with a trill or a whistle at the end."""
    base = rng.uniform(2600, 6200)
    notes = []
    for _ in range(int(rng.integers(3, 8))):
        t = _clock(rng.uniform(0.05, 0.13))
        bend = rng.uniform(-1600, 1600) * np.sin(np.pi * t / t[-1]) + rng.uniform(-300, 300)
        notes += [_faded(_swept(base + bend)), np.zeros(int(rng.uniform(0.03, 0.09) * RATE))]
    t = _clock(rng.uniform(0.3, 0.7))
    trill = base + 500 * np.sign(np.sin(2 * np.pi * rng.uniform(14, 28) * t))
    return 0.22 * rng.uniform(0.4, 1) * np.concatenate([*notes, _faded(_swept(trill))])


def bell(rng: np.random.Generator) -> Sound:
    """Return one stroke of a bell."""
    t = _clock(3.2)
    base = rng.uniform(330, 620)
    partials = ((0.5, 0.5), (1, 1), (1.19, 0.6), (1.5, 0.35), (2, 0.5), (2.74, 0.25), (4.1, 0.12))
    wave = sum(
        size * np.exp(-t * (0.9 + 0.8 * ratio)) * np.sin(2 * np.pi * base * ratio * t)
        for ratio, size in partials
    )
    return 0.18 * _faded(np.asarray(wave), 0.003)


def _engine(rng: np.random.Generator) -> Sound:
    t = _clock(rng.uniform(3.5, 6.5))
    speed = rng.uniform(55, 90) * (1 + 0.12 * np.sin(np.pi * t / t[-1]))
    wave = sum(_swept(speed * n) / n for n in (1, 2, 3, 4, 6, 9))
    near = np.sin(np.pi * t / t[-1]) ** 2
    return np.asarray(0.12 * near * (wave + 0.3 * rng.normal(size=len(t))))


def _steps(rng: np.random.Generator) -> Sound:
    parts = []
    for _ in range(int(rng.integers(5, 9))):
        t = _clock(0.09)
        parts += [0.3 * rng.normal(size=len(t)) * np.exp(-t * 55), np.zeros(int(0.42 * RATE))]
    return 0.5 * np.concatenate(parts)


VOWELS = (
    (730, 1090, 2440),
    (270, 2290, 3010),
    (300, 870, 2240),
    (530, 1840, 2480),
    (570, 840, 2410),
)


def sentence(rng: np.random.Generator, pitch: float) -> Sound:
    """Return syllables at a pitch in hertz, with the fall of a sentence."""
    count = int(rng.integers(7, 15))
    parts: list[Sound] = []
    for at in range(count):
        hertz = pitch * (1.12 - 0.25 * at / count + 0.04 * rng.normal())
        parts.append(_syllable(rng, hertz))
        if rng.random() < 0.25:
            parts.append(np.zeros(int(rng.uniform(0.05, 0.12) * RATE)))
    return 0.5 * np.concatenate(parts)


def _syllable(rng: np.random.Generator, pitch: float) -> Sound:
    """A consonant's hiss, then a vowel: harmonics as loud as its formants let them."""
    t = _clock(rng.uniform(0.11, 0.2))
    formants = np.asarray(VOWELS[rng.integers(len(VOWELS))]) * (1.1 if pitch > 150 else 1)
    voice = np.zeros_like(t)
    for n in range(1, int(4500 / pitch)):
        gaps = [(n * pitch - formant) / 140 for formant in formants]
        near = sum(np.exp(-(gap**2)) / (1 + i) for i, gap in enumerate(gaps))
        hertz = n * pitch * (1 + 0.004 * np.sin(30 * t))
        voice += (0.06 / n + near) * np.sin(2 * np.pi * hertz * t)
    hiss = np.diff(rng.normal(size=int(rng.uniform(0.03, 0.07) * RATE) + 1))
    return np.concatenate([0.05 * _faded(hiss, 0.008), 0.16 * _faded(voice, 0.025)])


def write_sound(path: Path, wave: Sound) -> None:
    """Write Opus in Ogg, which every browser plays and which stays small."""
    samples = np.clip(wave / max(1.0, 1.1 * float(np.abs(wave).max())), -1, 1).astype(np.float32)
    with av.open(str(path), "w", format="ogg") as file:
        stream = file.add_stream("libopus", rate=RATE)
        assert isinstance(stream, AudioStream)
        stream.layout = "mono"
        stream.bit_rate = 48_000
        frame = AudioFrame.from_ndarray(samples[None, :], format="flt", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, 0, Fraction(1, RATE)
        file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
