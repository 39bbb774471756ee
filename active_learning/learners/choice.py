"""One class a task: a calibrated softmax head over embeddings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.encoder import Vectors
from active_learning.learners.base import Fit, NotEnoughLabels, refuse_unknown
from active_learning.learners.calibrating import calibrated
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import (
    Features,
    LinearHead,
    Metadata,
    load_heads,
    save_heads,
)
from active_learning.learners.heads.model import Heads
from active_learning.learners.minimising import never

__all__ = [
    "MAIN",
    "STRENGTH",
    "ChoiceLabel",
    "ChoiceLearner",
    "blank_head",
    "fit_calibrated",
    "fitted",
    "one_hot",
]

ChoiceLabel: TypeAlias = str | Mapping[str, float]
"""A class id, or what a crowd says: probabilities of class ids."""

MAIN = "main"
CREDIBLE = 0.2
"""Probability from which a soft label makes a class known."""
NAME_TRUST = 5.0
"""Weight of a class's name before any label: 2 to 10 measure alike on SST-2."""
STRENGTH = 10.0
"""Inverse of the penalty on the weights, for features of about unit length."""


class ChoiceLearner:
    """See `Learner`. A class of the ontology that has no label yet gets no column."""

    kind = "choice"

    def __init__(self, head: LinearHead | None = None, *, strength: float = STRENGTH) -> None:
        self.head = head
        self.strength = strength
        self.meanings: Mapping[str, Vectors] = {}

    @classmethod
    def resumed(cls, heads: Heads | None) -> ChoiceLearner:
        """Go on from a fitted model; a network that a training job made is no start for a head."""
        return cls(heads.main if heads and heads.main.hidden is None else None)

    def hint(self, meanings: Mapping[str, Vectors]) -> None:
        """Tell what classes are called, as vectors like those of the tasks.

        A head then begins by how like a task is to a class's name, and labels correct it: with
        few labels that is worth several, with many it no longer counts.
        """
        self.meanings = meanings

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        return Heads(fitted(self.head))

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that were seen, in the ontology's order."""
        return self.head.classes if self.head else ()

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
        """Fit on one class id a task, or on class probabilities.

        Raises
        ------
        NotEnoughLabels
            With fewer than two classes among ``labels``.
        """
        present = {name for label in labels for name in _named(label)}
        refuse_unknown(present, classes)
        seen = tuple(name for name in classes if name in present)
        if len(seen) < 2:
            raise NotEnoughLabels(f"{len(seen)} of {len(classes)} classes have a label")
        samples = Samples(
            inputs, _targets(labels, seen), np.ones(len(labels)) if weights is None else weights
        )
        start = self.head or blank_head(inputs, seen)
        self.head = self._fitted(
            samples,
            start.with_classes(seen),
            prior=self._prior(seen),
            rng=rng,
            should_stop=should_stop,
        )
        return Fit(len(samples), seen, self.head.temperature)

    def _fitted(
        self,
        samples: Samples,
        start: LinearHead,
        *,
        prior: NDArray[np.float32] | None,
        rng: np.random.Generator,
        should_stop: Callable[[], bool],
    ) -> LinearHead:
        return fit_calibrated(
            samples,
            start,
            strength=self.strength,
            prior=prior,
            rng=rng,
            should_stop=should_stop,
        )

    def _prior(self, seen: tuple[str, ...]) -> NDArray[np.float32] | None:
        if any(name not in self.meanings for name in seen):
            return None
        rows = np.vstack([self.meanings[name] for name in seen])
        # What all names have in common tells no class from another.
        prior: NDArray[np.float32] = (NAME_TRUST * (rows - rows.mean(axis=0))).T.astype(np.float32)
        return np.ascontiguousarray(prior)

    def predict_proba(self, inputs: Features) -> NDArray[np.floating]:
        """Return class probabilities, shape (N, K) in the order of `classes`."""
        return fitted(self.head).predict_proba(inputs)

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the head as safetensors."""
        save_heads(path, {MAIN: fitted(self.head)}, metadata)

    @classmethod
    def load(cls, path: Path) -> ChoiceLearner:
        """Read what `save` wrote."""
        return cls(load_heads(path)[0][MAIN])


def fit_calibrated(
    samples: Samples,
    start: LinearHead,
    *,
    strength: float,
    rng: np.random.Generator,
    prior: NDArray[np.float32] | None = None,
    should_stop: Callable[[], bool],
) -> LinearHead:
    """Fit a head from `start` and calibrate it on folds of the same samples."""
    head = fit_head(samples, start, strength=strength, prior=prior, should_stop=should_stop)
    rows = np.arange(len(samples))
    return calibrated(
        head, samples, rows, strength=strength, rng=rng, prior=prior, should_stop=should_stop
    )


def one_hot(labels: Sequence[str], classes: Sequence[str]) -> NDArray[np.float32]:
    """Return targets of shape (N, K)."""
    column = {name: index for index, name in enumerate(classes)}
    targets = np.zeros((len(labels), len(classes)), dtype=np.float32)
    targets[np.arange(len(labels)), [column[label] for label in labels]] = 1.0
    return targets


def _named(label: ChoiceLabel) -> tuple[str, ...]:
    """Return the class that a label stands for, or those that a crowd finds as likely as not."""
    if isinstance(label, str):
        return (label,)
    best = max(label.values())
    return tuple(name for name, p in label.items() if p >= min(best, CREDIBLE))


def _targets(labels: Sequence[ChoiceLabel], classes: Sequence[str]) -> NDArray[np.float32]:
    """Return class probabilities of shape (N, K); what a crowd gives to absent classes is left."""
    column = {name: index for index, name in enumerate(classes)}
    targets = np.zeros((len(labels), len(classes)), dtype=np.float32)
    for row, label in zip(targets, labels, strict=True):
        for name, p in {label: 1.0}.items() if isinstance(label, str) else label.items():
            if name in column:
                row[column[name]] = p
    # What is left sums to one again.
    targets /= np.maximum(targets.sum(axis=1, keepdims=True), 1e-9)
    return targets


def blank_head(
    features: Features, classes: tuple[str, ...], *, independent: bool = False
) -> LinearHead:
    """Return a head that knows nothing, of the right shape."""
    return LinearHead(
        classes=classes,
        weights=np.zeros((features.dense.shape[1], len(classes)), dtype=np.float32),
        bias=np.zeros(len(classes), dtype=np.float32),
        independent=independent,
    )


def fitted(head: LinearHead | None) -> LinearHead:
    """Return the head, or say that there is none yet."""
    if head is None:
        raise NotEnoughLabels("the learner has not been fitted")
    return head
