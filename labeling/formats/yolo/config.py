"""Class numbers of YOLO data sets: `data.yaml` and `classes.txt`."""

from typing import Any

import yaml

from labeling.formats.base import Source
from labeling.ontology.parts import Ontology

__all__ = ["KINDS_WRITTEN", "class_numbers", "data_yaml", "names_of"]

KINDS_WRITTEN = ("box", "rotated_box", "polygon", "ellipse", "mask")
MAX_CONFIG = 4 << 20


def names_of(source: Source) -> dict[int, str]:
    """Return number → class name, from the first file that tells it."""
    for member in source.members():
        base = member.rsplit("/", 1)[-1].lower()
        if base.endswith((".yaml", ".yml")) and source.size(member) < MAX_CONFIG:
            names = _names_in_yaml(source.head(member, MAX_CONFIG))
            if names:
                return names
    for member in source.members():
        if member.rsplit("/", 1)[-1].lower() in {"classes.txt", "obj.names", "labels.txt"}:
            lines = source.head(member, MAX_CONFIG).decode("utf-8-sig", "replace").splitlines()
            return {i: line.strip() for i, line in enumerate(lines) if line.strip()}
    return {}


def _names_in_yaml(data: bytes) -> dict[int, str]:
    try:
        # The safe loader makes plain values only; aliases cannot expand past MAX_CONFIG by much.
        document: Any = yaml.safe_load(data)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        return {}
    names = document.get("names") if isinstance(document, dict) else None
    if isinstance(names, list):
        return {i: str(name) for i, name in enumerate(names)}
    if isinstance(names, dict):
        return {int(i): str(name) for i, name in names.items() if str(i).isdigit()}
    return {}


def class_numbers(ontology: Ontology, field: str) -> dict[tuple[str, str], int]:
    """Return (label, class) → number, in the order of the ontology, not of use.

    Explicit `index` numbers stand; other classes take the free places in order. Labels that share
    a class share its number.
    """
    wanted: dict[str, int | None] = {}
    pairs: list[tuple[str, str]] = []
    for label in ontology.labels_on(field):
        if label.kind in KINDS_WRITTEN:
            for item in label.numbered_classes():
                pairs.append((label.id, item.id))
                if wanted.get(item.id) is None:
                    wanted[item.id] = item.index
    numbers: dict[str, int] = {}
    for class_id, index in wanted.items():
        if index is not None and index not in numbers.values():
            numbers[class_id] = index
    free = iter(sorted(set(range(len(wanted) + 1)) - set(numbers.values())))
    for class_id in wanted:
        if class_id not in numbers:
            numbers[class_id] = next(free)
    return {pair: numbers[pair[1]] for pair in pairs}


def data_yaml(names: dict[int, str]) -> bytes:
    """Return Ultralytics' description of the data set."""
    body = {"path": ".", "train": "images", "val": "images", "names": names}
    return yaml.safe_dump(body, sort_keys=False, allow_unicode=True).encode()
