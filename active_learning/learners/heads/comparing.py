"""How a judgement stands beside the truth: what was right, and how sure the model was of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from active_learning.learners.heads.judgement import FoundRegion, Judgement
from active_learning.learners.marked import Marked, matched

__all__ = ["Compared", "compare"]

LEAST_OVERLAP = {"span": 1.0}
"""Spans are right or wrong; other regions are where they overlap by one half."""
USUAL_OVERLAP = 0.5


@dataclass
class Compared:
    """Counts over tasks.

    Attributes
    ----------
    right, wanted : parts that are as people said, and all that either of both said
    sure, is_right : the confidence of each part that the model said, and whether it is right
    """

    right: int = 0
    wanted: int = 0
    sure: list[float] = field(default_factory=list)
    is_right: list[bool] = field(default_factory=list)


def compare(kind: str, judgements: Sequence[Judgement], answers: Sequence[Any]) -> Compared:
    """Compare what a model says of tasks with what people said.

    A value counts as one part; of regions each does, so that the share is of the union of both.
    """
    found = Compared()
    for judgement, answer in zip(judgements, answers, strict=True):
        if judgement.value is None:
            _add_regions(found, kind, judgement.regions, answer)
        else:
            _add_value(found, judgement, answer)
    return found


def _add_value(found: Compared, judgement: Judgement, answer: Any) -> None:
    given = judgement.value
    is_right = set(given) == set(answer) if isinstance(given, list) else given == answer
    found.right += is_right
    found.wanted += 1
    found.sure.append(judgement.top)
    found.is_right.append(is_right)


def _add_regions(
    found: Compared, kind: str, regions: Sequence[FoundRegion], answer: Sequence[Marked]
) -> None:
    given = [Marked(kind, region.label_class, region.geometry) for region in regions]
    pairs = matched(given, answer, LEAST_OVERLAP.get(kind, USUAL_OVERLAP))
    hits = {mine for mine, _ in pairs}
    found.right += len(pairs)
    found.wanted += len(given) + len(answer) - len(pairs)
    found.sure += [region.score for region in regions]
    found.is_right += [place in hits for place in range(len(given))]
