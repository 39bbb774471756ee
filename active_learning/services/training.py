"""Fits the target's learner on what people answered, and measures it on the hold-out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import Interval, expected_calibration_error, wilson
from active_learning.embeddings.fields import FieldLayout
from active_learning.learners.base import NotEnoughLabels
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.distilling import MOST_TEXTS, distilled
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.heads.judgement import judge_multichoices, judge_span
from active_learning.learners.heads.words import WordEncoder, WordText
from active_learning.learners.multichoice import MultiChoiceLearner
from active_learning.learners.span import SpanLearner
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.target import Target
from active_learning.selectors.values import task_values
from active_learning.selectors.vectors import vectors_by_task
from active_learning.serving.bundle import Bundle, Kind
from active_learning.serving.predictor import fast_features
from labeling.models import Project

ShouldStop = Callable[[], bool]
Learner = ChoiceLearner | MultiChoiceLearner | SpanLearner
LEARNERS: dict[str, Callable[[LinearHead | None], Learner]] = {
    "choice": ChoiceLearner,
    "multichoice": MultiChoiceLearner,
    "span": SpanLearner,
}


@dataclass(frozen=True)
class Trained:
    """A fitted bundle, on how many labels."""

    bundle: Bundle
    labels: int
    classes: tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    """How a model does on answers that no strategy chose and no fit saw."""

    tasks: int
    accuracy: Interval | None
    ece: float | None


@dataclass(frozen=True)
class Lesson:
    """What is taught: which project, which question, how tasks become vectors."""

    project: Project
    target: Target
    layout: FieldLayout

    def inputs(self, task_ids: Sequence[int]) -> tuple[list[int], Any]:
        """Return the tasks that can be read, and what the learner reads of them."""
        if self.target.kind == "span":
            return self._words(task_ids)
        found = vectors_by_task(self.project, self.layout.id, task_ids)
        kept = [task_id for task_id in task_ids if task_id in found]
        rows = [found[task_id] for task_id in kept]
        blank = np.zeros((0, self.layout.dimensions), dtype=np.float32)
        return kept, Features(np.vstack(rows) if rows else blank)

    def is_taught_by(self, bundle: Bundle) -> bool:
        """Whether a bundle answers this question from these vectors."""
        mine = (self.target.label.id, self.target.kind, self.layout.id)
        return (bundle.label, bundle.kind, bundle.layout) == mine

    def _words(self, task_ids: Sequence[int]) -> tuple[list[int], list[WordText]]:
        tasks = list(self.project.tasks.in_bulk(list(task_ids)).values())
        values = task_values(self.project, self.target.fields, tasks)
        texts = self.word_encoder.encode([self.layout.text_of(value) for value in values])
        return [task.pk for task in tasks], texts

    @property
    def word_encoder(self) -> WordEncoder:
        """How words become features."""
        text = self.layout.encoders.text
        return WordEncoder(text.minilm, text.table)


def train(
    *,
    lesson: Lesson,
    labelled: Sequence[Labelled],
    previous: Bundle | None,
    rng: np.random.Generator,
    should_stop: ShouldStop,
) -> Trained | None:
    """Return a fitted bundle, or None while the labels tell nothing apart yet.

    ``previous`` is where the fit starts: the version in use, if it is taught the same lesson.
    """
    target = lesson.target
    by_task = {item.task_id: item for item in labelled if not item.is_holdout}
    task_ids, inputs = lesson.inputs(list(by_task))
    if not task_ids:
        return None
    learner: Any = LEARNERS[target.kind](previous.main if previous else None)
    try:
        learner.fit(
            inputs,
            [by_task[task_id].answer for task_id in task_ids],
            classes=target.classes,
            rng=rng,
            weights=np.array([by_task[task_id].weight for task_id in task_ids]),
            should_stop=should_stop,
        )
    except NotEnoughLabels:
        return None
    bundle = Bundle(
        kind=cast("Kind", target.kind),
        label=target.label.id,
        fields=target.fields,
        layout=lesson.layout.id,
        main=learner.head,
        fast=_fast_head(lesson, learner.head, previous, rng, should_stop),
    )
    return Trained(bundle, len(task_ids), learner.classes)


def measure(*, lesson: Lesson, bundle: Bundle, labelled: Sequence[Labelled]) -> Measured:
    """Return accuracy with Wilson's interval, and the calibration error, on the hold-out.

    For spans the share is of spans: right ones among all that either people or the model marked.
    """
    truth = {item.task_id: item.answer for item in labelled if item.is_holdout}
    task_ids, inputs = lesson.inputs(list(truth))
    if not task_ids:
        return Measured(0, None, None)
    answers = [truth[task_id] for task_id in task_ids]
    if bundle.kind == "span":
        return _measure_spans(bundle.main, inputs, answers)
    probabilities = bundle.main.predict_proba(inputs)
    if bundle.kind == "multichoice":
        judged = judge_multichoices(bundle.main.classes, probabilities)
        right = np.array([set(j.value or ()) == a for j, a in zip(judged, answers, strict=True)])
        sure = np.array([judgement.top for judgement in judged])
    else:
        best = np.array(bundle.main.classes)[probabilities.argmax(axis=1)]
        right, sure = best == np.array(answers), probabilities.max(axis=1)
    return _measured(right, sure)


def _measured(right: NDArray[np.bool_], sure: NDArray[np.floating]) -> Measured:
    count = len(right)
    return Measured(count, wilson(int(right.sum()), count), expected_calibration_error(sure, right))


def _measure_spans(head: LinearHead, texts: Sequence[WordText], answers: Sequence[Any]) -> Measured:
    hits, marked, scores, right = 0, 0, [], []
    for text, answer in zip(texts, answers, strict=True):
        truth = set(answer)
        spans = judge_span(head, text).spans
        found = {(span.start, span.end, span.label_class) for span in spans}
        hits += len(found & truth)
        marked += len(found | truth)
        scores += [span.score for span in spans]
        right += [(span.start, span.end, span.label_class) in truth for span in spans]
    error = expected_calibration_error(scores, right) if scores else None
    return Measured(len(texts), wilson(hits, marked), error)


def _fast_head(
    lesson: Lesson,
    teacher: LinearHead,
    previous: Bundle | None,
    rng: np.random.Generator,
    should_stop: ShouldStop,
) -> LinearHead | None:
    """Teach a fast head on random tasks of the project, labelled or not."""
    if lesson.target.kind == "span" or not lesson.layout.is_text:
        return None
    every = np.array(lesson.project.tasks.order_by("pk").values_list("pk", flat=True))
    some = every if len(every) <= MOST_TEXTS else rng.choice(every, MOST_TEXTS, replace=False)
    task_ids, features = lesson.inputs([int(task_id) for task_id in some])
    texts = dict(_texts(lesson, task_ids))
    rows = [i for i, task_id in enumerate(task_ids) if task_id in texts]
    if not rows:
        return None
    return distilled(
        teacher,
        fast_features(lesson.layout.encoders, [texts[task_ids[i]] for i in rows]),
        teacher.predict_proba(features.rows(np.array(rows))),
        start=previous.fast if previous else None,
        should_stop=should_stop,
    )


def _texts(lesson: Lesson, task_ids: Sequence[int]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for start in range(0, len(task_ids), 500):
        rows = lesson.project.tasks.filter(pk__in=task_ids[start : start + 500])
        found += [
            (task_id, lesson.layout.text_of(data))
            for task_id, data in rows.values_list("pk", "data")
        ]
    return found
