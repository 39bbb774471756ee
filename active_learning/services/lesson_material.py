"""Turns a snapshot into what epochs run over, and a trained head into a version's bundle."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from active_learning.calibration import fit_temperature
from active_learning.errors import TrainingFailed
from active_learning.learners.heads import Features, LinearHead
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.training_slice import read_answer
from active_learning.services.training import Lesson, ShouldStop, Trained, fast_head
from active_learning.serving.bundle import Bundle
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.snapshot import Row, Snapshot, named

__all__ = ["bundled", "labelled_of", "material_of", "refuse_untellable"]

LEAST_CALIBRATED = 12
"""Validation rows from which on a temperature is worth finding."""


def material_of(lesson: Lesson, snapshot: Snapshot) -> tuple[Material, list[int]]:
    """Return the rows whose tasks have a vector, with their parts; and the task of each row."""
    taught = snapshot.taught
    refuse_untellable(lesson.target.kind, taught)
    task_ids, features = lesson.inputs(sorted({row.task_id for row in taught}))
    place = {task_id: at for at, task_id in enumerate(task_ids)}
    rows = [row for row in taught if row.task_id in place]
    if not rows:
        raise TrainingFailed(
            "None of the labelled tasks can be read yet; wait until they are embedded, then train "
            "again.",
            code="no_vectors",
        )
    seen = {name for row in rows for name in named(row.answer)}
    classes = tuple(name for name in lesson.target.classes if name in seen)
    material = Material(
        features=features.dense[[place[row.task_id] for row in rows]].astype(np.float32),
        targets=_targets(rows, classes),
        weights=np.array([row.weight for row in rows], dtype=np.float32),
        validates=np.array([snapshot.validates(row.task_id) for row in rows]),
        classes=classes,
        independent=lesson.target.kind == "multichoice",
    )
    return material, [row.task_id for row in rows]


def refuse_untellable(kind: str, taught: Sequence[Row]) -> None:
    """Raise where the answers tell nothing apart."""
    if not taught:
        raise TrainingFailed(
            "The slice holds no labelled task. Widen the filter, or label some tasks first.",
            code="empty_slice",
        )
    answers = {str(row.answer) for row in taught}
    if kind in ("choice", "pairwise", "multichoice") and len(answers) < 2:
        raise TrainingFailed(
            f"Every task of the slice has the same answer ({taught[0].answer}). Label a task of "
            "another class, or widen the filter.",
            code="one_class",
        )


def bundled(
    lesson: Lesson, head: LinearHead, material: Material, *, distil: bool, should_stop: ShouldStop
) -> Trained:
    """Calibrate the head on the validation rows and make it ready to serve."""
    held = material.validates
    if held.sum() >= LEAST_CALIBRATED:
        logits = head.logits(Features(material.features[held]))
        found = fit_temperature(logits, material.targets[held], independent=material.independent)
        head = replace(head, temperature=found)
    rng = np.random.default_rng(lesson.project.pk)
    fast = fast_head(lesson, head, None, rng, should_stop) if distil else None
    bundle = Bundle(
        kind=lesson.target.kind,
        label=lesson.target.label.id,
        fields=lesson.target.fields,
        layout=lesson.layout.id,
        main=head,
        fast=fast,
    )
    return Trained(bundle, len(material), material.classes)


def labelled_of(kind: str, snapshot: Snapshot) -> list[Labelled]:
    """Return the snapshot's rows as rounds know them."""
    return [
        Labelled(row.task_id, read_answer(kind, row.answer), row.weight, row.is_test, row.soft)
        for row in snapshot.rows
    ]


def _targets(rows: Sequence[Row], classes: tuple[str, ...]) -> NDArray[np.float32]:
    """Return class probabilities, shape (N, K): of a crowd, of a class, of a set of classes."""
    column = {name: at for at, name in enumerate(classes)}
    targets = np.zeros((len(rows), len(classes)), dtype=np.float32)
    for at, row in enumerate(rows):
        shares = row.soft or dict.fromkeys(named(row.answer), 1.0)
        for name, share in shares.items():
            if name in column:
                targets[at, column[name]] = share
        if row.soft:
            targets[at] /= max(float(targets[at].sum()), 1e-9)
    return targets
