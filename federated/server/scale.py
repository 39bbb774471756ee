"""How finely a secure sum is cut: from what the last rounds showed of all sites together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from federated.aggregation.updates import Floats
from federated.privacy.secure_sum import Ring

__all__ = ["Scale"]

HEADROOM = 4.0
"""A site's own change may be this much larger than the largest of the mean before it is cut."""
WEIGHT_HEADROOM = 2.0
FIRST_WIDTH = 16
"""Bits of the first round, when nothing is known yet."""


@dataclass(frozen=True)
class Scale:
    """Clip of a weight's change, and the weight of labels at which a site counts fully.

    Eight bits are cut into 255 steps for *all* sites together, so a step must not be wasted on
    values that never occur. Both figures follow from the last aggregate, which everybody knows.
    """

    clip: float
    most_weight: float
    is_known: bool = False

    def ring(self, parties: int) -> Ring:
        """Return the integers of the next round."""
        narrow = Ring.narrowest(clip=self.clip, parties=parties)
        if self.is_known or narrow.width >= FIRST_WIDTH:
            return narrow
        return Ring(FIRST_WIDTH, self.clip, parties)

    def after(self, step: Floats, *, mean_weight: float, ceiling: Scale) -> Scale:
        """Return the scale of the next round; never coarser than ``ceiling``, the terms' own."""
        largest = float(np.abs(step).max(initial=0.0))
        if largest == 0.0 or mean_weight == 0.0:
            return self
        return Scale(
            clip=min(ceiling.clip, HEADROOM * largest),
            most_weight=min(ceiling.most_weight, max(1.0, WEIGHT_HEADROOM * mean_weight)),
            is_known=True,
        )
