"""Says what two answers differ in; which differences people here like, the wrap learns.

The wrap's weights of such differences are Bradley and Terry's model, with strengths linear in what
an answer is like. Until people compared some answers, nothing is shown.

References
----------
Bradley & Terry (1952), doi:10.1093/biomet/39.3-4.324; Bai et al. (2022), "Training a helpful and
harmless assistant with reinforcement learning from human feedback", arXiv:2204.05862.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from active_learning.embeddings.minilm import MiniLm
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.dialogue_preference.features import measured
from active_learning.prelabelers.wording import text_of_medium
from labeling.media.dialogue import text_of, turns_of

__all__ = ["PreferenceProposer", "open_prelabeler"]

MOST_TEXT = 4_000
NEARNESS = 0.18
"""By how much the likeness to what was asked usually differs."""
FARTHEST = 5.0
"""Times the usual difference, from which on more of it says nothing more."""
EVEN = 0.5


class PreferenceProposer:
    """See `base.Prelabeler`."""

    def __init__(self, encoder: MiniLm) -> None:
        self._encoder = encoder

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return both answers as equally good, each with what it has before the other."""
        return [
            Proposal(label.kind, one.id, EVEN, label=label.label, features=features)
            for label in wanted
            if len(label.fields) == 2 and len(label.classes) >= 2
            for one, features in zip(label.classes, self._ahead(medium, label), strict=False)
        ]

    def _ahead(self, medium: Medium, label: Wanted) -> tuple[list[float], list[float]]:
        """What the first has more of than the second, and the other way round."""
        values = [medium.beside.get(field, medium.value) for field in label.fields]
        is_beside = all(field in medium.beside for field in label.fields)
        asked = text_of_medium(medium)[:MOST_TEXT] if is_beside else ""
        first, second = (self._told(_answer(medium, value), asked) for value in values)
        gaps = [max(-FARTHEST, min(FARTHEST, a - b)) for a, b in zip(first, second, strict=True)]
        return [round(gap, 3) for gap in gaps], [round(-gap, 3) for gap in gaps]

    def _told(self, answer: tuple[str, str], asked: str) -> list[float]:
        said, before = answer
        asked = before or asked
        near = 0.0
        if said.strip() and asked.strip():
            one, other = self._encoder.encode([said, asked])
            near = float(one @ other)
        return [*measured(said, asked), near / NEARNESS]


def _answer(medium: Medium, value: Any) -> tuple[str, str]:
    """The last turn and the one before it; of a text, all of it and nothing."""
    turns = turns_of(value)
    if turns:
        before = text_of(turns[-2]) if len(turns) > 1 else ""
        return text_of(turns[-1])[:MOST_TEXT], before[:MOST_TEXT]
    if not isinstance(value, str):
        raise PrelabelerFault("no_text", "One of the two fields holds no text.")
    told = Medium(medium.type if medium.type == "html" else "text", value)
    return text_of_medium(told)[:MOST_TEXT], ""


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the encoder that the learner uses too."""
    return PreferenceProposer(MiniLm(models))
