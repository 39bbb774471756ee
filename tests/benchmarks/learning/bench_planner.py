"""How often the planner's bands hold the truth, on replayed curves of real sets.

Run: `OMP_NUM_THREADS=1 .venv/bin/python tests/benchmarks/learning/bench_planner.py [seeds]`.

Each curve is cut off, measured on a small random hold-out as a project does, and forecast; the
truth is the accuracy on the rest of the test set at the labels that came later.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.planning import CurvePoint, forecast
from tests.benchmarks.learning.sets import LabelledSet, mnist, trec6

FIRST, BATCH, BUDGET = 20, 30, 920
CUTS = (200, 290, 440)
HOLDOUTS = (60, 150)
AHEAD = (1.5, 2.0, 3.0)
DRAWS = 12
SMOOTHED = 3


@dataclass(frozen=True)
class Curve:
    """Labels of P points, and which of N test tasks each got right: (P,) and (P, N)."""

    labels: np.ndarray
    right: np.ndarray


def main() -> None:
    """Print coverage a set, strategy and horizon."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    total: dict[str, list[bool]] = defaultdict(list)
    for data in (trec6(), mnist()):
        for strategy in ("random", "margin"):
            held: dict[str, list[bool]] = defaultdict(list)
            widths: dict[str, list[float]] = defaultdict(list)
            for seed in range(seeds):
                curve = replayed(data, strategy, seed)
                for name, inside, width in judged(curve, np.random.default_rng(seed)):
                    held[name].append(inside)
                    widths[name].append(width)
                    total[name].append(inside)
            print(f"{data.name}, {strategy}, {seeds} curves")
            for name, inside in held.items():
                print(f"  {name:<28} held {np.mean(inside):.3f} of {len(inside)}"
                      f"  median width {np.median(widths[name]):.3f}", flush=True)  # fmt: skip
    for name, inside in total.items():
        print(f"all: {name:<28} held {np.mean(inside):.3f} of {len(inside)}")


def replayed(data: LabelledSet, strategy: str, seed: int) -> Curve:
    """Label by the strategy, and remember what each model gets right."""
    rng = np.random.default_rng(seed)
    rest = rng.permutation(len(data.pool))
    taught, rest = rest[:FIRST], rest[FIRST:]
    learner, labels, right = ChoiceLearner(), [], []
    while len(taught) <= BUDGET:
        answers = data.pool_labels[taught].tolist()
        if len(set(answers)) > 1:
            learner.fit(Features(data.pool[taught]), answers, classes=data.classes, rng=rng)
            rows = learner.predict_proba(Features(data.test))
            best = np.array(learner.classes)[rows.argmax(axis=1)]
            labels.append(len(taught))
            right.append(best == data.test_labels)
        if strategy == "margin" and learner.head is not None:
            rows = np.sort(learner.predict_proba(Features(data.pool[rest])), axis=1)
            rest = rest[np.argsort(rows[:, -1] - rows[:, -2], kind="stable")]
        taught, rest = np.concatenate([taught, rest[:BATCH]]), rest[BATCH:]
    return Curve(np.array(labels), np.array(right))


def judged(curve: Curve, rng: np.random.Generator) -> Iterator[tuple[str, bool, float]]:
    """Yield whether a band or a range of labels held the truth, and how wide it was."""
    for cut in CUTS:
        past = curve.labels <= cut
        for size in HOLDOUTS:
            for _ in range(DRAWS):
                order = rng.permutation(curve.right.shape[1])
                held, rest = order[:size], order[size:]
                shares = curve.right[past][:, held].mean(axis=1)
                points = [
                    CurvePoint(int(n), float(share), size)
                    for n, share in zip(curve.labels[past], shares, strict=True)
                ]
                found = forecast(points, rng)
                assert found is not None
                truth = np.convolve(
                    curve.right[:, rest].mean(axis=1), np.ones(SMOOTHED) / SMOOTHED, "valid"
                )
                labels = curve.labels[SMOOTHED // 2 : len(truth) + SMOOTHED // 2]
                yield from compared(found, labels, truth, points[-1].labels)


def compared(found, labels, truth, now) -> Iterator[tuple[str, bool, float]]:
    """Compare bands at later labels, and the labels needed to later accuracies, with the truth."""
    for factor in AHEAD:
        if now * factor > labels[-1]:
            continue
        at = int(np.searchsorted(labels, now * factor))
        band = found.band([labels[at]])
        low, high = band.low[0], band.high[0]
        yield f"accuracy at {factor:g} x labels", bool(low <= truth[at] <= high), high - low
    at = int(np.searchsorted(labels, min(now * 2, labels[-1])))
    target = truth[at]
    first = labels[np.flatnonzero(truth >= target)[0]]
    need = found.need(float(target))
    more = max(0, first - now)
    high = np.inf if need.high is None else need.high
    low = np.inf if need.low is None else need.low
    # The curve is known at every 30th label only.
    yield "labels to a later accuracy", bool(low - 30 <= more <= high + 30), min(high, 9999) - low


if __name__ == "__main__":
    main()
