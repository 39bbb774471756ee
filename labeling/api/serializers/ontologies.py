"""Ontologies and templates on the wire."""

from typing import Any

from rest_framework import serializers

from labeling.ontology.templates import Template


class TextInput(serializers.Serializer[Any]):
    """A label configuration as text."""

    text = serializers.CharField(trim_whitespace=False, max_length=5_000_000)


class OntologyInput(serializers.Serializer[Any]):
    """An ontology document."""

    ontology = serializers.JSONField()


class DroppedShape(serializers.Serializer[Any]):
    """What could not be carried over."""

    what = serializers.CharField()
    why = serializers.CharField()


class ReadAnswer(OntologyInput):
    """What was read."""

    source = serializers.ChoiceField(  # type: ignore[assignment]  # a declared field
        ["penumbra", "label_studio", "cvat"]
    )
    dropped = DroppedShape(many=True)


class PlaceShape(serializers.Serializer[Any]):
    """A fault at its place."""

    pointer = serializers.CharField()
    detail = serializers.CharField()


class CheckAnswer(serializers.Serializer[Any]):
    """Whether an ontology is sound."""

    ok = serializers.BooleanField()
    errors = PlaceShape(many=True)  # type: ignore[assignment]  # a declared field


class TouchesShape(serializers.Serializer[Any]):
    """How many answers a change alters."""

    annotations = serializers.IntegerField()
    predictions = serializers.IntegerField()


class ChangeShape(serializers.Serializer[Any]):
    """One difference that answers notice."""

    kind = serializers.CharField()
    what = serializers.CharField()
    touches = TouchesShape()


class DryRunAnswer(serializers.Serializer[Any]):
    """What a change of ontology would do."""

    changes = ChangeShape(many=True)


class TemplateShape(serializers.Serializer[Any]):
    """What a project can start from."""

    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField())
    description = serializers.DictField(child=serializers.CharField())
    field_types = serializers.ListField(child=serializers.CharField())
    ontology = serializers.JSONField()
    sample = serializers.ListField(child=serializers.DictField())


def template_payload(template: Template) -> dict[str, Any]:
    """Return a template."""
    return {
        "id": template.id,
        "name": template.name,
        "description": template.description,
        "field_types": list(template.field_types),
        "ontology": template.ontology,
        "sample": list(template.sample),
    }
