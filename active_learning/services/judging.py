"""What the model says of a part of the pool, column by column."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import multilabel_margin, multilabel_top
from active_learning.acquisition.seed_band import DEFAULT_BAND, in_band
from active_learning.learners.heads import Features
from active_learning.selectors.vectors import VectorBlock
from active_learning.services.answers import answers_of, probabilities_of, regions_of
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle
from labeling.services.learned_scores import LearnedAnswer

__all__ = ["Judged", "judge_part"]

DIGITS = 6


@dataclass(frozen=True)
class Judged:
    """Arrays of shape (N,) and lists of N, N tasks.

    Attributes
    ----------
    values : class id, list of class ids, or None where regions are the answer
    top : probability of the answer (of its least decided part)
    uncertainty : 1 - margin, in [0, 1]
    rows : probabilities of `classes`, (N, K), or None
    regions : found regions of each task
    """

    ids: NDArray[np.int64]
    values: list[Any]
    top: NDArray[np.floating]
    uncertainty: NDArray[np.floating]
    is_ambiguous: NDArray[np.bool_]
    classes: Sequence[str]
    rows: NDArray[np.floating] | None
    regions: Sequence[list[dict[str, Any]]]

    def answers(self, lesson: Lesson) -> list[LearnedAnswer]:
        """Return what is stored of each task."""
        target = lesson.target
        named = self._named()
        figures = (
            column.astype(np.float64).round(DIGITS) for column in (self.top, self.uncertainty)
        )
        columns = (self.ids, *figures)
        return [
            LearnedAnswer(
                task_id,
                top,
                unsure,
                is_ambiguous,
                probabilities_of(target, probabilities),
                regions_of(target, regions),
                answers_of(target, value),
            )
            for task_id, top, unsure, is_ambiguous, probabilities, regions, value in zip(
                *(column.tolist() for column in columns),
                self.is_ambiguous.tolist(),
                named,
                self.regions,
                self.values,
                strict=True,
            )
        ]

    def named_classes(self) -> Iterator[str]:
        """Yield every class that is (part of) an answer."""
        for value, regions in zip(self.values, self.regions, strict=True):
            match value:
                case str():
                    yield value
                case list():
                    yield from value
                case None:
                    yield from (region["label_class"] for region in regions)

    def _named(self) -> list[dict[str, float]]:
        if self.rows is None:
            return [{} for _ in self.values]
        rows = self.rows.astype(np.float64).round(DIGITS).tolist()
        return [dict(zip(self.classes, row, strict=True)) for row in rows]


def judge_part(lesson: Lesson, bundle: Bundle, part: VectorBlock) -> Judged:
    """Judge some tasks: by arrays where the task's vector is all that is read."""
    if not lesson.reads_vectors:
        return _by_regions(lesson, bundle, part)
    classes = bundle.main.classes
    rows = bundle.main.predict_proba(Features(part.vectors))
    values: list[Any]
    if bundle.kind == "multichoice":
        top, unsure = multilabel_top(rows), multilabel_margin(rows)
        values = [[classes[k] for k in np.flatnonzero(row)] for row in rows > 0.5]
    else:
        top, unsure = rows.max(axis=1), margin(rows)
        values = [classes[k] for k in rows.argmax(axis=1)]
    inside = in_band(top, DEFAULT_BAND)
    return Judged(part.ids, values, top, unsure, inside, classes, rows, [[] for _ in values])


def _by_regions(lesson: Lesson, bundle: Bundle, part: VectorBlock) -> Judged:
    judged = lesson.judge(bundle, part.ids.tolist(), part.vectors)
    return Judged(
        part.ids,
        [j.value for j in judged],
        np.array([j.top for j in judged]),
        np.array([j.uncertainty for j in judged]),
        np.array([j.is_ambiguous for j in judged], dtype=bool),
        (),
        None,
        [[asdict(region) for region in j.regions] for j in judged],
    )
