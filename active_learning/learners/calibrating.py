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

__all__ = ["calibrated", "held_out_logits"]

Taught = Callable[[NDArray[np.intp]], Samples]
"""What a fold's fit is taught when these rows are all that is labelled."""

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
    found = held_out_logits(
        head, samples, groups, strength=strength, rng=rng, prior=prior, should_stop=should_stop
    )
    if found is None:
        return head
    return replace(head, temperature=fit_temperature(*found, independent=head.independent))


def held_out_logits(
    head: LinearHead,
    samples: Samples,
    groups: NDArray[np.integer],
    *,
    strength: float,
    rng: np.random.Generator,
    prior: NDArray[np.float32] | None = None,
    taught: Taught | None = None,
    should_stop: Callable[[], bool] = never,
) -> tuple[NDArray[np.floating], NDArray[np.floating]] | None:
    """Return logits of rows that their fit did not see, and the rows' targets, each (M, K).

    None with so few groups that folds would say nothing. ``taught`` may add to what a fit is
    taught; its argument holds rows of ``samples``.
    """
    distinct = np.unique(groups)
    if len(distinct) < LEAST_ROWS:
        return None
    fold_of_group = rng.permutation(np.arange(len(distinct)) % FOLDS)
    fold = fold_of_group[np.searchsorted(distinct, groups)]
    # From zero, not from ``head``: that one has seen the rows held out here.
    blank = replace(
        head,
        weights=np.zeros_like(head.weights),
        bias=np.zeros_like(head.bias),
        hashed=None,
        temperature=1.0,
    )
    logits, targets = [], []
    for held_out in range(1 if len(samples) >= ONE_FOLD_FROM else FOLDS):
        seen, unseen = np.flatnonzero(fold != held_out), np.flatnonzero(fold == held_out)
        lesson = taught(seen) if taught else samples.rows(seen)
        part = fit_head(lesson, blank, strength=strength, prior=prior, should_stop=should_stop)
        logits.append(part.logits(samples.features.rows(unseen)))
        targets.append(samples.targets[unseen])
    return np.vstack(logits), np.vstack(targets)
