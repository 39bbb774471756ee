"""Compares a text with the names and descriptions of classes, by MiniLM's sentence vectors.

References
----------
Yin, Hay & Roth (2019), "Benchmarking Zero-shot Text Classification", arXiv:1909.00161; Reimers &
Gurevych (2019), "Sentence-BERT", arXiv:1908.10084.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.minilm import MiniLm
from active_learning.prelabelers.base import ClassName, Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["open_prelabeler"]

SHARPNESS = 15.0
"""Cosines to names differ by hundredths; so sharpened, the top share is about how often it is
right (`docs/benchmarks/prelabelers.md`)."""
MOST_TEXT = 2_000


class MeaningProposer:
    """See `base.Prelabeler`."""

    def __init__(self, encoder: MiniLm, wording: str) -> None:
        self._encoder = encoder
        self._wording = wording
        self._known: dict[tuple[ClassName, ...], NDArray[np.float32]] = {}

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return each class with its share."""
        text = text_of_medium(medium)[:MOST_TEXT]
        if not text.strip():
            return []
        vector = self._encoder.encode([text])[0]
        return [
            Proposal(label.kind, one.id, float(share), label=label.label)
            for label in wanted
            if label.classes
            for one, share in zip(label.classes, self._shares(label, vector), strict=True)
        ]

    def _shares(self, label: Wanted, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        if label.classes not in self._known:
            texts = [self._worded(label, one) for one in label.classes]
            self._known[label.classes] = self._encoder.encode(texts)
        powers = np.exp(SHARPNESS * (self._known[label.classes] @ vector).astype(np.float64))
        shares: NDArray[np.float64] = powers / powers.sum()
        return shares

    def _worded(self, label: Wanted, one: ClassName) -> str:
        name = one.name.replace("_", " ").replace("-", " ")
        if self._wording == "plain":
            return name
        said = f"{name}: {one.description}" if one.description else name
        return f"This text is about {said}."


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the encoder that the learner uses too."""
    return MeaningProposer(MiniLm(models), str(options["wording"]))
