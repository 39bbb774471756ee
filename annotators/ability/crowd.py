"""Truths and abilities drawn together, so that doubt about the truth widens what is said of people.

The point estimates of `annotators.aggregation` take the likeliest truth and then count. With few
opinions a task that makes intervals too narrow. Here truths, confusion matrices and class shares
are drawn in turn (Gibbs sampling of the model of Dawid and Skene), known truths being held. How
much alike people are, and one person's classes, is drawn along with them from a grid.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, digamma, gammaln
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
STEPS, FEW_VOTES = 3, 5_000
"""Sweeps to a draw where they cost little: each is much like the one before it, and the ends of an
interval that rests on few different ones lie too near."""
LEAN = (2.0, 1.0)
"""Right and wrong answers imagined of the crowd before anybody has said anything."""
MEANS = np.linspace(0.02, 0.98, 49)
SIZES = np.asarray([2.0, 4.0, 8.0, 16.0, 32.0])
"""What the crowd's accuracy may be, and how many answers it may weigh beside a person's own."""
RIGHT, WRONG = MEANS[:, None] * SIZES, (1 - MEANS[:, None]) * SIZES
OF_ONE = betaln(RIGHT, WRONG)
OF_NONE = ((LEAN[0] - 1) * np.log(MEANS) + (LEAN[1] - 1) * np.log1p(-MEANS))[:, None]
"""The grid's betas, their norms, and its log prior."""
STRENGTHS = np.asarray([2.0, 5.0, 12.0, 30.0])
"""Answers that a person's accuracy as a whole may weigh beside what they did with one class."""
DIRECTIONS = np.asarray([1.0, 2.0, 5.0, 12.0])
"""Answers that the crowd's way of being wrong may weigh beside a person's own."""
SELDOM = 4
"""Sweeps to one in which it is drawn how much alike people and classes are: that moves slowly."""
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
    Ritter & Tanner (1992), "Facilitating the Gibbs sampler: the Gibbs stopper and the griddy-Gibbs
    sampler", doi:10.1080/01621459.1992.10475289.
    """
    n_tasks, n_who, n_values = len(votes.tasks), len(votes.annotators), len(votes.values)
    if len(votes.task) > MANY_VOTES:
        n_draws = FEW_DRAWS
    held = np.full(n_tasks, UNKNOWN) if known is None else known
    heard = _heard(votes, held)
    truth = _drawn(vote_shares(votes), rng)
    crowd = _Crowd(np.full(n_who, LEAN[0] / sum(LEAN)))
    accuracy = np.empty((n_draws, n_who))
    sums = np.zeros((2, n_who, n_values, n_values))
    believed = np.zeros((n_tasks, n_values))
    steps = STEPS if len(votes.task) <= FEW_VOTES else 1
    for sweep in range(WARM_UP + n_draws * steps):
        truth = np.where(held >= 0, held, truth)
        shares = rng.dirichlet(np.bincount(truth, minlength=n_values) + 1.0)
        counts = _counts(heard, truth)
        confusion = _confusions(counts, crowd, rng)
        crowd.draw(counts, rng, whole=not sweep % SELDOM)
        posterior = _posterior(votes, shares, confusion)
        draw, step = divmod(sweep - WARM_UP, steps)
        if draw >= 0 and not step:
            accuracy[draw] = np.einsum("wkk,k->w", confusion, shares)
            sums += confusion, confusion**2
            believed += posterior
        truth = _drawn(posterior, rng)
    mean, squares = sums / n_draws
    low, high = _beta_interval(mean, squares - mean**2)
    believed /= n_draws
    believed[held >= 0] = np.eye(n_values)[held[held >= 0]]
    return CrowdDraws(accuracy, mean, low, high, believed)


def _heard(votes: Votes, held: Indices) -> Votes:
    """Leave out what one person alone said of a task whose truth is not known.

    It says next to nothing of anybody, and truths drawn from people's own rates would hold these
    rates where they are: the draws would hardly move.
    """
    n_votes = np.bincount(votes.task, minlength=len(votes.tasks))
    at = ((held >= 0) | (n_votes > 1))[votes.task]
    columns = (votes.task[at], votes.annotator[at], votes.value[at])
    return Votes(*columns, votes.tasks, votes.annotators, votes.values)


def _counts(votes: Votes, truth: Indices) -> Array:
    """Return how often each annotator gave each value for each true one."""
    n_who, n_values = len(votes.annotators), len(votes.values)
    cell = (votes.annotator * n_values + truth[votes.task]) * n_values + votes.value
    flat = np.bincount(cell, minlength=n_who * n_values**2)
    return flat.reshape(n_who, n_values, n_values).astype(np.float64)


@dataclass(slots=True)
class _Crowd:
    """What people have in common, drawn anew in each sweep as everything else is.

    Held at one value instead, intervals would leave the doubt about it out.
    """

    skill: Array
    """Everybody's accuracy as a whole, shape (n_annotators,)."""
    mean: float = LEAN[0] / sum(LEAN)
    size: float = float(SIZES[1])
    strength: float = float(STRENGTHS[1])
    direction: float = float(DIRECTIONS[1])

    def draw(self, counts: Array, rng: np.random.Generator, *, whole: bool) -> None:
        """Draw everybody's accuracy, and of the `whole` how much people and classes are alike."""
        right, wrong = _right_and_wrong(counts)
        self.skill = self._skill(right, wrong, rng)
        self.mean, self.size = _mean_and_size(self.skill, rng)
        if whole:
            self.strength = _strength(right, wrong, self.skill, rng)
            self.direction = _direction(counts, rng)

    def _skill(self, right: Array, wrong: Array, rng: np.random.Generator) -> Array:
        """Draw accuracies, given what people did class by class.

        Of n answers to a class only about a ln(1 + n / a) speak about the person as a whole, a
        being what the whole weighs there; the others speak about the class (the tables of a
        Chinese restaurant, Poisson for Bernoulli sums).
        """
        lean = self.strength * self.skill[:, None]
        for_it = _tables(right, lean, rng).sum(1)
        against = _tables(wrong, self.strength - lean, rng).sum(1)
        own = self.mean * self.size
        drawn: Array = rng.beta(for_it + own, against + self.size - own)
        return drawn.clip(1e-4, 1 - 1e-4)


