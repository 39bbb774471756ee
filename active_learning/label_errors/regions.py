"""Wrong regions: overlooked, swapped, badly placed, as far as predictions show it.

Boxes, polygons, masks, cuboids, segments: whatever has an overlap.

References
----------
Tkachenko, Thyagarajan & Mueller (2023), ObjectLab: Automated Diagnosis of Mislabeled Images in
Object Detection Data, arXiv:2309.00832.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["RegionError", "RegionsOfTask", "find_region_errors"]

SURE = 0.5
"""Predictions below this score speak against nobody."""
SAME = 0.5
"""Regions that overlap by this much are of one thing."""
NEAR = 0.1
"""Regions of one class that overlap by this much, but less than `SAME`, may be one thing twice."""


@dataclass(frozen=True)
class RegionsOfTask:
    """What was given, and what an out-of-sample model found.

    Attributes
    ----------
    given, predicted : class ids of G and P regions
    scores : float array of shape (P,), in [0, 1]
    overlaps : float array of shape (G, P)
        Intersection over union, whatever the classes.
    """

    given: Sequence[str]
    predicted: Sequence[str]
    scores: NDArray[np.float64]
    overlaps: NDArray[np.float64]

    def __post_init__(self) -> None:
        shape = (len(self.given), len(self.predicted))
        if self.overlaps.shape != shape or self.scores.shape != shape[1:]:
            raise ValueError(f"{shape} regions, {self.overlaps.shape} overlaps")
        if not (np.isfinite(self.overlaps).all() and np.isfinite(self.scores).all()):
            raise ValueError("an overlap or a score is NaN or infinite")

    @property
    def alike(self) -> NDArray[np.bool_]:
        """Which pairs are of one class, shape (G, P)."""
        same: NDArray[np.bool_] = np.equal.outer(
            np.array(self.given, dtype=object), np.array(self.predicted, dtype=object)
        )
        return same.astype(bool)


@dataclass(frozen=True)
class RegionError:
    """One doubtful region.

    Attributes
    ----------
    task : number of the task
    kind : "missing" (overlooked), "class" (swapped) or "extent" (badly placed)
    given, predicted : numbers of the regions in their task; ``given`` is None for a missing one
    score : how well what was given stands, small is doubtful
    """

    task: int
    kind: Literal["missing", "class", "extent"]
    given: int | None
    predicted: int
    score: float


def find_region_errors(tasks: Sequence[RegionsOfTask]) -> list[RegionError]:
    """Return the doubtful regions of all tasks, the likeliest error first."""
    found = [error for number, task in enumerate(tasks) for error in _errors_of(number, task)]
    return sorted(found, key=lambda error: error.score)


def _errors_of(number: int, task: RegionsOfTask) -> Iterator[RegionError]:
    if len(task.predicted) == 0:
        return
    sure = task.scores >= SURE
    own = np.where(task.alike & sure, task.overlaps, 0.0)
    other = np.where(~task.alike & sure, task.overlaps, 0.0)
    for region in np.flatnonzero(own.max(axis=1) < SAME).tolist():
        if other[region].max() >= SAME:
            best = int((other[region] * task.scores).argmax())
            doubt = 1 - task.scores[best] * other[region, best]
            yield RegionError(number, "class", region, best, float(doubt))
        elif own[region].max() >= NEAR:
            best = int((own[region] * task.scores).argmax())
            doubt = 1 - task.scores[best] * (1 - own[region, best])
            yield RegionError(number, "extent", region, best, float(doubt))
    nearest = task.overlaps.max(axis=0, initial=0.0)
    for unseen in np.flatnonzero(sure & (nearest < NEAR)).tolist():
        doubt = 1 - task.scores[unseen] * (1 - nearest[unseen])
        yield RegionError(number, "missing", None, unseen, float(doubt))
