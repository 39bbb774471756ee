"""How the reasons of a consensus look on the wire."""

from typing import Any

from rest_framework import serializers

from annotators.api.shapes import PersonShape, person
from annotators.selectors.explained import Explained


class VoiceShape(serializers.Serializer[Any]):
    """One person's vote; `weight` is how far they were trusted, null if they voted since."""

    user = PersonShape()
    said = serializers.JSONField()
    weight = serializers.FloatField(allow_null=True)
    supports = serializers.BooleanField()


class ExplanationShape(serializers.Serializer[Any]):
    """One label's consensus; `posterior` tells what else was possible."""

    kind = serializers.CharField()
    method = serializers.CharField()
    said = serializers.JSONField()
    confidence = serializers.FloatField()
    tie = serializers.BooleanField()
    votes = serializers.IntegerField()
    posterior = serializers.DictField(child=serializers.FloatField())
    members = serializers.DictField(child=serializers.FloatField())
    model_version = serializers.CharField()
    voices = VoiceShape(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add `label`, which as a class attribute would shadow DRF's own."""
        return {"label": serializers.CharField(), **super().get_fields()}


def explanation_payload(found: Explained) -> dict[str, Any]:
    """Return one label's consensus with every vote."""
    row = found.row
    return {
        "label": row.label,
        "kind": found.kind,
        "method": row.method,
        "said": found.said,
        "confidence": row.confidence,
        "tie": row.is_tie,
        "votes": row.n_votes,
        "posterior": row.reasons.get("posterior", {}),
        "members": row.reasons.get("members", {}),
        "model_version": row.model_version,
        "voices": [
            {
                "user": person(voice.user),
                "said": voice.said,
                "weight": voice.weight,
                "supports": voice.supports,
            }
            for voice in found.voices
        ],
    }
