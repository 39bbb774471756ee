"""Where a learning curve leads, with bands: how many more labels until a target.

The bands hold three doubts: each point is measured on few held-out tasks (an error that all points
share, for they share the tasks), training jitters, and no curve is a power law from its first
label on. The first two are resampled, the third by fitting random later parts of the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.planning.power_law import PowerLaw, fit_power_law

__all__ = ["Band", "CurvePoint", "Forecast", "Need", "forecast"]

LEAST_POINTS = 4
LEAST_MEASURED = 30
"""Held-out tasks of the newest point, below which its share says nothing."""
DRAWS = 400
SHARED = 0.85
"""Share of a point's measuring variance that it has in common with the others."""
JITTER = 0.006
"""Least standard deviation from one training to the next, whatever the fit hides."""
DRIFT = 0.35
"""How far the gain still to come may be off, as a share of it: curves alike so far part later."""


@dataclass(frozen=True)
class CurvePoint:
    """A model's measured accuracy: labels it was taught, share right, tasks it was measured on."""

    labels: int
    value: float
    measured: int


@dataclass(frozen=True)
class Band:
    """Median and central 95 % of the curves at each of N counts of labels."""

    labels: NDArray[np.float64]
    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True)
class Need:
    """Labels beyond those there are, until the target; None is "not with this model, as far as
    the curve tells".
    """

    more: int | None
    low: int | None
    high: int | None
    chance: float
    """Share of the curves that reach the target at all."""


@dataclass(frozen=True)
class Forecast:
    """Curves drawn around the fitted one, and what follows from them."""

    points: tuple[CurvePoint, ...]
    curves: PowerLaw
    tilt: NDArray[np.float64]
    """How much of its expected further gain each curve really gets, shape (B,)."""

    @property
    def labels(self) -> int:
        """Labels so far."""
        return self.points[-1].labels

    def at(self, labels: ArrayLike) -> NDArray[np.float64]:
        """Return each curve's accuracy at each count, shape (B, N)."""
        plain = self.curves.at(labels)
        now = self.curves.at([self.labels])
        beyond = np.asarray(labels, dtype=np.float64) > self.labels
        tilted = now + (plain - now) * self.tilt[:, None]
        return np.clip(np.where(beyond[None, :], tilted, plain), 0.0, 1.0)

    def band(self, labels: ArrayLike) -> Band:
        """Return the bands at these counts."""
        counts = np.asarray(labels, dtype=np.float64)
        low, value, high = np.quantile(self.at(counts), [0.025, 0.5, 0.975], axis=0)
        return Band(counts, value, low, high)

    def need(self, target: float) -> Need:
        """Return the labels still needed to reach ``target``."""
        now = self.curves.at([self.labels])[:, 0]
        # Tilting scales what is gained from here: so the gain wanted is scaled back.
        wanted = np.where(target > now, now + (target - now) / self.tilt, target)
        reached = self.curves.labels_to(wanted)
        more = np.maximum(np.where(now >= target, self.labels, reached) - self.labels, 0.0)
        low, middle, high = np.quantile(more, [0.025, 0.5, 0.975], method="inverted_cdf")
        return Need(_count(middle), _count(low), _count(high), float(np.isfinite(more).mean()))

    def gain(self, labels: float) -> NDArray[np.float64]:
        """Return what each curve gains from so many more labels, shape (B,)."""
        return self.gain_each(np.full(len(self.tilt), labels))

    def gain_each(self, labels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each curve gains from its own number of more labels, both of shape (B,)."""
        law = self.curves
        now, then = (
            law.scale * counts**-law.exponent
            for counts in (float(self.labels), self.labels + np.maximum(labels, 0.0))
        )
        gained: NDArray[np.float64] = (now - then) * self.tilt
        return gained


def forecast(points: Sequence[CurvePoint], rng: np.random.Generator) -> Forecast | None:
    """Return where the curve leads; None where too little was measured to say.

    Parameters
    ----------
    points : in the order of their labels; those without labels or measured tasks are left out
    """
    kept = tuple(point for point in points if point.labels > 0 and point.measured > 0)
    distinct = len({point.labels for point in kept})
    if distinct < LEAST_POINTS or kept[-1].measured < LEAST_MEASURED:
        return None
    labels = np.array([point.labels for point in kept], dtype=np.float64)
    values = np.array([point.value for point in kept])
    measured = np.array([point.measured for point in kept], dtype=np.float64)
    # The share is smoothed, so that a lucky 100 % of 30 is not taken for certain.
    smooth = (values * measured + 1.0) / (measured + 2.0)
    noise = np.sqrt(smooth * (1 - smooth) / measured)
    weights = 1.0 / (noise**2 + JITTER**2)
    drawn = _drawn(values, noise, _jitter(labels, values, weights), rng)
    parts = _later_parts(len(kept), rng) * weights[None, :]
    curves = fit_power_law(labels, drawn, parts)
    tilt = np.exp(rng.normal(0.0, DRIFT, DRAWS))
    return Forecast(kept, curves, tilt)


def _jitter(
    labels: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    """Return the standard deviation of points around the fitted curve."""
    law = fit_power_law(labels, values[None, :], weights[None, :])
    residual = values - law.at(labels)[0]
    freedom = max(len(values) - 3, 1)
    return max(JITTER, sqrt(float((residual**2).sum()) / freedom))


def _drawn(
    values: NDArray[np.float64],
    noise: NDArray[np.float64],
    jitter: float,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return curves that could have been measured instead, shape (B, P)."""
    shared = rng.normal(0.0, 1.0, (DRAWS, 1)) * sqrt(SHARED) * noise[None, :]
    own = rng.normal(0.0, 1.0, (DRAWS, len(values))) * jitter
    return np.clip(values[None, :] + shared + own, 0.0, 1.0)


def _later_parts(count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return which points each draw is fitted to: all, or without some of the first half."""
    most = max(0, min(count - LEAST_POINTS, count // 2))
    first = rng.integers(0, most + 1, DRAWS)
    return (np.arange(count)[None, :] >= first[:, None]).astype(np.float64)


MOST_LABELS = 10_000_000
"""Beyond, a number of labels is another word for never."""


def _count(labels: float) -> int | None:
    return round(float(labels)) if labels < MOST_LABELS else None
