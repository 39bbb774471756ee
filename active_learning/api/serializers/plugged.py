"""Shapes of the API of models that people bring."""

from typing import Any

from rest_framework import serializers

from active_learning.models.plugged_model import PluggedKind, PluggedState


class PlugInput(serializers.Serializer[Any]):
    """A model: a form's part `file` (and `tokenizer`), a lent `folder`, or a server's `url`."""

    name = serializers.CharField(max_length=100)
    field = serializers.CharField(max_length=100)
    kind = serializers.ChoiceField(
        ["file", PluggedKind.FOLDER, PluggedKind.HTTP, PluggedKind.LABEL_STUDIO]
    )
    file = serializers.FileField(required=False, allow_empty_file=True)
    tokenizer = serializers.FileField(required=False)
    folder = serializers.CharField(max_length=200, required=False)
    url = serializers.CharField(max_length=2000, required=False)
    secret = serializers.CharField(
        max_length=2000, required=False, allow_blank=True, trim_whitespace=False, default=""
    )


class PluggedChange(serializers.Serializer[Any]):
    """What may be changed; what is left out stays."""

    name = serializers.CharField(max_length=100, required=False)
    declaration = serializers.JSONField(required=False)
    answers_calls = serializers.BooleanField(required=False)
    secret = serializers.CharField(
        max_length=2000, required=False, allow_blank=True, trim_whitespace=False
    )


class PluggedShape(serializers.Serializer[Any]):
    """A brought model."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(PluggedKind.choices)
    field = serializers.CharField()
    state = serializers.ChoiceField(PluggedState.choices)
    url = serializers.CharField(allow_blank=True)
    has_secret = serializers.BooleanField()
    has_tokenizer = serializers.BooleanField()
    size_bytes = serializers.IntegerField()
    facts = serializers.DictField()
    fault = serializers.DictField(allow_null=True)
    declaration = serializers.DictField(allow_null=True)
    suggested = serializers.DictField(allow_null=True)
    prelabeler = serializers.CharField(allow_null=True)
    answers_calls = serializers.BooleanField()
    created_by = serializers.CharField()
    created_at = serializers.DateTimeField()


class PluggedListShape(serializers.Serializer[Any]):
    """The brought models of a project."""

    results = PluggedShape(many=True)
    folders = serializers.ListField(child=serializers.CharField())
