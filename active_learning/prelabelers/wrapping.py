"""Learns from a project's decisions which proposals are taken: re-class, calibrate, re-rank.

A logistic regression of "was accepted" on the raw score, the source's own class and how many other
sources agree, held by a Gaussian prior to "the raw score is the probability". With no decisions it
says just that; each decision moves it as far as it has evidence, so that nothing has to be switched
on after the tenth. Classes move likewise: a source's own class stands for what people give where it
says so.

Where proposals come with features, those have weights too (of two answers' differences they are
Bradley and Terry's model), and places are named by them (`naming`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from active_learning.prelabelers.deciding import Candidate, Decision
from active_learning.prelabelers.logistic import Floats, chances, mode
from active_learning.prelabelers.naming import Names, fit_names

__all__ = ["LEAST_DECISIONS", "Wrap", "fit_wrap"]

LEAST_DECISIONS = 10
LEAST_SAME = 4
"""Matches after which people's class for a source's own class may replace the mapping's."""
LEAST_SHARE = 0.6
PRECISION = np.array([1.0, 4.0, 1.0])
"""Of the prior on bias, slope and agreement; classes have 1 each."""
FEATURE_PRECISION = 10.0
"""Few decisions meet many features."""
FIXED = 1e6
FOLDS = 5
HALF = 0.5
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
    features
        Weights of the features of a proposal, where it has some.
    names
        Label → which class a place has by its features.
    decisions, accepted
        On what it rests: how many proposals were decided, and taken as they were shown; of answers
        that are chosen by features, how many are right that others taught.
    """

    weights: tuple[float, float, float] = (0.0, 1.0, 0.0)
    own: Mapping[str, float] = field(default_factory=dict)
    classes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    features: tuple[float, ...] = ()
    names: Mapping[str, Names] = field(default_factory=dict)
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
        z += self.own.get(candidate.own, 0.0)
        if len(candidate.features) == len(self.features):
            z += float(np.dot(candidate.features, self.features))
        named = self._named(candidate)
        return float(chances(np.array(z))) * (named[1] if named else 1.0)

    def reclassed(self, candidate: Candidate) -> Candidate:
        """Return the candidate with the class that people give where its source says so."""
        named = self._named(candidate)
        learned = named[0] if named else self.classes.get((candidate.label, candidate.own))
        return candidate if learned is None else replace(candidate, class_id=learned)

    @property
    def numbers(self) -> dict[str, float]:
        """Return everything that moves probabilities, by name."""
        found = {f"weight {at}": weight for at, weight in enumerate(self.weights)}
        found |= {f"own {name}": weight for name, weight in self.own.items()}
        found |= {f"feature {at}": weight for at, weight in enumerate(self.features)}
        for label, names in self.names.items():
            for class_id, row in zip(names.classes, names.weights, strict=True):
                found |= {f"{label} {class_id} {at}": weight for at, weight in enumerate(row)}
        return found

    def _named(self, candidate: Candidate) -> tuple[str, float] | None:
        names = self.names.get(candidate.label) if candidate.geometry is not None else None
        return names.likeliest(candidate.features) if names else None

    def as_json(self) -> dict[str, Any]:
        """Return what is stored."""
        return {
            "weights": list(self.weights),
            "own": dict(self.own),
            "classes": [[label, own, given] for (label, own), given in self.classes.items()],
            "features": list(self.features),
            "names": {label: names.as_json() for label, names in self.names.items()},
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
            tuple(stored.get("features", ())),
            {label: Names.read(one) for label, one in stored.get("names", {}).items()},
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
    classes, names = _learned_classes(decisions), fit_names(decisions)
    learned = Wrap(classes=classes, names=names)
    shown = [d for d in decisions if learned.reclassed(d.candidate).class_id is not None]
    # A proposal whose class is now known better was right where that class was given.
    taken = np.array([_is_right(decision, learned) for decision in shown], dtype=np.float64)
    accepted = sum(decision.accepted for decision in shown)
    if len(shown) < LEAST_DECISIONS:
        return replace(learned, decisions=len(shown), accepted=accepted)
    owns = sorted({decision.candidate.own for decision in shown})
    width = max(len(decision.candidate.features) for decision in shown)
    rows = np.array([_row(decision.candidate, owns, width) for decision in shown])
    mean = np.zeros(rows.shape[1])
    mean[1] = 1.0
    precision = np.concatenate([PRECISION, np.ones(len(owns)), np.full(width, FEATURE_PRECISION)])
    after = 3 + len(owns)
    are_chosen = width > 0 and all(d.candidate.geometry is None for d in shown)
    if are_chosen:
        # Of two answers that are alike neither is better: where they stand says nothing.
        precision[[0, *range(3, after)]] = FIXED
        accepted = _right_elsewhere(rows, taken, mean, precision)
    found = mode(rows, taken, mean, precision)
    own = {name: round(float(w), 6) for name, w in zip(owns, found[3:after], strict=True)}
    bias, slope, agreeing = (round(float(w), 6) for w in found[:3])
    return replace(
        learned,
        # People who take more the less sure a model is have met too few cases to say so.
        weights=(bias, max(slope, 0.0), agreeing),
        own=own,
        features=tuple(round(float(w), 6) for w in found[after:]),
        decisions=len(shown),
        accepted=accepted,
    )


def _right_elsewhere(rows: Floats, taken: Floats, mean: Floats, precision: Floats) -> int:
    """How many are foretold by what the others teach, part by part."""
    part = np.arange(len(rows)) % FOLDS
    right = 0
    for held in (part == fold for fold in range(FOLDS)):
        found = mode(rows[~held], taken[~held], mean, precision)
        right += int(((rows[held] @ found > 0) == (taken[held] > HALF)).sum())
    return right


def _row(candidate: Candidate, owns: Sequence[str], width: int) -> list[float]:
    fits = len(candidate.features) == width
    return [
        1.0,
        _logit(candidate.score),
        float(candidate.agreeing),
        *(float(candidate.own == own) for own in owns),
        *(candidate.features if fits else (0.0,) * width),
    ]


def _is_right(decision: Decision, learned: Wrap) -> bool:
    candidate = decision.candidate
    if candidate.geometry is not None and candidate.label in learned.names and candidate.features:
        return decision.found
    given = learned.classes.get((candidate.label, candidate.own))
    return decision.accepted if given is None else decision.given == given


def _learned_classes(decisions: Sequence[Decision]) -> dict[tuple[str, str], str]:
    given: dict[tuple[str, str], Counter[str]] = {}
    present: dict[tuple[str, str], str | None] = {}
    for decision in decisions:
        key = (decision.candidate.label, decision.candidate.own)
        present[key] = decision.candidate.class_id
        # An answer chosen by features is no word of a source's that could mean another class.
        is_chosen = decision.candidate.features and decision.candidate.geometry is None
        if decision.given is not None and decision.candidate.own and not is_chosen:
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
