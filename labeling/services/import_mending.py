"""Small faults of real data sets, mended on import and told: bad boxes, regions given twice.

Public sets hold both by the dozen; refusing a whole set for them helps nobody, and dropping the
whole image would lose its sound boxes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from labeling.formats.base import Content
from labeling.ontology.normalizing import merge_duplicates
from labeling.ontology.schema import Ontology
from labeling.regions import box
from labeling.regions.kind import Bounds
from labeling.regions.reading import TOLERANCE_PX, is_number

Json = dict[str, Any]
Note = tuple[int, str]
EDGES = ("x", "y", "width", "height")
_UNKNOWN = Bounds()


def mend_content(
    ontology: Ontology, content: Content, bounds: Mapping[str, Bounds]
) -> tuple[Json, list[tuple[str, str]]]:
    """Return an answer as validation takes it, and what was done: pointer and sentence."""
    regions, mended = mend_boxes(ontology, content.regions, bounds)
    told = [(f"/regions/{index}", said) for index, said in mended]
    raw: Json = {"regions": regions, "relations": content.relations, "answers": content.answers}
    if _can_merge(content):
        raw, notes = merge_duplicates(ontology, raw)
        told += [(note.pointer, note.detail) for note in notes]
    return raw, told


def _can_merge(content: Content) -> bool:
    """Whether regions have what merging looks at; what they lack, validation tells."""
    regions = all({"id", "label", "geometry"} <= region.keys() for region in content.regions)
    return regions and all({"from", "to"} <= item.keys() for item in content.relations)


def mend_boxes(
    ontology: Ontology, regions: Sequence[Json], bounds: Mapping[str, Bounds]
) -> tuple[list[Json], list[Note]]:
    """Return the regions that can be kept, and what was done to which (by index)."""
    kept: list[Json] = []
    notes: list[Note] = []
    for i, region in enumerate(regions):
        label = ontology.label(str(region.get("label")))
        geometry = region.get("geometry")
        if label is None or label.kind != "box" or not _is_flat_box(geometry):
            kept.append(region)
            continue
        mended, said = _mended(geometry, bounds.get(label.on, _UNKNOWN))
        if said:
            notes.append((i, said))
        if mended is not None:
            kept.append(region if mended is geometry else {**region, "geometry": mended})
    return kept, notes


def _is_flat_box(geometry: Any) -> bool:
    """Whether it is a box of a picture; those of volumes are left as they are."""
    return (
        isinstance(geometry, Mapping)
        and "z" not in geometry
        and all(is_number(geometry.get(key)) for key in EDGES)
    )


def _mended(geometry: Any, limits: Bounds) -> tuple[Any, str]:
    x, y, width, height = (geometry[key] for key in EDGES)
    if width <= 0 or height <= 0:
        return None, f"left out: a box of {width:g} x {height:g} pixels has no area"
    if limits.width is None or limits.height is None:
        return geometry, ""
    over = max(-x, -y, x + width - limits.width, y + height - limits.height)
    if over <= TOLERANCE_PX:
        return geometry, ""
    clipped = box.clip(geometry, limits.width, limits.height)
    if clipped is None:
        return None, f"left out: the box lies outside the image, at ({x:g}, {y:g})"
    return clipped, f"cut at the edge of the image, over which it reached by {over:g} pixels"
