"""Models that were not taught a task's label, for judging it: one fold after another."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from active_learning.label_errors import folds_of
from active_learning.learners.base import Learner, NotEnoughLabels
from active_learning.learners.resolving import learner_of
from active_learning.selectors.labelled import Labelled
from active_learning.services.training import Lesson, ShouldStop
from labeling.kernel.jobs import JobFailed

FOLDS = 5
BLOCK = 4096
"""Tasks judged at a time, so that memory does not grow with the project."""
MOST_TAUGHT = 50_000
"""Labels of one fold's fit; more are sampled, for more teach it next to nothing."""


@dataclass(frozen=True)
class HeldOut:
    """Some tasks, what a learner reads of them, and one that was taught none of their labels."""

    task_ids: list[int]
    inputs: Any
    learner: Learner[Any, Any]


def held_out_folds(
    *,
    lesson: Lesson,
    labelled: Sequence[Labelled],
    rng: np.random.Generator,
    should_stop: ShouldStop,
    tell: Callable[[int, int], None],
) -> Iterator[HeldOut]:
    """Yield every labelled task once, in blocks, with a learner of its fold.

    Hold-out tasks take part like any other: these learners serve nobody and measure nothing.
    """
    fold = folds_of([_stratum(item) for item in labelled], FOLDS, rng)
    judged = 0
    for part in range(min(FOLDS, len(labelled))):
        learner = _taught(lesson, _sample(labelled, np.flatnonzero(fold != part), rng), rng,
                          should_stop)  # fmt: skip
        unseen = np.flatnonzero(fold == part)
        for start in range(0, len(unseen), BLOCK):
            wanted = [labelled[i].task_id for i in unseen[start : start + BLOCK]]
            task_ids, inputs = lesson.inputs(wanted)
            judged += len(wanted)
            tell(judged, len(labelled))
            if task_ids:
                yield HeldOut(task_ids, inputs, learner)


def _taught(
    lesson: Lesson, taught: list[Labelled], rng: np.random.Generator, should_stop: ShouldStop
) -> Learner[Any, Any]:
    by_task = {item.task_id: item for item in taught}
    task_ids, inputs = lesson.inputs(list(by_task))
    learner = learner_of(lesson.target.kind).resumed(None)
    try:
        learner.fit(
            inputs,
            [by_task[task_id].lesson for task_id in task_ids],
            classes=lesson.target.classes,
            rng=rng,
            weights=np.array([by_task[task_id].weight for task_id in task_ids]),
            should_stop=should_stop,
        )
    except NotEnoughLabels as error:
        raise JobFailed(
            f"The labels tell too little apart to be judged: {error}. Label more tasks, of two "
            "classes at least, and search again.",
            code="too_few_labels",
        ) from error
    return learner


def _sample(
    labelled: Sequence[Labelled], rows: np.ndarray, rng: np.random.Generator
) -> list[Labelled]:
    few = rows if len(rows) <= MOST_TAUGHT else rng.choice(rows, MOST_TAUGHT, replace=False)
    return [labelled[int(i)] for i in few]


def _stratum(item: Labelled) -> Hashable:
    """What is to be spread evenly over the folds: classes, and sets of classes."""
    return item.answer if isinstance(item.answer, str | frozenset) else len(item.answer) > 0
