"""Tasks in hand, answers and reviews on the wire; written by hand, for this is the hot path."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from rest_framework import serializers

from labeling.api.serializers.shapes import UserNameShape, user_name
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import BadInput
from labeling.models import Annotation, AnnotationRevision, Lease, Prediction, Review, Verdict
from labeling.selectors.work import Work
from labeling.services.drafts import AnswerContent, draft_payload

T = TypeVar("T", list[Any], dict[str, Any])
MAX_LEAD_TIME_S = 10_000_000


class AnswerInput(serializers.Serializer[Any]):
    """An answer: located regions, links between them, whole-task answers by label id."""

    regions = serializers.ListField(child=serializers.JSONField(), required=False)
    relations = serializers.ListField(child=serializers.JSONField(), required=False)
    answers = serializers.DictField(required=False)
    lead_time = serializers.FloatField(required=False, min_value=0)


class SubmitInput(AnswerInput):
    """An answer to be counted."""

    lease = serializers.CharField(required=False, allow_null=True)
    draft_revision = serializers.IntegerField(required=False, allow_null=True, min_value=0)


class ReviewInput(AnswerInput):
    """A verdict; `fix` brings the corrected content."""

    verdict = serializers.ChoiceField(Verdict.choices)
    comment = serializers.CharField(required=False, allow_blank=True, default="", max_length=10_000)


class LeaseShape(serializers.Serializer[Any]):
    """A reservation."""

    id = serializers.CharField()
    expires_at = serializers.DateTimeField()


class DraftSaved(serializers.Serializer[Any]):
    """Which revision the draft has now."""

    revision = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class DraftShape(AnswerInput, DraftSaved):
    """A person's autosaved work."""


class ReviewShape(serializers.Serializer[Any]):
    """A verdict."""

    id = serializers.CharField()
    verdict = serializers.ChoiceField(Verdict.choices)
    comment = serializers.CharField()
    reviewer = UserNameShape()
    created_at = serializers.DateTimeField()


class AnnotationShape(AnswerInput):
    """One person's whole answer."""

    id = serializers.CharField()
    task = serializers.CharField()
    annotator = UserNameShape()
    state = serializers.CharField()
    revision = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    reviews = ReviewShape(many=True)


class RevisionShape(serializers.Serializer[Any]):
    """One edit."""

    at = serializers.DateTimeField()
    who = UserNameShape(allow_null=True)
    revision = serializers.IntegerField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField()


class PredictionShape(AnswerInput):
    """A model's answer."""

    id = serializers.CharField()
    model_version = serializers.CharField()
    score = serializers.FloatField(allow_null=True)
    uncertainty = serializers.FloatField(allow_null=True)
    ambiguous = serializers.BooleanField()
    probabilities = serializers.DictField()
    created_at = serializers.DateTimeField()


class TaskShape(serializers.Serializer[Any]):
    """A task; media values are {url, thumbnail, type, name, width, height, duration, size}."""

    id = serializers.CharField()
    project = serializers.CharField()
    external_id = serializers.CharField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]  # a declared field, not .data
    meta = serializers.DictField()
    state = serializers.CharField()
    priority = serializers.FloatField()
    overlap = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())
    uncertainty = serializers.FloatField(allow_null=True)
    score = serializers.FloatField(allow_null=True)
    predicted = serializers.DictField(allow_null=True)
    agreement = serializers.FloatField(allow_null=True)
    labels = serializers.ListField(child=serializers.CharField())
    annotators = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class WorkShape(serializers.Serializer[Any]):
    """A task in hand."""

    task = TaskShape()
    lease = LeaseShape(allow_null=True)
    predictions = PredictionShape(many=True)
    draft = DraftShape(allow_null=True)
    annotations = AnnotationShape(many=True)
    why = serializers.DictField(allow_null=True)
    learning = serializers.DictField(allow_null=True)


class HoldingInput(serializers.Serializer[Any]):
    """The tasks a client has in hand already."""

    holding = serializers.ListField(child=serializers.CharField(), required=False)


