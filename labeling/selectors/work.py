"""Everything a person needs to answer one task, gathered in few statements, written out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from labeling.kernel.rows import Rows, fetch_one
from labeling.models import Annotation, Draft, Lease, Prediction, Review, Task
from labeling.models.task import BESIDE_PREFIX, EXTRA
from labeling.policies import Access, Action
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
    is_blind: bool = False
    """Whether the lot fell that this person answers without what the model says."""


def gather_work(access: Access, task: Task, lease: Lease | None) -> Work:
    """Return the task with its pre-labels, the person's draft, and the answers they may see."""
    shelf = shelf_for(access.project, ontology_of(access.project), [task])
    draft, drafts = _drafts(access, task)
    is_aside = lease is not None and _looks_fresh(access, lease)
    shows_answers = _has_answers(task) and not is_aside
    is_blind = lease is not None and _is_blind(access, task)
    return Work(
        task=show_one(access, task, shelf, drafts, is_aside=is_aside),
        lease=lease,
        predictions=[] if is_blind else predictions_shown(access, task),
        draft=draft,
        annotations=list(annotations_shown(access, task)) if shows_answers else [],
        learning=learning_summary(access.project.pk),
        is_blind=is_blind,
    )


def _looks_fresh(access: Access, lease: Lease) -> bool:
    """Whether the task is shown as if nobody had answered it: who is measured by it copies none."""
    return lease.aside not in ("", EXTRA) or (
        lease.aside == EXTRA and not access.may(Action.REVIEW)
    )


def predictions_shown(access: Access, task: Task) -> list[Prediction]:
    """Return the selected version's answer, or every version's where none is selected.

    What pre-labelers propose comes beside the selected version's answer: each fills labels of its
    own.
    """
    if not task.prediction_count or not access.project.settings.prelabel:
        return []
    if version := access.project.model_version:
        return _PREDICTIONS.read(_OF_VERSION, [task.pk, version, f"{BESIDE_PREFIX}%"])
    return _PREDICTIONS.read(_OF_ALL_VERSIONS, [task.pk])


def _is_blind(access: Access, task: Task) -> bool:
    """Whether the pre-label was drawn to be hidden; no query where nothing is drawn."""
    if not access.project.settings.blind_share or not task.prediction_count:
        return False
    return access.user.prelabel_draws.filter(task=task, is_hidden=True).exists()


def annotations_shown(access: Access, task: Task) -> QuerySet[Annotation]:
    """Return the task's annotations that the person may see, oldest first."""
    rows = task.annotations.select_related("annotator").prefetch_related(
        Prefetch("reviews", Review.objects.select_related("reviewer").order_by("pk"))
    )
    if not access.sees_all_answers:
        rows = rows.filter(annotator=access.user)
    return rows.order_by("pk")


_DRAFTS = Rows(Draft, "d")
_MINE_AND_COUNT = (
    f"SELECT {_DRAFTS.columns}, n.drafts "  # noqa: S608  (our own text)
    "FROM (SELECT COUNT(*) AS drafts FROM labeling_draft WHERE task_id = %s) n "
    "LEFT JOIN labeling_draft d ON d.task_id = %s AND d.user_id = %s"
)
_PREDICTIONS = Rows(Prediction, "p")
_OF_TASK = f"SELECT {_PREDICTIONS.columns} FROM labeling_prediction p WHERE p.task_id = %s"  # noqa: S608
_OF_VERSION = f"{_OF_TASK} AND (p.model_version = %s OR p.model_version LIKE %s)"
_OF_ALL_VERSIONS = f"{_OF_TASK} ORDER BY p.id DESC LIMIT 20"


def _drafts(access: Access, task: Task) -> tuple[Draft | None, int]:
    """Return the person's own draft, and how many people have one."""
    row = fetch_one(_MINE_AND_COUNT, [task.pk, task.pk, access.user.pk])
    assert row is not None  # the count is always there
    own_id, *_, count = row
    return _DRAFTS.made(row) if own_id is not None else None, count


def _has_answers(task: Task) -> bool:
    """Rejected answers are not counted, yet shown to who must mend them."""
    return bool(task.annotation_count) or task.state == "rejected"
