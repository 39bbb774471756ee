"""Shape of the budget planner."""

from typing import Any

from rest_framework import serializers


class BudgetShape(serializers.Serializer[Any]):
    """What a target costs; `forecast` is null until enough was measured."""

    target = serializers.FloatField()
    labels = serializers.IntegerField()
    pool = serializers.IntegerField()
    pace = serializers.DictField()
    stop = serializers.DictField()
    forecast = serializers.DictField(allow_null=True)
    spends = serializers.ListField(child=serializers.DictField())
