"""How many answers each task wants, and the places still open, recomputed from the facts."""

from django.db import transaction
from django.db.models import Count, F, QuerySet, Value
from django.db.models.functions import Greatest

from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Annotation, AnnotationState, Lease, Project, Task, TaskState
from labeling.models.annotation import ACCEPTED_ORIGIN

CHUNK = 1000


def spread_overlap(*, project_id: int, overlap: int, replaced: int, actor_id: int | None) -> int:
    """Give the tasks that had the old default the new one, in the background."""
    return enqueue(
        "labeling.spread_overlap",
        project_id=project_id,
        created_by_id=actor_id,
        kwargs={"project_id": project_id, "overlap": overlap, "replaced": replaced},
    )


def run_overlap_change(*, run: JobRun, project: Project, overlap: int, replaced: int) -> None:
    """Change task after task in chunks; each is right at once, so stopping in between is fine."""
    affected, last = 0, 0
    while True:
        chunk = list(
            project.tasks.filter(pk__gt=last, overlap=replaced)
            .order_by("pk")
            .values_list("pk", flat=True)[:CHUNK]
        )
        if not chunk:
            break
        with transaction.atomic():
            affected += change_overlap(project=project, task_ids=chunk, overlap=overlap)
        last = chunk[-1]
        run.progress(affected)
    run.report({"affected": affected})


def change_overlap(*, project: Project, task_ids: list[int], overlap: int) -> int:
    """Set the overlap of some tasks and reopen or close them accordingly."""
    chosen = project.tasks.filter(pk__in=task_ids).exclude(overlap=overlap)
    # Places first become none, so that no constraint is broken between the two updates.
    changed = chosen.update(open_places=0, overlap=overlap)
    settle_tasks(project=project, task_ids=task_ids)
    return changed


def settle_tasks(*, project: Project, task_ids: list[int]) -> None:
    """Recompute counts, open places and state of tasks from their annotations and leases."""
    counted = _counts(
        Annotation.objects.filter(task__in=task_ids).exclude(state=AnnotationState.REJECTED)
    )
    approved = _counts(
        Annotation.objects.filter(
            task__in=task_ids, state__in=[AnnotationState.ACCEPTED, AnnotationState.FIXED]
        )
    )
    rejected = _counts(Annotation.objects.filter(task__in=task_ids, state=AnnotationState.REJECTED))
    leased = _counts(Lease.objects.filter(task__in=task_ids))
    closed = set(
        Annotation.objects.filter(task__in=task_ids, origin=ACCEPTED_ORIGIN)
        .exclude(state=AnnotationState.REJECTED)
        .values_list("task_id", flat=True)
    )
    tasks = list(project.tasks.select_for_update().filter(pk__in=task_ids))
    for task in tasks:
        answers = counted.get(task.pk, 0)
        task.annotation_count = answers
        task.open_places = max(0, task.overlap - answers - leased.get(task.pk, 0))
        task.state = _state(task, answers, approved.get(task.pk, 0), rejected.get(task.pk, 0))
        if task.pk in closed:
            # What the learner may answer alone wants no second opinion, whatever the overlap.
            task.open_places, task.state = 0, TaskState.ACCEPTED
    Task.objects.bulk_update(
        tasks, ["annotation_count", "open_places", "state"], batch_size=CHUNK // 4
    )


def free_places(task_ids: list[int]) -> None:
    """Give back the place of each lease that was just deleted, never beyond the overlap."""
    for task_id in task_ids:
        others = Lease.objects.filter(task=task_id).count()
        Task.objects.filter(pk=task_id).update(
            open_places=Greatest(
                Value(0),
                F("overlap") - F("annotation_count") - Value(others),
            )
        )


def _counts(rows: QuerySet[Annotation] | QuerySet[Lease]) -> dict[int, int]:
    return dict(rows.values("task_id").annotate(n=Count("id")).values_list("task_id", "n"))


def _state(task: Task, answers: int, approved: int, rejected: int) -> TaskState:
    if answers >= task.overlap:
        return TaskState.ACCEPTED if approved >= task.overlap else TaskState.DONE
    if answers:
        return TaskState.IN_PROGRESS
    return TaskState.REJECTED if rejected else TaskState.OPEN