class SkipInput(serializers.Serializer[Any]):
    """Why a task is passed by."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=500)


UNSAID: Mapping[str, Any] = MappingProxyType({"predicted": None, "score": None})
"""What a task tells of the model's answer, where its person is not to know it."""


def work_payload(work: Work) -> dict[str, Any]:
    """Return a task in hand."""
    learning = work.learning
    return {
        "task": {**work.task.as_json(), **(UNSAID if work.is_blind else {})},
        "lease": lease_payload(work.lease) if work.lease else None,
        "predictions": [prediction_payload(row) for row in work.predictions],
        "draft": draft_payload(work.draft),
        "annotations": [annotation_payload(row) for row in work.annotations],
        "why": None if work.is_blind else work.task.task.why,
        "learning": learning
        and {
            "accuracy": learning.accuracy,
            "low": learning.low,
            "high": learning.high,
            "labels": learning.labels,
            "target_labels": learning.target_labels,
            "waits": learning.waits,
        },
    }


def lease_payload(lease: Lease) -> dict[str, Any]:
    """Return a reservation."""
    return {"id": str(lease.pk), "expires_at": wire_time(lease.expires_at)}


def prediction_payload(row: Prediction) -> dict[str, Any]:
    """Return a model's answer."""
    return {
        "id": str(row.pk),
        "model_version": row.model_version,
        "score": row.score,
        "uncertainty": row.uncertainty,
        "ambiguous": row.is_ambiguous,
        "probabilities": row.probabilities,
        "regions": row.regions,
        "relations": row.relations,
        "answers": row.answers,
        "created_at": wire_time(row.created_at),
    }


def annotation_payload(row: Annotation, *, is_fresh: bool = False) -> dict[str, Any]:
    """Return an answer; a fresh one has no reviews to ask the database for."""
    return {
        "id": str(row.pk),
        "task": str(row.task_id),
        "annotator": user_name(row.annotator),
        "regions": row.regions,
        "relations": row.relations,
        "answers": row.answers,
        "lead_time": row.lead_time,
        "state": row.state,
        "revision": row.revision,
        "created_at": wire_time(row.created_at),
        "updated_at": wire_time(row.updated_at),
        "reviews": [] if is_fresh else [review_payload(item) for item in row.reviews.all()],
    }


def review_payload(row: Review) -> dict[str, Any]:
    """Return a verdict."""
    return {
        "id": str(row.pk),
        "verdict": row.verdict,
        "comment": row.comment,
        "reviewer": user_name(row.reviewer),
        "created_at": wire_time(row.created_at),
    }


def revision_payload(row: AnnotationRevision) -> dict[str, Any]:
    """Return one edit."""
    return {
        "at": wire_time(row.created_at),
        "who": user_name(row.actor) if row.actor else None,
        "revision": row.revision,
        "before": row.before,
        "after": row.after,
    }


def read_answer(data: Any) -> AnswerContent:
    """Return the content of a body; read by hand, for masks and long lists pass here."""
    if not isinstance(data, dict):
        raise BadInput("Send an object with regions, relations and answers.")
    lead_time = data.get("lead_time")
    return AnswerContent(
        regions=_typed(data, "regions", list),
        relations=_typed(data, "relations", list),
        answers=_typed(data, "answers", dict),
        lead_time=_seconds(lead_time) if lead_time is not None else 0.0,
    )


def _typed(data: dict[str, Any], key: str, kind: type[T]) -> T:
    value = data.get(key)
    if value is None:
        return kind()
    if not isinstance(value, kind):
        detail = "Send a list." if kind is list else "Send an object of label id to value."
        raise BadInput(f"{key}: {detail}", errors=[{"pointer": f"/{key}", "detail": detail}])
    return value


def _seconds(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= MAX_LEAD_TIME_S:
        detail = f"Send seconds, 0 to {MAX_LEAD_TIME_S:,}."
        raise BadInput(f"lead_time: {detail}", errors=[{"pointer": "/lead_time", "detail": detail}])
    return float(value)
