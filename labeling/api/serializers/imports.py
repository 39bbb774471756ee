"""Imports and exports on the wire."""

from typing import Any

from rest_framework import serializers

from labeling.api.serializers.jobs import JobShape

MAX_NAME = 40


class GuessShape(serializers.Serializer[Any]):
    """A format and how surely the upload is in it."""

    id = serializers.CharField()
    name = serializers.CharField()
    confidence = serializers.FloatField()


class PreviewShape(serializers.Serializer[Any]):
    """An upload as it would be read."""

    upload = serializers.CharField()
    name = serializers.CharField()
    size = serializers.IntegerField()
    format = serializers.CharField()
    formats = GuessShape(many=True)
    encoding = serializers.CharField(allow_null=True)
    delimiter = serializers.CharField(allow_null=True)
    columns = serializers.ListField(child=serializers.CharField())
    mapping = serializers.DictField(child=serializers.CharField(allow_null=True))
    count = serializers.IntegerField(allow_null=True)
    sample = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())
    warnings = serializers.ListField(child=serializers.CharField())


class ReadingInput(serializers.Serializer[Any]):
    """How to read a file; what is left out is detected."""

    format = serializers.CharField(max_length=MAX_NAME, default="auto")
    mapping = serializers.DictField(
        child=serializers.CharField(allow_null=True, allow_blank=True, max_length=200),
        default=dict,
    )
    encoding = serializers.CharField(max_length=MAX_NAME, default="", allow_blank=True)
    delimiter = serializers.CharField(
        max_length=1, default="", allow_blank=True, trim_whitespace=False
    )


class PreviewInput(ReadingInput):
    """Parts `file` of a form, a text, an upload to be read another way, or a URL (in a job)."""

    text = serializers.CharField(required=False, trim_whitespace=False)
    upload = serializers.CharField(required=False)
    url = serializers.CharField(max_length=4096, required=False)


class ImportInput(ReadingInput):
    """One of: an upload, parts `file`, a list of tasks, a URL."""

    upload = serializers.CharField(required=False)
    tasks = serializers.ListField(child=serializers.JSONField(), required=False)
    url = serializers.CharField(max_length=4096, required=False)
    on_error = serializers.ChoiceField(choices=["fail", "skip"], default="fail")


class ExportInput(serializers.Serializer[Any]):
    """What to export."""

    format = serializers.CharField(max_length=MAX_NAME)
    filter = serializers.CharField(
        max_length=10_000, default="", allow_blank=True, trim_whitespace=False
    )
    include_media = serializers.BooleanField(default=False)
    source = serializers.CharField(  # type: ignore[assignment]  # a declared field, not .source
        max_length=MAX_NAME, default="annotations"
    )


class LossShape(serializers.Serializer[Any]):
    """What a format cannot hold, or why it does not fit: for screens and as a sentence."""

    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class ExportFormatShape(serializers.Serializer[Any]):
    """A format, and what it cannot hold of this project."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    extension = serializers.CharField()
    available = serializers.BooleanField()
    why_not = LossShape(allow_null=True)
    losses = LossShape(many=True)


class StartedShape(serializers.Serializer[Any]):
    """The job that was started."""

    job = JobShape()
