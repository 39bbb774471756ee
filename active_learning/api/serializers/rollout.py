"""Shapes of the API of trials of versions."""

from typing import Any

from rest_framework import serializers

from active_learning.models.rollout import RolloutMode


class RolloutInput(serializers.Serializer[Any]):
    """Which version is tried, and how."""

    version = serializers.IntegerField()
    mode = serializers.ChoiceField(RolloutMode.choices)
    share = serializers.FloatField(min_value=0.001, max_value=1.0)


class RolloutShape(serializers.Serializer[Any]):
    """How two versions did on the same calls."""

    id = serializers.CharField()
    mode = serializers.ChoiceField(RolloutMode.choices)
    share = serializers.FloatField()
    stable = serializers.DictField()
    candidate = serializers.DictField()
    compared = serializers.IntegerField()
    agreement = serializers.FloatField(allow_null=True)
    started_at = serializers.DateTimeField()
    started_by = serializers.CharField(allow_blank=True)


class RolloutPageShape(serializers.Serializer[Any]):
    """The running trial, if there is one."""

    running = RolloutShape(allow_null=True)
