"""How a student does beside its teacher: right answers, size, time of an answer."""

import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import wilson
from active_learning.learners.heads import Features
from active_learning.models import ModelVersion
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.values import task_values
from active_learning.selectors.versions import version_weights
from active_learning.services.teachers import Teacher
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle, read_bundle

__all__ = ["teaching_report"]

Rows = NDArray[np.floating]
TIMED = 12
"""Tasks by which an answer is timed, one at a time; each is read anew."""


def teaching_report(
    *,
    lesson: Lesson,
    teacher: Teacher,
    student: Bundle,
    size_bytes: int,
    labelled: Sequence[Labelled],
) -> dict[str, Any]:
    """Return what is kept of the teacher: which it was, and both on the same hold-out tasks."""
    truth = {item.task_id: item.answer for item in labelled if item.is_holdout}
    classes = student.main.classes
    said = teacher.say(list(truth)[: teacher.most], classes, lambda done, total: None)
    kept, features = lesson.inputs(list(said))
    own: Rows = student.main.predict_proba(features) if kept else np.zeros((0, len(classes)))
    answers = [truth[task_id] for task_id in kept]
    theirs: Rows = np.array([said[task_id] for task_id in kept]) if kept else own
    model = teacher.candidate.model
    version = model if isinstance(model, ModelVersion) else None
    bundle = read_bundle(version_weights(version)) if version else None
    return {
        "id": teacher.candidate.id,
        "name": teacher.candidate.name,
        "number": version.number if version else None,
        "tasks": len(kept),
        "teacher": {
            "accuracy": _accuracy(theirs, answers, classes),
            "size_bytes": model.size_bytes or None,
            "latency_ms": _latency_ms(lesson, bundle, kept) if bundle else teacher.latency_ms(),
        },
        "student": {
            "accuracy": _accuracy(own, answers, classes),
            "size_bytes": size_bytes,
            "latency_ms": _latency_ms(lesson, student, kept),
        },
    }


def _accuracy(
    rows: Rows, answers: Sequence[Any], classes: Sequence[str]
) -> dict[str, float] | None:
    right = sum(_is_right(row, answer, classes) for row, answer in zip(rows, answers, strict=True))
    found = wilson(right, len(answers))
    return {"value": found.value, "low": found.low, "high": found.high} if found else None


def _is_right(row: Rows, answer: Any, classes: Sequence[str]) -> bool:
    if isinstance(answer, str):
        return classes[int(row.argmax())] == answer
    said = frozenset(name for name, share in zip(classes, row, strict=True) if share > 0.5)
    return bool(said == answer)


def _latency_ms(lesson: Lesson, bundle: Bundle, task_ids: Sequence[int]) -> float | None:
    """Return the median time from a task's value to its probabilities."""
    tasks = list(lesson.project.tasks.filter(pk__in=task_ids[:TIMED]).order_by("pk"))
    times = []
    for value in task_values(lesson.project, lesson.target.fields, tasks):
        began = time.perf_counter()
        bundle.main.predict_proba(Features(lesson.layout.encode([value])))
        times.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(times), 3) if times else None
