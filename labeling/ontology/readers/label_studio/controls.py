"""Reads Label Studio's controls without regions: whole-task labels, or attributes of regions."""

from collections.abc import Callable, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from labeling.ontology.readers.label_studio.classes import Hotkeys, read_classes, read_tree
from labeling.ontology.readers.result import Losses

__all__ = ["ANSWERS", "as_attribute"]

JSON = dict[str, Any]
Reader = Callable[[Element, Hotkeys, Losses], JSON | None]

MAX_RATING = 100


def _choices(control: Element, hotkeys: Hotkeys, losses: Losses) -> JSON | None:
    if any(len(choice) for choice in control.iter("Choice")):
        return _taxonomy(control, hotkeys, losses)
    many = control.get("choice") == "multiple"
    classes = read_classes(control, hotkeys, losses)
    return {"kind": "multichoice" if many else "choice", "classes": classes} if classes else None


def _taxonomy(control: Element, hotkeys: Hotkeys, losses: Losses) -> JSON | None:
    single = control.get("maxUsages") == "1" or control.get("choice", "").startswith("single")
    classes = read_tree(control, hotkeys, losses)
    return {"kind": "taxonomy", "multiple": not single, "classes": classes} if classes else None


def _rating(control: Element, _hotkeys: Hotkeys, _losses: Losses) -> JSON:
    highest = _number(control.get("maxRating"))
    return {"kind": "rating", "min": 1, "max": max(2, min(int(highest or 5), MAX_RATING))}


def _number_input(control: Element, _hotkeys: Hotkeys, losses: Losses) -> JSON:
    found: JSON = {"kind": "number"}
    for name in ("min", "max", "step"):
        value = _number(control.get(name))
        if value is not None:
            found[name] = value
    if found.get("min", float("-inf")) >= found.get("max", float("inf")):
        losses.add(f"range of {control.get('name')!r}", "min is not less than max")
        del found["min"], found["max"]
    if found.get("step", 1) <= 0:
        del found["step"]
    return found


def _textarea(control: Element, _hotkeys: Hotkeys, _losses: Losses) -> JSON:
    return {"kind": "textarea", "multiple": control.get("maxSubmissions") != "1"}


def _datetime(_control: Element, _hotkeys: Hotkeys, _losses: Losses) -> JSON:
    return {"kind": "datetime"}


def _pairwise(control: Element, _hotkeys: Hotkeys, _losses: Losses) -> JSON:
    left = control.get("leftClass") or "left"
    right = control.get("rightClass") or "right"
    return {"kind": "pairwise", "classes": [left, right if right != left else "right"]}


ANSWERS: Mapping[str, Reader] = {
    "Choices": _choices,
    "Taxonomy": _taxonomy,
    "Rating": _rating,
    "Number": _number_input,
    "TextArea": _textarea,
    "DateTime": _datetime,
    "Pairwise": _pairwise,
}
"""Control tag -> how its kind, classes and limits are read."""

_ATTRIBUTE_KINDS: Mapping[str, str] = {
    "choice": "choice",
    "multichoice": "multichoice",
    "rating": "rating",
    "number": "number",
    "textarea": "text",
    "datetime": "text",
}


def as_attribute(label: JSON) -> JSON | None:
    """The attribute that a per-region control stands for; None when no attribute can hold it."""
    kind = _ATTRIBUTE_KINDS.get(label["kind"])
    if kind is None:
        return None
    found: JSON = {"id": label["id"], "kind": kind, "required": label.get("required", False)}
    if "classes" in label:
        found["options"] = [{"id": item["id"], "name": item["name"]} for item in label["classes"]]
    return found | {name: label[name] for name in ("min", "max", "step") if name in label}


def _number(text: str | None) -> float | None:
    try:
        value = float(text) if text else None
    except ValueError:
        return None
    return value if value is None or abs(value) < 1e15 else None
