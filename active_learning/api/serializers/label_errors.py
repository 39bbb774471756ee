"""Shapes of the label error API."""

from typing import Any

from rest_framework import serializers

from active_learning.models.label_finding import FindingState


class FindingShape(serializers.Serializer[Any]):
    """One doubtful place of one annotation."""

    id = serializers.CharField()
    task = serializers.CharField()
    external_id = serializers.CharField(allow_null=True)
    annotation = serializers.CharField()
    annotator = serializers.DictField()
    labelled_at = serializers.DateTimeField()
    is_holdout = serializers.BooleanField()
    label = serializers.CharField()  # type: ignore[assignment]  # a declared field
    kind = serializers.ChoiceField(["class", "missing", "spurious", "extent"])
    given = serializers.CharField(allow_null=True)
    suggested = serializers.CharField(allow_null=True)
    given_place = serializers.DictField(allow_null=True)
    place = serializers.DictField(allow_null=True)
    score = serializers.FloatField()
    probability = serializers.FloatField()
    own_probability = serializers.FloatField(allow_null=True)
    state = serializers.ChoiceField(FindingState.choices)
    decided_by = serializers.DictField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    can_decide = serializers.BooleanField()
    data = serializers.DictField()  # type: ignore[assignment]  # a declared field, not .data
    excerpt = serializers.DictField(allow_null=True)


class FindingListShape(serializers.Serializer[Any]):
    """A page of findings, the likeliest error first."""

    results = FindingShape(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()


class FindingsSummaryShape(serializers.Serializer[Any]):
    """How the search and going through it stand."""

    can_search = serializers.BooleanField()
    label = serializers.DictField(allow_null=True)  # type: ignore[assignment]  # a declared field
    search = serializers.DictField(allow_null=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    precision = serializers.DictField(allow_null=True)
    pairs = serializers.ListField(child=serializers.DictField())
    annotators = serializers.ListField(child=serializers.DictField())
    job = serializers.DictField(allow_null=True)
