"""Margin: how close the two best classes are."""

from __future__ import annotations

from numpy.typing import ArrayLike

from active_learning.acquisition.distributions import (
    Floats,
    in_blocks,
    top_two,
)

__all__ = ["margin"]


def margin(probabilities: ArrayLike) -> Floats:
    """Return ``1 - (p_(1) - p_(2))``, shape (N,), in [0, 1]; larger is more ambiguous.

    References
    ----------
    Scheffer, Decomain & Wrobel (2001), https://doi.org/10.1007/3-540-44816-0_31
    Bahri et al. (2022), Is margin all you need?, arXiv:2210.03822.
    """
    return in_blocks(_margin, probabilities)


def _margin(probabilities: Floats) -> Floats:
    first, second = top_two(probabilities)
    return 1.0 - (first - second)
