"""Tasks made in small batches through the API; files come through imports."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from labeling.events import TasksCreated
from labeling.kernel.errors import BadInput, Conflict, Problem
from labeling.kernel.events import emit
from labeling.models import Annotation, AnnotationRevision, Task
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.event_log import log_event
from labeling.services.label_facts import add_label_facts, label_values
from labeling.services.overlap import change_overlap, settle_tasks
from labeling.services.predictions import PredictionInput, read_prediction, store_predictions
from labeling.services.task_inputs import TaskInput, read_tasks

MAX_BATCH = 5000


@transaction.atomic
def create_tasks(*, access: Access, items: Any) -> list[int]:
    """Make all of them or none; annotations that come along are the caller's."""
    if not isinstance(items, list):
        items = [items]
    if len(items) > MAX_BATCH:
        raise BadInput(f"At most {MAX_BATCH:,} tasks at once; import a file for more.")
    ontology = ontology_of(access.project)
    inputs = read_tasks(access=access, ontology=ontology, items=items)
    tasks = [_row(access, item) for item in inputs]
    try:
        with transaction.atomic():
            Task.objects.bulk_create(tasks, batch_size=500)
    except IntegrityError as error:
        raise _duplicates(access, inputs) from error
    _store_answers(access, ontology, tasks, inputs)
    _store_predictions(access, ontology, tasks, inputs)
    log_event(
        project_id=access.project.pk,
        type="import",
        data={"created": len(tasks)},
        actor_id=access.user.pk,
    )
    emit(TasksCreated(access.project.pk, len(tasks)))
    return [task.pk for task in tasks]


@transaction.atomic
def change_task(*, access: Access, task: Task, changes: Mapping[str, Any]) -> Task:
    """Change what a manager may change of a task: meta, priority, overlap."""
    locked = access.project.tasks.select_for_update().get(pk=task.pk)
    locked.meta = changes.get("meta", locked.meta)
    locked.priority = changes.get("priority", locked.priority)
    locked.save(update_fields=["meta", "priority", "updated_at"])
    if "overlap" in changes:
        change_overlap(project=access.project, task_ids=[locked.pk], overlap=changes["overlap"])
        locked.refresh_from_db()
    return locked


def delete_tasks(*, access: Access, task_ids: Sequence[int]) -> int:
    """Delete tasks with all that was said about them."""
    found = access.project.tasks.filter(pk__in=task_ids)
    count = found.count()
    found.delete()
    return count


def _row(access: Access, item: TaskInput) -> Task:
    overlap = item.overlap or access.project.settings.overlap
    return Task(
        project=access.project,
        external_id=item.external_id,
        data=item.data,
        meta=item.meta,
        priority=item.priority,
        overlap=overlap,
        open_places=overlap,
    )


def _store_answers(
    access: Access, ontology: Ontology, tasks: Sequence[Task], inputs: Sequence[TaskInput]
) -> None:
    answered: list[int] = []
    for task, item in zip(tasks, inputs, strict=True):
        if item.answer is None:
            continue
        annotation = Annotation.objects.create(
            project=access.project,
            task=task,
            annotator=access.user,
            ontology_number=access.project.ontology_number,
            origin="import",
            **item.answer,
        )
        AnnotationRevision.objects.create(
            annotation=annotation, revision=1, actor=access.user, before=None, after=item.answer
        )
        add_label_facts(task=task, pairs=label_values(ontology, item.answer))
        answered.append(task.pk)
    if answered:
        settle_tasks(project=access.project, task_ids=answered)


def _store_predictions(
    access: Access, ontology: Ontology, tasks: Sequence[Task], inputs: Sequence[TaskInput]
) -> None:
    predictions: list[PredictionInput] = []
    problems: list[Problem] = []
    for index, (task, item) in enumerate(zip(tasks, inputs, strict=True)):
        for number, raw in enumerate(item.predictions):
            where = f"/{index}/predictions/{number}"
            predictions += read_prediction(raw, task, ontology, where, problems)
    if problems:
        raise BadInput(f"{problems[0]['pointer']}: {problems[0]['detail']}", errors=problems)
    if predictions:
        store_predictions(access=access, predictions=predictions)


def _duplicates(access: Access, inputs: Sequence[TaskInput]) -> Conflict:
    """Name the external ids that exist already, or occur twice in the batch."""
    ids = [item.external_id for item in inputs if item.external_id]
    present = set(
        access.project.tasks.filter(external_id__in=ids[:MAX_BATCH]).values_list(
            "external_id", flat=True
        )
    )
    seen: set[str] = set()
    errors = []
    for index, item in enumerate(inputs):
        if item.external_id and (item.external_id in present or item.external_id in seen):
            errors.append(
                {
                    "pointer": f"/{index}/external_id",
                    "detail": f"{item.external_id!r} exists already.",
                }
            )
        seen.add(item.external_id)
    return Conflict(
        "Some external ids exist already; nothing was created.",
        code="external_id_taken",
        errors=errors,
    )
