"""Whether an exported graph may stand for the version: how far it is, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_DIFFERENCE", "MOST_LOST", "Parity", "parity_of"]

MOST_DIFFERENCE = 1e-3
"""Of a probability, where nothing was rounded."""
MOST_LOST = 0.01
"""Share of the hold-out that rounding may cost: one point."""
LEAST_TESTED = 30
"""Of fewer tested tasks that share says nothing; then nearly all answers must be the same."""
LEAST_AGREEMENT = 0.98


@dataclass(frozen=True)
class Parity:
    """How a graph stands beside the version.

    Attributes
    ----------
    difference : the largest of a probability
    agreement : share of the tasks of which both say the same
    lost : share of the tested tasks that only the version has right, less those only the graph has
    reason : code of what is too much; empty where it passes
    """

    difference: float
    agreement: float
    lost: float
    reason: str

    @property
    def passed(self) -> bool:
        """Whether the graph may be given away."""
        return not self.reason


def parity_of(
    mine: NDArray[np.floating],
    theirs: NDArray[np.floating],
    *,
    independent: bool,
    exact: bool,
    right: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None,
) -> Parity:
    """Compare probabilities of the same tasks, shape (n, K) each.

    Parameters
    ----------
    mine, theirs : of the version and of the graph
    exact : whether nothing was rounded, so that nothing may differ
    right : of the tested tasks, whether the version and the graph are right, shape (m,) each
    """
    difference = float(np.abs(mine - theirs).max())
    if not np.isfinite(theirs).all():
        return Parity(float("inf"), 0.0, 1.0, "not_finite")
    same = (
        ((mine > 0.5) == (theirs > 0.5)).all(axis=1)
        if independent
        else mine.argmax(axis=1) == theirs.argmax(axis=1)
    )
    agreement = float(same.mean())
    tested = len(right[0]) if right else 0
    lost = float(right[0].mean() - right[1].mean()) if right and tested else 0.0
    if exact:
        reason = "" if difference <= MOST_DIFFERENCE else "too_different"
    elif tested >= LEAST_TESTED:
        reason = "" if lost <= MOST_LOST + 1e-9 else "too_much_lost"
    else:
        reason = "" if agreement >= LEAST_AGREEMENT else "too_different"
    return Parity(difference, agreement, lost, reason)
