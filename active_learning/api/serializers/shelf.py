"""Shapes of the model shelf and of training jobs, for the API's schema."""

from typing import Any

from rest_framework import serializers


class ShelfShape(serializers.Serializer[Any]):
    """All versions, what is in use, and the newest trainings."""

    target = serializers.DictField(allow_null=True)
    versions = serializers.ListField(child=serializers.DictField())
    in_use = serializers.DictField(allow_null=True)
    runs = serializers.ListField(child=serializers.DictField())
    may_train = serializers.BooleanField()


class VersionShape(serializers.Serializer[Any]):
    """One version with its card."""

    version = serializers.DictField()
    card = serializers.CharField()
    precisions = serializers.ListField(child=serializers.CharField())
    why_not = serializers.CharField(allow_null=True)
    job = serializers.DictField(allow_null=True)


class PromotionInput(serializers.Serializer[Any]):
    """Whether rounds may replace it."""

    hold = serializers.BooleanField(default=False)


class ExportInput(serializers.Serializer[Any]):
    """In which precisions to write it."""

    precisions = serializers.ListField(child=serializers.CharField(max_length=16), max_length=8)


class SliceInput(serializers.Serializer[Any]):
    """Which labels to learn from."""

    filter = serializers.CharField(default="", allow_blank=True, max_length=4000)


class AlterationsInput(SliceInput):
    """A slice and a recipe that alters it."""

    recipe = serializers.DictField(default=dict)


class AlterationsShape(serializers.Serializer[Any]):
    """Tasks before and after: {"task", "fields": [{"name", "type", "before", "after"}]}."""

    examples = serializers.ListField(child=serializers.DictField())


class TrainingInput(SliceInput):
    """A training to be done."""

    votes = serializers.CharField(default="consensus", max_length=16)
    recipe = serializers.DictField(default=dict)
    trials = serializers.IntegerField(default=0)


class SliceShape(serializers.Serializer[Any]):
    """How much a slice holds."""

    tasks = serializers.IntegerField()
    test = serializers.IntegerField()
    classes = serializers.DictField()


class TrainingShape(serializers.Serializer[Any]):
    """A training with its curve and log."""

    id = serializers.CharField()
    state = serializers.CharField()
    curve = serializers.ListField(child=serializers.DictField())
    log = serializers.ListField(child=serializers.DictField())
    job = serializers.DictField(allow_null=True)


class FormShape(serializers.Serializer[Any]):
    """What a new training may say: learners that fit the project, defaults, bounds."""

    target = serializers.DictField(allow_null=True)
    learners = serializers.ListField(child=serializers.CharField())
    defaults = serializers.DictField()
    choices = serializers.DictField()
    ranges = serializers.DictField()
    teachers = serializers.ListField(child=serializers.DictField())


class FairnessShape(serializers.Serializer[Any]):
    """Groups of hold-out tasks by each declared key, and the gaps between those furthest apart."""

    declared = serializers.ListField(child=serializers.CharField())
    keys = serializers.ListField(child=serializers.CharField())
    least = serializers.IntegerField()
    tested = serializers.IntegerField()
    compared = serializers.ListField(child=serializers.DictField())
