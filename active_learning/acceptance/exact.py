"""Exact limits on the errors among unseen labels, from a random sample of labels that were seen.

The sample and the rest are one finite population of which the sample is a random part, so the
number of errors in the sample is hypergeometric. For a large rest the limit is that of Clopper &
Pearson (1934), https://doi.org/10.1093/biomet/26.4.404; for a small one it is tighter, and in both
cases it is about the labels at hand, not about an imagined endless supply of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import hypergeom

__all__ = ["error_p_values", "most_errors"]

Ints = NDArray[np.int64]


def error_p_values(
    wrong: ArrayLike, sample: ArrayLike, rest: ArrayLike, allowed: ArrayLike
) -> NDArray[np.float64]:
    """Return p-values of "more than ``allowed`` of the ``rest`` are wrong".

    Parameters
    ----------
    wrong, sample : int arrays of shape (J,)
        Errors in the random sample, and its size.
    rest : int array of shape (J,)
        The population without the sample.
    allowed : int array of shape (J,)
        How many errors the rest may hold.

    Returns
    -------
    array of shape (J,)
        The chance of so few errors in the sample if the rest held one more than allowed; 1 where
        the sample is empty, 0 where the rest could not hold so many.
    """
    k, n, others, most = (np.asarray(x, dtype=np.int64) for x in (wrong, sample, rest, allowed))
    bad = k + most + 1
    chance = hypergeom.cdf(k, n + others, np.minimum(bad, n + others), n)
    chance = np.where(most >= others, 0.0, chance)
    return np.where(n == 0, np.where(most >= others, 0.0, 1.0), chance)


def most_errors(wrong: ArrayLike, sample: ArrayLike, rest: ArrayLike, level: ArrayLike) -> Ints:
    """Return how many errors the rest holds at most, each limit wrong with chance ``level``.

    Shapes as in `error_p_values`; ``level`` of shape (J,) or a number. A level of 0 allows all.
    """
    k, n, others = (np.asarray(x, dtype=np.int64) for x in (wrong, sample, rest))
    levels = np.broadcast_to(np.asarray(level, dtype=np.float64), k.shape)
    # The least number that is refused lies in (low, high]; `others` itself is always allowed for.
    low, high = np.full_like(k, -1), others.copy()
    while (high - low > 1).any():
        middle = (low + high) // 2
        is_refuted = error_p_values(k, n, others, np.maximum(middle, 0)) <= levels
        is_open = high - low > 1
        high = np.where(is_open & is_refuted, middle, high)
        low = np.where(is_open & ~is_refuted, middle, low)
    return high
