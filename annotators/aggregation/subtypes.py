"""Classes with hidden kinds of tasks: people err together on the same ones.

Dawid and Skene take errors to be independent given the class. They are not: a trap catches many.
Here each class has a few kinds of tasks with error rates of their own, so that five people in one
trap do not count as five witnesses.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import digamma

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.expectation import normalise_logs, vote_matrix, vote_shares
from annotators.agreement.votes import Votes

__all__ = ["subtypes"]

Array = NDArray[np.float64]
RIGHT, WRONG = 4.0, 1.0
"""Pseudo-votes of every person on every kind: they mostly know. Not learned, so that it holds."""
MANY_VOTES = 100_000


@dataclass(slots=True)
class _Model:
    """The vote matrix both ways, and how columns split into classes and kinds."""

    given: sparse.csr_matrix
    given_by_column: sparse.csr_matrix
    n_values: int
    n_kinds: int
    prior: Array
    """Pseudo-votes, shape (n_values given, n_values * n_kinds)."""


def subtypes(
    votes: Votes,
    *,
    n_kinds: int = 3,
    n_starts: int = 3,
    tolerance: float = 3e-5,
    max_iterations: int = 100,
    seed: int = 0,
) -> Aggregated:
    """Infer truths by variational EM, averaged over random splits to start with.

    Parameters
    ----------
    votes : Votes
    n_kinds : int
        Kinds of tasks a class.
    n_starts : int
        Starts to average over; one is enough for very many votes.
    tolerance : float
        Stop when posteriors move by less a task.
    max_iterations : int
    seed : int
        Of the random splits, so that the same votes give the same answer.

    References
    ----------
    Li, Rubinstein & Cohn (2019), "Exploiting worker correlation for label aggregation in
    crowdsourcing", https://proceedings.mlr.press/v97/li19i.html.
    """
    n_values = len(votes.values)
    prior = np.repeat(WRONG + (RIGHT - WRONG) * np.eye(n_values), n_kinds, axis=1)
    model = _Model(*vote_matrix(votes), n_values, n_kinds, prior)
    start = vote_shares(votes)
    rng = np.random.default_rng(seed)
    starts = 1 if len(votes.task) > MANY_VOTES else n_starts
    found = [_fit(model, start, rng, tolerance, max_iterations) for _ in range(starts)]
    posterior = np.mean([one[0] for one in found], axis=0)
    confusion = np.mean([one[1] for one in found], axis=0)
    accuracy = np.einsum("wkk,k->w", confusion, posterior.mean(0))
    n_iterations = max(one[2] for one in found)
    return Aggregated(posterior, accuracy, confusion, n_iterations, n_iterations < max_iterations)


def _fit(
    model: _Model, start: Array, rng: np.random.Generator, tolerance: float, max_iterations: int
) -> tuple[Array, Array, int]:
    """Return posterior [task, value], confusion [annotator, true, given] and iterations."""
    n_tasks, n_values, n_kinds = len(start), model.n_values, model.n_kinds
    split = rng.dirichlet(np.ones(n_kinds), start.shape)
    belief: Array = (split * start[:, :, None]).reshape(n_tasks, -1)
    n_iterations, moved = 0, np.inf
    while n_iterations < max_iterations and moved >= tolerance * n_tasks:
        n_iterations += 1
        rates = _rates(model, belief)
        log_rates = digamma(rates) - digamma(rates.sum(1, keepdims=True))
        joint = model.given @ log_rates.reshape(-1, n_values * n_kinds)
        joint += _log_shares(belief.sum(0).reshape(n_values, n_kinds))
        normalise_logs(joint)
        moved = float(np.abs(joint - belief).sum())
        belief = joint
    by_kind = belief.reshape(n_tasks, n_values, n_kinds)
    return by_kind.sum(2), _confusion(_rates(model, belief), by_kind), n_iterations


def _rates(model: _Model, belief: Array) -> Array:
    """Expected votes with their prior, shape (n_annotators, given, true * kinds)."""
    expected: Array = (model.given_by_column @ belief).reshape(-1, *model.prior.shape)
    return expected + model.prior


def _log_shares(n_tasks: Array) -> Array:
    """Log share of each class and kind, flat; one task more a class, so that none dies out."""
    kinds = n_tasks + 1 / n_tasks.shape[1]
    shares: Array = np.log(kinds / kinds.sum())
    return shares.reshape(-1)


def _confusion(rates: Array, by_kind: Array) -> Array:
    """Mix the kinds of each class by their shares."""
    _, n_values, n_kinds = by_kind.shape
    share = by_kind.sum(0) + 1e-9
    share /= share.sum(1, keepdims=True)
    means = (rates / rates.sum(1, keepdims=True)).reshape(-1, n_values, n_values, n_kinds)
    mixed: Array = np.einsum("wlkm,km->wkl", means, share)
    return mixed
