"""How the review queue and decisions look on the wire."""

from typing import Any

from rest_framework import serializers

from annotators.api.shapes import PersonShape, person
from annotators.models import Adjudication
from annotators.selectors.review_queue import ReviewProgress, Waiting
from labeling.kernel.clock import wire_time
from labeling.models import User


class WaitingShape(serializers.Serializer[Any]):
    """One task of the queue; `expected_error` is null until it has been judged."""

    task = serializers.CharField()
    expected_error = serializers.FloatField(allow_null=True)
    answers = serializers.IntegerField()
    excerpt = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add `label`, which as a class attribute would shadow DRF's own."""
        return {**super().get_fields(), "label": serializers.CharField()}


class ReviewQueueShape(serializers.Serializer[Any]):
    """A page of the queue."""

    results = WaitingShape(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class ReviewProgressShape(serializers.Serializer[Any]):
    """How far reviewing has come."""

    left = serializers.IntegerField()
    done = serializers.IntegerField()
    done_by_me = serializers.IntegerField()
    seconds_left = serializers.FloatField(allow_null=True)


class AdjudicationInput(serializers.Serializer[Any]):
    """The final label, as an answer's content."""

    regions = serializers.ListField(child=serializers.JSONField(), required=False)
    relations = serializers.ListField(child=serializers.JSONField(), required=False)
    answers = serializers.DictField(required=False)
    comment = serializers.CharField(required=False, allow_blank=True, max_length=4000, default="")


class AdjudicationShape(serializers.Serializer[Any]):
    """A decision, and who had said the same."""

    task = serializers.CharField()
    reviewer = PersonShape()
    supporters = PersonShape(many=True)
    regions = serializers.ListField(child=serializers.JSONField())
    relations = serializers.ListField(child=serializers.JSONField())
    answers = serializers.DictField()
    comment = serializers.CharField()
    created_at = serializers.DateTimeField()


def waiting_payload(row: Waiting) -> dict[str, Any]:
    """Return one task of the queue."""
    return {
        "task": str(row.task.pk),
        "expected_error": row.expected_error,
        "label": row.label,
        "answers": row.n_answers,
        "excerpt": row.excerpt,
    }


def progress_payload(found: ReviewProgress) -> dict[str, Any]:
    """Return how far reviewing has come."""
    return {
        "left": found.left,
        "done": found.done,
        "done_by_me": found.done_by_me,
        "seconds_left": found.seconds_left,
    }


def adjudication_payload(found: Adjudication) -> dict[str, Any]:
    """Return a decision."""
    supporters = User.objects.in_bulk(found.supporters)
    return {
        "task": str(found.task_id),
        "reviewer": person(found.reviewer),
        "supporters": [person(user) for user in supporters.values()],
        "regions": found.regions,
        "relations": found.relations,
        "answers": found.answers,
        "comment": found.comment,
        "created_at": wire_time(found.created_at),
    }
