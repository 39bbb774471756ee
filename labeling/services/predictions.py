"""Predictions brought by clients or written by the learner; one per task and model version."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Count

from labeling.events import PredictionsStored
from labeling.kernel.errors import BadInput, Problem
from labeling.kernel.events import emit
from labeling.kernel.wire import read_id
from labeling.models import Prediction, Project, Task
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.media import inline_bounds
from labeling.selectors.ontologies import ontology_of

CHUNK = 500
MAX_BATCH = 10_000


@dataclass(slots=True)
class PredictionInput:
    """One checked prediction for one task."""

    task_id: int
    model_version: str
    score: float | None = None
    regions: list[Any] = field(default_factory=list)
    relations: list[Any] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """How many were new, and how many were known already."""

    created: int
    duplicates: int


def add_predictions(*, access: Access, items: Any) -> Stored:
    """Read and store a client's list; all of them or none."""
    if not isinstance(items, list) or len(items) > MAX_BATCH:
        raise BadInput(f"Send a list of at most {MAX_BATCH:,} predictions.")
    ontology = ontology_of(access.project)
    problems: list[Problem] = []
    predictions: list[PredictionInput] = []
    tasks = _tasks_named(access.project, items, problems)
    for index, item in enumerate(items):
        if task := tasks.get(index):
            predictions += read_prediction(item, task, ontology, f"/{index}", problems)
    if problems:
        raise BadInput(f"{problems[0]['pointer']}: {problems[0]['detail']}", errors=problems)
    return store_predictions(access=access, predictions=predictions)


def read_prediction(
    item: Any, task: Task, ontology: Ontology, where: str, problems: list[Problem]
) -> list[PredictionInput]:
    """Return the prediction in a list, or note what is wrong and return none."""
    if not isinstance(item, Mapping):
        problems.append({"pointer": where, "detail": "A prediction is an object."})
        return []
    bounds = inline_bounds(ontology, task.data)
    faults = [
        {"pointer": where + problem.pointer, "detail": problem.detail}
        for problem in validate_annotation(ontology, item, bounds, complete=False)
    ]
    version = item.get("model_version")
    if not isinstance(version, str) or not 1 <= len(version) <= 128:
        detail = "Name the model version (1 to 128 characters)."
        faults.append({"pointer": f"{where}/model_version", "detail": detail})
    score, score_fault = _read_score(item.get("score"))
    if score_fault:
        faults.append({"pointer": f"{where}/score", "detail": score_fault})
    problems.extend(faults)
    if faults:
        return []
    return [
        PredictionInput(
            task_id=task.pk,
            model_version=str(version),
            score=score,
            regions=item.get("regions") or [],
            relations=item.get("relations") or [],
            answers=item.get("answers") or {},
        )
    ]


@transaction.atomic
def store_predictions(*, access: Access, predictions: Sequence[PredictionInput]) -> Stored:
    """Store what is new; a second answer of the same version to the same task is a duplicate.

    A project without a selected version selects the first one that arrives.
    """
    first = {(p.task_id, p.model_version): p for p in reversed(predictions)}
    known: set[tuple[int, str]] = set()
    task_ids = sorted({task_id for task_id, _ in first})
    for start in range(0, len(task_ids), CHUNK):
        rows = Prediction.objects.filter(task__in=task_ids[start : start + CHUNK])
        known |= set(rows.values_list("task_id", "model_version"))
    fresh = [prediction for key, prediction in first.items() if key not in known]
    Prediction.objects.bulk_create([_row(p) for p in fresh], batch_size=CHUNK)
    project = access.project
    if not project.model_version and fresh:
        project.model_version = fresh[-1].model_version
        Project.objects.filter(pk=project.pk, model_version="").update(
            model_version=project.model_version
        )
    for start in range(0, len(task_ids), CHUNK):
        refresh_prediction_facts(project=project, task_ids=task_ids[start : start + CHUNK])
    for version in sorted({p.model_version for p in fresh}):
        count = sum(p.model_version == version for p in fresh)
        emit(PredictionsStored(project.pk, version, count))
    return Stored(len(fresh), len(predictions) - len(fresh))


@transaction.atomic
def select_model_version(*, project: Project, model_version: str) -> None:
    """Show, sort and filter by the predictions of another version."""
    Project.objects.filter(pk=project.pk).update(model_version=model_version)
    project.model_version = model_version
    ids = list(
        project.tasks.filter(prediction_count__gt=0).order_by("pk").values_list("pk", flat=True)
    )
    for start in range(0, len(ids), CHUNK):
        refresh_prediction_facts(project=project, task_ids=ids[start : start + CHUNK])


def refresh_prediction_facts(*, project: Project, task_ids: Sequence[int]) -> None:
    """Copy score, uncertainty and answers of the selected version onto the tasks, for lists."""
    shown = {
        row.task_id: row
        for row in Prediction.objects.filter(
            task__in=task_ids, model_version=project.model_version
        ).defer("regions", "relations", "probabilities")
    }
    counts = dict(
        Prediction.objects.filter(task__in=task_ids)
        .values("task_id")
        .annotate(n=Count("id"))
        .values_list("task_id", "n")
    )
    tasks = list(project.tasks.filter(pk__in=task_ids).only("pk"))
    for task in tasks:
        row = shown.get(task.pk)
        task.prediction_count = counts.get(task.pk, 0)
        task.score = row.score if row else None
        task.uncertainty = row.uncertainty if row else None
        task.predicted = dict(row.answers) if row and row.answers else None
    Task.objects.bulk_update(
        tasks, ["prediction_count", "score", "uncertainty", "predicted"], batch_size=100
    )


def _row(item: PredictionInput) -> Prediction:
    # Without probabilities, one minus the score is what is known of the uncertainty.
    uncertainty = None if item.score is None else min(1.0, max(0.0, 1.0 - item.score))
    return Prediction(
        task_id=item.task_id,
        model_version=item.model_version,
        score=item.score,
        uncertainty=uncertainty,
        regions=item.regions,
        relations=item.relations,
        answers=item.answers,
    )


def _read_score(value: Any) -> tuple[float | None, str]:
    """A score is a number; the text of a number is taken as one, anything else refused."""
    if value is None:
        return None, ""
    try:
        score = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        score = math.nan
    if isinstance(value, bool) or not math.isfinite(score):
        return None, "A finite number or null."
    return score, ""


def _tasks_named(
    project: Project, items: Sequence[Any], problems: list[Problem]
) -> dict[int, Task]:
    """Return each item's task, found by id or external id within the project."""
    by_id: dict[int, int] = {}
    by_external: dict[int, str] = {}
    for index, item in enumerate(items):
        if not isinstance(item, Mapping):
            problems.append({"pointer": f"/{index}", "detail": "A prediction is an object."})
        elif item.get("task") is not None:
            by_id[index] = read_id(item["task"], f"/{index}/task")
        else:
            by_external[index] = str(item.get("external_id", ""))
    found_ids = project.tasks.in_bulk(list(set(by_id.values())))
    found_external = {
        task.external_id: task
        for task in project.tasks.filter(external_id__in=set(by_external.values()) - {""})
    }
    named = {index: found_ids.get(task_id) for index, task_id in by_id.items()}
    named |= {index: found_external.get(name) for index, name in by_external.items()}
    for index, task in named.items():
        if task is None:
            detail = "There is no such task in this project (give `task` or `external_id`)."
            problems.append({"pointer": f"/{index}", "detail": detail})
    return {index: task for index, task in named.items() if task is not None}
