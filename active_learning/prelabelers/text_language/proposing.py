"""Asks py3langid: n-grams of bytes, naive Bayes, 97 languages.

References
----------
Lui and Baldwin (2012), "langid.py: An Off-the-shelf Language Identification Tool", ACL.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["open_prelabeler"]

MOST_TEXT = 5_000
"""Code points that are read: the language of a book shows on its first pages."""

MOST, LEAST = 5, 0.02
NO_LANGUAGE = "zxx"


class LanguageProposer:
    """See `base.Prelabeler`."""

    def __init__(self) -> None:
        self._identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return the likeliest languages; none for a text without letters.

        Several, for a project may ask for Chinese where the first is Wu.
        """
        text = text_of_medium(medium)[:MOST_TEXT]
        if not any(letter.isalpha() for letter in text):
            return []
        ranked = self._identifier.rank(text)[:MOST]
        return [
            Proposal("choice", str(language), float(probability))
            for language, probability in ranked
            if probability >= LEAST and language != NO_LANGUAGE
        ]


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Load the table of n-grams, which is in the package."""
    return LanguageProposer()
