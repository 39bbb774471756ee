"""Learns which class people give a place by what it is like, where a source tells what it is like.

A source whose own classes say little (a sound is a knock, a tone, a noise) gives each proposal a
few numbers of features. One logistic regression a class, each under a Gaussian prior, then names
the places in the project's own terms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from active_learning.prelabelers.deciding import Decision
from active_learning.prelabelers.logistic import Floats, chances, mode

__all__ = ["LEAST_NAMED", "Names", "fit_names"]

LEAST_NAMED = 10
LEAST_OF_CLASS = 2
PRECISION = 0.3


@dataclass(frozen=True, slots=True)
class Names:
    """Class ids of a label, and for each its weights: the bias, then one a feature, (K, 1 + D)."""

    classes: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]

    def likeliest(self, features: Sequence[float]) -> tuple[str, float] | None:
        """Return the class and its share; None for features of another length."""
        table = np.array(self.weights)
        if table.shape[1] != len(features) + 1:
            return None
        shares = chances(table @ np.array([1.0, *features]))
        best = int(shares.argmax())
        return self.classes[best], float(shares[best] / max(float(shares.sum()), 1e-9))

    def as_json(self) -> dict[str, Any]:
        """Return what is stored."""
        return {"classes": list(self.classes), "weights": [list(row) for row in self.weights]}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Names:
        """Return stored ones."""
        return cls(tuple(stored["classes"]), tuple(tuple(row) for row in stored["weights"]))


def fit_names(decisions: Sequence[Decision]) -> dict[str, Names]:
    """Return, by label, what decisions about places with features teach.

    A label is left out while fewer than two of its classes were given often enough.
    """
    by_label: dict[str, list[Decision]] = {}
    for decision in decisions:
        candidate = decision.candidate
        if decision.given is not None and candidate.features and candidate.geometry is not None:
            by_label.setdefault(candidate.label, []).append(decision)
    fitted = {label: _fit(named) for label, named in by_label.items()}
    return {label: names for label, names in fitted.items() if names is not None}


def _fit(decisions: Sequence[Decision]) -> Names | None:
    width = len(decisions[0].candidate.features)
    alike = [d for d in decisions if len(d.candidate.features) == width]
    counts = Counter(str(d.given) for d in alike)
    classes = tuple(sorted(name for name, n in counts.items() if n >= LEAST_OF_CLASS))
    if len(alike) < LEAST_NAMED or len(classes) < 2:
        return None
    rows = np.array([[1.0, *d.candidate.features] for d in alike])
    weights = [_weights(rows, np.array([d.given == name for d in alike])) for name in classes]
    return Names(classes, tuple(tuple(round(float(w), 5) for w in row) for row in weights))


def _weights(rows: Floats, given: Any) -> Floats:
    width = rows.shape[1]
    return mode(rows, given.astype(np.float64), np.zeros(width), np.full(width, PRECISION))
