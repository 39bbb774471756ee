"""Which of two is better: Bradley and Terry's model, whose strengths are linear in embeddings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.base import Fit
from active_learning.learners.choice import ChoiceLabel, ChoiceLearner, fitted
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.heads.model import Heads
from active_learning.learners.minimising import never

__all__ = ["PairwiseLearner"]


class PairwiseLearner(ChoiceLearner):
    """See `Learner`; a sample is the vector of the first beside the vector of the second.

    Each answer is also shown the other way round, with the classes swapped. The optimum is then
    antisymmetric: what it says of (A, B) is what it says of (B, A), mirrored, and a tie depends on
    neither order (Davidson's extension). Classes are (first better, second better, tie?).

    References
    ----------
    Bradley & Terry (1952), https://doi.org/10.2307/2334029
    Davidson (1970), https://doi.org/10.1080/01621459.1970.10481082
    """

    kind = "pairwise"

    @classmethod
    def resumed(cls, heads: Heads | None) -> PairwiseLearner:
        """Go on from a fitted model; a network that a training job made is no start for a head."""
        return cls(heads.main if heads and heads.main.hidden is None else None)

    def fit(
        self,
        inputs: Features,
        labels: Sequence[ChoiceLabel],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = never,
    ) -> Fit:
        """Fit on which of the two was found better; see `ChoiceLearner.fit`."""
        swapped = dict(zip(classes[:2], reversed(classes[:2]), strict=True))
        first, second = _halves(inputs.dense)
        each = np.ones(len(labels)) if weights is None else np.asarray(weights)
        inner = ChoiceLearner(_halved(self.head) if self.head else None, strength=self.strength)
        report = inner.fit(
            Features(np.vstack([first - second, second - first])),
            [*labels, *(_mirrored(label, swapped) for label in labels)],
            classes=classes,
            rng=rng,
            # Both ways round are one opinion.
            weights=np.concatenate([each, each]) / 2.0,
            should_stop=should_stop,
        )
        self.head = _doubled(fitted(inner.head))
        return replace(report, samples=len(labels))


def _mirrored(label: ChoiceLabel, swapped: Mapping[str, str]) -> Any:
    if isinstance(label, str):
        # A tie stays a tie.
        return swapped.get(label, label)
    return {swapped.get(name, name): p for name, p in label.items()}


def _halves(rows: NDArray[np.floating]) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    if rows.shape[1] % 2:
        raise ValueError(f"two vectors of one length are compared, got {rows.shape[1]} numbers")
    half = rows.shape[1] // 2
    return rows[:, :half], rows[:, half:]


def _doubled(head: LinearHead) -> LinearHead:
    """Read (first, second) where ``head`` reads their difference."""
    return replace(head, weights=np.vstack([head.weights, -head.weights]))


def _halved(head: LinearHead) -> LinearHead:
    return replace(head, weights=head.weights[: len(head.weights) // 2])
