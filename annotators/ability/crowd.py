"""Truths and abilities drawn together, so that doubt about the truth widens what is said of people.

The point estimates of `annotators.aggregation` take the likeliest truth and then count. With few
opinions a task that makes intervals too narrow. Here truths, confusion matrices and class shares
are drawn in turn (Gibbs sampling of the model of Dawid and Skene), known truths being held.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma
from scipy.stats import beta

from annotators.ability.draws import N_DRAWS
from annotators.aggregation.expectation import vote_shares
from annotators.agreement.votes import Votes

__all__ = ["UNKNOWN", "CrowdDraws", "draw_crowd"]

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
UNKNOWN = -1
WARM_UP = 100
MANY_VOTES = 200_000
"""Beyond, fewer draws do: intervals are narrow, and each costs a pass over the votes."""
FEW_DRAWS = 100
STRENGTH = 5.0
"""Answers that a person's accuracy as a whole weighs beside what they did with one class."""
DIRECTION = 2.0
"""Answers that the crowd's way of being wrong weighs beside a person's own."""
LEAN = (2.0, 1.0)
"""Right and wrong answers imagined of the crowd before anybody has said anything."""
LEAST_SIZE, MOST_SIZE = 2.0, 8.0
"""Answers that the crowd's accuracy weighs beside a person's own: fewer where people differ."""
TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class CrowdDraws:
    """What votes and known truths tell.

    Attributes
    ----------
    accuracy : ndarray, shape (n_draws, n_annotators)
        Share of right answers on tasks whose classes are mixed as in this crowd's.
    confusion, low, high : ndarray, shape (n_annotators, n_values, n_values)
        Rows true value, columns given value: mean and central 95 % interval.
    truth : ndarray, shape (n_tasks, n_values)
        Probability of each value.
    """

    accuracy: Array
    confusion: Array
    low: Array
    high: Array
    truth: Array


def draw_crowd(
    votes: Votes,
    rng: np.random.Generator,
    *,
    known: Indices | None = None,
    n_draws: int = N_DRAWS,
) -> CrowdDraws:
    """Draw abilities and truths from what people said.

    Parameters
    ----------
    votes : Votes
    rng : Generator
    known : ndarray of int, shape (n_tasks,), optional
        The value of tasks whose truth is known (gold, adjudicated), `UNKNOWN` of others.

    References
    ----------
    Dawid & Skene (1979), "Maximum likelihood estimation of observer error-rates using the EM
    algorithm", doi:10.2307/2346806.
    Paun, Carpenter, Chamberlain, Hovy, Kruschwitz & Poesio (2018), "Comparing Bayesian models of
    annotation", doi:10.1162/tacl_a_00040.
    """
    n_tasks, n_who, n_values = len(votes.tasks), len(votes.annotators), len(votes.values)
    if len(votes.task) > MANY_VOTES:
        n_draws = FEW_DRAWS
    held = np.full(n_tasks, UNKNOWN) if known is None else known
    truth = _drawn(vote_shares(votes), rng)
    skill = np.full(n_who, LEAN[0] / sum(LEAN))
    accuracy = np.empty((n_draws, n_who))
    sums = np.zeros((2, n_who, n_values, n_values))
    believed = np.zeros((n_tasks, n_values))
    for sweep in range(WARM_UP + n_draws):
        truth = np.where(held >= 0, held, truth)
        shares = rng.dirichlet(np.bincount(truth, minlength=n_values) + 1.0)
        counts = _counts(votes, truth)
        confusion = _confusions(counts, skill, rng)
        skill = _skill(counts, skill, rng)
        posterior = _posterior(votes, shares, confusion)
        if sweep >= WARM_UP:
            accuracy[sweep - WARM_UP] = np.einsum("wkk,k->w", confusion, shares)
            sums += confusion, confusion**2
            believed += posterior
        truth = _drawn(posterior, rng)
    mean, squares = sums / n_draws
    low, high = _beta_interval(mean, squares - mean**2)
    believed /= n_draws
    believed[held >= 0] = np.eye(n_values)[held[held >= 0]]
    return CrowdDraws(accuracy, mean, low, high, believed)


