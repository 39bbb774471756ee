"""How many votes a crowd needs when every further one goes where the consensus is least sure."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation import Aggregator
from annotators.agreement import Votes
from tests.benchmarks.annotators.crowds import Crowd, accuracy

STEP = 0.05


def votes_needed(crowd: Crowd, aggregate: Aggregator, goal: float, seed: int) -> float | None:
    """Return the share of all votes at which the goal is first reached and held; None if never."""
    shares, held = [], None
    for share, found in _replay(crowd.votes, aggregate, np.random.default_rng(seed)):
        shares.append(share)
        if found is not None and accuracy(found, crowd.truth) >= goal:
            held = share if held is None else held
        else:
            held = None
    return held


def _replay(
    votes: Votes, aggregate: Aggregator, rng: np.random.Generator
) -> Iterator[tuple[float, NDArray[np.float64]]]:
    """Ask for the recorded votes of each task in random order: one a task, then where in doubt."""
    n_tasks, n_votes = len(votes.tasks), len(votes.task)
    order = np.lexsort((rng.random(n_votes), votes.task))
    n_each = np.bincount(votes.task, minlength=n_tasks)
    rank = np.arange(n_votes) - np.repeat(np.cumsum(n_each) - n_each, n_each)
    wanted = np.ones(n_tasks, dtype=np.int64)
    while True:
        asked = order[rank < wanted[votes.task[order]]]
        found = aggregate(_some(votes, asked)).posterior
        yield len(asked) / n_votes, found
        doubtful = np.flatnonzero(wanted < n_each)
        if not len(doubtful):
            return
        # Equally sure tasks are asked about in random order, those with fewer opinions first.
        key = np.lexsort((rng.random(len(doubtful)), wanted[doubtful], found.max(1)[doubtful]))
        wanted[doubtful[key[: max(1, round(STEP * n_votes))]]] += 1


def _some(votes: Votes, at: NDArray[np.int64]) -> Votes:
    columns = (votes.task[at], votes.annotator[at], votes.value[at])
    return Votes(*columns, votes.tasks, votes.annotators, votes.values)
