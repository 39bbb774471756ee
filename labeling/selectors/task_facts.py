"""Tasks as shown: with media, labels and annotators, a constant number of queries a page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from labeling.kernel.clock import wire_time
from labeling.models import Annotation, Draft, Task, TaskLabel, TaskState
from labeling.policies import Access
from labeling.selectors.comments import open_thread_counts
from labeling.selectors.media import MediaShelf, shelf_for
from labeling.selectors.ontologies import ontology_of


@dataclass(frozen=True, slots=True)
class ShownTask:
    """One task with what this person may know about it."""

    task: Task
    data: dict[str, Any]
    labels: list[str]
    annotators: list[str]
    drafts: int
    agreement: float | None
    comments: int = 0
    """Threads about regions that nobody has settled."""
    is_veiled: bool = False
    """Whether it looks as if nobody else answered it: how often others did tells which is which."""

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape, the same in lists, in work and in exports of one task."""
        return self._shape() | (self._veil() if self.is_veiled else {})

    def _veil(self) -> dict[str, Any]:
        answered = bool(self.annotators)
        counts = self._shape()["counts"] | {"annotations": int(answered), "skips": 0}
        return {
            "state": TaskState.DONE if answered else TaskState.OPEN,
            "overlap": self.task.project.settings.overlap,
            "counts": counts,
        }

    def _shape(self) -> dict[str, Any]:
        task = self.task
        return {
            "id": str(task.pk),
            "project": str(task.project_id),
            "external_id": task.external_id or None,
            "data": self.data,
            "meta": task.meta,
            "state": task.state,
            "priority": task.priority,
            "overlap": task.overlap,
            "counts": {
                "annotations": task.annotation_count,
                "drafts": self.drafts,
                "predictions": task.prediction_count,
                "skips": task.skip_count,
                "open_comments": self.comments,
            },
            "uncertainty": task.uncertainty,
            "score": task.score,
            "predicted": task.predicted,
            "agreement": self.agreement,
            "labels": self.labels,
            "annotators": self.annotators,
            "created_at": wire_time(task.created_at),
            "updated_at": wire_time(task.updated_at),
        }


def show_tasks(access: Access, tasks: Sequence[Task], *, is_list: bool = True) -> list[ShownTask]:
    """Gather what a page of tasks shows; in a blind project an annotator sees no one else's."""
    shelf = shelf_for(access.project, ontology_of(access.project), tasks)
    answered = [task.pk for task in tasks if task.annotation_count]
    sees_all = access.sees_all_answers
    labels = _labels(answered) if sees_all else {}
    annotators = _annotators(access, answered)
    drafts = _draft_counts([task.pk for task in tasks])
    comments = open_thread_counts(access, [*answered, *drafts])
    return [
        ShownTask(
            task=task,
            data=shelf.data_of(task, is_listed=is_list),
            labels=labels.get(task.pk, []),
            annotators=annotators.get(task.pk, []),
            drafts=drafts.get(task.pk, 0),
            agreement=task.agreement if sees_all else None,
            comments=comments.get(task.pk, 0),
        )
        for task in tasks
    ]


def show_one(
    access: Access, task: Task, shelf: MediaShelf, drafts: int, *, is_aside: bool
) -> ShownTask:
    """Show a task in hand whose media and drafts were loaded already; no query for a fresh task.

    One that is answered aside looks as if its person had never seen it.
    """
    sees_all = access.sees_all_answers and not is_aside
    answered = [task.pk] if task.annotation_count and not is_aside else []
    talked = [task.pk] if answered or drafts else []
    return ShownTask(
        task=task,
        data=shelf.data_of(task),
        labels=_labels(answered).get(task.pk, []) if sees_all else [],
        annotators=_annotators(access, answered).get(task.pk, []),
        drafts=drafts,
        agreement=task.agreement if sees_all else None,
        comments=open_thread_counts(access, talked).get(task.pk, 0),
        is_veiled=not sees_all,
    )


def _labels(task_ids: list[int]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    if task_ids:
        rows = TaskLabel.objects.filter(task__in=task_ids).order_by("pk")
        for task_id, value in rows.values_list("task_id", "value"):
            if value not in found[task_id]:
                found[task_id].append(value)
    return found


def _annotators(access: Access, task_ids: list[int]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    if task_ids:
        rows = Annotation.objects.filter(task__in=task_ids).order_by("pk")
        if not access.sees_all_answers:
            rows = rows.filter(annotator=access.user)
        for task_id, name in rows.values_list("task_id", "annotator__username"):
            found[task_id].append(name)
    return found


def _draft_counts(task_ids: list[int]) -> dict[int, int]:
    rows = Draft.objects.filter(task__in=task_ids).values("task_id").annotate(n=Count("id"))
    return dict(rows.values_list("task_id", "n"))
