"""Shapes of labeling many tasks at once."""

from typing import Any

from rest_framework import serializers


class BulkLabelInput(serializers.Serializer[Any]):
    """Which class of which choice, to which tasks."""

    ids = serializers.ListField(child=serializers.CharField())
    label = serializers.CharField()  # type: ignore[assignment]  # a declared field, not .label
    vars()["class"] = serializers.CharField()


class BulkLabelledShape(serializers.Serializer[Any]):
    """The annotations stored, and how many tasks were left out, by reason."""

    annotations = serializers.ListField(child=serializers.CharField())
    left_out = serializers.DictField(child=serializers.IntegerField())
    detail = serializers.CharField(allow_null=True)


class WithdrawInput(serializers.Serializer[Any]):
    """The annotations of a bulk."""

    annotations = serializers.ListField(child=serializers.CharField())


class WithdrawnShape(serializers.Serializer[Any]):
    """How many were taken back."""

    withdrawn = serializers.IntegerField()
