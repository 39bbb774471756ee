"""What a project's people answered, as the shared learner reads it."""

from collections.abc import Sequence

import numpy as np

from active_learning.learners.heads import Features
from active_learning.selectors.labelled import Labelled, labelled_tasks
from active_learning.services.training import Lesson
from federated.node.site import Lessons

__all__ = ["lessons_of"]


def lessons_of(lesson: Lesson, classes: tuple[str, ...], *, is_holdout: bool) -> Lessons:
    """Return embedded tasks with their consensus; answers of other classes are left out."""
    labelled = {
        item.task_id: item
        for item in labelled_tasks(lesson.project, lesson.target)
        if item.is_holdout == is_holdout
    }
    task_ids, inputs = lesson.inputs(list(labelled))
    targets = _targets([labelled[task_id] for task_id in task_ids], classes)
    known = targets.sum(axis=1) > 0
    weights = np.array([labelled[task_id].weight for task_id in task_ids])[known]
    features = inputs.dense[known] if isinstance(inputs, Features) else np.zeros((0, 0))
    rows = targets[known]
    return Lessons(features, rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-9), weights)


def _targets(labelled: Sequence[Labelled], classes: tuple[str, ...]) -> np.ndarray:
    """Return class probabilities, shape (N, K)."""
    column = {name: index for index, name in enumerate(classes)}
    targets = np.zeros((len(labelled), len(classes)))
    for row, item in zip(targets, labelled, strict=True):
        shares = item.soft or {item.answer: 1.0}
        for name, share in shares.items():
            if name in column:
                row[column[name]] = share
    return targets
