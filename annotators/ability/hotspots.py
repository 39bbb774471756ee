"""Where good people disagree: pairs of classes that the guidelines do not part.

That people err tells of people. That those who are right elsewhere part on the same two classes,
again and again, tells of what they were told.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from annotators.ability.accuracy import Ability, ability_on_truth
from annotators.agreement.votes import Votes

__all__ = ["Hotspot", "good_people", "hotspots", "split_among"]

Array = NDArray[np.float64]
SHOWN_TASKS = 20
SHOWN = 0.9
"""How likely somebody must be worse than the middle for the disagreement to be theirs."""


@dataclass(frozen=True, slots=True)
class Hotspot:
    """Two classes between which good people part.

    Attributes
    ----------
    first, second : int
        Indices into the values.
    rate : Ability
        Of tasks on which any two good people met and one said either class, the share on which
        they parted between the two.
    tasks : tuple of int
        Indices of such tasks, the most divided first.
    """

    first: int
    second: int
    rate: Ability
    tasks: tuple[int, ...] = field(default=())


def good_people(accuracy: Array) -> NDArray[np.bool_]:
    """Return who is not shown to be worse than the middle of the crowd.

    Of people who are alike half lie below their middle: that alone makes nobody bad.

    Parameters
    ----------
    accuracy : ndarray, shape (n_draws, n_annotators)
        Draws of everybody's accuracy.
    """
    middle = np.median(accuracy, axis=1, keepdims=True)
    not_shown_worse: NDArray[np.bool_] = (accuracy >= middle).mean(0) >= 1 - SHOWN
    return not_shown_worse


def split_among(votes: Votes, good: NDArray[np.bool_]) -> Array:
    """Return of each task how likely two of its good people differ; NaN with fewer than two."""
    counts = _counts(votes, good)
    total = counts.sum(1)
    pairs = total * (total - 1)
    same = (counts * (counts - 1)).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        split: Array = np.where(pairs > 0, 1 - same / pairs, np.nan)
    return split


def hotspots(votes: Votes, good: NDArray[np.bool_]) -> list[Hotspot]:
    """Return pairs of classes that part good people oftener than pairs do as a rule.

    Only those whose whole interval lies above the rate of all pairs together, the worst first. A
    task counts once however many people answered it: their votes on it are no independent news.
    """
    counts = _counts(votes, good)
    met = counts[counts.sum(1) > 1] > 0
    rows = np.flatnonzero(counts.sum(1) > 1)
    if not len(rows):
        return []
    parted = met.astype(np.float64).T @ met.astype(np.float64)
    said = np.diag(parted)
    either = said[:, None] + said[None, :] - parted
    above = np.triu_indices(len(parted), 1)
    usual = parted[above].sum() / max(either[above].sum(), 1.0)
    found = []
    for one, two in zip(*above, strict=True):
        rate = ability_on_truth(parted[one, two], either[one, two])
        if parted[one, two] > 0 and rate.low > usual:
            both = rows[met[:, one] & met[:, two]]
            divided = np.minimum(counts[both, one], counts[both, two])
            worst = both[np.argsort(-divided, kind="stable")][:SHOWN_TASKS]
            found.append(Hotspot(int(one), int(two), rate, tuple(int(task) for task in worst)))
    return sorted(found, key=lambda spot: -spot.rate.low)


def _counts(votes: Votes, good: NDArray[np.bool_]) -> Array:
    kept = good[votes.annotator]
    n_tasks, n_values = len(votes.tasks), len(votes.values)
    cell = votes.task[kept] * n_values + votes.value[kept]
    flat = np.bincount(cell, minlength=n_tasks * n_values)
    return flat.reshape(n_tasks, n_values).astype(np.float64)
