"""Wrong boxes of pictures: overlooked, swapped, badly placed, as far as predictions show it.

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

__all__ = ["BoxError", "Boxes", "BoxesOfPicture", "find_box_errors", "overlap"]

SURE = 0.5
"""Predictions below this score speak against nobody."""
SAME = 0.5
"""Boxes that overlap by this much are of one thing."""
NEAR = 0.1
"""Boxes of one class that overlap by this much, but less than `SAME`, may be one thing twice."""


@dataclass(frozen=True)
class Boxes:
    """Boxes of one picture.

    Attributes
    ----------
    corners : float array of shape (B, 4)
        Left, top, right, bottom.
    classes : sequence of B class ids
    scores : float array of shape (B,), in [0, 1]; ones for given boxes
    """

    corners: NDArray[np.float64]
    classes: Sequence[str]
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class BoxesOfPicture:
    """What was given, and what an out-of-sample model found."""

    given: Boxes
    predicted: Boxes


@dataclass(frozen=True)
class BoxError:
    """One doubtful box.

    Attributes
    ----------
    picture : number of the picture
    kind : "missing" (overlooked), "class" (swapped) or "extent" (badly placed)
    given, predicted : numbers of the boxes in their picture; ``given`` is None for a missing one
    score : how well the given boxes stand, small is doubtful
    """

    picture: int
    kind: Literal["missing", "class", "extent"]
    given: int | None
    predicted: int
    score: float


def find_box_errors(pictures: Sequence[BoxesOfPicture]) -> list[BoxError]:
    """Return the doubtful boxes of all pictures, the likeliest error first."""
    found = [
        error for number, picture in enumerate(pictures) for error in _errors_of(number, picture)
    ]
    return sorted(found, key=lambda error: error.score)


def overlap(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return intersection over union of boxes (A, 4) and (B, 4), shape (A, B)."""
    near = np.maximum(one[:, None, :2], other[None, :, :2])
    far = np.minimum(one[:, None, 2:], other[None, :, 2:])
    common = np.prod(np.clip(far - near, 0, None), axis=2)
    areas = [np.prod(np.clip(b[:, 2:] - b[:, :2], 0, None), axis=1) for b in (one, other)]
    union = areas[0][:, None] + areas[1][None, :] - common
    shared: NDArray[np.float64] = common / np.where(union > 0, union, 1.0)
    return shared


def _errors_of(number: int, picture: BoxesOfPicture) -> Iterator[BoxError]:
    given, predicted = picture.given, picture.predicted
    for boxes in (given, predicted):
        if not (np.isfinite(boxes.corners).all() and np.isfinite(boxes.scores).all()):
            raise ValueError(f"picture {number}: a box or a score is NaN or infinite")
    shared = overlap(given.corners, predicted.corners)
    alike = np.array(given.classes)[:, None] == np.array(predicted.classes)[None, :]
    alike = alike.reshape(shared.shape)
    sure = predicted.scores >= SURE
    told: set[int] = set()
    for box in range(len(shared)):
        own = np.where(alike[box] & sure, shared[box], 0.0)
        if own.size == 0 or own.max() >= SAME:
            continue
        other = np.where(~alike[box] & sure, shared[box], 0.0)
        if other.max() >= SAME:
            best = int((other * predicted.scores).argmax())
            told.add(best)
            yield BoxError(number, "class", box, best, _doubt(predicted.scores[best] * other[best]))
        elif own.max() >= NEAR:
            best = int((own * predicted.scores).argmax())
            told.add(best)
            strength = predicted.scores[best] * (1 - own[best])
            yield BoxError(number, "extent", box, best, _doubt(strength))
    nearest = shared.max(axis=0) if len(shared) else np.zeros(len(sure))
    for unseen in np.flatnonzero(sure & (nearest < NEAR)).tolist():
        if unseen not in told:
            strength = predicted.scores[unseen] * (1 - nearest[unseen])
            yield BoxError(number, "missing", None, unseen, _doubt(strength))


def _doubt(strength: float) -> float:
    return float(1 - strength)
