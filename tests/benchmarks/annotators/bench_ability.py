"""How often intervals of ability cover the truth: on made-up crowds, and on real ones.

Run: .venv/bin/python -m tests.benchmarks.annotators.bench_ability [simulated|real] [runs]
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.ability import UNKNOWN, ability_on_truth, draw_crowd
from annotators.agreement import Votes
from tests.annotators.ability.worlds import simulated
from tests.benchmarks.annotators.crowds import SETS, crowd

RUNS = 40
LEAST = 20
"""Answers with known truth, below which a real person's own accuracy is hardly known itself."""
MANY = 30_000


@dataclass(frozen=True, slots=True)
class Setting:
    """One kind of made-up crowd."""

    name: str
    n_who: int
    n_tasks: int
    n_values: int
    opinions: int
    gold: float
    spread: float = 0.06


SETTINGS = (
    Setting("3 classes, 3 opinions, no gold", 20, 300, 3, 3, 0.0),
    Setting("3 classes, 3 opinions, 10 % gold", 20, 300, 3, 3, 0.1),
    Setting("3 classes, all gold", 20, 300, 3, 3, 1.0),
    Setting("2 classes, 5 opinions, no gold", 20, 300, 2, 5, 0.0),
    Setting("8 classes, 3 opinions, 5 % gold", 15, 600, 8, 3, 0.05),
    Setting("3 classes, 2 opinions, 10 % gold", 10, 300, 3, 2, 0.1),
    Setting("3 classes, 1 opinion, 10 % gold", 10, 300, 3, 1, 0.1),
    Setting("class specialists, 10 % gold", 20, 300, 3, 3, 0.1, 0.2),
)


def bench_simulated(runs: int) -> None:
    """Share of people whose true accuracy lies in their interval."""
    print("| crowd | people | covered | from run to run | width | CPU s a run |")
    print("|---|---|---|---|---|---|")
    for number, setting in enumerate(SETTINGS):
        rng = np.random.default_rng(number)
        by_run, width, began = [], [], time.process_time()
        for _ in range(runs):
            covered, wide = _one_run(setting, rng)
            by_run.append(covered)
            width.append(wide)
        every = np.concatenate(by_run)
        error = np.std([run.mean() for run in by_run]) / runs**0.5
        seconds = (time.process_time() - began) / runs
        print(
            f"| {setting.name} | {len(every)} | {every.mean():.3f} | ±{1.96 * error:.3f} "
            f"| {np.concatenate(width).mean():.3f} | {seconds:.2f} |",
            flush=True,
        )


def _one_run(
    setting: Setting, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    world = simulated(
        rng,
        n_who=setting.n_who,
        n_tasks=setting.n_tasks,
        n_values=setting.n_values,
        opinions=setting.opinions,
        spread=setting.spread,
    )
    is_gold = rng.random(setting.n_tasks) < setting.gold
    drawn = draw_crowd(world.votes, rng, known=np.where(is_gold, world.truth, UNKNOWN))
    low, high = np.quantile(drawn.accuracy, [0.025, 0.975], axis=0)
    return (low <= world.accuracy) & (world.accuracy <= high), high - low


def bench_real() -> None:
    """Real people: does the interval from votes alone meet what the known truths say of them?

    The two are told apart only where their intervals do not touch: the known truths are a sample.
    """
    print("| set | people | meets | accuracy, known | accuracy, drawn | CPU s |")
    print("|---|---|---|---|---|---|")
    for name in SETS:
        one = crowd(name)
        if len(one.votes.task) > MANY:
            continue
        began = time.process_time()
        drawn = draw_crowd(one.votes, np.random.default_rng(0))
        seconds = time.process_time() - began
        low, high = np.quantile(drawn.accuracy, [0.025, 0.975], axis=0)
        right, known = _known(one.votes, one.truth)
        met, mine, theirs = [], [], []
        for who in np.flatnonzero(known >= LEAST):
            told = ability_on_truth(right[who], known[who])
            met.append(told.low <= high[who] and low[who] <= told.high)
            mine.append(told.value)
            theirs.append(drawn.accuracy[:, who].mean())
        print(
            f"| {name} | {len(met)} | {np.mean(met):.2f} | {np.mean(mine):.3f} "
            f"| {np.mean(theirs):.3f} | {seconds:.1f} |",
            flush=True,
        )


def _known(
    votes: Votes, truth: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    known = truth[votes.task] >= 0
    right = known & (votes.value == truth[votes.task])
    n_who = len(votes.annotators)
    return (
        np.bincount(votes.annotator, right, minlength=n_who),
        np.bincount(votes.annotator, known, minlength=n_who),
    )


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    if wanted in ("", "simulated"):
        bench_simulated(int(sys.argv[2]) if len(sys.argv) > 2 else RUNS)
    if wanted in ("", "real"):
        bench_real()
