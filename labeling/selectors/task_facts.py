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
from labeling.selectors.veil import Veil, gold_among, own_states, state_seen, veil_of


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
    veil: Veil = Veil.NONE
    state: str = ""
    """Behind `Veil.OTHERS`: the state that this person sees."""

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape, the same in lists, in work and in exports of one task."""
        shape = self._shape()
        return shape if self.veil is Veil.NONE else shape | self._veiled(shape["counts"])

    def _veiled(self, counts: dict[str, int]) -> dict[str, Any]:
        """Show no more opinions than any task has here, or only one's own."""
        overlap = self.task.project.settings.overlap
        usual = {"annotations": min(counts["annotations"], overlap), "skips": 0}
        if self.veil is Veil.USUAL:
            return {
                "overlap": overlap,
                "counts": counts | usual,
                "annotators": self.annotators[:overlap],
            }
        is_open = self.state == TaskState.OPEN
        done = len(self.annotators) or (0 if is_open else overlap)
        return {
            "state": self.state,
            "overlap": overlap,
            "counts": counts | usual | {"annotations": done},
            "updated_at": wire_time(self.task.created_at),
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
    touched = [task.pk for task in tasks if task.state != TaskState.OPEN]
    sees_all, veil = access.sees_all_answers, veil_of(access)
    labels = _labels(answered) if sees_all else {}
    annotators = _annotators(access, answered) if sees_all else {}
    own = {} if sees_all else own_states(access, touched)
    gold = frozenset() if sees_all else gold_among(touched)
    drafts = _draft_counts([task.pk for task in tasks])
    comments = open_thread_counts(access, [*answered, *drafts])
    return [
        ShownTask(
            task=task,
            data=shelf.data_of(task, is_listed=is_list),
            labels=labels.get(task.pk, []),
            annotators=annotators.get(task.pk, [access.user.username] if task.pk in own else []),
            drafts=drafts.get(task.pk, 0),
            agreement=task.agreement if sees_all else None,
            comments=comments.get(task.pk, 0),
            veil=veil,
            state=state_seen(task.state, own.get(task.pk), is_gold=task.pk in gold),
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
    annotators = _annotators(access, answered).get(task.pk, [])
    return ShownTask(
        task=task,
        data=shelf.data_of(task),
        labels=_labels(answered).get(task.pk, []) if sees_all else [],
        annotators=annotators,
        drafts=drafts,
        agreement=task.agreement if sees_all else None,
        comments=open_thread_counts(access, talked).get(task.pk, 0),
        veil=veil_of(access) if sees_all else Veil.OTHERS,
        state=TaskState.DONE if annotators else TaskState.OPEN,
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
