"""Learning curves: where they reach a target, and their mean with an interval over seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student_t

__all__ = ["Crossing", "MeanPoint", "Point", "crossing", "interval_of", "labels_to", "mean_curve"]

WINDOW = 3
"""Neighbouring points whose mean must reach the target, so that one lucky one does not count."""


@dataclass(frozen=True)
class Point:
    """Accuracy after so many labels."""

    labels: int
    accuracy: float


@dataclass(frozen=True)
class MeanPoint:
    """Mean accuracy over seeds after so many labels, with a 95 % interval of that mean."""

    labels: int
    accuracy: float
    low: float
    high: float


@dataclass(frozen=True)
class Crossing:
    """Labels to the target over seeds.

    Attributes
    ----------
    counts : labels of each seed, None where the target was not reached
    mean, low, high : float
        Of the seeds, an unreached one counting with all labels it was given: a lower bound then.
    """

    counts: tuple[int | None, ...]
    mean: float
    low: float
    high: float

    @property
    def reached(self) -> int:
        """How many seeds reached the target."""
        return sum(count is not None for count in self.counts)


def labels_to(points: Sequence[Point], target: float) -> int | None:
    """Return the labels at the middle of the first `WINDOW` points whose mean reaches the target.

    A curve shorter than the window is judged by its single points.
    """
    width = min(WINDOW, len(points))
    for start in range(len(points) - width + 1) if width else ():
        window = points[start : start + width]
        if np.mean([point.accuracy for point in window]) >= target:
            return window[width // 2].labels
    return None


def crossing(curves: Sequence[Sequence[Point]], target: float) -> Crossing:
    """Return where the curves of several seeds reach the target."""
    counts = tuple(labels_to(points, target) for points in curves)
    spent = [
        float(points[-1].labels if count is None else count)
        for points, count in zip(curves, counts, strict=True)
        if points
    ]
    return Crossing(counts, *interval_of(spent))


def mean_curve(curves: Sequence[Sequence[Point]]) -> list[MeanPoint]:
    """Return the mean of the curves wherever all have a point, or pass between two of theirs."""
    known = [points for points in curves if points]
    if not known:
        return []
    first = max(points[0].labels for points in known)
    last = min(points[-1].labels for points in known)
    grid = sorted({p.labels for points in known for p in points if first <= p.labels <= last})
    rows = np.array(
        [
            np.interp(grid, [p.labels for p in points], [p.accuracy for p in points])
            for points in known
        ]
    )
    return [MeanPoint(labels, *interval_of(rows[:, i].tolist())) for i, labels in enumerate(grid)]


def interval_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of a few seeds and its 95 % interval by Student's t.

    References
    ----------
    Student (1908), https://doi.org/10.1093/biomet/6.1.1
    """
    if not values:
        return float("nan"), float("nan"), float("nan")
    mean = float(np.mean(values))
    if len(values) == 1:
        return mean, mean, mean
    half = float(
        student_t.ppf(0.975, len(values) - 1) * np.std(values, ddof=1) / np.sqrt(len(values))
    )
    return mean, mean - half, mean + half
