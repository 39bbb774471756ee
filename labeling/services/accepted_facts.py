"""Labels that the learning floor sets by itself: stored as answers, told apart, taken back.

Each call is one short transaction over at most `CHUNK` tasks. An accepted answer stands alone: it
closes its task whatever the overlap (`services/overlap.py`), and goes with `withdraw_accepted`
unless a person has edited or reviewed it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from labeling.models import (
    Annotation,
    AnnotationState,
    Draft,
    Prediction,
    Project,
    TaskLabel,
    TaskState,
    User,
)
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.ontologies import ontology_of
from labeling.services.label_facts import label_values, rewrite_label_facts
from labeling.services.learned_facts import refuse_long
from labeling.services.overlap import settle_tasks

MACHINE = "penumbra.model"
"""The account whose answers are the model's; nobody can sign in with it."""


@dataclass(frozen=True, slots=True)
class AcceptedAnswer:
    """The model's whole answer to one task."""

    task_id: int
    answers: Mapping[str, Any]
    regions: Sequence[Mapping[str, Any]] = field(default_factory=tuple)


def machine_annotator() -> User:
    """Return the account of the model, made where it is missing."""
    user, _ = User.objects.get_or_create(
        username=MACHINE,
        defaults={"is_active": False, "password": make_password(None), "first_name": "Model"},
    )
    return user


@transaction.atomic
def write_accepted(
    *, project: Project, annotator: User, answers: Sequence[AcceptedAnswer], now: datetime
) -> list[int]:
    """Store answers to tasks that nobody has touched, and return which tasks these are."""
    refuse_long(answers)
    untouched = set(_untouched(project, [item.task_id for item in answers]))
    taken = [item for item in answers if item.task_id in untouched]
    contents = [
        {"regions": list(item.regions), "relations": [], "answers": dict(item.answers)}
        for item in taken
    ]
    Annotation.objects.bulk_create(
        Annotation(
            project=project,
            task_id=item.task_id,
            annotator=annotator,
            ontology_number=project.ontology_number,
            state=AnnotationState.ACCEPTED,
            origin=ACCEPTED_ORIGIN,
            **content,
        )
        for item, content in zip(taken, contents, strict=True)
    )
    ontology = ontology_of(project)
    TaskLabel.objects.bulk_create(
        [
            TaskLabel(project=project, task_id=item.task_id, label=label, value=value)
            for item, content in zip(taken, contents, strict=True)
            for label, value in sorted(label_values(ontology, content))
        ],
        ignore_conflicts=True,
    )
    done = [item.task_id for item in taken]
    project.tasks.filter(pk__in=done).update(
        annotation_count=1, open_places=0, state=TaskState.ACCEPTED, updated_at=now
    )
    return done


@transaction.atomic
def withdraw_accepted(*, project: Project, task_ids: Sequence[int]) -> list[int]:
    """Take accepted answers back, and return the tasks that want labels again.

    What a person edited or reviewed is a person's by now, and stays.
    """
    refuse_long(task_ids)
    rows = project.annotations.filter(
        task__in=task_ids,
        origin=ACCEPTED_ORIGIN,
        state=AnnotationState.ACCEPTED,
        revision=1,
        reviews__isnull=True,
    )
    found = dict(rows.values_list("pk", "task_id"))
    Annotation.objects.filter(pk__in=found).delete()
    freed = sorted(set(found.values()))
    TaskLabel.objects.filter(project=project, task__in=freed).delete()
    ontology = ontology_of(project)
    shared = project.tasks.filter(pk__in=freed).annotate(left=Count("annotations"))
    for task in shared.filter(left__gt=0):
        rewrite_label_facts(project=project, task=task, ontology=ontology)
    settle_tasks(project=project, task_ids=freed)
    return freed


@transaction.atomic
def hide_predictions(*, project: Project, task_ids: Sequence[int], made_by: str) -> None:
    """Let people answer some tasks without seeing what models named `made_by...` say of them.

    Predictions that others brought are theirs, and stay.
    """
    refuse_long(task_ids)
    own = project.tasks.filter(pk__in=task_ids)
    Prediction.objects.filter(task__in=own, model_version__startswith=made_by).delete()
    left = Prediction.objects.filter(task=OuterRef("pk")).order_by().values("task")
    count = Subquery(left.annotate(n=Count("pk")).values("n"))
    own.update(prediction_count=Coalesce(count, 0), why=None)
    if not project.model_version or project.model_version.startswith(made_by):
        own.update(predicted=None, score=None, uncertainty=None)


def _untouched(project: Project, task_ids: Sequence[int]) -> list[int]:
    """Tasks with no answer, no skip, no lease and no draft; locked where rows can be."""
    drafts = Draft.objects.filter(task=OuterRef("pk"))
    rows = project.tasks.select_for_update(of=("self",)).filter(
        ~Exists(drafts),
        pk__in=task_ids,
        state=TaskState.OPEN,
        annotation_count=0,
        skip_count=0,
        open_places=F("overlap"),
        is_holdout=False,
    )
    return list(rows.values_list("pk", flat=True))
