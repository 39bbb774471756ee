"""Everything a person needs to answer one task, gathered in few queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from labeling.models import Annotation, Draft, Lease, Prediction, Review, Task
from labeling.policies import Access
from labeling.selectors.learning import LearningSummary, learning_summary
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.task_facts import ShownTask, show_one


@dataclass(frozen=True, slots=True)
class Work:
    """A task as it is handed to a person."""

    task: ShownTask
    lease: Lease | None
    predictions: Sequence[Prediction]
    draft: Draft | None
    annotations: Sequence[Annotation]
    learning: LearningSummary | None


def gather_work(access: Access, task: Task, lease: Lease | None) -> Work:
    """Return the task with its pre-labels, the person's draft, and the answers they may see."""
    shelf = shelf_for(access.project, ontology_of(access.project), [task])
    drafts = list(Draft.objects.filter(task=task).values_list("user_id", flat=True))
    draft = (
        Draft.objects.filter(task=task, user=access.user).first()
        if access.user.pk in drafts
        else None
    )
    return Work(
        task=show_one(access, task, shelf, len(drafts)),
        lease=lease,
        predictions=predictions_shown(access, task),
        draft=draft,
        annotations=list(annotations_shown(access, task)) if _has_answers(task) else [],
        learning=learning_summary(access.project.pk),
    )


def predictions_shown(access: Access, task: Task) -> list[Prediction]:
    """Return the selected version's answer, or every version's where none is selected."""
    if not task.prediction_count or not access.project.settings.prelabel:
        return []
    version = access.project.model_version
    rows = task.predictions.order_by("-pk")
    return list(rows.filter(model_version=version) if version else rows[:20])


def annotations_shown(access: Access, task: Task) -> QuerySet[Annotation]:
    """Return the task's annotations that the person may see, oldest first."""
    rows = task.annotations.select_related("annotator").prefetch_related(
        Prefetch("reviews", Review.objects.select_related("reviewer").order_by("pk"))
    )
    if not access.sees_all_answers:
        rows = rows.filter(annotator=access.user)
    return rows.order_by("pk")


def _has_answers(task: Task) -> bool:
    """Rejected answers are not counted, yet shown to who must mend them."""
    return bool(task.annotation_count) or task.state == "rejected"
