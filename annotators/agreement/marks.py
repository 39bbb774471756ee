"""Agreement of two annotators' located marks: one-to-one matching by overlap, exact spans."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

__all__ = ["matched_overlap", "span_f1"]

Mark = TypeVar("Mark")


def matched_overlap(
    first: Sequence[Mark], second: Sequence[Mark], overlap: Callable[[Mark, Mark], float]
) -> float:
    """Return the mean overlap of the best one-to-one matching; a mark without a partner counts 0.

    Parameters
    ----------
    first, second : sequences of marks
        Two annotators' marks on one task.
    overlap : callable
        Intersection over union of two marks, 0 to 1; 0 where their classes differ.

    Returns
    -------
    float
        Between 0 and 1; 1 where both marked nothing.

    References
    ----------
    Kuhn (1955), "The Hungarian method for the assignment problem",
    doi:10.1002/nav.3800020109.
    """
    if not first and not second:
        return 1.0
    if not first or not second:
        return 0.0
    table = np.asarray([[overlap(a, b) for b in second] for a in first])
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum() / max(len(first), len(second)))


def span_f1(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Return the F1 of exactly equal marks, such as (start, end, class); 1 where both have none.

    F1 is symmetric, and the right chance-free measure where true negatives cannot be counted:
    Hripcsak & Rothschild (2005), doi:10.1197/jamia.M1733.
    """
    if not first and not second:
        return 1.0
    shared = sum((Counter(first) & Counter(second)).values())
    return 2 * shared / (len(first) + len(second))
