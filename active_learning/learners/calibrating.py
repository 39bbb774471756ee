"""Finds a head's temperature on rows that its fold's fit did not see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import fit_temperature
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import LinearHead
from active_learning.learners.minimising import never

__all__ = ["calibrated"]

FOLDS = 4
ONE_FOLD_FROM = 800
"""From this many rows on a single held-out quarter says enough."""
LEAST_ROWS = 12


def calibrated(
    head: LinearHead,
    samples: Samples,
    groups: NDArray[np.integer],
    *,
    strength: float,
    rng: np.random.Generator,
    prior: NDArray[np.float32] | None = None,
    should_stop: Callable[[], bool] = never,
) -> LinearHead:
    """Return ``head`` with the temperature that fits its family out of fold.

    Parameters
    ----------
    head : LinearHead
        Fitted on all of ``samples``.
    groups : int array of shape (N,)
        Rows of one group (the tokens of one text) are never split over folds.
    """
    distinct = np.unique(groups)
    if len(distinct) < LEAST_ROWS:
        return head
    fold_of_group = rng.permutation(np.arange(len(distinct)) % FOLDS)
    fold = fold_of_group[np.searchsorted(distinct, groups)]
    logits, targets = [], []
    for held_out in range(1 if len(samples) >= ONE_FOLD_FROM else FOLDS):
        seen, unseen = np.flatnonzero(fold != held_out), np.flatnonzero(fold == held_out)
        # From zero, not from ``head``: that one has seen the rows held out here.
        blank = replace(
            head,
            weights=np.zeros_like(head.weights),
            bias=np.zeros_like(head.bias),
            hashed=None,
            temperature=1.0,
        )
        part = fit_head(
            samples.rows(seen), blank, strength=strength, prior=prior, should_stop=should_stop
        )
        logits.append(part.logits(samples.features.rows(unseen)))
        targets.append(samples.targets[unseen])
    temperature = fit_temperature(
        np.vstack(logits), np.vstack(targets), independent=head.independent
    )
    return replace(head, temperature=temperature)
