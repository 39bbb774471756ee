"""Relabel or label new: one scale on which a labelled task and a new one can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from active_learning.acquisition.distributions import (
    DistributionError,
    Floats,
    checked_distribution,
)

__all__ = ["Relabelling", "relabelling_utilities"]

UNSEEN = -1
"""An annotator's column where nothing was answered."""
CHANCE_FLOOR = 1e-6


@dataclass(frozen=True)
class Relabelling:
    """Utilities in [0, 1], larger is better; both on the same scale.

    Attributes
    ----------
    again : float array of shape (M,)
        Of another opinion on each labelled task.
    new : float array of shape (N,)
        Of a first label on each open one.
    annotators : float array of shape (A,)
        How much each one's answer weighs.
    model : float
        How much the model's opinion weighs.
    """

    again: Floats
    new: Floats
    annotators: Floats
    model: float


def relabelling_utilities(
    votes: ArrayLike, labelled: ArrayLike, open_tasks: ArrayLike
) -> Relabelling:
    """Score another opinion on labelled tasks against first labels on open ones (ActiveLab).

    A task's quality is a weighted mean of what the model and its annotators say of its consensus,
    and of a uniform opinion; annotators and model weigh by how much better than the commonest
    class they are. An open task has the model's opinion and the uniform one alone.

    Parameters
    ----------
    votes : int array-like of shape (M, A)
        Class of each annotator's answer, -1 where there is none; one vote a task at least.
    labelled : array-like of shape (M, K)
        Calibrated out-of-sample distributions of the labelled tasks.
    open_tasks : array-like of shape (N, K)
        Distributions of the open ones.

    References
    ----------
    Goh & Mueller (2023), ActiveLab: Active Learning with Re-Labeling by Multiple Annotators,
    arXiv:2301.11856.
    Goh, Tkachenko & Mueller (2022), CROWDLAB, arXiv:2210.06812 (the weights).
    """
    known, unknown = checked_distribution(labelled), checked_distribution(open_tasks)
    if known.shape[1] != unknown.shape[1]:
        raise DistributionError(f"{known.shape[1]} classes labelled, {unknown.shape[1]} open")
    given = _checked_votes(votes, known)
    classes, seen = known.shape[1], given != UNSEEN
    consensus = _consensus(given, known)
    several = seen.sum(axis=1) > 1
    if several.any():
        annotators, model = _weights(given[several], known[several], consensus[several], seen)
        opinions = _opinions(given, consensus, several, classes)
        mass = (seen * annotators).sum(axis=1)
        joint = model * _own(known, consensus) + (opinions * annotators * seen).sum(axis=1)
    else:
        # Nobody can be compared with anybody: the model alone says how good a label is.
        annotators, model = np.ones(given.shape[1]), 1.0
        mass = seen.sum(axis=1).astype(np.float64)
        joint = (mass + model) * _own(known, consensus)
    usual = float(annotators.mean())
    quality = (joint + usual / classes) / (model + mass + usual)
    best = unknown.max(axis=1) if len(unknown) else np.empty(0)
    fresh = (model * best + usual / classes) / (model + usual)
    return Relabelling(1.0 - quality, 1.0 - fresh, annotators, model)


def _checked_votes(votes: ArrayLike, known: Floats) -> NDArray[np.int64]:
    given = np.asarray(votes, dtype=np.int64)
    if given.ndim != 2 or len(given) != len(known):
        raise DistributionError(
            f"votes {given.shape} and distributions {known.shape} are of different tasks"
        )
    if given.size and (given.max() >= known.shape[1] or given.min() < UNSEEN):
        raise DistributionError(f"a vote is a class below {known.shape[1]}, or -1 for none")
    lonely = ~(given != UNSEEN).any(axis=1)
    if lonely.any():
        raise DistributionError(f"labelled task {int(lonely.argmax())} has no vote")
    return given


def _own(known: Floats, consensus: NDArray[np.int64]) -> Floats:
    """Return the model's probability of each task's consensus, shape (M,)."""
    return known[np.arange(len(known)), consensus]


def _consensus(given: NDArray[np.int64], known: Floats) -> NDArray[np.int64]:
    """Return the majority's class; the model decides between equal ones."""
    counts = np.stack([(given == k).sum(axis=1) for k in range(known.shape[1])], axis=1)
    winner: NDArray[np.int64] = (counts + 0.5 * known).argmax(axis=1)
    return winner


def _weights(
    given: NDArray[np.int64],
    known: Floats,
    consensus: NDArray[np.int64],
    seen_anywhere: NDArray[np.bool_],
) -> tuple[Floats, float]:
    """Return how much better than always saying the commonest class each one is."""
    common = np.bincount(consensus).max() / len(consensus)
    chance_error = max(1.0 - float(common), CHANCE_FLOOR)
    agreement = np.array([_agreement(given, column) for column in range(given.shape[1])])
    # Someone who shares no task with anybody counts as the average does.
    agreement = np.where(np.isnan(agreement), np.nanmean(agreement), agreement)
    annotators = np.maximum(1.0 - (1.0 - agreement) / chance_error, CHANCE_FLOOR)
    error = float((known.argmax(axis=1) != consensus).mean())
    votes_a_task = float(seen_anywhere.sum(axis=1).mean())
    model = max(1.0 - error / chance_error, CHANCE_FLOOR) * float(np.sqrt(votes_a_task))
    return annotators, model


def _agreement(given: NDArray[np.int64], column: int) -> float:
    """Return the share of others' votes, on shared tasks, that are the annotator's own class."""
    rows = given[given[:, column] != UNSEEN]
    others = (rows != UNSEEN).sum() - len(rows)
    same = (rows == rows[:, [column]]).sum() - len(rows)
    return float(same / others) if others else float("nan")


def _opinions(
    given: NDArray[np.int64],
    consensus: NDArray[np.int64],
    several: NDArray[np.bool_],
    classes: int,
) -> Floats:
    """Return the probability that each vote gives to its task's consensus, shape (M, A)."""
    shared = given[several]
    same = (shared == consensus[several, None]).sum(axis=1)
    likely = float((same / (shared != UNSEEN).sum(axis=1)).mean())
    against = (1.0 - likely) / max(classes - 1, 1)
    opinion: Floats = np.where(given == consensus[:, None], likely, against)
    return opinion
