"""Spans of a text: a calibrated softmax over BIO tags of words, decoded to valid spans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from active_learning.learners.base import Fit, NotEnoughLabels, refuse_unknown
from active_learning.learners.calibrating import calibrated
from active_learning.learners.choice import MAIN, blank_head, fitted, one_hot
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import (
    Features,
    LinearHead,
    Metadata,
    load_heads,
    save_heads,
)
from active_learning.learners.heads.bio import FoundSpan, decode, tags_of, tags_of_spans
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.words import WordText
from active_learning.learners.marked import Marked
from active_learning.learners.minimising import never

__all__ = ["SpanLabel", "SpanLearner"]

SpanLabel: TypeAlias = Sequence[Marked]
"""A text's spans."""

STRENGTH = 5.0
MOST_WORDS = 40_000
"""Words of one fit; beyond, texts are sampled, so that memory and time stay bounded."""


class SpanLearner:
    """See `Learner`; a sample is a text, `predict_proba` gives a row a word."""

    kind = "span"

    def __init__(self, head: LinearHead | None = None, *, strength: float = STRENGTH) -> None:
        self.head = head
        self.strength = strength

    @classmethod
    def resumed(cls, heads: Heads | None) -> SpanLearner:
        """Go on from a fitted model."""
        return cls(heads.main if heads else None)

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        return Heads(fitted(self.head))

    @property
    def classes(self) -> tuple[str, ...]:
        """The span classes that were marked at least once, in the ontology's order."""
        tags = self.head.classes if self.head else ()
        return tuple(tag[2:] for tag in tags if tag.startswith("B-"))

    def fit(
        self,
        inputs: Sequence[WordText],
        labels: Sequence[SpanLabel],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = never,
    ) -> Fit:
        """Fit on the spans of each text; a text without spans is a label too.

        Raises
        ------
        NotEnoughLabels
            When no span was ever marked.
        """
        present = {mark.label_class for label in labels for mark in label}
        refuse_unknown(present, classes)
        seen = tuple(name for name in classes if name in present)
        if not seen:
            raise NotEnoughLabels("no span has been marked yet")
        tags = tags_of(seen)
        kept = _within(inputs, rng)
        samples, groups = _samples(
            [inputs[i] for i in kept],
            [labels[i] for i in kept],
            tags,
            np.ones(len(kept)) if weights is None else weights[kept],
        )
        start = self.head or blank_head(samples.features, tags)
        head = fit_head(
            samples, start.with_classes(tags), strength=self.strength, should_stop=should_stop
        )
        self.head = calibrated(
            head, samples, groups, strength=self.strength, rng=rng, should_stop=should_stop
        )
        return Fit(len(kept), seen, self.head.temperature)

    def predict_proba(self, inputs: Sequence[WordText]) -> NDArray[np.floating]:
        """Return tag probabilities of all words, text after text, shape (sum of T, K)."""
        head = fitted(self.head)
        rows = [head.predict_proba(text.features) for text in inputs]
        return np.vstack(rows) if rows else np.empty((0, len(head.classes)))

    def find(self, text: WordText) -> list[FoundSpan]:
        """Return the spans of one text."""
        head = fitted(self.head)
        probabilities = head.predict_proba(text.features)
        return decode(head.classes, probabilities, text.starts, text.ends)

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the head as safetensors."""
        save_heads(path, {MAIN: fitted(self.head)}, metadata)

    @classmethod
    def load(cls, path: Path) -> SpanLearner:
        """Read what `save` wrote."""
        return cls(load_heads(path)[0][MAIN])


def _within(texts: Sequence[WordText], rng: np.random.Generator) -> list[int]:
    """Return texts in their order, or as many random ones as `MOST_WORDS` allows."""
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    if lengths.sum() <= MOST_WORDS:
        return list(range(len(texts)))
    order = rng.permutation(len(texts))
    fitting = order[np.cumsum(lengths[order]) <= MOST_WORDS]
    return sorted(int(i) for i in (fitting if len(fitting) else order[:1]))


def _samples(
    texts: Sequence[WordText],
    labels: Sequence[SpanLabel],
    tags: tuple[str, ...],
    weights: NDArray[np.floating],
) -> tuple[Samples, NDArray[np.int64]]:
    """Join the words of all texts; the groups say which text each word is of."""
    marked = [
        tag
        for text, label in zip(texts, labels, strict=True)
        for tag in tags_of_spans(text.starts, text.ends, _places(label))
    ]
    lengths = [len(text) for text in texts]
    features = Features(
        np.vstack([text.features.dense for text in texts]),
        vstack([text.features.hashed for text in texts], format="csr"),
    )
    samples = Samples(features, one_hot(marked, tags), np.repeat(weights, lengths))
    return samples, np.repeat(np.arange(len(texts)), lengths)


def _places(label: SpanLabel) -> list[tuple[int, int, str]]:
    return [(m.geometry["start"], m.geometry["end"], m.label_class) for m in label]
