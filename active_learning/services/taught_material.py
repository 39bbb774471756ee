"""Adds a teacher's answers to what a training learns from, of tasks that nobody labelled too."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from active_learning.errors import TrainingFailed
from active_learning.selectors.vectors import open_vectors, vectors_by_task
from active_learning.services.teachers import Floats, Teacher, Tell
from active_learning.services.training import Lesson
from active_learning.training_jobs.checkpoint import Checkpoint, Checkpoints
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.teaching import Teaching

__all__ = ["with_teacher"]


def with_teacher(
    *,
    lesson: Lesson,
    material: Material,
    task_ids: Sequence[int],
    teacher: Teacher,
    seed: int,
    kept: Checkpoints,
    tell: Tell,
) -> Material:
    """Return the material with what a teacher says of its rows and of open tasks.

    A resumed training takes the answers that were kept: what is open may have changed meanwhile.
    """
    said = _kept(kept)
    if said is None:
        labelled = list(dict.fromkeys(task_ids))[: teacher.most]
        asked = [*labelled, *_open_tasks(lesson, teacher.most - len(labelled), seed)]
        said = teacher.say(asked, material.classes, tell)
        if not said:
            raise TrainingFailed(
                f"{teacher.candidate.name} answered none of the tasks. Try it on its own page, or "
                "choose another teacher.",
                code="teacher_silent",
            )
        facts = {"ids": list(said)}
        kept.save(Checkpoint({"said": np.vstack(list(said.values()))}, facts))
    more = [task_id for task_id in said if task_id not in set(task_ids)]
    vectors = vectors_by_task(lesson.project, lesson.layout.id, more)
    blank = np.zeros(len(material.classes), dtype=np.float32)
    rows = [said.get(task_id, blank) for task_id in [*task_ids, *vectors]]
    trust = np.array([task_id in said for task_id in task_ids], dtype=np.float32)
    count = len(vectors)
    probabilities = np.vstack(rows)
    return replace(
        material,
        features=np.vstack([material.features, *vectors.values()]),
        # No label: the teacher's answer stands there for pairs that are mixed, and weighs nothing.
        targets=np.vstack([material.targets, probabilities[len(task_ids) :]]),
        weights=np.append(material.weights, np.zeros(count, np.float32)),
        validates=np.append(material.validates, np.zeros(count, np.bool_)),
        teaching=Teaching(
            probabilities, np.append(trust * material.weights, np.ones(count, np.float32))
        ),
    )


def _open_tasks(lesson: Lesson, most: int, seed: int) -> list[int]:
    """Return open tasks drawn at random."""
    if most <= 0:
        return []
    rng = np.random.default_rng([seed, most])
    blocks = open_vectors(lesson.project, lesson.layout.id, most=most, rng=rng)
    return [int(task_id) for block in blocks for task_id in block.ids]


def _kept(kept: Checkpoints) -> dict[int, Floats] | None:
    found = kept.newest()
    if found is None:
        return None
    return dict(zip(found.facts["ids"], found.tensors["said"], strict=True))