def _counts(votes: Votes, truth: Indices) -> Array:
    """Return how often each annotator gave each value for each true one."""
    n_who, n_values = len(votes.annotators), len(votes.values)
    cell = (votes.annotator * n_values + truth[votes.task]) * n_values + votes.value
    flat = np.bincount(cell, minlength=n_who * n_values**2)
    return flat.reshape(n_who, n_values, n_values).astype(np.float64)


def _confusions(counts: Array, skill: Array, rng: np.random.Generator) -> Array:
    """Draw everybody's matrix: how often right, class by class, and where the wrong answers go."""
    n_values = counts.shape[1]
    diagonal = np.arange(n_values)
    right = counts[:, diagonal, diagonal]
    wrong = counts.sum(2) - right
    lean = STRENGTH * skill[:, None]
    share = rng.beta(np.maximum(lean + right, TINY), np.maximum(STRENGTH - lean + wrong, TINY))
    pooled = counts.sum(0) + 1.0
    pooled[diagonal, diagonal] = 0.0
    towards = DIRECTION * pooled / np.maximum(pooled.sum(1, keepdims=True), TINY)
    drawn = np.maximum(rng.gamma(np.maximum(counts + towards, TINY)), TINY)
    drawn[:, diagonal, diagonal] = 0.0
    drawn *= ((1 - share) / np.maximum(drawn.sum(2), TINY))[:, :, None]
    drawn[:, diagonal, diagonal] = share
    confusion: Array = drawn
    return confusion


def _skill(counts: Array, skill: Array, rng: np.random.Generator) -> Array:
    """Draw everybody's accuracy as a whole, given what they did class by class.

    Of n answers to a class only about a ln(1 + n / a) speak about the person as a whole, a being
    what the whole weighs there; the others speak about the class (the tables of a Chinese
    restaurant, Poisson for Bernoulli sums).
    """
    right = np.einsum("wkk->wk", counts)
    wrong = counts.sum(2) - right
    lean = STRENGTH * skill[:, None]
    for_it = _tables(right, lean, rng).sum(1)
    against = _tables(wrong, STRENGTH - lean, rng).sum(1)
    mean = (skill.sum() + LEAN[0]) / (len(skill) + sum(LEAN))
    spread = max(float(skill.var()), TINY)
    size = float(np.clip(mean * (1 - mean) / spread - 1, LEAST_SIZE, MOST_SIZE))
    drawn: Array = rng.beta(for_it + mean * size, against + (1 - mean) * size)
    return drawn.clip(TINY, 1 - TINY)


def _tables(counts: Array, weight: Array, rng: np.random.Generator) -> Array:
    weight = np.maximum(weight, TINY)
    speaking = weight * (digamma(weight + counts) - digamma(weight))
    found: Array = np.where(counts > 0, rng.poisson(speaking).clip(1, np.maximum(counts, 1)), 0)
    return found


def _posterior(votes: Votes, shares: Array, confusion: Array) -> Array:
    """Return the probability of each value of each task, shape (n_tasks, n_values)."""
    n_tasks = len(votes.tasks)
    # (annotator, given value, true value): a vote then reads one row.
    said = np.log(np.maximum(confusion, TINY)).transpose(0, 2, 1)
    of_vote = said[votes.annotator, votes.value]
    joint = np.empty((n_tasks, len(shares)))
    for value in range(len(shares)):
        joint[:, value] = np.bincount(votes.task, of_vote[:, value], minlength=n_tasks)
    joint += np.log(np.maximum(shares, TINY))
    joint -= joint.max(1, keepdims=True)
    np.exp(joint, out=joint)
    joint /= joint.sum(1, keepdims=True)
    return joint


def _drawn(posterior: Array, rng: np.random.Generator) -> Indices:
    """Draw a value of each row."""
    up_to = posterior.cumsum(1)
    value: Indices = (up_to < rng.random((len(posterior), 1)) * up_to[:, -1:]).sum(1)
    return value


def _beta_interval(mean: Array, spread: Array, level: float = 0.95) -> tuple[Array, Array]:
    """Return the central interval of the beta with that mean and variance."""
    inside = np.clip(mean, 1e-6, 1 - 1e-6)
    size = np.maximum(inside * (1 - inside) / np.maximum(spread, TINY) - 1, 1e-3)
    tail = (1 - level) / 2
    low, high = (beta.ppf(q, inside * size, (1 - inside) * size) for q in (tail, 1 - tail))
    return low, high
