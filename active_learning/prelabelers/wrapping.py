"""Learns from a project's decisions which proposals are taken: re-class, calibrate, re-rank.

A logistic regression of "was accepted" on the raw score, the source's own class and how many other
sources agree, held by a Gaussian prior to "the raw score is the probability". With no decisions it
says just that; each decision moves it as far as it has evidence, so that nothing has to be switched
on after the tenth. Classes move likewise: a source's own class stands for what people give where it
says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.prelabelers.deciding import Candidate, Decision

__all__ = ["LEAST_DECISIONS", "Wrap", "fit_wrap"]

LEAST_DECISIONS = 10
LEAST_SAME = 4
"""Matches after which people's class for a source's own class may replace the mapping's."""
LEAST_SHARE = 0.6
PRECISION = np.array([1.0, 4.0, 1.0])
"""Of the prior on bias, slope and agreement; classes have 1 each."""
STEPS = 25
FAR = 4.0
"""Logits are held within: a raw score of 1 is no certainty."""


@dataclass(frozen=True, slots=True)
class Wrap:
    """What a source's proposals are worth here.

    Attributes
    ----------
    weights
        Bias, slope of the score's logit, effect of one source that agrees.
    own
        Own class → what is added to the logit.
    classes
        (label, own class) → class that people give there, where it is another than the mapping's.
    decisions, accepted
        On what it rests: how many proposals were decided, and taken as they were shown.
    """

    weights: tuple[float, float, float] = (0.0, 1.0, 0.0)
    own: Mapping[str, float] = field(default_factory=dict)
    classes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    decisions: int = 0
    accepted: int = 0

    @property
    def is_learned(self) -> bool:
        """Whether it rests on enough decisions to be more than the raw score."""
        return self.decisions >= LEAST_DECISIONS

    def probability(self, candidate: Candidate) -> float:
        """Return how likely people take it; the raw score while too little is known."""
        if not self.is_learned:
            return candidate.score
        bias, slope, agreeing = self.weights
        z = bias + slope * _logit(candidate.score) + agreeing * candidate.agreeing
        return float(1 / (1 + np.exp(-(z + self.own.get(candidate.own, 0.0)))))

    def reclassed(self, candidate: Candidate) -> Candidate:
        """Return the candidate with the class that people give where its source says so."""
        learned = self.classes.get((candidate.label, candidate.own))
        return candidate if learned is None else replace(candidate, class_id=learned)

    def as_json(self) -> dict[str, Any]:
        """Return what is stored."""
        return {
            "weights": list(self.weights),
            "own": dict(self.own),
            "classes": [[label, own, given] for (label, own), given in self.classes.items()],
            "decisions": self.decisions,
            "accepted": self.accepted,
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any] | None) -> Wrap:
        """Return a stored one; nothing stored is the raw score."""
        if not stored:
            return cls()
        bias, slope, agreeing = stored["weights"]
        return cls(
            (bias, slope, agreeing),
            dict(stored["own"]),
            {(label, own): given for label, own, given in stored["classes"]},
            stored["decisions"],
            stored["accepted"],
        )


def fit_wrap(decisions: Sequence[Decision]) -> Wrap:
    """Return what decisions about one source's proposals teach.

    References
    ----------
    Platt (1999), "Probabilistic outputs for support vector machines and comparisons to regularized
    likelihood methods"; the fit is Newton's method for the mode under a Gaussian prior.
    """
    classes = _learned_classes(decisions)
    shown = [d for d in decisions if _is_shown(d.candidate, classes)]
    # A proposal whose class is now known better was right where that class was given.
    taken = np.array([_is_right(decision, classes) for decision in shown], dtype=np.float64)
    accepted = sum(decision.accepted for decision in shown)
    if len(shown) < LEAST_DECISIONS:
        return Wrap(classes=classes, decisions=len(shown), accepted=accepted)
    owns = sorted({decision.candidate.own for decision in shown})
    rows = np.array([_row(decision.candidate, owns) for decision in shown])
    mean = np.zeros(rows.shape[1])
    mean[1] = 1.0
    precision = np.concatenate([PRECISION, np.ones(len(owns))])
    found = _mode(rows, taken, mean, precision)
    own = {name: round(float(w), 6) for name, w in zip(owns, found[3:], strict=True)}
    bias, slope, agreeing = (round(float(w), 6) for w in found[:3])
    # People who take more the less sure a model is have met too few cases to say so.
    return Wrap((bias, max(slope, 0.0), agreeing), own, classes, len(shown), accepted)


def _mode(
    rows: NDArray[np.float64],
    taken: NDArray[np.float64],
    mean: NDArray[np.float64],
    precision: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Newton's method from the prior's mean; the objective is convex, so it finds the mode."""
    found = mean.copy()
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (p - taken) + precision * (found - mean)
        curve = (rows * (p * (1 - p))[:, None]).T @ rows + np.diag(precision)
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < 1e-8:
            break
    return found


def _row(candidate: Candidate, owns: Sequence[str]) -> list[float]:
    return [
        1.0,
        _logit(candidate.score),
        float(candidate.agreeing),
        *(float(candidate.own == own) for own in owns),
    ]


def _is_shown(candidate: Candidate, classes: Mapping[tuple[str, str], str]) -> bool:
    return candidate.class_id is not None or (candidate.label, candidate.own) in classes


def _is_right(decision: Decision, classes: Mapping[tuple[str, str], str]) -> bool:
    learned = classes.get((decision.candidate.label, decision.candidate.own))
    return decision.accepted if learned is None else decision.given == learned


def _learned_classes(decisions: Sequence[Decision]) -> dict[tuple[str, str], str]:
    given: dict[tuple[str, str], Counter[str]] = {}
    present: dict[tuple[str, str], str | None] = {}
    for decision in decisions:
        key = (decision.candidate.label, decision.candidate.own)
        present[key] = decision.candidate.class_id
        if decision.given is not None and decision.candidate.own:
            given.setdefault(key, Counter())[decision.given] += 1
    learned = {}
    for key, counts in given.items():
        best, times = counts.most_common(1)[0]
        is_other = best != present[key]
        if is_other and times >= LEAST_SAME and times >= LEAST_SHARE * counts.total():
            learned[key] = best
    return learned


def _logit(score: float) -> float:
    inside = min(max(score, 1e-6), 1 - 1e-6)
    return float(np.clip(np.log(inside / (1 - inside)), -FAR, FAR))
