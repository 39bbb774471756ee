"""The label error finder beside cleanlab: CPU seconds, precision, recall, in one run.

Run: `OMP_NUM_THREADS=1 .venv/bin/python tests/benchmarks/learning/bench_label_errors.py`.
"""

import time
from collections.abc import Callable

import numpy as np
from cleanlab.filter import find_label_issues

from active_learning.label_errors import find_label_errors, folds_of
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from tests.benchmarks.learning.sets import LabelledSet, trec6

ROWS, CLASSES, NOISE, REPEATS = 1_000_000, 10, 0.05, 3
FILTERS = {
    "noise_rate": "prune_by_noise_rate",
    "class": "prune_by_class",
    "both": "both",
    "confident": "confident_learning",
}
Case = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Probabilities (N, K), labels given (N,), which of them are wrong (N,)."""


def main() -> None:
    """Print a table of the million rows, and one of real questions with planted errors."""
    print(f"{ROWS:,} x {CLASSES}, {NOISE:.0%} wrong, best of {REPEATS}")
    for dtype in (np.float64, np.float32):
        print(f" {np.dtype(dtype).name}")
        compare(made(np.random.default_rng(0), dtype))
    data = trec6()
    for name, plant in (("uniform", uniform), ("confused", confused)):
        print(f"{data.name}, {NOISE:.0%} of {len(data.pool)} labels wrong, {name}, cross-fitted")
        compare(planted(data, plant))


def compare(case: Case) -> None:
    """Print a line for each way of pruning and each library."""
    probabilities, given, _ = case
    for ours, theirs in FILTERS.items():
        print_line(f"penumbra {ours}", case, lambda p=ours: find_label_errors(
            probabilities, given, prune=p).rows)  # fmt: skip
        print_line(f"cleanlab {theirs}", case, lambda p=theirs: find_label_issues(
            given, probabilities, filter_by=p, n_jobs=1,
            return_indices_ranked_by="normalized_margin"))  # fmt: skip


def print_line(name: str, case: Case, find: Callable[[], np.ndarray]) -> None:
    """Time it, and say what it found."""
    wrong, seconds = case[2], []
    for _ in range(REPEATS):
        started = time.process_time()
        rows = find()
        seconds.append(time.process_time() - started)
    hits = wrong[rows].sum()
    first = wrong[rows[: wrong.sum() // 2]].mean()
    print(
        f"  {name:<32} cpu {min(seconds):6.3f} s  found {len(rows):6}  precision "
        f"{hits / max(len(rows), 1):.4f}  recall {hits / wrong.sum():.4f}  "
        f"precision of the first half {first:.4f}",
        flush=True,
    )


def made(rng: np.random.Generator, dtype: type) -> Case:
    """Return a million rows of a model that is right and sure most of the time."""
    truth = rng.integers(0, CLASSES, ROWS)
    given = flip_uniformly(truth, CLASSES, rng)
    logits = rng.normal(0, 1, (ROWS, CLASSES)).astype(dtype)
    logits[np.arange(ROWS), truth] += 3.5
    exp = np.exp(logits)
    return exp / exp.sum(axis=1, keepdims=True), given, given != truth


def flip_uniformly(truth: np.ndarray, classes: int, rng: np.random.Generator) -> np.ndarray:
    """Give a share of the labels any other class."""
    given = truth.copy()
    flipped = rng.random(len(truth)) < NOISE
    given[flipped] = (truth[flipped] + rng.integers(1, classes, flipped.sum())) % classes
    return given


def uniform(data: LabelledSet, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Any label may become any other."""
    return flip_uniformly(truth, len(data.classes), rng)


def confused(data: LabelledSet, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Labels become the class that the model holds second likeliest: the errors people make."""
    likely = cross_fitted(data, truth, rng)
    likely[np.arange(len(truth)), truth] = -1
    given = truth.copy()
    flipped = rng.random(len(truth)) < NOISE
    given[flipped] = likely[flipped].argmax(axis=1)
    return given


def planted(data: LabelledSet, plant: Callable[..., np.ndarray]) -> Case:
    """Return out-of-fold probabilities of the product's learner on labels with errors."""
    rng = np.random.default_rng(1)
    column = {name: index for index, name in enumerate(data.classes)}
    truth = np.array([column[name] for name in data.pool_labels])
    given = plant(data, truth, rng)
    return cross_fitted(data, given, rng), given, given != truth


def cross_fitted(data: LabelledSet, given: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Judge every row by a learner that was not taught its label."""
    names = np.array(data.classes)[given]
    fold = folds_of(names.tolist(), 5, rng)
    probabilities = np.zeros((len(given), len(data.classes)))
    for part in range(5):
        seen, held = np.flatnonzero(fold != part), np.flatnonzero(fold == part)
        learner = ChoiceLearner()
        learner.fit(Features(data.pool[seen]), names[seen].tolist(), classes=data.classes, rng=rng)
        columns = [data.classes.index(name) for name in learner.classes]
        probabilities[np.ix_(held, columns)] = learner.predict_proba(Features(data.pool[held]))
    return probabilities


if __name__ == "__main__":
    main()
