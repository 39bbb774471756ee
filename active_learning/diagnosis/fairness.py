"""Whether a model does as well, and says the same as often, for every group of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.interval import Interval, wilson

__all__ = ["LEAST_TESTED", "Gap", "GroupRecord", "group_records", "largest_gap"]

LEAST_TESTED = 10
"""A group of fewer tested tasks is shown, and makes no gap."""


@dataclass(frozen=True)
class GroupRecord:
    """One group of tasks whose answer is known.

    Attributes
    ----------
    accuracy : share of right answers, with its 95 % interval
    selected : for each of K classes, the share of the group for which it is what the model says
    """

    tested: int
    right: int
    said: tuple[int, ...]

    @property
    def accuracy(self) -> Interval | None:
        """Return the share of right answers."""
        return wilson(self.right, self.tested)

    @property
    def selected(self) -> list[Interval | None]:
        """Return how often each class is said."""
        return [wilson(count, self.tested) for count in self.said]


@dataclass(frozen=True)
class Gap:
    """The distance of the two groups that are furthest apart; ``most`` and ``least`` are places.

    The interval holds for all pairs of groups at once, so that looking for the largest gap among
    many groups does not find one by chance; where it holds 0, no gap is shown.
    """

    value: float
    low: float
    high: float
    most: int
    least: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0


def group_records(
    place: NDArray[np.int64],
    groups: int,
    is_right: NDArray[np.bool_],
    said: NDArray[np.int64],
    classes: int,
) -> list[GroupRecord]:
    """Return each group's record.

    Parameters
    ----------
    place : array of shape (N,)
        Each task's group, -1 where it has none.
    is_right, said : arrays of shape (N,)
        Whether the model is right, and the place of the class that it says.
    """
    found = []
    for group in range(groups):
        mine = place == group
        counts = np.bincount(said[mine], minlength=classes)
        found.append(
            GroupRecord(int(mine.sum()), int(is_right[mine].sum()), tuple(counts.tolist()))
        )
    return found


def largest_gap(
    counts: Sequence[int], tested: Sequence[int], *, confidence: float = 0.95
) -> Gap | None:
    """Return the largest difference of shares between groups; None with fewer than two large ones.

    Newcombe's interval of a difference, from the Wilson intervals of both shares, at a level that
    Bonferroni's correction spreads over all pairs.

    References
    ----------
    Newcombe (1998), Interval estimation for the difference between independent proportions,
    Statistics in Medicine 17, 873-890, method 10,
    DOI 10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.
    Hardt, Price & Srebro (2016), Equality of opportunity in supervised learning, arXiv:1610.02413
    (what the rates that are compared stand for).
    """
    large = [i for i, count in enumerate(tested) if count >= LEAST_TESTED]
    if len(large) < 2:
        return None
    pairs = len(large) * (len(large) - 1) // 2
    level = 1 - (1 - confidence) / pairs
    shares = {i: wilson(counts[i], tested[i], confidence=level) for i in large}
    known = {i: share for i, share in shares.items() if share is not None}
    most = max(known, key=lambda i: known[i].value)
    least = min(known, key=lambda i: known[i].value)
    a, b = known[most], known[least]
    value = a.value - b.value
    down = sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    up = sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Gap(value, max(-1.0, value - down), min(1.0, value + up), most, least)
