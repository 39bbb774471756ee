"""Shapes of the comparison of strategies."""

from typing import Any

from rest_framework import serializers


class ReplayInput(serializers.Serializer[Any]):
    """Which strategies to compare, on how many seeds; both optional."""

    strategies = serializers.ListField(child=serializers.CharField(), required=False)
    seeds = serializers.IntegerField(required=False)


class ReplayPageShape(serializers.Serializer[Any]):
    """The newest comparison, its job while one runs, and what can be compared."""

    state = serializers.ChoiceField(["off", "too_few", "none", "running", "ready"])
    labels = serializers.IntegerField()
    needed = serializers.IntegerField()
    available = serializers.ListField(child=serializers.CharField())
    default = serializers.ListField(child=serializers.CharField())
    baseline = serializers.CharField()
    used = serializers.CharField(allow_null=True)
    job = serializers.DictField(allow_null=True)
    replay = serializers.DictField(allow_null=True)
