"""Certifies thresholds: above them, at most a share of the accepted labels is wrong.

Each threshold is a hypothesis, "too many of the labels above it are wrong", tested exactly on the
audited tasks above it; thresholds are ordered and weighted by the model's own sureness, never by
what people answered (Learn then Test, Angelopoulos et al. 2025, arXiv:2110.01052).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from active_learning.acceptance.exact import error_p_values, most_errors
from active_learning.acceptance.fallback import fallback_rejections
from active_learning.acceptance.tallies import Tallies, bin_edges

__all__ = ["STEPS", "Certificate", "Step", "certify"]

STEPS = 25
"""Thresholds that are tried, equally far apart in the share of tasks above them."""
FAVOURED = 0.8
"""Share of the doubt for the threshold that promises most; the rest is spread over all."""
CAUTION = 1.5
"""The model is expected to err so many times as often as it says."""


@dataclass(frozen=True)
class Step:
    """One threshold of a group that was tried."""

    group: int
    bin: int
    threshold: float
    sample: int
    wrong: int
    accepts: int
    """Labels that would be accepted, without those kept for auditing."""
    upper: float
    """At most this share of them is wrong, at this step's level."""
    is_certified: bool


@dataclass(frozen=True)
class Certificate:
    """The steps of every group from the surest down, and each group's lowest certified one."""

    steps: tuple[Step, ...]
    chosen: dict[int, Step]

    @property
    def accepts(self) -> int:
        """How many labels it allows to accept."""
        return sum(step.accepts for step in self.chosen.values())


def certify(
    tallies: Tallies, *, alpha: float, delta: float, audit_share: float = 0.0
) -> Certificate:
    """Return thresholds such that in no group more than ``alpha`` of the accepted are wrong.

    The chance that this fails for any group is at most ``delta``, given that the sample is a
    random part of all the tasks. Tasks that are ``gone`` are allowed for: all errors that the
    population may hold are taken to lie among those that are left.

    Parameters
    ----------
    tallies : Tallies
    alpha : float
        The share of wrong labels that is allowed among those accepted.
    delta : float
        The doubt that this look may use.
    audit_share : float
        Share of the open tasks that is not accepted but given to people.
    """
    tops = tallies.at_least()
    steps: list[tuple[int, int]] = []
    weights: list[float] = []
    groups = np.flatnonzero(tops.open[:, 0] > 0)
    for group in groups.tolist():
        bins = _thresholds(tops, group)
        promise = _promise(tallies, group, bins, alpha, delta / len(groups))
        steps += [(group, int(b)) for b in bins]
        weights += (_weights(promise) * delta / len(groups)).tolist()
    if not steps:
        return Certificate((), {})
    at = tuple(np.array(steps).T)
    n, k = tops.sample[at], tops.wrong[at]
    accepts = np.floor(tops.open[at] * (1.0 - audit_share) + 1e-9).astype(np.int64)
    rest = tops.gone[at] + tops.open[at]
    allowed = np.floor(alpha * accepts + 1e-9).astype(np.int64)
    p_values = np.where(accepts > 0, error_p_values(k, n, rest, allowed), 1.0)
    is_certified, levels = fallback_rejections(p_values, weights)
    upper = np.minimum(most_errors(k, n, rest, levels) / np.maximum(accepts, 1), 1.0)
    edges = bin_edges()
    made = tuple(
        Step(
            g,
            b,
            float(edges[b]),
            int(n[i]),
            int(k[i]),
            int(accepts[i]),
            float(upper[i]),
            bool(is_certified[i]),
        )
        for i, (g, b) in enumerate(steps)
    )
    return Certificate(made, {step.group: step for step in made if step.is_certified})


def _thresholds(tops: Tallies, group: int) -> NDArray[np.int64]:
    """Bins at equal shares of the group's tasks, surest first; they treat all tasks alike."""
    everyone = tops.sample[group] + tops.gone[group] + tops.open[group]
    wanted = np.ceil(np.arange(1, STEPS + 1) / STEPS * everyone[0])
    # `everyone` falls from bin to bin; the last bin with at least so many tasks at or above it.
    bins = np.searchsorted(-everyone, -wanted, side="right") - 1
    distinct: NDArray[np.int64] = np.unique(bins)[::-1]
    return distinct


def _promise(
    tallies: Tallies, group: int, bins: NDArray[np.int64], alpha: float, delta: float
) -> NDArray[np.float64]:
    """Return the labels each threshold may be expected to win.

    Only how many labels there are and what the model says of all tasks together goes into it:
    which tasks happened to be audited would be a look at the sample before the test.
    """
    everyone = tallies.sample + tallies.gone + tallies.open
    share = tallies.sample.sum() / max(everyone.sum(), 1)
    own = everyone[group]
    above = np.cumsum(own[::-1])[::-1]
    doubted = np.cumsum((own * (1.0 - bin_edges()))[::-1])[::-1]
    rates = np.minimum(CAUTION * doubted / np.maximum(above, 1), 1.0)[bins]
    sizes = np.round(share * above).astype(np.int64)[bins]
    most = _most_passing(sizes, alpha, delta)
    wins = np.where(most >= 0, binom.cdf(most, sizes, rates), 0.0)
    promise: NDArray[np.float64] = wins * np.cumsum(tallies.open[group, ::-1])[::-1][bins]
    return promise


def _most_passing(sizes: NDArray[np.int64], alpha: float, delta: float) -> NDArray[np.int64]:
    """Return the most errors with which samples of these sizes pass; -1 where none does."""
    guess = binom.ppf(delta, sizes, alpha).astype(np.int64)
    passing: NDArray[np.int64] = np.where(binom.cdf(guess, sizes, alpha) <= delta, guess, guess - 1)
    return passing


def _weights(promise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return shares that sum to 1: most for the likeliest winner, a little for every step."""
    shares = np.full(len(promise), (1.0 - FAVOURED) / len(promise))
    shares[int(promise.argmax())] += FAVOURED
    return shares
