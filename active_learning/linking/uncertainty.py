"""How sure the linker is: which link would teach most."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["chances", "link_uncertainty"]


def chances(scores: ArrayLike) -> NDArray[np.float64]:
    """Return the softmax of an anchor's candidates, shape (C,)."""
    logits = np.asarray(scores, dtype=np.float64)
    if not logits.size:
        return logits
    weights = np.exp(logits - logits.max())
    found: NDArray[np.float64] = weights / weights.sum()
    return found


def link_uncertainty(scores: ArrayLike) -> float:
    """Return ``1 - (p_(1) - p_(2))`` of an anchor's candidates; 0 with fewer than two.

    A task is worth as much as its least certain anchor: take the maximum over its marks.

    References
    ----------
    Scheffer, Decomain & Wrobel (2001), https://doi.org/10.1007/3-540-44816-0_31
    """
    found = np.sort(chances(scores))[::-1]
    return float(1.0 - (found[0] - found[1])) if len(found) > 1 else 0.0
