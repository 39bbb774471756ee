"""Shapes of the map's API, for its schema."""

from typing import Any

from rest_framework import serializers


class MapShape(serializers.Serializer[Any]):
    """How the map of a project stands."""

    state = serializers.ChoiceField(["off", "none", "ready"])
    version = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    tasks = serializers.IntegerField(help_text="tasks with a vector, so those a new map shows")
    can_draw = serializers.BooleanField()
    missing = serializers.IntegerField(help_text="tasks read since the map was drawn")
    is_outdated = serializers.BooleanField(help_text="the vectors are other ones by now")
    seconds = serializers.FloatField(allow_null=True)
    created_at = serializers.DateTimeField(allow_null=True)
    job = serializers.DictField(allow_null=True)
