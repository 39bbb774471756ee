"""Shapes of the learning API, for its schema."""

from typing import Any

from rest_framework import serializers


class LearningShape(serializers.Serializer[Any]):
    """How learning stands in a project."""

    state = serializers.ChoiceField(["off", "cold", "training", "ready"])
    target = serializers.DictField(allow_null=True)
    labels = serializers.IntegerField()
    holdout = serializers.IntegerField()
    new_labels = serializers.IntegerField()
    retrain_after = serializers.IntegerField()
    strategy = serializers.CharField()
    curve = serializers.ListField(child=serializers.DictField())
    histogram = serializers.DictField(allow_null=True)
    balance = serializers.ListField(child=serializers.DictField())
    versions = serializers.ListField(child=serializers.DictField())
    query = serializers.ListField(child=serializers.DictField())
    note = serializers.DictField(allow_null=True)
    warnings = serializers.ListField(child=serializers.DictField())
    failed = serializers.DictField(allow_null=True)
    stop = serializers.DictField(allow_null=True)
    job = serializers.DictField(allow_null=True)


class PrelabelInput(serializers.Serializer[Any]):
    """What to pre-label: each `{"text"}`, `{"image"}` (base64 or data: URL) or `{"data"}`."""

    inputs = serializers.ListField(child=serializers.DictField())
    deadline_ms = serializers.FloatField(required=False, min_value=0.001)


class PrelabelShape(serializers.Serializer[Any]):
    """The version that answered, and a result or an error for each input."""

    model_version = serializers.CharField()
    results = serializers.ListField(child=serializers.DictField())


class TrainingStartedShape(serializers.Serializer[Any]):
    """The job that was started (or that waits already)."""

    job = serializers.DictField()
