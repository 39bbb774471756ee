"""Shapes of Label Studio's ML back end protocol, as their server speaks it."""

from typing import Any

from rest_framework import serializers


class LsHealthShape(serializers.Serializer[Any]):
    """What Label Studio asks first."""

    status = serializers.CharField()
    model_class = serializers.CharField()


class LsSetupShape(serializers.Serializer[Any]):
    """The version that will answer."""

    model_version = serializers.CharField()


class LsPredictInput(serializers.Serializer[Any]):
    """Tasks as Label Studio sends them."""

    tasks = serializers.ListField(child=serializers.DictField(), max_length=64)
    label_config = serializers.CharField(required=False, allow_blank=True, default="")


class LsPredictShape(serializers.Serializer[Any]):
    """A prediction for each task."""

    results = serializers.ListField(child=serializers.DictField())


class LsTrainInput(serializers.Serializer[Any]):
    """A wish to train; older servers send the annotated tasks along."""

    annotations = serializers.ListField(child=serializers.DictField(), required=False)
    project = serializers.JSONField(required=False)
    label_config = serializers.CharField(required=False, allow_blank=True)


class LsEventInput(serializers.Serializer[Any]):
    """An event of their webhooks: `ANNOTATION_CREATED`, `START_TRAINING`, ..."""

    action = serializers.CharField()
    project = serializers.DictField(required=False)
    task = serializers.DictField(required=False)
    annotation = serializers.DictField(required=False)
    annotations = serializers.ListField(child=serializers.DictField(), required=False)


class LsHeardShape(serializers.Serializer[Any]):
    """What became of it; `reason` where it means nothing here."""

    status = serializers.ChoiceField(["ok", "ignored"])
    reason = serializers.CharField(required=False)
    job = serializers.CharField(required=False)
    deleted = serializers.IntegerField(required=False)
    kept = serializers.ListField(child=serializers.DictField(), required=False)
