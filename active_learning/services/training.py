"""Fits the target's learner on what people answered, and measures it on the hold-out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import Interval, expected_calibration_error, wilson
from active_learning.embeddings.fields import FieldLayout
from active_learning.learners.base import NotEnoughLabels
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.distilling import MOST_TEXTS, distilled
from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.heads.comparing import compare
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.kinds import KINDS
from active_learning.learners.resolving import judge_of, learner_of
from active_learning.learners.spreading import MOST_AROUND, SpreadingLearner
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.target import Target
from active_learning.selectors.values import task_values
from active_learning.selectors.vectors import open_vectors, vectors_by_task
from active_learning.services.meanings import class_meanings
from active_learning.services.reading import read_inputs
from active_learning.serving.bundle import Bundle
from active_learning.serving.predictor import fast_features
from labeling.models import Project

ShouldStop = Callable[[], bool]


@dataclass(frozen=True)
class Trained:
    """A fitted bundle, on how many labels."""

    bundle: Bundle
    labels: int
    classes: tuple[str, ...]
    parameters: Mapping[str, float] = field(default_factory=dict)
    """What the fit decided by itself, for whoever asks later how the model came to be."""


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

    @property
    def reads_vectors(self) -> bool:
        """Whether the stored vector of a task is all that is read of it."""
        return KINDS[self.target.kind].reads_vectors

    def inputs(self, task_ids: Sequence[int]) -> tuple[list[int], Any]:
        """Return the tasks that can be read, and what the learner reads of them."""
        if not self.reads_vectors:
            found = read_inputs(
                project=self.project,
                target=self.target,
                encoders=self.layout.encoders,
                task_ids=task_ids,
            )
            return list(found), list(found.values())
        rows = vectors_by_task(self.project, self.layout.id, task_ids)
        kept = [task_id for task_id in task_ids if task_id in rows]
        blank = np.zeros((0, self.layout.dimensions), dtype=np.float32)
        return kept, Features(np.vstack([rows[task_id] for task_id in kept]) if kept else blank)

    def judge(
        self, bundle: Bundle, task_ids: Sequence[int], vectors: NDArray[np.float32]
    ) -> list[Judgement]:
        """Return what the model says of each of some embedded tasks."""
        judge = judge_of(bundle.kind)
        if self.reads_vectors:
            return judge(bundle.heads, Features(vectors))
        found, inputs = self.inputs(task_ids)
        judged = dict(zip(found, judge(bundle.heads, inputs), strict=True))
        return [judged[task_id] for task_id in task_ids]

    def is_taught_by(self, bundle: Bundle) -> bool:
        """Whether a bundle answers this question from these vectors."""
        mine = (self.target.label.id, self.target.kind, self.layout.id)
        return (bundle.label, bundle.kind, bundle.layout) == mine


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
    learner = learner_of(target.kind).resumed(previous.heads if previous else None)
    if isinstance(learner, ChoiceLearner):
        learner.hint(class_meanings(lesson.layout, target.label.classes))
    if isinstance(learner, SpreadingLearner) and learner.can_spread(len(task_ids)):
        learner.among(_around(lesson, rng))
    try:
        learner.fit(
            inputs,
            [by_task[task_id].lesson for task_id in task_ids],
            classes=target.classes,
            rng=rng,
            weights=np.array([by_task[task_id].weight for task_id in task_ids]),
            should_stop=should_stop,
        )
    except NotEnoughLabels:
        return None
    heads = learner.heads
    bundle = Bundle(
        kind=target.kind,
        label=target.label.id,
        fields=target.fields,
        layout=lesson.layout.id,
        main=heads.main,
        fast=fast_head(lesson, heads.main, previous, rng, should_stop),
        more=heads.more,
        facts=heads.facts,
    )
    decided: dict[str, float] = {}
    if isinstance(learner, SpreadingLearner):
        decided["spreading"] = learner.trust
    return Trained(bundle, len(task_ids), learner.classes, decided)


def measure(*, lesson: Lesson, bundle: Bundle, labelled: Sequence[Labelled]) -> Measured:
    """Return accuracy with Wilson's interval, and the calibration error, on the hold-out.

    For regions the share is of them: right ones among all that either people or the model marked.
    """
    truth = {item.task_id: item.answer for item in labelled if item.is_holdout}
    task_ids, inputs = lesson.inputs(list(truth))
    if not task_ids:
        return Measured(0, None, None)
    judged = judge_of(bundle.kind)(bundle.heads, inputs)
    found = compare(bundle.kind, judged, [truth[task_id] for task_id in task_ids])
    error = expected_calibration_error(found.sure, found.is_right) if found.sure else None
    return Measured(len(task_ids), wilson(found.right, found.wanted), error)


def _around(lesson: Lesson, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return vectors of some tasks that want labels; none of them is ever measured on."""
    found = open_vectors(lesson.project, lesson.layout.id, most=MOST_AROUND, rng=rng)
    rows = [block.vectors for block in found]
    return np.vstack(rows) if rows else np.zeros((0, lesson.layout.dimensions), dtype=np.float32)


def fast_head(
    lesson: Lesson,
    teacher: LinearHead,
    previous: Bundle | None,
    rng: np.random.Generator,
    should_stop: ShouldStop,
) -> LinearHead | None:
    """Teach a fast head on random tasks of the project, labelled or not."""
    if not lesson.reads_vectors or not lesson.layout.is_text:
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
        tasks = list(lesson.project.tasks.filter(pk__in=task_ids[start : start + 500]))
        values = task_values(lesson.project, lesson.target.fields, tasks)
        found += [
            (task.pk, lesson.layout.text_of(value))
            for task, value in zip(tasks, values, strict=True)
        ]
    return found
