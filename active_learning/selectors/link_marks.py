"""Regions as the linker sees them: marked words, and marked places of pictures."""

from collections.abc import Mapping
from typing import Any

from active_learning.linking.marks import Frame
from labeling.models import Asset
from labeling.ontology.parts import Label, Ontology
from labeling.regions import KINDS

__all__ = ["frame_of", "label_of", "name_of", "words_of"]

Region = Mapping[str, Any]
LONGEST = 400
"""Code points of a mark that are read: MiniLM's window is not much longer."""


def label_of(ontology: Ontology, region: Region) -> Label | None:
    """Return the label of a region, if the ontology still has it."""
    return ontology.label(str(region.get("label")))


def words_of(ontology: Ontology, data: Mapping[str, Any], region: Region) -> str | None:
    """Return what a region reads or says; None for one without words, and for places."""
    label = label_of(ontology, region)
    if label is None or ontology.fields[label.on].type in {"image", "pointcloud", "volume", "geo"}:
        return None
    text = region.get("text")
    value, place = data.get(label.on), region.get("geometry") or {}
    if not isinstance(text, str) and label.kind == "span" and isinstance(value, str):
        text = value[place["start"] : place["end"]]
    return text.strip()[:LONGEST] or None if isinstance(text, str) else None


def frame_of(ontology: Ontology, assets: Mapping[str, Asset], region: Region) -> Frame | None:
    """Return where in its picture a region lies; None for what is on no picture."""
    label = label_of(ontology, region)
    asset = assets.get(label.on) if label else None
    if label is None or asset is None or asset.kind != "image" or label.kind == "track":
        return None
    if not asset.width or not asset.height:
        return None
    x, y, width, height = KINDS[label.kind].bounding_box(region["geometry"])
    return x / asset.width, y / asset.height, width / asset.width, height / asset.height


def name_of(ontology: Ontology, region: Region) -> str:
    """Return label and class, by which marks of one kind share a column."""
    label = label_of(ontology, region)
    found = label.class_(str(region.get("class"))) if label else None
    return f"{region.get('label')}:{found.name if found else ''}"
