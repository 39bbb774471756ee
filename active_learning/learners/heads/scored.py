"""From scored proposals to a judgement: what is shown, what is doubtful, how sure it all is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.seed_band import Band, in_band
from active_learning.learners.heads.features import Features
from active_learning.learners.heads.judgement import FoundRegion, Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts

__all__ = ["LEAST", "SHOWN", "judged_by_score", "likeliest"]

SHOWN = 0.5
"""Probability from which a region is proposed to people."""
LEAST = 0.1
"""Below, a region is not even doubtful."""
DOUBTFUL = 3
"""Least decided regions whose mean stands for the task."""


def likeliest(heads: Heads, parts: Parts) -> tuple[list[str], NDArray[np.floating]]:
    """Return of each part the class that it is likeliest of, background aside, and how likely."""
    classes = heads.main.classes
    rows = heads.main.predict_proba(Features(parts.features))
    rows[:, classes.index(BACKGROUND)] = 0.0
    return [classes[column] for column in rows.argmax(axis=1)], rows.max(axis=1)


def judged_by_score(
    names: Sequence[str],
    scores: NDArray[np.floating],
    geometry_of: Callable[[int], dict[str, Any]],
    band: Band,
) -> Judgement:
    """Return the regions that are likelier than not; the least decided ones say how sure it is.

    Parameters
    ----------
    names : class ids, shape (N,)
    scores : array of shape (N,)
    geometry_of : callable
        Geometry of a region by its number; asked only of those that are told.
    """
    doubts = 1.0 - np.abs(2.0 * scores - 1.0)
    worst = np.argsort(-doubts, kind="stable")[:DOUBTFUL]
    unsure = float(doubts[worst].mean()) if len(worst) else 0.0
    top = 1.0 - unsure / 2.0
    told = {*np.flatnonzero(scores >= SHOWN).tolist(), *worst[:1].tolist()}
    found = {i: FoundRegion(names[i], geometry_of(i), float(scores[i])) for i in sorted(told)}
    return Judgement(
        None,
        top,
        unsure,
        bool(in_band([top], band)[0]),
        regions=[region for region in found.values() if region.score >= SHOWN],
        doubtful=found[int(worst[0])] if len(worst) else None,
    )
