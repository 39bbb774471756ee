"""Consensus of sets of classes, together and class by class, with made-up people.

Run: .venv/bin/python -m tests.benchmarks.annotators.bench_kinds
"""

import numpy as np

from annotators.aggregation.kinds.label_sets import fuse_label_sets
from annotators.aggregation.pooled import anchored
from annotators.agreement import Votes

SEEDS = 5
Rng = np.random.Generator


def bench_sets() -> None:
    """Share of tasks whose classes are all right: class by class, and together."""
    print(
        "| sorts of tasks, opinions | class by class | together | sorts found |\n|---|---|---|---|"
    )
    for n_sorts, opinions in ((1, 3), (4, 2), (4, 3), (8, 3)):
        found = [_sets(n_sorts, opinions, np.random.default_rng(seed)) for seed in range(SEEDS)]
        apart, together, sorts = np.mean(found, axis=0)
        print(f"| {n_sorts}, {opinions} | {apart:.3f} | {together:.3f} | {sorts:.1f} |", flush=True)


def _sets(n_sorts: int, opinions: int, rng: Rng) -> tuple[float, float, float]:
    n_tasks, n_who, n_classes = 400, 15, 12
    chance = rng.beta(0.3, 0.7, (n_sorts, n_classes))
    truth = rng.random((n_tasks, n_classes)) < chance[rng.integers(0, n_sorts, n_tasks)]
    sees, invents = rng.uniform(0.5, 0.95, n_who), rng.uniform(0.02, 0.15, n_who)
    task = np.repeat(np.arange(n_tasks), opinions)
    who = np.concatenate([rng.permutation(n_who)[:opinions] for _ in range(n_tasks)])
    says = np.where(truth[task], sees[who][:, None], invents[who][:, None])
    chosen = rng.random(says.shape) < says
    together = fuse_label_sets(task, who, chosen, n_tasks, n_who)
    apart = np.empty((n_tasks, n_classes))
    for at, said in enumerate(chosen.T):
        rows = (task, who, said.astype(np.int64))
        apart[:, at] = anchored(Votes(*rows, range(n_tasks), range(n_who), (0, 1))).posterior[:, 1]
    whole = [((p > 0.5) == truth).all(1).mean() for p in (apart, together.marginal)]
    return float(whole[0]), float(whole[1]), float(together.n_sorts)


if __name__ == "__main__":
    bench_sets()
