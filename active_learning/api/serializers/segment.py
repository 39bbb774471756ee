"""Shapes of click to segment."""

from typing import Any

from rest_framework import serializers


class ClickInput(serializers.Serializer[Any]):
    """A place in pixels of the upright picture, on the thing or off it."""

    x = serializers.FloatField()
    y = serializers.FloatField()
    on = serializers.BooleanField(default=True)


class FrameInput(serializers.Serializer[Any]):
    """A box in pixels of the upright picture."""

    x = serializers.FloatField()
    y = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class SegmentInput(serializers.Serializer[Any]):
    """What is pointed at. Without clicks and box the picture is only made ready."""

    field = serializers.CharField()
    clicks = ClickInput(many=True, required=False)
    box = FrameInput(required=False, allow_null=True)
    window = FrameInput(
        required=False, allow_null=True, help_text="The part seen; nothing else is looked at."
    )
    model = serializers.CharField(required=False)


class SegmentShape(serializers.Serializer[Any]):
    """The outline, a polygon's geometry, or null where nothing fits."""

    model = serializers.CharField()
    polygon = serializers.DictField(allow_null=True)


class SegmentModelsShape(serializers.Serializer[Any]):
    """Names that `model` may have; the first answers where none is named."""

    models = serializers.ListField(child=serializers.CharField())
