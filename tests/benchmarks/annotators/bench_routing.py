"""Routing: opinions saved on real crowds, errors at equal cost in made-up ones, its price in CPU.

Run: python -m tests.benchmarks.annotators.bench_routing [PART ...], all parts without one.
"""

import os
import sys
from statistics import median

import numpy as np

from annotators.ability import draw_crowd
from annotators.assignment import POLICIES
from annotators.simulation import CROWDS, Course, compare_policies, least_share, mean_interval
from annotators.simulation.crowds import make_crowd
from tests.benchmarks.annotators.crowds import SETS, crowd
from tests.benchmarks.annotators.next_task_cpu import measure_next_task

SEEDS = int(os.environ.get("SEEDS", "3"))
LARGE = 12_000
"""Votes beyond which one seed has to do."""
HUGE = 80_000


def bench_recorded() -> None:
    """Share of all votes with which routing is as right as counting all of them."""
    policies = os.environ.get("POLICIES", "open value").split()
    print("| set | " + " | ".join(f"{name}: share, target" for name in policies) + " |")
    needed: dict[str, list[float]] = {name: [] for name in policies}
    for name in os.environ.get("CROWDS", " ".join(SETS)).split():
        one = crowd(name)
        if len(one.votes.task) > HUGE and "CROWDS" not in os.environ:
            continue
        course = Course(one.votes, one.truth)
        seeds = SEEDS if len(one.votes.task) <= LARGE else 1
        told = []
        for policy in policies:
            found = [least_share(course, policy, seed)[-1] for seed in range(seeds)]
            share = median(last.share if last.is_reached else 1.0 for last in found)
            needed[policy].append(share)
            told.append(f"{share:.2f}, {median(last.target for last in found)}")
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)
    for policy, shares in needed.items():
        print(f"{policy}: median set {median(shares):.2f}")


def bench_made() -> None:
    """Errors of final labels, opinions a task, in crowds of every sort."""
    teams = {name: (dict(shares), None) for name, shares in CROWDS.items()}
    teams["careful team"] = ({"good": 1.0}, (0.96, 0.995))
    for name, (shares, accuracy) in teams.items():
        found = compare_policies(shares, list(POLICIES), seeds=SEEDS * 3, accuracy=accuracy)
        for team in found:
            mean, low, high = mean_interval(team.errors)
            spent = sum(team.opinions) / len(team.opinions)
            print(
                f"| {name} | {team.name} | {100 * mean:.1f} % "
                f"[{100 * low:.1f}, {100 * high:.1f}] | {spent:.2f} |",
                flush=True,
            )


def bench_bands() -> None:
    """The rival of choosing among the first: bands of doubt on the rows, each for its people."""
    from annotators.simulation import replay as replaying

    def bands(queue, asker):
        able = float((queue.accuracy - queue.crowd).mean()) + asker.luck
        wanted = 2 if able > 0.05 else 0 if able < -0.05 else 1
        doubt = 1 - queue.posterior.max(1)
        return -np.abs(np.digitize(doubt, [0.1, 0.3]) - wanted).astype(float)

    module = sys.modules[replaying.__module__]
    known = module.POLICIES
    module.POLICIES = {**known, "bands": bands}
    for name in ("good", "class specialists", "mixed"):
        for team in compare_policies(dict(CROWDS[name]), ["value", "bands"], seeds=SEEDS * 3)[2:]:
            mean, low, high = mean_interval(team.errors)
            print(
                f"| {name} | {team.name} | {100 * mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}] |"
            )
    module.POLICIES = known


def bench_coverage() -> None:
    """How often the 95 % interval of an ability holds the truth, in simulated crowds."""
    runs, n_votes = int(os.environ.get("RUNS", "40")), 5
    for name, shares in CROWDS.items():
        inside = total = 0
        for seed in range(runs):
            rng = np.random.default_rng(1000 + seed)
            made = make_crowd(shares, rng, n_tasks=300, n_people=16, n_values=3)
            course = _thinned(made.votes, n_votes, rng)
            drawn = draw_crowd(course, rng).accuracy
            low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
            inside += int(((low <= made.accuracy) & (made.accuracy <= high)).sum())
            total += len(made.accuracy)
        print(f"| {name} | {inside / total:.3f} | {total} people |", flush=True)


def _thinned(votes, each, rng):
    """Ask `each` people of each task."""
    from annotators.agreement import Votes

    n_people, n_tasks = len(votes.annotators), len(votes.tasks)
    at = np.concatenate(
        [rng.permutation(n_people)[:each] * n_tasks + task for task in range(n_tasks)]
    )
    columns = (votes.task[at], votes.annotator[at], votes.value[at])
    return Votes(*columns, votes.tasks, votes.annotators, votes.values)


def bench_speed() -> None:
    """CPU of a call for work with each policy, and by bands on the rows, by turns."""
    measure_next_task()


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["speed", "made", "bands", "coverage", "recorded"]
    for each_one in chosen:
        print(f"\n{each_one}")
        {
            "recorded": bench_recorded,
            "made": bench_made,
            "bands": bench_bands,
            "coverage": bench_coverage,
            "speed": bench_speed,
        }[each_one]()
