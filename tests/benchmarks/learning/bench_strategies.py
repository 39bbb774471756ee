"""Labels to 95 % of full-data accuracy on real sets: every strategy, and scikit-activeml's.

All rows of a set share features, learner, schedule and seeds. "auto + spreading" is the whole
engine: the same choice, and a fit that also uses what the labels say of the tasks around them;
"random + spreading" tells how much of that is the fit's.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_strategies [set ...] [--seeds N]`.
"""

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from active_learning.learners.propagating import Propagation
from active_learning.replay import (
    ChoiceStudent,
    Course,
    Outcome,
    PropagatingStudent,
    Schedule,
    Student,
    compare,
)
from active_learning.strategies import STRATEGIES, AutoStart, Strategy
from tests.benchmarks.learning.courses import COURSES
from tests.benchmarks.learning.others import other_strategies


@dataclass(frozen=True)
class Plan:
    """How a set is replayed."""

    strength: float
    schedule: Schedule


PLANS = {
    "mnist": Plan(1.0, Schedule(20, 30, 1500)),
    "trec6": Plan(10.0, Schedule(20, 30, 2000)),
    "banking77": Plan(10.0, Schedule(80, 200, 5000)),
    "sst2": Plan(10.0, Schedule(20, 40, 1500)),
    "fsdd": Plan(10.0, Schedule(20, 10, 450)),
    "bccd": Plan(10.0, Schedule(20, 20, 800)),
}
OURS: dict[str, Strategy] = {
    "random": STRATEGIES.get("random"),
    "margin": STRATEGIES.get("margin"),
    "entropy": STRATEGIES.get("entropy"),
    "badge": STRATEGIES.get("badge"),
    "batch_bald": STRATEGIES.get("batch_bald"),
    "typiclust + margin": AutoStart("typiclust + margin", STRATEGIES.get("margin")),
    "auto": STRATEGIES.get("auto"),
}
SPREADING = {"random + spreading": "random", "auto + spreading": "auto"}


def main() -> None:
    """Print a table a set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(COURSES))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    wanted = set(asked.only.split(",")) - {""}
    others = {} if wanted and wanted <= {*OURS, *SPREADING} else other_strategies()
    for name in asked.sets:
        course, plan = COURSES[name](), PLANS[name]
        print(
            f"\n{course.name}: {len(course.pool)} to choose from, {len(course.test)} to measure on"
        )
        rows = OURS | others | SPREADING
        chosen = [row for row in rows if not wanted or row in wanted]
        about = Propagation.of(course.pool) if set(chosen) & set(SPREADING) else None
        for row in chosen:
            _tell(course, plan, row, rows[row], about, asked.seeds, asked.json)


def _tell(
    course: Course,
    plan: Plan,
    row: str,
    strategy: Strategy | str,
    about: Propagation | None,
    seeds: int,
    file: Path | None,
) -> None:
    started = time.process_time()
    make: Callable[[int], Student]
    if isinstance(strategy, str):
        assert about is not None
        make, chooser = _spreading(course, plan, about), STRATEGIES.get(strategy)
    else:
        make, chooser = _plain(course, plan), strategy
    found = compare(make, {row: chooser}, plan.schedule, seeds=seeds)
    outcome = found.outcomes[0]
    cpu = time.process_time() - started
    print(f"  {row:<24}{_said(outcome)}  target {found.target:.4f}  cpu {cpu:.0f} s", flush=True)
    if file is not None:
        with file.open("a") as out:
            facts = {"set": course.name, "row": row, "counts": outcome.labels.counts,
                     "mean": outcome.labels.mean, "target": found.target, "cpu": cpu}  # fmt: skip
            out.write(json.dumps(facts) + "\n")


def _plain(course: Course, plan: Plan) -> Callable[[int], Student]:
    return lambda seed: ChoiceStudent(course, strength=plan.strength, is_calibrated=False)


def _spreading(course: Course, plan: Plan, about: Propagation) -> Callable[[int], Student]:
    return lambda seed: PropagatingStudent(course, about, strength=plan.strength)


def _said(outcome: Outcome) -> str:
    labels = outcome.labels
    spread = labels.high - labels.mean
    return f"{labels.mean:7.0f} ± {spread:4.0f}  {list(labels.counts)}"


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
