"""Takes one's own newest verdict on an answer back: the answer stands as before it."""

from django.db import transaction

from labeling.events import AnnotationChanged
from labeling.kernel.errors import Conflict, NotFound
from labeling.kernel.events import emit
from labeling.models import Annotation, AnnotationState, Lease, Review, Verdict
from labeling.policies import Access, Action
from labeling.services.revise_annotation import (
    STATE_AFTER,
    leave_annotation,
    locked_annotation,
    restore_annotation,
)


@transaction.atomic
def withdraw_review(*, access: Access, annotation: Annotation) -> Annotation:
    """Delete the verdict; content that it mended, and the state, are again what they were.

    Refused where somebody judged or edited the answer since.
    """
    access.require(Action.REVIEW)
    locked = locked_annotation(annotation)
    verdict = locked.reviews.order_by("-pk").first()
    if verdict is None or verdict.reviewer_id != access.user.pk:
        raise NotFound("You have given no verdict on this answer that could be taken back.")
    is_fix = verdict.verdict == Verdict.FIX
    edits = locked.history.filter(created_at__gte=verdict.created_at)
    if edits.count() > is_fix:
        raise Conflict("This answer was changed after your verdict.", code="changed_since")
    state = _state_before(locked, verdict)
    # A rejection may have put the task back into its author's hands.
    Lease.objects.filter(task=locked.task_id, user=locked.annotator_id).delete()
    if is_fix:
        return restore_annotation(access=access, annotation=locked, state=state)
    verdict.delete()
    leave_annotation(access, locked, state)
    emit(AnnotationChanged(access.project.pk, locked.task_id, locked.pk))
    return locked


def _state_before(annotation: Annotation, verdict: Review) -> AnnotationState:
    """Return what earlier verdicts left; an author's edit after a rejection submits it anew."""
    earlier = annotation.reviews.filter(pk__lt=verdict.pk).order_by("-pk").first()
    if earlier is None:
        return AnnotationState.SUBMITTED
    edits = annotation.history.filter(
        actor=annotation.annotator_id, created_at__gt=earlier.created_at
    )
    if earlier.verdict == Verdict.REJECT and edits.exists():
        return AnnotationState.SUBMITTED
    return STATE_AFTER[Verdict(earlier.verdict)]
