"""What people say to a doubtful label: it stands, the suggestion is right, or undo."""

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from active_learning.models.label_finding import FindingState, LabelFinding
from labeling.kernel.errors import Conflict
from labeling.models import Annotation, AnnotationState, Verdict
from labeling.policies import Access, Action
from labeling.services.drafts import AnswerContent
from labeling.services.revise_annotation import (
    restore_annotation,
    review_annotation,
    revise_annotation,
)


@transaction.atomic
def keep_label(*, access: Access, finding: LabelFinding) -> LabelFinding:
    """Note that the label is right after all; later searches leave it alone."""
    annotation = _annotation(access, finding)
    _require_open(finding, annotation)
    return _decided(access, finding, FindingState.KEPT)


@transaction.atomic
def take_suggestion(*, access: Access, finding: LabelFinding) -> LabelFinding:
    """Put the suggestion in the label's place: as a reviewer's fix, or as one's own edit."""
    annotation = _annotation(access, finding)
    _require_open(finding, annotation)
    finding.state_before = annotation.state
    content = _mended(annotation, finding)
    if annotation.annotator_id == access.user.pk:
        revise_annotation(
            access=access, annotation=annotation, content=content, revision=annotation.revision
        )
    else:
        review_annotation(
            access=access,
            annotation=annotation,
            verdict=Verdict.FIX,
            comment="",
            content=content,
        )
    finding.revision = annotation.revision + 1
    return _decided(access, finding, FindingState.FIXED)


@transaction.atomic
def undo_decision(*, access: Access, finding: LabelFinding) -> LabelFinding:
    """Open the finding again; a fix is taken back, and the history keeps both."""
    annotation = _annotation(access, finding)
    if finding.state == FindingState.OPEN:
        raise Conflict("Nothing was decided here that could be undone.", code="nothing_to_undo")
    if finding.state == FindingState.FIXED:
        if annotation.revision != finding.revision:
            raise Conflict(
                "The annotation was changed after this fix. Open it in the studio instead.",
                code="changed_since",
            )
        restored = restore_annotation(
            access=access, annotation=annotation, state=AnnotationState(finding.state_before)
        )
        finding.revision = restored.revision
    finding.state, finding.state_before = FindingState.OPEN, ""
    finding.decided_by, finding.decided_at = None, None
    finding.save()
    return finding


def _annotation(access: Access, finding: LabelFinding) -> Annotation:
    """Return the annotation in doubt, where this person may change it."""
    annotation = finding.annotation
    is_own = annotation.annotator_id == access.user.pk
    access.require(Action.ANNOTATE if is_own else Action.REVIEW)
    return annotation


def _require_open(finding: LabelFinding, annotation: Annotation) -> None:
    if finding.state != FindingState.OPEN:
        raise Conflict("Somebody decided this already. Undo first.", code="decided_already")
    if annotation.revision != finding.revision:
        raise Conflict(
            "The annotation was changed since it was searched, so this doubt is void.",
            code="changed_since",
        )


def _decided(access: Access, finding: LabelFinding, state: FindingState) -> LabelFinding:
    finding.state = state
    finding.decided_by, finding.decided_at = access.user, timezone.now()
    finding.save()
    return finding


def _mended(annotation: Annotation, finding: LabelFinding) -> AnswerContent:
    """Return the annotation's content with the suggestion in it."""
    regions, relations = list(annotation.regions), list(annotation.relations)
    answers = dict(annotation.answers)
    if finding.place is None and not finding.region:
        answers[finding.label] = _mended_value(answers.get(finding.label), finding)
    elif finding.kind == "spurious":
        regions = [region for region in regions if region["id"] != finding.region]
        ends = ("from", "to")
        relations = [link for link in relations if finding.region not in {link[e] for e in ends}]
    elif finding.kind == "missing":
        regions.append(
            {
                "id": uuid4().hex,
                "label": finding.label,
                "class": finding.suggested,
                "geometry": finding.place,
            }
        )
    else:
        change: dict[str, Any] = {"class": finding.suggested, "geometry": finding.place}
        regions = [r | change if r["id"] == finding.region else r for r in regions]
    return AnswerContent(regions=regions, relations=relations, answers=answers)


def _mended_value(value: Any, finding: LabelFinding) -> Any:
    if finding.kind == "class":
        return finding.suggested
    chosen = [name for name in value or [] if name != finding.given]
    return chosen if finding.kind == "spurious" else [*chosen, finding.suggested]
