"""How tasks look to people who may not know which of them have a known answer.

A hidden task of known answer is answered by everybody and wants nobody's opinion: how often it was
answered, skipped or changed, and that it is done, would tell it from others. Reviewers and managers
see all tasks as they are.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q

from labeling.models import Annotation, AnnotationState, Gold, TaskState
from labeling.policies import Access, Action

__all__ = ["Veil", "gold_among", "own_states", "state_behind", "state_seen", "veil_of"]

_OWN = {
    AnnotationState.SUBMITTED: TaskState.DONE,
    AnnotationState.ACCEPTED: TaskState.ACCEPTED,
    AnnotationState.FIXED: TaskState.ACCEPTED,
    AnnotationState.REJECTED: TaskState.REJECTED,
}
"""What an answer of one's own says about its task."""
_CLOSED = (TaskState.DONE, TaskState.ACCEPTED)


class Veil(StrEnum):
    """What is kept from somebody: nothing, opinions beyond the usual, or all that others did."""

    NONE = "none"
    USUAL = "usual"
    OTHERS = "others"


def veil_of(access: Access) -> Veil:
    """Return what this person may not see."""
    if access.may(Action.REVIEW):
        return Veil.NONE
    return Veil.USUAL if access.sees_all_answers else Veil.OTHERS


def own_states(access: Access, task_ids: Sequence[int] | None = None) -> dict[int, TaskState]:
    """Return how tasks stand that the person has answered: of those named, or of all."""
    rows = access.project.annotations.filter(annotator=access.user).order_by("pk")
    if task_ids is not None:
        rows = rows.filter(task__in=task_ids)
    return {pk: _OWN[AnnotationState(state)] for pk, state in rows.values_list("task_id", "state")}


def gold_among(task_ids: Sequence[int]) -> frozenset[int]:
    """Return the tasks whose answer is known."""
    rows = Gold.objects.filter(task__in=task_ids) if task_ids else Gold.objects.none()
    return frozenset(rows.values_list("task_id", flat=True))


def state_seen(state: str, own: TaskState | None, *, is_gold: bool) -> TaskState:
    """Return a task's state for somebody behind `Veil.OTHERS`."""
    if own is not None:
        return own
    return TaskState(state) if state in _CLOSED and not is_gold else TaskState.OPEN


def state_behind(access: Access, state: str) -> Q:
    """Return the condition that a task shows `state` to somebody behind `Veil.OTHERS`."""
    own = Annotation.objects.filter(task=OuterRef("pk"), annotator=access.user)
    gold = Exists(Gold.objects.filter(task=OuterRef("pk")))
    if state == TaskState.OPEN:
        return Q(~Exists(own)) & (~Q(state__in=_CLOSED) | Q(gold))
    mine = [one for one, seen in _OWN.items() if seen == state]
    meaning = Q(Exists(own.filter(state__in=mine)))
    if state in _CLOSED:
        meaning |= Q(~Exists(own)) & Q(state=state) & ~Q(gold)
    return meaning
