"""Several of some classes: which of them go together, so that a sure one speaks for its company.

Class by class, a vote for "sea" says nothing about "beach". Here tasks are of a few hidden sorts,
each with its own chance of every class; how reliably each person sees each class is learned as for
any other question of yes or no.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.expectation import normalise_logs, vote_matrix
from annotators.aggregation.pooled import anchored
from annotators.agreement.votes import Votes

__all__ = ["LabelSets", "fuse_label_sets"]

Array = NDArray[np.float64]
SORTS = (1, 2, 3, 4, 6, 8, 12)
N_STARTS = 2
SMOOTHING = 0.5
"""Tasks imagined of each sort with, and without, each class."""
TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class LabelSets:
    """The classes of each task.

    Attributes
    ----------
    marginal : ndarray, shape (n_tasks, n_classes)
        Probability of each class.
    confidence : ndarray, shape (n_tasks,)
        That exactly the classes likelier than not apply, all taken together.
    accuracy : ndarray, shape (n_annotators,)
        Mean over classes.
    n_sorts : int
        1: the classes say nothing about each other, or there are too few tasks to tell.
    """

    marginal: Array
    confidence: Array
    accuracy: Array
    n_sorts: int


def fuse_label_sets(
    task: NDArray[np.int64],
    annotator: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    n_tasks: int,
    n_annotators: int,
    *,
    seed: int = 0,
) -> LabelSets:
    """Infer which classes apply, by a mixture over sorts of tasks.

    Parameters
    ----------
    task, annotator : ndarray of int, shape (n_answers,)
    chosen : ndarray of bool, shape (n_answers, n_classes)
    n_tasks, n_annotators : int
    seed : int
        Of the random starts, so that the same answers give the same sets.

    Notes
    -----
    Given its sort, a task's classes are independent, so sums over sets of classes factorise: a
    step costs tasks * classes * sorts. How many sorts there are is chosen by BIC.

    References
    ----------
    Bragg, Mausam & Weld (2013), "Crowdsourcing multi-label classification for taxonomy creation",
    https://ojs.aaai.org/index.php/HCOMP/article/view/13091; Schwarz (1978), "Estimating the
    dimension of a model", doi:10.1214/aos/1176344136.
    """
    evidence, shares, accuracy = _class_by_class(task, annotator, chosen, n_tasks, n_annotators)
    rng = np.random.default_rng(seed)
    fits = [
        _fit(evidence, shares, n_sorts, rng)
        for n_sorts in SORTS
        for _ in range(N_STARTS if n_sorts > 1 else 1)
        if n_sorts * len(shares) <= n_tasks
    ] or [_fit(evidence, shares, 1, rng)]
    best = max(fits, key=lambda fit: fit.score)
    marginal, confidence = best.told(evidence)
    return LabelSets(marginal, confidence, accuracy, len(best.weights))


def _class_by_class(
    task: NDArray[np.int64],
    annotator: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    n_tasks: int,
    n_annotators: int,
) -> tuple[Array, Array, Array]:
    """Return log odds of the votes alone (n_tasks, n_classes), shares of classes, accuracies."""
    evidence = np.empty((n_tasks, chosen.shape[1]))
    shares = np.empty(chosen.shape[1])
    accuracy = np.zeros(n_annotators)
    for at, said in enumerate(chosen.T):
        votes = Votes(
            task, annotator, said.astype(np.int64), range(n_tasks), range(n_annotators), (0, 1)
        )
        found = anchored(votes)
        assert found.confusion is not None  # `anchored` learns one
        log_rates = np.log(found.confusion).transpose(0, 2, 1).reshape(-1, 2)
        joint = vote_matrix(votes)[0] @ log_rates
        evidence[:, at] = joint[:, 1] - joint[:, 0]
        shares[at] = (found.posterior[:, 1].sum() + SMOOTHING) / (n_tasks + 2 * SMOOTHING)
        accuracy += found.accuracy / chosen.shape[1]
    return evidence, shares, accuracy


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Sorts of tasks: how many of each, shape (n_sorts,), and the log odds of classes in each."""

    weights: Array
    odds: Array
    score: float

    def told(self, evidence: Array) -> tuple[Array, Array]:
        """Return the probability of each class, and of the likelier side of all of them."""
        sort, yes, _ = _truths(evidence, self.weights, self.odds)
        marginal: Array = np.einsum("ts,tsk->tk", sort, yes)
        side = np.where((marginal > 0.5)[:, None, :], yes, 1 - yes)
        confidence: Array = (sort * side.prod(2)).sum(1)
        return marginal, confidence


def _fit(
    evidence: Array,
    shares: Array,
    n_sorts: int,
    rng: np.random.Generator,
    *,
    tolerance: float = 1e-5,
    max_iterations: int = 60,
) -> _Fit:
    """Learn the sorts by EM from classes that differ from the crowd's shares by chance."""
    n_tasks, n_classes = evidence.shape
    weights = np.full(n_sorts, 1 / n_sorts)
    # One sort begins where it ends; several must differ to part.
    apart = rng.normal(0, 1.5, (n_sorts, n_classes)) if n_sorts > 1 else 0.0
    odds = np.log(shares) - np.log1p(-shares) + apart * np.ones((n_sorts, 1))
    reached, likelihood, n_iterations, converged = -np.inf, 0.0, 0, False
    while n_iterations < max_iterations and not converged:
        n_iterations += 1
        sort, yes, likelihood = _truths(evidence, weights, odds)
        of_sort = sort.sum(0)
        weights = (of_sort + 1) / (n_tasks + n_sorts)
        with_class = np.einsum("ts,tsk->sk", sort, yes)
        # A sort that few tasks are of leans on the crowd's shares.
        share = (with_class + SMOOTHING * shares) / (of_sort[:, None] + SMOOTHING)
        share = share.clip(1e-4, 1 - 1e-4)
        odds = np.log(share) - np.log1p(-share)
        converged = likelihood - reached < tolerance * n_tasks
        reached = likelihood
    n_free = n_sorts * (n_classes + 1) - 1
    return _Fit(weights, odds, likelihood - n_free / 2 * np.log(n_tasks))


def _truths(evidence: Array, weights: Array, odds: Array) -> tuple[Array, Array, float]:
    """Return the sort of each task (n_tasks, n_sorts), classes given it (…, n_classes), log fit."""
    joint = evidence[:, None, :] + odds
    yes = 1 / (1 + np.exp(-joint.clip(-500, 500)))
    # log[(1 - p) + p e^evidence], from the odds before and after
    fit = (np.logaddexp(0, joint) - np.logaddexp(0, odds)).sum(2) + np.log(weights)
    likelihood = float(normalise_logs(fit).sum())
    return fit, yes, likelihood
