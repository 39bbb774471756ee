"""Regions, relations and answers as results of Label Studio."""

from collections.abc import Iterator, Mapping
from typing import Any

from labeling.formats.base import Content, ExportMedia, ExportTask, Size
from labeling.formats.label_studio.shapes import RESULT_TYPES, to_value
from labeling.ontology.parts import Label, Ontology

__all__ = ["has_type", "results_of"]

Json = dict[str, Any]

ANSWER_TYPES: Mapping[str, str] = {
    "choice": "choices",
    "multichoice": "choices",
    "taxonomy": "taxonomy",
    "rating": "rating",
    "number": "number",
    "datetime": "datetime",
    "textarea": "textarea",
    "ranking": "ranker",
    "pairwise": "pairwise",
}


# Their marks say a slice, a page or a turn, which results of Label Studio cannot.
OTHER_FIELDS = frozenset({"volume", "document", "dialogue"})


def has_type(label: Label, ontology: Ontology) -> bool:
    """Whether Label Studio has results that say what the label says."""
    if label.kind in ANSWER_TYPES:
        return True
    return label.kind in RESULT_TYPES and ontology.fields[label.on].type not in OTHER_FIELDS


def results_of(content: Content, task: ExportTask, ontology: Ontology) -> Iterator[Json]:
    """Yield the results of one annotation or prediction."""
    written = set()
    for region in content.regions:
        label = ontology.label(region["label"])
        if label is not None and has_type(label, ontology):
            written.add(region["id"])
            yield from _region(region, label, task)
    for label_id, value in content.answers.items():
        label = ontology.label(label_id)
        if label is not None and label.kind in ANSWER_TYPES:
            yield _answer(label, value)
    for relation in content.relations:
        if {relation["from"], relation["to"]} <= written:
            yield {
                "type": "relation",
                "from_id": relation["from"],
                "to_id": relation["to"],
                "direction": "right",
                "labels": [relation["label"]],
            }


def _region(region: Json, label: Label, task: ExportTask) -> Iterator[Json]:
    result_type = RESULT_TYPES[label.kind]
    item = label.class_(region.get("class") or "")
    value = _value(region, label, task)
    if item is not None:
        value[result_type] = [item.id]
    head: Json = {"id": region["id"], "from_name": label.id, "to_name": label.on}
    size = _size(task, label.on)
    frame: Json = {}
    if size is not None and label.kind not in {"span", "range"}:
        frame = {"original_width": size[0], "original_height": size[1], "image_rotation": 0}
    score = {"score": region["score"]} if region.get("score") is not None else {}
    yield {**head, "type": result_type, **frame, "value": value, **score}
    declared = {attribute.id: attribute for attribute in label.attributes_of(region.get("class"))}
    for key, given in region.get("attributes", {}).items():
        kind = declared[key].kind if key in declared else "text"
        yield {**head, "from_name": key, **_attribute(kind, given)}


def _attribute(kind: str, value: Any) -> Json:
    match kind:
        case "boolean":
            return {"type": "choices", "value": {"choices": ["true" if value else "false"]}}
        case "choice":
            return {"type": "choices", "value": {"choices": [value]}}
        case "multichoice":
            return {"type": "choices", "value": {"choices": value}}
        case "number" | "rating":
            return {"type": kind, "value": {kind: value}}
        case _:
            return {"type": "textarea", "value": {"text": [value]}}


def _value(region: Json, label: Label, task: ExportTask) -> Json:
    geometry = region["geometry"]
    if label.kind == "span":
        text = task.data.get(label.on)
        start, end = geometry["start"], geometry["end"]
        surface = {"text": text[start:end]} if isinstance(text, str) else {}
        return {"start": start, "end": end, **surface}
    if label.kind == "range":
        return {"start": geometry["start"], "end": geometry["end"]}
    return to_value(label.kind, geometry, _size(task, label.on) or (100, 100))


def _size(task: ExportTask, field: str) -> Size | None:
    media = task.data.get(field)
    if isinstance(media, ExportMedia) and media.width and media.height:
        return media.width, media.height
    return None


def _answer(label: Label, value: Any) -> Json:
    head: Json = {"from_name": label.id, "to_name": label.on, "type": ANSWER_TYPES[label.kind]}
    match label.kind:
        case "choice":
            body: Json = {"choices": [value]}
        case "multichoice":
            body = {"choices": value}
        case "taxonomy":
            body = {"taxonomy": [str(path).split("/") for path in value]}
        case "textarea":
            body = {"text": value if isinstance(value, list) else [value]}
        case "pairwise":
            ids = [item.id for item in label.classes]
            side = "right" if value in ids and ids.index(value) == 1 else "left"
            body = {"selected": side}
        case _:
            body = {ANSWER_TYPES[label.kind]: value}
    return {**head, "value": body}
