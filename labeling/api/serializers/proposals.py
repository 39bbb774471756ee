"""Proposals on the wire."""

from typing import Any

from rest_framework import serializers

from labeling.services.proposals.ask import Proposal
from labeling.services.proposals.propose import Proposed


class ProposalsInput(serializers.Serializer[Any]):
    """A task's regions and relations as they stand on the screen, and one region's id.

    `frames` says which frame a field shows: a picture beside a scene is taken to be of that one,
    unless the scene names its file.
    """

    regions = serializers.ListField(child=serializers.JSONField())
    relations = serializers.ListField(child=serializers.JSONField(), required=False)
    region = serializers.CharField()
    frames = serializers.DictField(child=serializers.IntegerField(min_value=0), required=False)


class ReasonShape(serializers.Serializer[Any]):
    """Why, as a code and what belongs into its sentence."""

    code = serializers.CharField()
    params = serializers.DictField()


class ProposalShape(serializers.Serializer[Any]):
    """A region that may be the same object: `region` names one sent, else `geometry` is new."""

    on = serializers.CharField()
    score = serializers.FloatField()
    region = serializers.CharField(allow_null=True)
    geometry = serializers.DictField(allow_null=True)
    text = serializers.CharField(allow_null=True)
    reason = ReasonShape()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add `label`, which DRF keeps for itself, and `class`, which is Python's."""
        names = {"label": serializers.CharField(), "class": serializers.CharField(allow_null=True)}
        return {**names, **super().get_fields()}


class ProblemOfSource(serializers.Serializer[Any]):
    """A source that could not answer this time."""

    code = serializers.CharField()
    detail = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Add `source`, which DRF keeps for itself."""
        return {"source": serializers.CharField(), **super().get_fields()}


class ProposalsShape(serializers.Serializer[Any]):
    """The best first."""

    proposals = ProposalShape(many=True)
    problems = ProblemOfSource(many=True)


def proposed_payload(found: Proposed) -> dict[str, Any]:
    """Return the wire shape."""
    return {
        "proposals": [_payload(one) for one in found.proposals],
        "problems": [
            {"source": name, "code": error.code, "detail": error.detail}
            for name, error in found.problems
        ],
    }


def _payload(one: Proposal) -> dict[str, Any]:
    return {
        "on": one.on,
        "label": one.label,
        "class": one.class_id,
        "score": one.score,
        "region": one.region,
        "geometry": one.geometry,
        "text": one.text,
        "reason": {"code": one.code, "params": dict(one.params)},
    }
