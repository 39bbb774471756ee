"""Changes many tasks at once: few in the request, many in a job."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from labeling.kernel.errors import BadInput
from labeling.kernel.jobs import JobRun, enqueue
from labeling.kernel.wire import read_id
from labeling.models import (
    Annotation,
    AnnotationState,
    Draft,
    Lease,
    Project,
    Skip,
    Task,
    TaskLabel,
)
from labeling.models.policy import MAX_OVERLAP
from labeling.policies import Access
from labeling.selectors.task_filter.compile import compile_filter
from labeling.selectors.task_list import matching_ids
from labeling.services.event_log import log_event
from labeling.services.overlap import change_overlap, settle_tasks

AT_ONCE = 1000
CHUNK = 500
MAX_IDS = 100_000


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What to do with which tasks."""

    action: str
    ids: tuple[int, ...] | None
    filter: str
    value: float | None

    @classmethod
    def read(cls, data: Any) -> "BulkChange":
        """Read a request's body; `ids` or `filter` must be there, so that nothing means all."""
        if not isinstance(data, dict) or data.get("action") not in _ACTIONS:
            raise BadInput(f"action: one of {', '.join(_ACTIONS)}.")
        ids, text, value = data.get("ids"), data.get("filter"), data.get("value")
        if (ids is None) == (text is None):
            raise BadInput('Send either "ids" or "filter" ("" means every task).')
        if ids is not None and (not isinstance(ids, list) or len(ids) > MAX_IDS):
            raise BadInput(f"ids: a list of at most {MAX_IDS:,} task ids.")
        change = cls(
            action=data["action"],
            ids=tuple(read_id(item, f"/ids/{i}") for i, item in enumerate(ids))
            if ids is not None
            else None,
            filter=str(text or ""),
            value=value if isinstance(value, int | float) else None,
        )
        _check_value(change, value)
        return change

    @classmethod
    def stored(cls, kwargs: dict[str, Any]) -> "BulkChange":
        """Return what `as_json` stored with a job."""
        ids = kwargs["ids"]
        return cls(
            kwargs["action"],
            tuple(ids) if ids is not None else None,
            kwargs["filter"],
            kwargs["value"],
        )

    def as_json(self) -> dict[str, Any]:
        """Return what a job is given."""
        ids = list(self.ids) if self.ids is not None else None
        return {"action": self.action, "ids": ids, "filter": self.filter, "value": self.value}


@dataclass(frozen=True, slots=True)
class BulkDone:
    """How many tasks were changed, or the job that changes them."""

    affected: int = 0
    job_id: int | None = None


def change_in_bulk(*, access: Access, change: BulkChange) -> BulkDone:
    """Change at once what is small, else enqueue a job."""
    compile_filter(access, change.filter)
    if change.ids is not None:
        few: Sequence[int] | None = change.ids if len(change.ids) <= AT_ONCE else None
    else:
        found = matching_ids(access, change.filter, after=0, limit=AT_ONCE + 1)
        few = found if len(found) <= AT_ONCE else None
    if few is not None:
        with transaction.atomic():
            affected = change_chunk(access=access, change=change, task_ids=few)
            tell_bulk(access=access, change=change, affected=affected)
        return BulkDone(affected)
    job_id = enqueue(
        "labeling.change_tasks",
        project_id=access.project.pk,
        created_by_id=access.user.pk,
        kwargs={
            "project_id": access.project.pk,
            "user_id": access.user.pk,
            "change": change.as_json(),
        },
    )
    return BulkDone(job_id=job_id)


def run_bulk_change(*, run: JobRun, access: Access, change: BulkChange) -> None:
    """Change every task named, a chunk in a transaction, by rising ids."""
    total = len(change.ids) if change.ids is not None else None
    affected, last = 0, 0
    ids = sorted(set(change.ids)) if change.ids is not None else None
    while True:
        if ids is not None:
            chunk, ids = ids[:CHUNK], ids[CHUNK:]
        else:
            chunk = matching_ids(access, change.filter, after=last, limit=CHUNK)
        if not chunk:
            break
        with transaction.atomic():
            affected += change_chunk(access=access, change=change, task_ids=chunk)
        last = chunk[-1]
        run.progress(affected, total)
    tell_bulk(access=access, change=change, affected=affected)
    run.report({"affected": affected})


def change_chunk(*, access: Access, change: BulkChange, task_ids: Sequence[int]) -> int:
    """Do it to some tasks of the project (inside a transaction)."""
    return _ACTIONS[change.action](access.project, list(task_ids), change.value)


def tell_bulk(*, access: Access, change: BulkChange, affected: int) -> None:
    """Log once what was done to how many."""
    log_event(
        project_id=access.project.pk,
        type="tasks",
        data={"action": change.action, "affected": affected},
        actor_id=access.user.pk,
    )


def _delete(project: Project, ids: list[int], _: float | None) -> int:
    found = project.tasks.filter(pk__in=ids)
    count = found.count()
    found.delete()
    return count


def _prioritise(project: Project, ids: list[int], value: float | None) -> int:
    return project.tasks.filter(pk__in=ids).update(priority=value)


def _overlap(project: Project, ids: list[int], value: float | None) -> int:
    return change_overlap(project=project, task_ids=ids, overlap=int(value or 1))


def _reset(project: Project, ids: list[int], _: float | None) -> int:
    """Take back every answer, skip, draft and lease; the tasks start anew."""
    own = list(project.tasks.filter(pk__in=ids).values_list("pk", flat=True))
    for rows in (Annotation, Draft, Lease, Skip, TaskLabel):
        rows.objects.filter(task__in=own).delete()
    Task.objects.filter(pk__in=own).update(skip_count=0, agreement=None)
    settle_tasks(project=project, task_ids=own)
    return len(own)


def _accept(project: Project, ids: list[int], _: float | None) -> int:
    """Accept the answers of tasks that have all they want."""
    own = list(project.tasks.filter(pk__in=ids, state="done").values_list("pk", flat=True))
    Annotation.objects.filter(task__in=own, state=AnnotationState.SUBMITTED).update(
        state=AnnotationState.ACCEPTED
    )
    settle_tasks(project=project, task_ids=own)
    return len(own)


_ACTIONS: dict[str, Callable[[Project, list[int], float | None], int]] = {
    "delete": _delete,
    "priority": _prioritise,
    "overlap": _overlap,
    "reset": _reset,
    "accept": _accept,
}


def _check_value(change: BulkChange, given: Any) -> None:
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if change.action == "priority" and not is_number:
        raise BadInput("value: the priority, a number.")
    if change.action == "overlap" and not (
        isinstance(given, int) and is_number and 1 <= given <= MAX_OVERLAP
    ):
        raise BadInput(f"value: the overlap, a whole number from 1 to {MAX_OVERLAP}.")
