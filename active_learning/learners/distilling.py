"""Teaches a fast head (token table and hashed words) what the full head says of the pool.

The full head's probabilities are soft labels for texts that nobody has labelled, so the fast
head learns from thousands of texts instead of from the few labels.

References
----------
Hinton, Vinyals & Dean (2015), Distilling the Knowledge in a Neural Network, arXiv:1503.02531.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.choice import STRENGTH, blank_head
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.minimising import never

__all__ = ["MOST_TEXTS", "distilled"]

MOST_TEXTS = 4_000


def distilled(
    teacher: LinearHead,
    features: Features,
    probabilities: NDArray[np.floating],
    *,
    start: LinearHead | None = None,
    should_stop: Callable[[], bool] = never,
) -> LinearHead:
    """Return a head over ``features`` that imitates ``teacher``.

    Parameters
    ----------
    teacher : LinearHead
        Gives the classes and whether they are independent.
    features : Features of N rows
        The fast features of the texts.
    probabilities : array of shape (N, K)
        What the teacher says of the same texts.
    start : LinearHead, optional
        The previous version's fast head.
    """
    blank = blank_head(features, teacher.classes, independent=teacher.independent)
    begin = blank if start is None else start.with_classes(teacher.classes)
    samples = Samples(features, probabilities, np.ones(len(features)))
    head = fit_head(samples, begin, strength=STRENGTH, should_stop=should_stop)
    # The soft labels are calibrated already, and the student is fitted to them as they are.
    return replace(head, temperature=1.0)
