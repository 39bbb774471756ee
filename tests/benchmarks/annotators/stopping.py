"""Stopping on recorded crowds by a rule fixed beforehand, against counting every vote.

Run: python -m tests.benchmarks.annotators.stopping [SET ...]
"""

import sys
from dataclasses import dataclass
from statistics import mean, median

import numpy as np

from annotators.aggregation import auto, majority
from annotators.agreement import Votes
from annotators.assignment.stopping import Limits
from annotators.simulation import Course, Rules, mean_interval, replay
from annotators.simulation.figures import error_of
from tests.benchmarks.annotators.crowds import SETS, Crowd, crowd

SEEDS = 5
MOST_TASKS = 200
"""Drawn anew a seed, among those with known truth: so small is the project that is replayed."""
GOLD = 0.15
LIMITS = Limits(2, 1000, 0.95)
"""The product's own target, and two opinions at least. Fixed before anything was replayed."""
WAYS = ("open", "value", "value, gold")


@dataclass(frozen=True, slots=True)
class Stopped:
    """One replay: the share of votes spent, and points above counting all of them."""

    share: float
    gain: float


def stopped(one: Crowd, way: str, seed: int) -> Stopped:
    """Replay a part of a set; gold tasks cost their votes and are left out of what is compared."""
    rng = np.random.default_rng(seed)
    course = _part(one, rng)
    n_tasks = len(course.truth)
    gold = rng.permutation(n_tasks) < round(GOLD * n_tasks)
    if way.endswith("gold"):
        course = Course(course.votes, course.truth, is_gold=gold)
    policy = way.removesuffix(", gold")
    outcome = replay(course, Rules(policy, LIMITS), np.random.default_rng(seed))
    judged = Course(course.votes, np.where(gold, -1, course.truth))
    every = np.arange(len(course.votes.task))
    gain = error_of(judged, every, majority) - error_of(judged, outcome.asked, auto)
    return Stopped(len(outcome.asked) / len(every), 100 * gain)


def _part(one: Crowd, rng: np.random.Generator) -> Course:
    known = np.flatnonzero(one.truth >= 0)
    kept = rng.permutation(known)[:MOST_TASKS]
    at = np.flatnonzero(np.isin(one.votes.task, kept))
    tasks, task = np.unique(one.votes.task[at], return_inverse=True)
    people, who = np.unique(one.votes.annotator[at], return_inverse=True)
    votes = Votes(task, who, one.votes.value[at], tasks.tolist(), people.tolist(), one.votes.values)
    return Course(votes, one.truth[tasks])


def main() -> None:
    """Print a row a set, and what it comes to."""
    print("| set | " + " | ".join(f"{way}: share, points" for way in WAYS) + " |")
    print("|---|" + "---|" * len(WAYS))
    shares: dict[str, list[float]] = {way: [] for way in WAYS}
    gains: dict[str, list[float]] = {way: [] for way in WAYS}
    for name in sys.argv[1:] or SETS:
        one, told = crowd(name), []
        for way in WAYS:
            found = [stopped(one, way, seed) for seed in range(SEEDS)]
            gain, low, high = mean_interval([run.gain for run in found], least=-100.0)
            shares[way].append(mean(run.share for run in found))
            gains[way].append(gain)
            told.append(f"{shares[way][-1]:.2f}, {gain:+.1f} [{low:+.1f}, {high:+.1f}]")
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)
    for way in WAYS:
        lost = sum(gain < 0 for gain in gains[way])
        print(
            f"{way}: median share {median(shares[way]):.2f}, mean gain {mean(gains[way]):+.2f}, "
            f"less right on {lost}, by more than a point on {sum(g < -1 for g in gains[way])}"
        )


if __name__ == "__main__":
    main()
