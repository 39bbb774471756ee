"""How judgements look on the wire."""

from typing import Any

from rest_framework import serializers

from annotators.models import Consensus
from annotators.selectors.excerpts import excerpt_of
from annotators.selectors.figures import AnnotatorFigures
from labeling.models import User


class PersonShape(serializers.Serializer[Any]):
    """Somebody."""

    id = serializers.CharField()
    username = serializers.CharField()
    name = serializers.CharField()


class AnnotatorShape(serializers.Serializer[Any]):
    """One row of the annotator table."""

    user = PersonShape()
    is_member = serializers.BooleanField()
    count = serializers.IntegerField()
    skipped = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    judged = serializers.FloatField()
    consistency = serializers.FloatField(allow_null=True)
    patterns = serializers.ListField(child=serializers.CharField())
    worked_seconds = serializers.FloatField()
    seconds_low = serializers.FloatField(allow_null=True)
    seconds_high = serializers.FloatField(allow_null=True)
    median_seconds = serializers.FloatField(allow_null=True)
    per_hour = serializers.FloatField(allow_null=True)
    agreement = serializers.FloatField(allow_null=True)
    agreement_n = serializers.IntegerField()
    gold_accuracy = serializers.FloatField(allow_null=True)
    gold_low = serializers.FloatField(allow_null=True)
    gold_high = serializers.FloatField(allow_null=True)
    gold_n = serializers.IntegerField()
    last_active = serializers.DateTimeField(allow_null=True)


class CoefficientShape(serializers.Serializer[Any]):
    """Agreement on one label; `reason` says why there is no value."""

    metric = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    tasks = serializers.IntegerField()
    reason = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add `label`, which as a class attribute would shadow DRF's own."""
        return {"label": serializers.CharField(), **super().get_fields()}


class PairShape(serializers.Serializer[Any]):
    """Cohen's kappa of two annotators."""

    a = PersonShape()
    b = PersonShape()
    value = serializers.FloatField()
    tasks = serializers.IntegerField()


class AgreementShape(serializers.Serializer[Any]):
    """Agreement in a project; `is_stale` while newer answers are being judged."""

    labels = CoefficientShape(many=True)
    pairs = PairShape(many=True)
    is_stale = serializers.BooleanField()


def person(user: User) -> dict[str, str]:
    """Return how a person is named to others."""
    return {"id": str(user.pk), "username": user.username, "name": user.get_full_name()}


def annotator_payload(row: AnnotatorFigures) -> dict[str, Any]:
    """Return one row of the annotator table."""
    facts = row.facts
    again = facts.detail.get("consistency") if facts else None
    return {
        "user": person(row.user),
        "is_member": row.is_member,
        "count": row.count,
        "skipped": row.skipped,
        "accuracy": facts.accuracy if facts else None,
        "low": facts.low if facts else None,
        "high": facts.high if facts else None,
        "judged": facts.judged if facts else 0.0,
        "consistency": again and again["value"],
        "patterns": row.patterns,
        "worked_seconds": facts.worked_seconds if facts else 0.0,
        "seconds_low": facts.seconds_low if facts else None,
        "seconds_high": facts.seconds_high if facts else None,
        "median_seconds": row.median_seconds,
        "per_hour": row.per_hour,
        "agreement": row.agreement,
        "agreement_n": row.agreement_n,
        "gold_accuracy": row.gold_accuracy,
        "gold_low": row.gold_low,
        "gold_high": row.gold_high,
        "gold_n": row.gold_n,
        "last_active": row.last_active,
    }


def consensus_payload(row: Consensus) -> dict[str, Any]:
    """Return what the crowd says about one label of one task."""
    return {
        "id": str(row.pk),
        "task": str(row.task_id),
        "excerpt": excerpt_of(row.task.data),
        "label": row.label,
        "method": row.method,
        "value": row.value,
        "confidence": row.confidence,
        "tie": row.is_tie,
        "votes": row.n_votes,
    }
