"""How many votes a crowd needs when the next goes where the consensus is least sure."""

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
    """Ask for one recorded vote a task by chance, then in doubt, of whom is trusted most there."""
    n_votes = len(votes.task)
    asked = np.zeros(n_votes, dtype=bool)
    asked[_first_of_each(votes.task, rng.random(n_votes))] = True
    while True:
        found = aggregate(_some(votes, np.flatnonzero(asked)))
        yield float(asked.mean()), found.posterior
        left = np.flatnonzero(~asked)
        if not len(left):
            return
        seen = np.bincount(votes.annotator[asked], minlength=len(votes.annotators)) > 0
        trust = np.where(seen, found.accuracy, found.accuracy[seen].mean())
        # Equally trusted people, and tasks equally sure, by chance.
        by_trust = -trust[votes.annotator[left]] + 1e-9 * rng.random(len(left))
        best = left[_first_of_each(votes.task[left], by_trust)]
        doubt = found.posterior.max(1)[votes.task[best]] + 1e-9 * rng.random(len(best))
        asked[best[np.argsort(doubt)[: max(1, round(STEP * n_votes))]]] = True


def _first_of_each(task: NDArray[np.int64], key: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where, in each task, the key is least."""
    order = np.lexsort((key, task))
    found: NDArray[np.int64] = order[np.flatnonzero(np.diff(task[order], prepend=-1))]
    return found


def _some(votes: Votes, at: NDArray[np.int64]) -> Votes:
    columns = (votes.task[at], votes.annotator[at], votes.value[at])
    return Votes(*columns, votes.tasks, votes.annotators, votes.values)
