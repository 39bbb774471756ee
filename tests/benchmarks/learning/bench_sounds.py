"""Spoken digits told apart as whole clips: accuracy by labels, on clips of recordings not labelled.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_sounds`.
"""

import time
from pathlib import Path

import numpy as np

from active_learning.embeddings.sounds import Sound, SoundEncoder, bands_of
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from labeling.media.audio.reading import opened, samples_of
from labeling.media.audio.spectrum import ROWS, hop_of, on_scale, write_spectrum
from labeling.media.levels import HEADER_BYTES
from tests.shared_data import shared

COUNTS = (50, 100, 200, 400)
SEEDS = range(5)
TEST = 150
LEAST_HOP_S = 0.01


def sound_of(file: Path, scratch: Path) -> Sound:
    """Read a file as the product does: its spectrogram's finest level, on the scale of pitch."""
    with opened(file) as opening:
        rate = opening.rate
        chunks = list(samples_of(opening))
    duration = sum(chunk.shape[1] for chunk in chunks) / rate
    write_spectrum(iter(chunks), rate, duration, scratch)
    content = scratch.read_bytes()[HEADER_BYTES:]
    hop_s = hop_of(duration, rate) / rate
    columns = int(duration / hop_s) + 1
    levels = bands_of(
        np.frombuffer(on_scale(content[: columns * ROWS], "mel", rate), np.uint8).reshape(-1, ROWS)
    )
    joined = max(1, round(LEAST_HOP_S / hop_s))
    return Sound(levels[: len(levels) // joined * joined : joined], hop_s * joined)


def main() -> None:
    """Print a line a number of labels."""
    folder = shared("data/audio_fsdd")
    scratch = Path("/tmp/penumbra-bench-spectrum")
    started = time.process_time()
    files = sorted(folder.glob("*.wav"))
    rows = SoundEncoder().encode([sound_of(file, scratch) for file in files])
    scratch.unlink()
    labels = np.array([file.name[0] for file in files])
    print(f"{len(files)} clips read in {time.process_time() - started:.0f} CPU s", flush=True)
    for count in COUNTS:
        found = []
        for seed in SEEDS:
            order = np.random.default_rng(seed).permutation(len(files))
            test, train = order[:TEST], order[TEST:][:count]
            learner = ChoiceLearner()
            learner.fit(
                Features(rows[train]),
                labels[train].tolist(),
                classes=sorted(set(labels)),
                rng=np.random.default_rng(0),
            )
            guesses = learner.predict_proba(Features(rows[test])).argmax(axis=1)
            found.append((np.array(learner.classes)[guesses] == labels[test]).mean())
        print(f"{count:4} labels: {np.mean(found):.3f} ± {np.std(found, ddof=1):.3f}", flush=True)


if __name__ == "__main__":
    main()
