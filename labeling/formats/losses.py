"""What formats have no place for, where several say the same."""

from collections.abc import Collection, Iterable

from labeling.formats.base import Loss
from labeling.formats.classes import image_field
from labeling.ontology.parts import Label, Ontology

__all__ = [
    "ANNOTATORS_LEFT_OUT",
    "OUTLINES_ONLY",
    "boxed_only",
    "labels_left_out",
    "left_out",
    "no_images",
]


ANNOTATORS_LEFT_OUT = Loss(
    "annotators",
    "Annotators, times and predictions are left out; of several annotations of one task only one "
    "is written: an accepted one before others.",
)
OUTLINES_ONLY = Loss(
    "outlines", "Polygons keep their outline; holes and further parts are left out."
)


def left_out(ontology: Ontology, written: Collection[str]) -> list[Loss]:
    """Name the labels and relations that are not written, and the fields beside the image."""
    found = labels_left_out(label for label in ontology.labels if label.kind not in written)
    if names := [relation.name for relation in ontology.relations]:
        detail = f"Relations left out: {', '.join(names)}."
        found.append(Loss("relations", detail, {"names": names}))
    if len(ontology.fields) > 1:
        detail = "Only the first field of its type is written; other fields are left out."
        found.append(Loss("fields", detail))
    return found


def labels_left_out(labels: Iterable[Label]) -> list[Loss]:
    """Name labels that are not written."""
    unwritten = [{"name": label.name, "kind": label.kind} for label in labels]
    if not unwritten:
        return []
    named = ", ".join(f"{label['name']} ({label['kind']})" for label in unwritten)
    return [Loss("labels", f"Labels left out: {named}.", {"labels": unwritten})]


def boxed_only(ontology: Ontology, boxed: Iterable[str]) -> list[Loss]:
    """Name the shapes of which only the upright box around them is written."""
    kinds = sorted({label.kind for label in ontology.labels} & set(boxed))
    if not kinds:
        return []
    detail = f"Written as the upright box around them: {', '.join(kinds)}."
    return [Loss("boxes", detail, {"kinds": kinds})]


def no_images(ontology: Ontology) -> Loss | None:
    """Say why a format of images makes no sense, or None."""
    return None if image_field(ontology) else Loss("no_images", "This project shows no images.")
