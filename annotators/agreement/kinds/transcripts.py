"""Transcripts: 1 less the errors by word or character, symmetric, not below 0."""

from collections.abc import Sequence

import numpy as np

from annotators.agreement.kinds.measure import Measure
from labeling.ontology.parts import Label

__all__ = ["CHARACTERS", "WORDS", "edits"]

MAX_CHARACTERS = 20_000


def edits(one: Sequence[str], two: Sequence[str]) -> int:
    """Return the fewest insertions, deletions and substitutions, in O(n) memory.

    References
    ----------
    Wagner & Fischer (1974), "The string-to-string correction problem", doi:10.1145/321796.321811.
    """
    if len(one) < len(two):
        one, two = two, one
    known = {token: index for index, token in enumerate(dict.fromkeys((*one, *two)))}
    across = np.asarray([known[token] for token in two], dtype=np.int64)
    steps = np.arange(len(two) + 1)
    row = steps.copy()
    for count, token in enumerate(one, 1):
        best = np.minimum(row[1:] + 1, row[:-1] + (across != known[token]))
        row = np.concatenate([[count], best])
        # An insertion is a step to the right: the running minimum, less the steps gone.
        row = np.minimum.accumulate(row - steps) + steps
    return int(row[-1])


def _agreement(one: Sequence[str], two: Sequence[str]) -> float:
    longest = max(len(one), len(two))
    return 1 - edits(one, two) / longest if longest else 1.0


def _text(value: object) -> str:
    text = "\n".join(map(str, value)) if isinstance(value, list) else str(value)
    return text[:MAX_CHARACTERS]


def _words(_label: Label, first: object, second: object) -> float:
    return _agreement(_text(first).split(), _text(second).split())


def _characters(_label: Label, first: object, second: object) -> float:
    return _agreement(_text(first), _text(second))


WORDS = Measure("word_agreement", _words)
CHARACTERS = Measure("character_agreement", _characters)