def _confusions(counts: Array, crowd: _Crowd, rng: np.random.Generator) -> Array:
    """Draw everybody's matrix: how often right, class by class, and where the wrong answers go."""
    diagonal = np.arange(counts.shape[1])
    right, wrong = _right_and_wrong(counts)
    lean = crowd.strength * crowd.skill[:, None]
    share = rng.beta(
        np.maximum(lean + right, TINY), np.maximum(crowd.strength - lean + wrong, TINY)
    )
    towards = crowd.direction * _ways_of_being_wrong(counts)
    drawn = np.maximum(rng.gamma(np.maximum(counts + towards, TINY)), TINY)
    drawn[:, diagonal, diagonal] = 0.0
    drawn *= ((1 - share) / np.maximum(drawn.sum(2), TINY))[:, :, None]
    drawn[:, diagonal, diagonal] = share
    confusion: Array = drawn
    return confusion


def _right_and_wrong(counts: Array) -> tuple[Array, Array]:
    """Answers by annotator and true value, each (n_annotators, n_values)."""
    right: Array = np.einsum("wkk->wk", counts)
    return right, counts.sum(2) - right


def _ways_of_being_wrong(counts: Array) -> Array:
    """Return where the crowd's wrong answers go, rows true value; the diagonal is 0."""
    pooled = counts.sum(0) + 1.0
    np.fill_diagonal(pooled, 0.0)
    ways: Array = pooled / np.maximum(pooled.sum(1, keepdims=True), TINY)
    return ways


def _mean_and_size(skill: Array, rng: np.random.Generator) -> tuple[float, float]:
    """Draw the beta that people's accuracies come from."""
    fit = (RIGHT - 1) * np.log(skill).sum() + (WRONG - 1) * np.log1p(-skill).sum()
    fit += OF_NONE - len(skill) * OF_ONE
    mean, size = divmod(_cell(fit.ravel(), rng), len(SIZES))
    return float(MEANS[mean]), float(SIZES[size])


def _strength(right: Array, wrong: Array, skill: Array, rng: np.random.Generator) -> float:
    """Draw how much alike a person's classes are, the classes themselves being summed out."""
    fits = []
    for strength in STRENGTHS:
        lean = strength * skill[:, None]
        fit = betaln(lean + right, strength - lean + wrong) - betaln(lean, strength - lean)
        fits.append(fit.sum())
    return float(STRENGTHS[_cell(np.asarray(fits), rng)])


def _direction(counts: Array, rng: np.random.Generator) -> float:
    """Draw how much alike people err; only pairs of values that were confused say something."""
    ways = _ways_of_being_wrong(counts)
    wrong = counts.copy()
    diagonal = np.arange(counts.shape[1])
    wrong[:, diagonal, diagonal] = 0.0
    n_wrong = wrong.sum(2)
    n_wrong = n_wrong[n_wrong > 0]
    who, true, given = np.nonzero(wrong)
    seen, usual = wrong[who, true, given], ways[true, given]
    fits = []
    for direction in DIRECTIONS:
        fit = (gammaln(direction * usual + seen) - gammaln(direction * usual)).sum()
        fits.append(fit - (gammaln(direction + n_wrong) - gammaln(direction)).sum())
    return float(DIRECTIONS[_cell(np.asarray(fits), rng)])


def _cell(log_weights: Array, rng: np.random.Generator) -> int:
    """Draw a place of a grid by its log weight."""
    up_to = np.exp(log_weights - log_weights.max()).cumsum()
    return int(np.searchsorted(up_to, rng.random() * up_to[-1]))


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
