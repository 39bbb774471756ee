"""Shapes of the diagnosis, for the API's schema."""

from typing import Any

from rest_framework import serializers


class AccuracyShape(serializers.Serializer[Any]):
    """How the version in use does on the hold-out."""

    state = serializers.ChoiceField(["off", "no_model", "unmeasured", "ready"])
    version = serializers.IntegerField(allow_null=True)
    tasks = serializers.IntegerField()
    needed = serializers.IntegerField()
    accuracy = serializers.DictField(allow_null=True)
    macro_f1 = serializers.DictField(allow_null=True)
    reliability = serializers.DictField(allow_null=True)
    confusion = serializers.DictField(allow_null=True)
    needs = serializers.ListField(child=serializers.DictField())
    slices = serializers.DictField(allow_null=True)
    drawn = serializers.DictField(allow_null=True)
    bias = serializers.DictField(allow_null=True)
    drift = serializers.DictField(allow_null=True)


class ComparisonShape(serializers.Serializer[Any]):
    """Two versions by their numbers, on the hold-out and in the pool."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    holdout = serializers.DictField(allow_null=True)
    pool = serializers.DictField(allow_null=True)
