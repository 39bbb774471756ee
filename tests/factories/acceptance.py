"""Projects whose model is sure of its labels: as a round leaves them, without running one."""

from collections.abc import Callable
from typing import Any

import numpy as np

from active_learning.acceptance import BINS, bin_of
from active_learning.models import ModelVersion, ScoreSheet
from active_learning.selectors.score_sheets import Sheet
from labeling.models import Prediction, Project, Task, User
from tests.factories.facts import make_access, make_annotation, make_project, make_user

ONTOLOGY: dict[str, Any] = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {"id": "topic", "on": "text", "kind": "choice", "classes": [{"id": "a"}, {"id": "b"}]}
    ],
}
CLASSES = ["a", "b"]


def sure_project(
    *,
    open_tasks: int = 300,
    held: int = 120,
    wrong: int = 0,
    taught: int = 10,
    score: float = 0.99,
    settings: dict[str, Any] | None = None,
    person: User | None = None,
) -> Project:
    """A project in use: `held` hold-out tasks answered by a person, `wrong` of them not as the
    model has it; `open_tasks` with predictions; every other task is an "a"."""
    project = make_project(person or make_user(), ontology=ONTOLOGY, settings=settings or {})
    texts = [f"text {n}" for n in range(held + taught + open_tasks)]
    Task.objects.bulk_create(
        Task(project=project, data={"text": text}, is_holdout=n < held)
        for n, text in enumerate(texts)
    )
    tasks = list(project.tasks.order_by("pk"))
    access = make_access(project)
    for n, task in enumerate(tasks[: held + taught]):
        task.project = project
        said = says(task)
        make_annotation(task, access.user, answers={"topic": other(said) if n < wrong else said})
    with_model(project, tasks[:held], tasks[held : held + taught], score)
    return project


def says(task: Task) -> str:
    """What the model says."""
    return CLASSES[task.pk % 2]


def other(name: str) -> str:
    """The class that it is not."""
    return CLASSES[1 - CLASSES.index(name)]


def with_model(
    project: Project, held: list[Task], taught: list[Task], score: float = 0.99
) -> ModelVersion:
    """Store a version, its predictions of the open tasks, and its sheet."""
    number = project.learned_versions.count() + 1
    project.learned_versions.update(is_active=False)
    version = ModelVersion.objects.create(
        project=project, number=number, label="topic", kind="choice", classes=CLASSES,
        ontology_number=project.ontology_number, layout="x", key=f"key{number}", path="",
        size_bytes=1, labels=len(taught), holdout=len(held), trigger="labels", is_active=True,
    )  # fmt: skip
    project.model_version = version.name
    project.save()
    pool = list(project.tasks.filter(annotation_count=0, is_holdout=False, wants_labels=1))
    Prediction.objects.bulk_create(
        Prediction(task=task, model_version=version.name, score=score, uncertainty=1 - score,
                   answers={"topic": says(task)}, probabilities={"topic": {says(task): score}})
        for task in pool
    )  # fmt: skip
    for task in pool:
        task.prediction_count, task.score, task.predicted = 1, score, {"topic": says(task)}
    Task.objects.bulk_update(pool, ["prediction_count", "score", "predicted"], batch_size=200)
    said = np.array([CLASSES.index(says(task)) for task in held], dtype=np.int64)
    rows = np.full((len(held), 2), 1 - score, dtype=np.float32)
    rows[np.arange(len(held)), said] = score
    scores = np.full(len(held), score, dtype=np.float32)
    sheet = Sheet(
        CLASSES, np.array([task.pk for task in held], dtype=np.int64), scores, said, scores, rows,
        counted(taught, says, score), counted(pool, says, score),
    )  # fmt: skip
    ScoreSheet.objects.create(
        version=version, ontology_number=project.ontology_number, answers=CLASSES,
        arrays=sheet.packed(),
    )  # fmt: skip
    return version


def counted(tasks: list[Task], answer: Callable[[Task], str], score: float) -> np.ndarray:
    """Counts by class and bin."""
    counts = np.zeros((2, BINS), dtype=np.int64)
    for task in tasks:
        counts[CLASSES.index(answer(task)), int(bin_of([score])[0])] += 1
    return counts
