"""Shapes of explanations."""

from typing import Any

from rest_framework import serializers


class ExplainTaskInput(serializers.Serializer[Any]):
    """What is left out is the obvious: version in use, its answer, first text or picture."""

    version = serializers.CharField(required=False)
    field = serializers.CharField(required=False)
    budget_ms = serializers.FloatField(required=False)
    vars()["class"] = serializers.CharField(required=False)


class ExplainInput(ExplainTaskInput):
    """An input as the pre-labeling call takes it."""

    input = serializers.DictField()


class ExplanationShape(serializers.Serializer[Any]):
    """By how much the class's probability falls without each part; below 0: it rises.

    Parts of a text have `start` and `end` in code points of `text`; parts of a picture `x`, `y` and
    `side` as shares of its width and height.
    """

    model_version = serializers.CharField()
    kind = serializers.ChoiceField(["text", "image"])
    field = serializers.CharField()
    probability = serializers.FloatField()
    text = serializers.CharField(required=False)
    parts = serializers.ListField(child=serializers.DictField())
    is_complete = serializers.BooleanField()
    evaluations = serializers.IntegerField()
    seconds = serializers.FloatField()
    vars()["class"] = serializers.CharField()
