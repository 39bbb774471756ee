"""Gives many tasks one answer, each as a person's own annotation, and takes such answers back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from labeling.errors import AlreadyAnswered, BadAnswer, NoPlaceLeft
from labeling.kernel.errors import BadInput, Conflict, NotAllowed
from labeling.kernel.wire import read_id
from labeling.models import Annotation, Draft, Task
from labeling.ontology.schema import Label
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.drafts import AnswerContent
from labeling.services.event_log import log_event
from labeling.services.revise_annotation import delete_annotation
from labeling.services.submit_annotation import submit_annotation

AT_ONCE = 500
"""So many take about two seconds; a client with more sends them in turn."""
KINDS = frozenset({"choice", "multichoice"})


@dataclass(frozen=True, slots=True)
class BulkAnswer:
    """Which class of which label, to which tasks."""

    task_ids: tuple[int, ...]
    answers: Mapping[str, Any]

    @classmethod
    def read(cls, access: Access, data: Any) -> "BulkAnswer":
        """Read {"ids", "label", "class"}; what the ontology lacks is refused with what it has."""
        if not isinstance(data, dict):
            raise BadInput('Send {"ids": [...], "label": "...", "class": "..."}.')
        labels = {item.id: item for item in ontology_of(access.project).labels}
        labels = {name: item for name, item in labels.items() if item.kind in KINDS}
        label = labels.get(str(data.get("label")))
        if label is None:
            known = ", ".join(labels) or "none of this project"
            raise BadInput(f"label: one that is answered by a choice: {known}.")
        return cls(_ids(data.get("ids"), "ids"), {label.id: _value(label, data.get("class"))})


@dataclass(frozen=True, slots=True)
class BulkLabelled:
    """The annotations that were stored, and how many tasks were left out, by reason."""

    annotations: list[int]
    left_out: Counter[str] = field(default_factory=Counter)
    detail: str = ""
    """What was wrong with the first answer that the ontology refused."""


def label_in_bulk(*, access: Access, answer: BulkAnswer) -> BulkLabelled:
    """Answer every task that still wants this person's answer; each is its own transaction.

    Held-out tasks are left out: they measure the model only as long as somebody looks at each.
    So are tasks of which the person has a draft: that is work in hand.
    """
    done = BulkLabelled([])
    content = AnswerContent(regions=[], relations=[], answers=dict(answer.answers))
    detail = ""
    for task in _wanted(access, answer, done.left_out):
        try:
            # A refusal undoes the transaction that it is in: each answer has one of its own.
            with transaction.atomic():
                stored = submit_annotation(
                    access=access, task=task, content=content, draft_revision=None
                )
        except NoPlaceLeft:
            done.left_out["full"] += 1
        except AlreadyAnswered:
            done.left_out["answered"] += 1
        except BadAnswer as refused:
            done.left_out["refused"] += 1
            detail = detail or refused.detail
        else:
            done.annotations.append(stored.annotation.pk)
    return BulkLabelled(done.annotations, done.left_out, detail)


def withdraw_in_bulk(*, access: Access, annotation_ids: Any) -> int:
    """Take back one's own answers of a bulk; those reviewed meanwhile stay. Return how many."""
    ids = _ids(annotation_ids, "annotations")
    own = access.project.annotations.filter(annotator=access.user, pk__in=ids)
    withdrawn = 0
    for annotation in own.select_related("task"):
        try:
            delete_annotation(access=access, annotation=annotation)
        except (Conflict, NotAllowed):
            continue
        withdrawn += 1
    _tell(access, "withdraw", withdrawn)
    return withdrawn


def tell_labelled(*, access: Access, done: BulkLabelled) -> None:
    """Log once how many were labelled together."""
    _tell(access, "label", len(done.annotations))


def _wanted(access: Access, answer: BulkAnswer, left_out: Counter[str]) -> Sequence[Task]:
    """Return the tasks to answer, in their order; count the others by reason."""
    tasks = list(access.project.tasks.filter(pk__in=answer.task_ids).order_by("pk"))
    left_out["missing"] += len(set(answer.task_ids)) - len(tasks)
    ids = [task.pk for task in tasks]
    own = Annotation.objects.filter(task__in=ids, annotator=access.user)
    answered = set(own.values_list("task_id", flat=True))
    drafts = Draft.objects.filter(task__in=ids, user=access.user)
    in_hand = set(drafts.values_list("task_id", flat=True))
    kept = []
    for task in tasks:
        task.project = access.project
        if task.pk in answered:
            left_out["answered"] += 1
        elif task.is_holdout:
            left_out["holdout"] += 1
        elif task.pk in in_hand:
            left_out["draft"] += 1
        else:
            kept.append(task)
    return kept


def _ids(given: Any, name: str) -> tuple[int, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= AT_ONCE:
        raise BadInput(f"{name}: a list of 1 to {AT_ONCE} ids; send more in turn.")
    return tuple(read_id(item, f"/{name}/{i}") for i, item in enumerate(given))


def _value(label: Label, given: Any) -> str | list[str]:
    known = [item.id for item in label.classes]
    if given not in known:
        raise BadInput(f"class: one of {', '.join(known)}.")
    return [given] if label.kind == "multichoice" else str(given)


def _tell(access: Access, action: str, affected: int) -> None:
    if affected:
        log_event(
            project_id=access.project.pk,
            type="tasks",
            data={"action": action, "affected": affected},
            actor_id=access.user.pk,
        )
