"""Consensus on real crowds, its speed, and the votes it saves.

Run: .venv/bin/python -m tests.benchmarks.annotators.bench_consensus [accuracy|speed|saving]
"""

import os
import resource
import sys
import time
from statistics import mean, median

import numpy as np

from annotators.aggregation import AGGREGATORS, anchored, auto, dawid_skene, majority
from annotators.agreement import Votes
from tests.benchmarks.annotators.crowds import SETS, crowd
from tests.benchmarks.annotators.saving import votes_needed

SEEDS = (0, 1, 2)
LARGE = 8_000
VERY_LARGE = 30_000
"""Votes beyond which the saving is replayed with one seed; and by one model."""


def bench_accuracy() -> None:
    """Accuracy of every algorithm on every set."""
    print("| set | " + " | ".join(AGGREGATORS) + " | crowd-kit DS |")
    print("|---|" + "---|" * (len(AGGREGATORS) + 1))
    rows = []
    for name in SETS:
        one = crowd(name)
        row = [one.accuracy(aggregate(one.votes)) for aggregate in AGGREGATORS.values()]
        rows.append(row)
        told = " | ".join(f"{value:.4f}" for value in row)
        print(f"| {name} | {told} | {_crowd_kit(one.votes, one.truth)} |", flush=True)
    means = np.mean(rows, axis=0)
    print("| **mean** | " + " | ".join(f"{value:.4f}" for value in means) + " | |")
    counted = list(AGGREGATORS).index("majority")
    worst = min(row[0] - row[counted] for row in rows)
    print(f"auto less majority, worst set: {worst:+.4f}")


def _crowd_kit(votes: Votes, truth: np.ndarray) -> str:
    try:
        import pandas as pd
        from crowdkit.aggregation import DawidSkene
    except ImportError:
        return "not installed"
    table = pd.DataFrame({"task": votes.task, "worker": votes.annotator, "label": votes.value})
    found = DawidSkene(n_iter=100).fit_predict(table)
    known = np.flatnonzero(truth >= 0)
    return f"{mean(found.get(task) == truth[task] for task in known):.4f}"


def bench_speed() -> None:
    """Dawid-Skene on a million votes: CPU seconds and memory."""
    rng = np.random.default_rng(0)
    n_tasks, n_who, n_values, each = 200_000, 500, 10, 5
    truth = rng.integers(0, n_values, n_tasks)
    task = np.repeat(np.arange(n_tasks), each)
    who = rng.integers(0, n_who, len(task))
    right = rng.random(len(task)) < rng.uniform(0.5, 0.95, n_who)[who]
    value = np.where(right, truth[task], rng.integers(0, n_values, len(task)))
    votes = Votes(task, who, value, range(n_tasks), range(n_who), range(n_values))
    begun = time.process_time()
    found = dawid_skene(votes)
    spent = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    hits = (found.value == truth).mean()
    print(f"Dawid-Skene, 1M votes: {spent:.2f} CPU-s, peak {peak:.0f} MiB, ", end="")
    print(f"{found.n_iterations} iterations, accuracy {hits:.4f}")


def bench_saving() -> None:
    """Share of all votes that reaches the accuracy of counting all of them."""
    needed = []
    for name in os.environ.get("CROWDS", " ".join(SETS)).split():
        one = crowd(name)
        n_votes = len(one.votes.task)
        aggregate = auto if n_votes <= VERY_LARGE else anchored
        goal = one.accuracy(majority(one.votes))
        seeds = SEEDS if n_votes <= LARGE else SEEDS[:1]
        found = [votes_needed(one, aggregate, goal, seed) for seed in seeds]
        share = median(1.0 if value is None else value for value in found)
        needed.append(share)
        print(f"| {name} | {goal:.4f} | {share:.2f} | {aggregate.__name__} |", flush=True)
    print(f"median set: {median(needed):.2f}")


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["speed", "accuracy", "saving"]
    for each_one in chosen:
        {"accuracy": bench_accuracy, "speed": bench_speed, "saving": bench_saving}[each_one]()
