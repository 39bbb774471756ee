"""Tasks on their way in, alone and in bulk."""

from typing import Any

from rest_framework import serializers

from labeling.api.serializers.work import AnswerInput, PredictionShape
from labeling.models.policy import MAX_OVERLAP

BULK_ACTIONS = ("delete", "priority", "overlap", "reset", "accept")


class TaskInputShape(serializers.Serializer[Any]):
    """A task in; or just its field values, told apart by the ontology's field names."""

    data = serializers.DictField()  # type: ignore[assignment]  # a declared field, not .data
    external_id = serializers.CharField(required=False, max_length=255)
    meta = serializers.DictField(required=False)
    priority = serializers.FloatField(required=False)
    overlap = serializers.IntegerField(required=False)
    annotations = AnswerInput(many=True, required=False)
    predictions = PredictionShape(many=True, required=False)


class CreatedShape(serializers.Serializer[Any]):
    """The ids of new tasks, in the order given."""

    created = serializers.ListField(child=serializers.CharField())


class TaskChanges(serializers.Serializer[Any]):
    """What changes of a task."""

    meta = serializers.DictField(required=False)
    priority = serializers.FloatField(required=False)
    overlap = serializers.IntegerField(required=False, min_value=1, max_value=MAX_OVERLAP)


class BulkInput(serializers.Serializer[Any]):
    """What to do with which tasks: `ids` or `filter`."""

    action = serializers.ChoiceField(BULK_ACTIONS)
    ids = serializers.ListField(child=serializers.CharField(), required=False)
    filter = serializers.CharField(required=False, allow_blank=True)
    value = serializers.FloatField(required=False)


class AffectedShape(serializers.Serializer[Any]):
    """How many tasks were changed."""

    affected = serializers.IntegerField()


class PredictionsStoredShape(serializers.Serializer[Any]):
    """How many predictions were new."""

    created = serializers.IntegerField()
    duplicates = serializers.IntegerField()
