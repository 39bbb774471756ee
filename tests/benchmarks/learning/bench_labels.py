"""Labels to 95 % of full-data accuracy, the product's default against random, five seeds.

Run: `make bench` or `.venv/bin/python tests/benchmarks/learning/bench_labels.py [set ...]`.
"""

import sys
import time
from collections.abc import Iterator

import numpy as np

from tests.benchmarks.learning.replay import Point, full_accuracy, replay
from tests.benchmarks.learning.sets import LabelledSet, mnist, trec6

SETS = {"trec6": trec6, "mnist": mnist}
SEEDS = range(5)
FIRST, BATCH, BUDGET = 20, 30, 3500
RANDOM_BATCH = 90
"""A random order needs no model between its points, so it is looked at every third batch."""
STRATEGIES = ("random", "auto_start")
SHARE = 0.95


def main() -> None:
    """Print a table a set."""
    strategies = [a for a in sys.argv[1:] if a not in SETS] or STRATEGIES
    for name in [a for a in sys.argv[1:] if a in SETS] or SETS:
        data = SETS[name]()
        target = SHARE * (full := full_accuracy(data))
        print(f"\n{data.name}: all {len(data.pool)} labels give {full:.4f}; target {target:.4f}")
        for strategy in strategies:
            started = time.process_time()
            counts, at = zip(*_seeds(data, strategy, target), strict=True)
            spread = f"{np.mean(counts):7.0f} ± {np.std(counts, ddof=1):4.0f}"
            marks = ", ".join(f"{n}: {np.mean([a[n] for a in at]):.3f}" for n in at[0])
            cpu = time.process_time() - started
            print(
                f"  {strategy:<26}{spread}  {list(counts)}  at {marks}  cpu {cpu:.0f} s", flush=True
            )


def _seeds(
    data: LabelledSet, strategy: str, target: float
) -> Iterator[tuple[int, dict[int, float]]]:
    for seed in SEEDS:
        found = until(data, strategy, seed, target)
        print(f"    {strategy}, seed {seed}: {found[0]}", flush=True)
        yield found


def until(
    data: LabelledSet, strategy: str, seed: int, target: float
) -> tuple[int, dict[int, float]]:
    """Return the labels at which the mean of three neighbouring points reaches the target.

    The mean of three keeps one lucky point of a small test set from counting.
    """
    points: list[Point] = []
    marks: dict[int, float] = {}
    batch = RANDOM_BATCH if strategy == "random" else BATCH
    for point in replay(data, strategy, seed=seed, first=FIRST, batch=batch, budget=BUDGET):
        points.append(point)
        if point.labels in (110, 200):
            marks[point.labels] = point.accuracy
        last = points[-3:]
        if len(points) >= 3 and np.mean([p.accuracy for p in last]) >= target:
            return last[1].labels, marks
    return BUDGET, marks


if __name__ == "__main__":
    main()
