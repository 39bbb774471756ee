"""Shapes of the API of pre-labelers."""

from typing import Any

from rest_framework import serializers


class UseInput(serializers.Serializer[Any]):
    """What may be changed of a pre-labeler's use; what is left out stays."""

    is_on = serializers.BooleanField(required=False)
    places = serializers.JSONField(required=False)
    options = serializers.JSONField(required=False)
    least = serializers.FloatField(required=False, min_value=0.0, max_value=1.0)


class UseShape(serializers.Serializer[Any]):
    """How a pre-labeler stands in a project."""

    id = serializers.CharField()
    is_on = serializers.BooleanField()
    places = serializers.ListField(child=serializers.DictField())
    options = serializers.DictField()
    least = serializers.FloatField()
    asked = serializers.IntegerField()
    accepted = serializers.IntegerField()
    decided = serializers.IntegerField()
    is_learned = serializers.BooleanField()
    learned_classes = serializers.ListField(child=serializers.DictField())
    functions = serializers.DictField(allow_null=True)
    weights = serializers.DictField(allow_null=True)
    trial = serializers.DictField(allow_null=True)
    stopped = serializers.DictField(allow_null=True)
    faults = serializers.IntegerField()
    fault = serializers.DictField(allow_null=True)


class PrelabelerPageShape(serializers.Serializer[Any]):
    """Every pre-labeler that fits a field of the project."""

    can_change = serializers.BooleanField()
    shows_predictions = serializers.BooleanField()
    open = serializers.IntegerField()
    labels = serializers.ListField(child=serializers.DictField())
    cards = serializers.ListField(child=serializers.DictField())
    job = serializers.DictField(allow_null=True)
    trying = serializers.ListField(child=serializers.CharField())
