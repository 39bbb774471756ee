"""Speakers and events in made recordings of real sounds, of which the truth is known.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_sound_prelabelers [part ...]`. The data
lies beside the repository (PENUMBRA_SHARED).
"""

import sys
import tempfile
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from active_learning.prelabelers.base import Medium, Prelabeler, Proposal
from active_learning.prelabelers.composing import Source, candidates_of
from active_learning.prelabelers.deciding import Decision, decide
from active_learning.prelabelers.placing import Place
from active_learning.prelabelers.sound import RATE, speech_samples
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from tests.benchmarks.learning.bench_prelabelers import ontology_on, opened, raw
from tests.shared_data import shared

Truth = list[tuple[float, float, str]]
FRAME_S = 0.01


def speakers() -> None:
    """Spoken digits of one to four people in turn, in ten turns; none of the talks set a bound."""
    folder = shared("data/audio_fsdd")
    voices: dict[str, list[np.ndarray]] = {}
    for path in sorted(folder.rglob("*_*_*.wav")):
        voices.setdefault(path.stem.split("_")[1], []).append(_loud(path))
    prelabeler, cost, length = opened("audio_speakers"), 0.0, 0.0
    for count in (1, 2, 3, 4):
        errors, counts = [], []
        for seed in range(100, 108):
            samples, truth = _talk(voices, count, np.random.default_rng(seed))
            begun = time.process_time()
            found = _asked(prelabeler, samples)
            cost += time.process_time() - begun
            length += len(samples) / RATE
            errors.append(_errors(truth, found, len(samples) / RATE))
            counts.append(len({p.name for p in found}))
        missed, false, mixed = np.mean(errors, axis=0)
        print(f"{count} speakers: error {missed + false + mixed:.3f} (missed {missed:.3f}, false "
              f"{false:.3f}, mixed up {mixed:.3f}); {np.mean(counts):.2f} found")  # fmt: skip
    print(f"speakers: {cost / length * 60:.2f} CPU s a minute")


def events() -> None:
    """Event sounds in noise: where they are, and what they are called after some were named."""
    sounds: dict[str, np.ndarray] = {}
    for path in sorted(shared("data/audio_events").glob("*.oga")):
        sound = _loud(path)
        if not any(len(o) == len(sound) and np.allclose(o, sound) for o in sounds.values()):
            sounds[path.stem] = sound
    ontology = ontology_on("audio", "range", list(sounds))
    own = {"knock": "bell", "tone": "message", "noise": "complete"}
    source = Source("s", [Place("it", own)], Wrap(), 0.0)
    prelabeler = opened("audio_events")

    def decided(seeds: Sequence[int], noise_db: float) -> tuple[list[Decision], int]:
        found: list[Decision] = []
        count = 0
        for seed in seeds:
            samples, truth = _scene(sounds, np.random.default_rng(seed), noise_db)
            regions = [{"label": "it", "class": name, "geometry": {"start": a, "end": b}}
                       for a, b, name in truth]  # fmt: skip
            said = candidates_of(source, map(raw, _asked(prelabeler, samples)), ontology)
            found += decide(ontology.labels[0], said, {"regions": regions})
            count += len(truth)
        return found, count

    for noise_db in (-70.0, -55.0, -45.0):
        found, count = decided(range(20), noise_db)
        right = sum(d.found for d in found)
        print(f"events at {noise_db:g} dB of noise: precision {right / len(found):.3f}, "
              f"recall {right / count:.3f} of {count}")  # fmt: skip
    held, _ = decided(range(200, 215), -55.0)
    for scenes in (2, 4, 8, 16):
        taught, _ = decided(range(100, 100 + scenes), -55.0)
        wrap = fit_wrap(taught)
        named = [d for d in held if d.found]
        right = sum(wrap.reclassed(d.candidate).class_id == d.given for d in named)
        print(f"  named after {sum(d.found for d in taught)}: {right / len(named):.3f} of "
              f"{len(named)} right, {len(sounds)} classes")  # fmt: skip


def _loud(path: Path) -> np.ndarray:
    samples = speech_samples(Medium("audio", path=path), 100)
    samples = samples / np.abs(samples).max()
    heard = np.flatnonzero(np.abs(samples) > 0.02)
    return samples[heard[0] : heard[-1] + 1]


def _talk(
    voices: dict[str, list[np.ndarray]], count: int, rng: np.random.Generator
) -> tuple[np.ndarray, Truth]:
    who = [str(name) for name in rng.choice(sorted(voices), count, replace=False)]
    parts, truth, last = [np.zeros(RATE // 3)], [], ""
    for turn in range(10):
        others = [name for name in who if name != last] or who
        last = who[turn] if turn < count else str(rng.choice(others))
        start = sum(map(len, parts)) / RATE
        for _ in range(rng.integers(3, 8)):
            parts += [voices[last][rng.integers(len(voices[last]))] / 2]
            parts += [np.zeros(int(rng.uniform(0.05, 0.15) * RATE))]
        truth.append((start, sum(map(len, parts)) / RATE, last))
        parts.append(np.zeros(int(rng.uniform(0.2, 0.8) * RATE)))
    samples = np.concatenate(parts)
    return samples + rng.normal(size=len(samples)) * 1e-3, truth


def _scene(
    sounds: dict[str, np.ndarray], rng: np.random.Generator, noise_db: float
) -> tuple[np.ndarray, Truth]:
    samples = rng.normal(size=20 * RATE) * 10 ** (noise_db / 20)
    truth, at = [], 0.5
    for _ in range(8):
        name = list(sounds)[rng.integers(len(sounds))]
        sound = sounds[name] * 10 ** (rng.uniform(-24, -6) / 20)
        end = at + len(sound) / RATE
        if end > 19.5:
            break
        samples[int(at * RATE) :][: len(sound)] += sound
        truth.append((at, end, name))
        at = end + rng.uniform(0.3, 1.5)
    return samples, truth


def _asked(prelabeler: Prelabeler, samples: np.ndarray) -> list[Proposal]:
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(RATE)
            out.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
        return list(prelabeler.propose(Medium("audio", path=Path(file.name)), []))


def _errors(truth: Truth, found: Sequence[Proposal], length: float) -> tuple[float, float, float]:
    """Missed, false and mixed-up time, in shares of the time in which somebody speaks."""
    turns = [(p.geometry["start"], p.geometry["end"], p.name) for p in found]
    real, said = (_moments(one, length) for one in (truth, turns))
    both = np.array([[((real == a) & (said == b)).sum() for b in range(said.max() + 1)]
                     for a in range(real.max() + 1)]).reshape(real.max() + 1, -1)  # fmt: skip
    rows, columns = linear_sum_assignment(-both)
    spoken = (real >= 0).sum()
    heard = ((real >= 0) & (said >= 0)).sum()
    false = ((real < 0) & (said >= 0)).sum()
    mixed = heard - both[rows, columns].sum()
    return 1 - heard / spoken, false / spoken, mixed / spoken


def _moments(turns: Truth, length: float) -> np.ndarray:
    moments = np.full(int(length / FRAME_S), -1)
    names = sorted({name for *_, name in turns})
    for start, end, name in turns:
        moments[int(start / FRAME_S) : int(end / FRAME_S)] = names.index(name)
    return moments


PARTS: dict[str, Callable[[], None]] = {"speakers": speakers, "events": events}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
