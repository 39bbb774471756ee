"""Scores the open pool block by block and writes predictions and priorities as it goes."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.heads import Features
from active_learning.learners.heads.judgement import (
    Judgement,
    judge_choices,
    judge_multichoices,
    judge_span,
)
from active_learning.models import ModelVersion
from active_learning.selectors.target import Target
from active_learning.selectors.vectors import VectorBlock, open_vectors
from active_learning.services.answers import answers_of, probabilities_of, regions_of
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle
from labeling.services.learned_facts import (
    CHUNK,
    LearnedPrediction,
    LearnedPriority,
    write_predictions,
    write_priorities,
)

QUEUE_TOP = 0.9
"""Priorities of the pool end here; the picks of the query stand above."""
BINS = 20
PAUSE_S = 0.004
"""Rest between two transactions, in which SQLite lets a waiting annotator write."""


@dataclass
class Scored:
    """The pool as the model sees it; arrays of shape (N,), N open tasks."""

    ids: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    top: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, np.float32))
    priority: NDArray[np.float64] = field(default_factory=lambda: np.empty(0, np.float64))
    predicted: Counter[str] = field(default_factory=Counter)

    @property
    def histogram(self) -> list[int]:
        """Counts of the top probability in 20 equal bins of [0, 1]."""
        counts, _ = np.histogram(self.top, bins=BINS, range=(0.0, 1.0))
        return [int(count) for count in counts]


def score_pool(
    *,
    lesson: Lesson,
    bundle: Bundle,
    version: ModelVersion,
    is_shown: bool,
    tell: Callable[[int], None],
    pause: Callable[[float], None] = time.sleep,
) -> Scored:
    """Judge every open task; write its prediction and its place in the queue."""
    scored = Scored()
    ids, tops, priorities = [scored.ids], [scored.top], [scored.priority]
    for block in open_vectors(lesson.project, lesson.layout.id):
        for part in _parts(block):
            judged = _judge(lesson, bundle, part)
            _write(lesson, version, part.ids, judged, is_shown)
            ids.append(part.ids)
            tops.append(np.array([j.top for j in judged], np.float32))
            priorities.append(np.array([_priority(j) for j in judged], np.float64))
            scored.predicted.update(_named(judged))
            tell(sum(len(found) for found in ids))
            pause(PAUSE_S)
    scored.ids, scored.top = np.concatenate(ids), np.concatenate(tops)
    scored.priority = np.concatenate(priorities)
    return scored


def _parts(block: VectorBlock) -> Iterator[VectorBlock]:
    for start in range(0, len(block.ids), CHUNK):
        stop = start + CHUNK
        yield VectorBlock(block.ids[start:stop], block.vectors[start:stop])


def _judge(lesson: Lesson, bundle: Bundle, part: VectorBlock) -> list[Judgement]:
    if bundle.kind == "span":
        task_ids, texts = lesson.inputs(part.ids.tolist())
        words = dict(zip(task_ids, texts, strict=True))
        return [judge_span(bundle.main, words[task_id]) for task_id in part.ids.tolist()]
    probabilities = bundle.main.predict_proba(Features(part.vectors))
    judge = judge_multichoices if bundle.kind == "multichoice" else judge_choices
    return judge(bundle.main.classes, probabilities)


def _write(
    lesson: Lesson,
    version: ModelVersion,
    ids: NDArray[np.int64],
    judged: Sequence[Judgement],
    is_shown: bool,
) -> None:
    pairs = list(zip(ids.tolist(), judged, strict=True))
    write_predictions(
        project=lesson.project,
        model_version=version.name,
        predictions=[_prediction(lesson.target, task_id, j) for task_id, j in pairs],
        is_shown=is_shown,
    )
    write_priorities(
        project=lesson.project,
        priorities=[LearnedPriority(task_id, _priority(j)) for task_id, j in pairs],
    )


def _prediction(target: Target, task_id: int, judgement: Judgement) -> LearnedPrediction:
    return LearnedPrediction(
        task_id=task_id,
        score=round(judgement.top, 6),
        uncertainty=round(judgement.uncertainty, 6),
        is_ambiguous=judgement.is_ambiguous,
        probabilities=probabilities_of(target, judgement.probabilities),
        regions=regions_of(target, [asdict(span) for span in judgement.spans]),
        answers=answers_of(target, judgement.value),
    )


def _priority(judgement: Judgement) -> float:
    """Ambiguous ones first, then by margin, clear ones last: the seed band's order."""
    return QUEUE_TOP * 0.5 * (judgement.uncertainty + judgement.is_ambiguous)


def _named(judged: Sequence[Judgement]) -> Iterator[str]:
    for judgement in judged:
        match judgement.value:
            case str() as name:
                yield name
            case list() as names:
                yield from names
            case None:
                yield from (span.label_class for span in judgement.spans)
