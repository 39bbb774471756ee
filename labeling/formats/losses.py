"""Sentences about what a format has no place for."""

from collections.abc import Container

from labeling.formats.classes import image_field
from labeling.ontology.parts import Ontology

__all__ = ["left_out", "no_images"]


def left_out(ontology: Ontology, written: Container[str]) -> list[str]:
    """Name the labels and relations that are not written, and the fields beside the image."""
    labels = [
        f"{label.name} ({label.kind})" for label in ontology.labels if label.kind not in written
    ]
    found = [f"Labels left out: {', '.join(labels)}."] if labels else []
    if ontology.relations:
        names = ", ".join(relation.name for relation in ontology.relations)
        found.append(f"Relations left out: {names}.")
    if len(ontology.fields) > 1:
        found.append("Only the first field of its type is written; other fields are left out.")
    return found


def no_images(ontology: Ontology) -> str | None:
    """Say why a format of images makes no sense, or None."""
    return None if image_field(ontology) else "This project shows no images."
