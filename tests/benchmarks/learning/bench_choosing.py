"""CPU seconds of ranking and of batches, beside scikit-activeml, small-text and modAL.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_choosing [stream|rank|k_center|badge]`.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from active_learning.acquisition import entropy, least_confidence, margin
from active_learning.strategies.badge import gradient_seeds
from active_learning.strategies.choosing import best_first
from active_learning.strategies.k_center import greedy_k_center

ROWS, CLASSES, WANTED = 1_000_000, 100, 1_000
POINTS, DIMENSIONS, CENTRES = 100_000, 384, 1_000
SEEDS_OF, SEED_COUNT = 50_000, 500
SHORT = 20
"""Picks given to the libraries: the time of more is in proportion."""


def main() -> None:
    """Print the tables asked for."""
    asked = sys.argv[1:] or ["stream", "rank", "k_center", "badge"]
    print(f"load {os.getloadavg()[0]:.1f}")
    for name in asked:
        {"stream": stream, "rank": rank, "k_center": k_center, "badge": badge}[name]()


def rank() -> None:
    """Rank `ROWS` distributions, from memory and streamed from a file."""
    probabilities = np.random.default_rng(0).random((ROWS, CLASSES), dtype=np.float32)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    ids = np.arange(ROWS)
    for function in (margin, entropy, least_confidence):
        measured(f"rank 1M x 100, ours, {function.__name__}, best 1,000",
                 lambda f=function: best_first(f(probabilities), ids, WANTED))  # fmt: skip
    measured("rank 1M x 100, plain numpy, margin, unchecked", lambda: plain_margin(probabilities))
    with_library(
        "skactiveml.pool", "rank 1M x 100, scikit-activeml, margin",
        lambda library: library.uncertainty_scores(probabilities, method="margin_sampling"),
    )  # fmt: skip
    with_library("modAL", "rank 1M x 100, modAL", lambda library: None)


def stream() -> None:
    """Rank as many from a file, of which only a block is ever in memory."""
    noise, block = np.random.default_rng(0), 50_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "probabilities.f32"
        with path.open("wb") as file:
            for _ in range(ROWS // block):
                rows = noise.random((block, CLASSES), dtype=np.float32)
                file.write(rows / rows.sum(axis=1, keepdims=True))
        streamed = np.memmap(path, np.float32, "r", shape=(ROWS, CLASSES))
        peak = resident_mib()
        measured("rank 1M x 100, ours, margin, streamed from disk",
                 lambda: best_first(margin(streamed), np.arange(ROWS), WANTED))  # fmt: skip
        print(f"    memory of the process's own: {peak:.0f} MiB before, {resident_mib():.0f} after")


def resident_mib() -> float:
    """Return the process's memory without pages of files, in MiB."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) / 1024


def plain_margin(probabilities: np.ndarray) -> np.ndarray:
    """Two maxima a row in blocks, without a look at what is in them."""
    found = np.empty(len(probabilities))
    for start in range(0, len(probabilities), 1024):
        block = probabilities[start : start + 1024]
        rows, best = np.arange(len(block)), block.argmax(axis=1)
        rest = block.copy()
        rest[rows, best] = -1
        found[start : start + 1024] = block[rows, best] - rest.max(axis=1)
    return np.argpartition(found, WANTED)[:WANTED]


def k_center() -> None:
    """Choose `CENTRES` of `POINTS` unit vectors."""
    points = np.random.default_rng(1).normal(size=(POINTS, DIMENSIONS)).astype(np.float32)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    chosen, gaps = measured(f"k-center {CENTRES} of 100k x 384, ours",
                            lambda: greedy_k_center(points, points[:1], CENTRES))  # fmt: skip
    print(f"    gap of centre {SHORT}: {gaps[SHORT - 1]:.4f}, of the last: {gaps[-1]:.4f}")
    labels = np.full(POINTS, np.nan)
    labels[0] = 0.0

    def theirs(library) -> None:
        rows = library.CoreSet(random_state=0).query(points, labels, batch_size=SHORT)
        print(f"    radius after {SHORT}: ours {radius(points, chosen[:SHORT]):.4f}, "
              f"theirs {radius(points, rows):.4f}")  # fmt: skip

    with_library("skactiveml.pool", f"k-center {SHORT} of 100k x 384, scikit-activeml", theirs)
    with_library("small_text", "k-center, small-text", lambda library: None)


def radius(points: np.ndarray, chosen: np.ndarray) -> float:
    """Return the largest distance to the first row or a chosen one."""
    taken = np.vstack([points[:1], points[chosen]])
    return float(np.sqrt(np.maximum(2 - 2 * (points @ taken.T).max(axis=1), 0)).max())


def badge() -> None:
    """Draw `SEED_COUNT` of `SEEDS_OF` by gradients of 10 classes."""
    noise = np.random.default_rng(2)
    points = noise.normal(size=(SEEDS_OF, DIMENSIONS)).astype(np.float32)
    probabilities = noise.dirichlet(np.ones(10), size=SEEDS_OF)
    measured(f"BADGE {SEED_COUNT} of 50k x 384 x 10, ours",
             lambda: gradient_seeds(probabilities, points, SEED_COUNT, noise))  # fmt: skip

    def theirs(library) -> None:
        from tests.benchmarks.learning.others import as_classifier

        labels = np.full(SEEDS_OF, np.nan)
        library.Badge(random_state=0).query(
            points, labels, as_classifier(probabilities), batch_size=SHORT, fit_clf=False
        )

    with_library("skactiveml.pool", f"BADGE {SHORT} of 50k x 384 x 10, scikit-activeml", theirs)


def with_library(name: str, said: str, run: Callable) -> None:
    """Measure what a library does, or say that it is not installed."""
    try:
        library = __import__(name, fromlist=["pool"])
    except ImportError:
        print(f"{said}: not installed")
        return
    measured(said, lambda: run(library))


def measured(said: str, run: Callable):
    """Print the CPU seconds of a call, and the most memory the process has had."""
    started = time.process_time()
    found = run()
    spent = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{said}: {spent:.2f} CPU-s, peak {peak:.0f} MiB", flush=True)
    return found


if __name__ == "__main__":
    main()
