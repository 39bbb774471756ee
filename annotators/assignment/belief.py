"""What is believed of one task after its votes, from what was written down about the voters.

Choices by confusion rates, every other kind by how far the answers agree: one posterior, one
confidence, in time that does not grow with the project.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["Known", "agreed_confidence", "class_accuracy", "vote_evidence", "vote_posterior"]

Array = NDArray[np.float64]
SHRINK = 3.0
"""Answers that the whole person weighs beside one class, and the crowd beside the person."""
NOVICE = (2.0, 1.0)
"""Right and wrong answers imagined of a crowd nobody has seen work."""
LEAST, MOST = 0.02, 0.99
COINCIDENCE = 0.1
"""How far two wrong answers agree by chance, where no number of classes tells."""


@dataclass(frozen=True, slots=True)
class Known:
    """Right of answered, of a person as a whole and by true class."""

    right: float = 0.0
    answered: float = 0.0
    by_class: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def accuracy(self, crowd: "Known | None" = None) -> float:
        """Return the expected share of right answers, drawn to the crowd's."""
        towards = crowd.accuracy() if crowd else NOVICE[0] / sum(NOVICE)
        return (self.right + SHRINK * towards) / (self.answered + SHRINK)


def class_accuracy(known: Known, classes: Sequence[str], crowd: Known | None = None) -> Array:
    """Return the share of right answers by true class, shape (n_values,), inside (0, 1)."""
    whole = known.accuracy(crowd)
    found = np.full(len(classes), whole)
    if known.by_class:
        for at, name in enumerate(classes):
            if counts := known.by_class.get(name):
                found[at] = (counts[0] + SHRINK * whole) / (counts[1] + SHRINK)
    inside: Array = found.clip(LEAST, MOST)
    return inside


def vote_evidence(n_values: int, given: Sequence[tuple[int, Array]]) -> Array:
    """Return the log-likelihood of each value by some votes, shape (n_values,).

    Parameters
    ----------
    n_values : int
    given : sequence of (value index, accuracy by true class)
        Wrong answers fall on the other values alike.
    """
    evidence = np.zeros(n_values)
    for value, accuracy in given:
        rates = (1 - accuracy) / max(n_values - 1, 1)
        rates[value] = accuracy[value]
        evidence += np.log(np.maximum(rates, 1e-9))
    return evidence


def vote_posterior(
    shares: Array, given: Sequence[tuple[int, Array]], *, temper: float = 1.0
) -> Array:
    """Return the probability of each value, shape (n_values,).

    Parameters
    ----------
    shares : ndarray, shape (n_values,)
        Before any vote: shares of classes, or what the model says.
    given : sequence of (value index, accuracy by true class)
    temper : float
        Power of what votes say together (`evidence_temper`): people's errors are not independent.

    References
    ----------
    Dawid & Skene (1979), doi:10.2307/2346806.
    """
    joint = np.log(np.maximum(shares, 1e-6)) + temper * vote_evidence(len(shares), given)
    joint = np.exp(joint - joint.max())
    posterior: Array = joint / joint.sum()
    return posterior


def agreed_confidence(
    agreement: Array, accuracy: Array, *, coincidence: float = COINCIDENCE
) -> Array:
    """Return how likely each of several answers is right, shape (n_answers,).

    Parameters
    ----------
    agreement : ndarray, shape (n_answers, n_answers)
        By the kind's metric, 0 to 1.
    accuracy : ndarray, shape (n_answers,)
        Of who gave each.
    coincidence : float
        How far two wrong answers agree by chance.

    Notes
    -----
    An answer is right or wrong. With a right one, right answers agree much (density 2s) and wrong
    ones little (2 - 2s); with a wrong one, others agree as far as errors coincide. Answers are
    taken as independent given that, as votes are.
    """
    alike = 2 * agreement
    unlike = (1 - coincidence) * (2 - alike) + coincidence * alike
    is_right = np.log(accuracy[None, :] * alike + (1 - accuracy[None, :]) * unlike + 1e-9)
    is_wrong = np.log(unlike + 1e-9)
    others = ~np.eye(len(accuracy), dtype=bool)
    evidence = ((is_right - is_wrong) * others).sum(1)
    odds = np.log(accuracy / (1 - accuracy)) + evidence
    found: Array = 1 / (1 + np.exp(-odds.clip(-50, 50)))
    return found
