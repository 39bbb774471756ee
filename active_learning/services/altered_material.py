"""Adds altered copies of the pictures and texts that a training learns from."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from active_learning.selectors.values import task_values
from active_learning.services.teachers import Tell
from active_learning.services.training import Lesson
from active_learning.training_jobs.altering import Alteration, altered
from active_learning.training_jobs.checkpoint import Checkpoint, Checkpoints
from active_learning.training_jobs.material import Material

__all__ = ["MOST_ALTERED", "with_altered"]

Floats = NDArray[np.float32]
MOST_ALTERED = 6_000
"""Copies that are read by the encoders: a picture takes a tenth of a second."""
BATCH = 16


def with_altered(
    *,
    lesson: Lesson,
    material: Material,
    task_ids: Sequence[int],
    how: Alteration,
    copies: int,
    kept: Checkpoints,
    tell: Tell,
) -> tuple[Material, list[int]]:
    """Return the material with copies of its training rows, and the task of each row.

    A task's rows weigh together what it weighed alone. A resumed training takes the vectors that
    were kept.
    """
    taught = [at for at in range(len(material)) if not material.validates[at]]
    tasks = list(dict.fromkeys(task_ids[at] for at in taught))[: MOST_ALTERED // copies]
    found = kept.newest()
    vectors: Floats = found.tensors["vectors"] if found else _read(lesson, tasks, how, copies, tell)
    if found is None:
        kept.save(Checkpoint({"vectors": vectors}, {}))
    place = {task_id: at for at, task_id in enumerate(tasks)}
    rows = [at for at in taught if task_ids[at] in place]
    weights = material.weights.copy()
    weights[rows] /= 1 + copies
    again = rows * copies
    places = [place[task_ids[at]] + len(tasks) * copy for copy in range(copies) for at in rows]
    grown = replace(
        material,
        features=np.vstack([material.features, vectors[places]]),
        targets=np.vstack([material.targets, material.targets[again]]),
        weights=np.append(weights, weights[again]),
        validates=np.append(material.validates, np.zeros(len(again), np.bool_)),
    )
    return grown, [*task_ids, *(task_ids[at] for at in again)]


def _read(lesson: Lesson, tasks: Sequence[int], how: Alteration, copies: int, tell: Tell) -> Floats:
    """Return vectors of shape (copies x tasks, D): all of the first copy, then of the second."""
    rows = np.zeros((copies, len(tasks), lesson.layout.dimensions), dtype=np.float32)
    types = {field.name: field.type for field in lesson.target.fields}
    for start in range(0, len(tasks), BATCH):
        tell(copies * start, copies * len(tasks))
        some = tasks[start : start + BATCH]
        stored = lesson.project.tasks.in_bulk(some)
        values = task_values(lesson.project, lesson.target.fields, [stored[one] for one in some])
        for copy in range(copies):
            changed = [
                {
                    name: altered(types[name], one, how, rng)
                    for rng in [how.source(task_id, copy)]
                    for name, one in value.items()
                }
                for task_id, value in zip(some, values, strict=True)
            ]
            rows[copy, start : start + len(some)] = lesson.layout.encode(changed)
    return rows.reshape(copies * len(tasks), -1)
