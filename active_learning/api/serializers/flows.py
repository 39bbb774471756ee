"""Shapes of the API of flows."""

from typing import Any

from rest_framework import serializers


class FlowDeclared(serializers.Serializer[Any]):
    """A declaration to be looked at."""

    field = serializers.CharField(max_length=100)
    steps = serializers.JSONField()


class FlowInput(FlowDeclared):
    """A flow to be kept: steps as `{"step": kind, setting: value, ...}`."""

    name = serializers.CharField(max_length=100)


class FlowChange(serializers.Serializer[Any]):
    """What may be changed; what is left out stays."""

    name = serializers.CharField(max_length=100, required=False)
    steps = serializers.JSONField(required=False)


class FlowShape(serializers.Serializer[Any]):
    """A flow, with what passes from step to step."""

    id = serializers.CharField()
    name = serializers.CharField()
    field = serializers.CharField()
    steps = serializers.ListField(child=serializers.DictField())
    graph = serializers.ListField(child=serializers.DictField())
    faults = serializers.ListField(child=serializers.DictField())
    prelabeler = serializers.CharField(allow_null=True)
    created_by = serializers.CharField()
    created_at = serializers.DateTimeField()


class FlowPageShape(serializers.Serializer[Any]):
    """The flows of a project, and what one may be made of."""

    results = FlowShape(many=True)
    kinds = serializers.ListField(child=serializers.DictField())
    models = serializers.ListField(child=serializers.DictField())
    recipes = serializers.ListField(child=serializers.DictField())


class FlowGraphShape(serializers.Serializer[Any]):
    """What passes from step to step."""

    graph = serializers.ListField(child=serializers.DictField())
