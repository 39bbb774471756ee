"""Do pre-labels sway people? Answers given blind, by lot, against those given in their sight."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from annotators.agreement.interval import Interval, wilson

__all__ = ["Swaying", "measure_swaying"]


@dataclass(frozen=True)
class Swaying:
    """How often people answer as the pre-label says, in sight of it and blind.

    Attributes
    ----------
    shown, hidden : Interval
        Of the answers given in sight and blind. The blind ones tell the model's accuracy as it is,
        those in sight what it would seem to be.
    seen, blind : int
        How many answers each rests on.
    difference, low, high : float
        ``shown`` less ``hidden`` with its 95 % interval: the lot decided who saw what, so it is the
        pre-label's doing.
    """

    shown: Interval
    hidden: Interval
    seen: int
    blind: int
    difference: float
    low: float
    high: float


def measure_swaying(is_hidden: NDArray[np.bool_], agrees: NDArray[np.bool_]) -> Swaying | None:
    """Compare N answers, shape (N,) each; None while one of the two groups is empty.

    References
    ----------
    Newcombe (1998), method 10,
    https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I
    """
    seen, blind = int((~is_hidden).sum()), int(is_hidden.sum())
    shown = wilson(int(agrees[~is_hidden].sum()), seen)
    hidden = wilson(int(agrees[is_hidden].sum()), blind)
    if shown is None or hidden is None:
        return None
    difference = shown.value - hidden.value
    below = hypot(shown.value - shown.low, hidden.high - hidden.value)
    above = hypot(shown.high - shown.value, hidden.value - hidden.low)
    return Swaying(shown, hidden, seen, blind, difference, difference - below, difference + above)
