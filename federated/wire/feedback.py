"""Error feedback: what rounding took from one update is added to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["ErrorFeedback"]

Sent = TypeVar("Sent")
Floats = NDArray[np.float64]


@dataclass
class ErrorFeedback:
    """The remainder that a site keeps between rounds, shape (D,).

    References
    ----------
    Karimireddy et al. (2019), Error Feedback Fixes SignSGD, arXiv:1901.09847.
    """

    remainder: Floats | None = field(default=None)

    def send(
        self, delta: Floats, encode: Callable[[Floats], Sent], decode: Callable[[Sent], Floats]
    ) -> Sent:
        """Return ``encode(delta + remainder)`` and keep what the decoder will not see."""
        kept = self.remainder
        wanted = delta if kept is None or kept.shape != delta.shape else delta + kept
        sent = encode(wanted)
        self.remainder = wanted - decode(sent)
        return sent
