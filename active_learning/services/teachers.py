"""Asks a teacher: what a larger model says of tasks, as probabilities of some classes."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from active_learning.errors import TrainingFailed
from active_learning.learners.heads import HeadFileError
from active_learning.models import ModelVersion, PluggedModel
from active_learning.selectors.teachers import Candidate, find_teacher
from active_learning.selectors.versions import version_weights
from active_learning.services.prelabel_plugged import PluggedAnswers, plugged_desk
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle, read_bundle

__all__ = ["Teacher", "Tell", "open_teacher"]

Floats = NDArray[np.float32]
Tell = Callable[[int, int], None]
"""Hears how far it is, and may raise to stop."""
MOST_OWN, MOST_BROUGHT = 4_000, 400
"""Tasks that a version is asked about, which reads stored vectors; and a model in a process."""


class Teacher(Protocol):
    """Something that says how likely classes are.

    Attributes
    ----------
    candidate : which model it is
    most : tasks that it is asked about at most
    """

    candidate: Candidate
    most: int

    def say(self, task_ids: Sequence[int], classes: Sequence[str], tell: Tell) -> dict[int, Floats]:
        """Return probabilities, shape (K,), of each task that it can answer."""

    def latency_ms(self) -> float | None:
        """Return the median time of an answer so far, where each was timed."""

    def close(self) -> None:
        """End what was opened for asking."""


def open_teacher(lesson: Lesson, wanted: str, classes: Sequence[str]) -> Teacher:
    """Return the teacher of a recipe, or say why it cannot teach."""
    candidate = find_teacher(lesson.project, lesson.target, wanted)
    if candidate is None:
        raise TrainingFailed(
            "The teacher is gone, or answers this label no more. Start a new training with another "
            "teacher, or with none.",
            code="teacher_gone",
        )
    if unknown := candidate.lacks(classes):
        raise TrainingFailed(
            f"{candidate.name} does not know {', '.join(unknown)}, which the labels name. Choose a "
            "teacher that knows every class of the slice.",
            code="teacher_lacks_class",
        )
    if isinstance(candidate.model, PluggedModel):
        return _Brought(lesson, candidate, candidate.model)
    return _Version(lesson, candidate, _bundle_of(lesson, candidate.model))


def _bundle_of(lesson: Lesson, version: ModelVersion) -> Bundle:
    try:
        bundle = read_bundle(version_weights(version))
    except HeadFileError as error:
        raise TrainingFailed(
            f"The teacher cannot be read: {error}.", code="teacher_gone"
        ) from error
    if not lesson.is_taught_by(bundle):
        raise TrainingFailed(
            f"Version {version.number} reads vectors that this machine makes no more. Choose a "
            "newer version as teacher.",
            code="teacher_gone",
        )
    return bundle


@dataclass
class _Version:
    """A version of the shelf, asked by the stored vectors."""

    lesson: Lesson
    candidate: Candidate
    bundle: Bundle
    most: int = MOST_OWN

    def say(self, task_ids: Sequence[int], classes: Sequence[str], tell: Tell) -> dict[int, Floats]:
        found, features = self.lesson.inputs(task_ids)
        if not found:
            return {}
        head = self.bundle.main
        columns = [head.classes.index(name) for name in classes]
        rows = head.predict_proba(features)[:, columns].astype(np.float32)
        tell(len(task_ids), len(task_ids))
        return dict(zip(found, _shares(rows, independent=head.independent), strict=True))

    def latency_ms(self) -> None:
        return None

    def close(self) -> None:
        return None


@dataclass
class _Brought:
    """A model that people brought, asked in a process of its own, task by task."""

    lesson: Lesson
    candidate: Candidate
    plugged: PluggedModel
    most: int = MOST_BROUGHT
    times: list[float] = field(default_factory=list)

    def say(self, task_ids: Sequence[int], classes: Sequence[str], tell: Tell) -> dict[int, Floats]:
        answers, found = PluggedAnswers(self.plugged), {}
        label, independent = self.lesson.target.label.id, self.lesson.target.kind == "multichoice"
        tasks = self.lesson.project.tasks.in_bulk(list(task_ids))
        for at, task_id in enumerate(task_ids):
            tell(at, len(task_ids))
            if task_id not in tasks:
                continue
            (said,) = answers.to_task(tasks[task_id])["results"]
            shares = said.get("probabilities", {}).get(label)
            if not shares:
                continue
            self.times.append(float(said["latency_ms"]))
            row = np.array([[shares.get(name, 0.0) for name in classes]], dtype=np.float32)
            found[task_id] = _shares(
                _filled(row, independent=independent), independent=independent
            )[0]
        return found

    def latency_ms(self) -> float | None:
        return statistics.median(self.times) if self.times else None

    def close(self) -> None:
        plugged_desk().close()


def _filled(rows: Floats, *, independent: bool) -> Floats:
    """Spread what is left unsaid evenly over the classes that were not named."""
    if independent:
        return rows
    silent = rows <= 0.0
    left = np.clip(1.0 - rows.sum(axis=1, keepdims=True), 0.0, 1.0)
    return np.where(silent, left / np.maximum(silent.sum(axis=1, keepdims=True), 1), rows)


def _shares(rows: Floats, *, independent: bool) -> Floats:
    """Return rows that sum to one where one class excludes the others."""
    if independent:
        return rows
    return np.asarray(rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-9), dtype=np.float32)
