"""How many more opinions a wanted accuracy costs, by playing the rest of the project through."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Forecast", "Range", "forecast_opinions"]

Array = NDArray[np.float64]
GAMES = 24
MOST_TASKS = 4000
"""Beyond, so many are drawn and the count is scaled up."""
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Range:
    """A median with its central 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a target costs; None where the people at hand do not reach it.

    Attributes
    ----------
    now : float
        Expected share of right labels if one stopped here.
    opinions, hours : Range or None
    """

    now: float
    opinions: Range | None
    hours: Range | None


def forecast_opinions(
    posterior: Array,
    accuracy: Array,
    seconds: Array,
    *,
    target: float,
    rng: np.random.Generator,
) -> Forecast:
    """Return how many opinions more, and hours, until the expected accuracy reaches `target`.

    Each game draws the truths from what is believed and people from the crowd, and then asks about
    the least sure tasks first, one opinion each a round, until the mean of the likeliest values'
    probabilities is there.

    Parameters
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
        What is believed of every task, of those nobody answered too.
    accuracy : ndarray, shape (n_draws,)
        Draws of what the next person's accuracy may be.
    seconds : ndarray, shape (n_seconds,)
        What opinions took.
    target : float
    """
    n_tasks, n_values = posterior.shape
    now = float(posterior.max(1).mean())
    if now >= target:
        nothing = Range(0.0, 0.0, 0.0)
        return Forecast(now, nothing, nothing)
    chosen = rng.permutation(n_tasks)[:MOST_TASKS]
    scale = n_tasks / len(chosen)
    asked = []
    for _ in range(GAMES):
        # A team is what the crowd is like on the whole: one draw is one crowd.
        skill = float(np.clip(rng.choice(accuracy), 1.0 / n_values + 0.01, 0.999))
        asked.append(_game(posterior[chosen].copy(), skill, target, rng))
    counts = np.asarray([count for count in asked if count is not None], dtype=np.float64) * scale
    if len(counts) < 0.9 * GAMES:
        return Forecast(now, None, None)
    if not seconds.size:
        return Forecast(now, _range(counts), None)
    pace = rng.choice(seconds, (len(counts), len(seconds))).mean(1)
    return Forecast(now, _range(counts), _range(counts * pace / 3600))


def _game(believed: Array, skill: float, target: float, rng: np.random.Generator) -> int | None:
    """Return the opinions until the target; None where rounds run out first."""
    n_tasks, n_values = believed.shape
    up_to = believed.cumsum(1)
    truth = (up_to < rng.random((n_tasks, 1)) * up_to[:, -1:]).sum(1).clip(max=n_values - 1)
    gain = np.log(skill) - np.log((1 - skill) / max(n_values - 1, 1))
    asked = 0
    for _ in range(MOST_ROUNDS):
        sure = believed.max(1)
        missing = target - sure.mean()
        if missing <= 0:
            return asked
        least = np.argsort(sure, kind="stable")
        # No more tasks than could close the gap at all: opinions are bought one round at a time.
        enough = int(np.searchsorted(np.cumsum(1 - sure[least]), missing * n_tasks)) + 1
        unsure = least[: max(1, enough)]
        said = _said(truth[unsure], skill, n_values, rng)
        rows = np.log(np.maximum(believed[unsure], 1e-12))
        rows[np.arange(len(unsure)), said] += gain
        rows = np.exp(rows - rows.max(1, keepdims=True))
        believed[unsure] = rows / rows.sum(1, keepdims=True)
        asked += len(unsure)
    return None


def _said(
    truth: NDArray[np.int64], skill: float, n_values: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return what somebody says: right by their skill, else any other value."""
    other = (truth + rng.integers(1, max(n_values, 2), len(truth))) % n_values
    said: NDArray[np.int64] = np.where(rng.random(len(truth)) < skill, truth, other)
    return said


def _range(draws: Array) -> Range:
    low, value, high = np.quantile(draws, [0.025, 0.5, 0.975])
    return Range(float(value), float(low), float(high))
