"""Tracks of CVAT's XML: only its keyframes are ours, whatever frames it writes between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from labeling.formats.cvat.shapes import NoShape, element_of, geometry_of
from labeling.ontology.parts import Attribute, Label
from labeling.regions.track import at

__all__ = ["attributes_of", "read_track", "write_track"]

MAX_FRAME = 10_000_000
OCCLUDED = "occluded_frames"
"""Frames between keyframes that say otherwise than their keyframe: CVAT's own tool makes none."""


def read_track(
    track: Element, label: Label, class_id: str, kind: str, size: tuple[int, int] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the geometry, and what else the track says: of all frames, or of odd ones.

    Raises
    ------
    NoShape
        When it has no keyframe, or one that draws nothing.
    """
    mutable = {one.id for one in label.attributes_of(class_id) if one.mutable}
    names = skeleton_of(label, class_id)
    keyframes: list[dict[str, Any]] = []
    values: dict[str, str] = {}
    odd: list[int] = []
    for shape in sorted(_shapes(track), key=_frame):
        said = attributes_of(shape)
        if shape.get("keyframe", "1") != "1":
            odd += [_frame(shape)] if _differs(shape, keyframes) else []
            continue
        now: dict[str, Any] = {
            "frame": _frame(shape),
            "geometry": geometry_of(shape, kind, size, names),
        }
        now |= {flag: True for flag in ("outside", "occluded") if shape.get(flag) == "1"}
        if moving := {key: value for key, value in said.items() if key in mutable}:
            now["attributes"] = moving
        values = {key: value for key, value in said.items() if key not in mutable} | values
        if keyframes and keyframes[-1]["frame"] == now["frame"]:
            raise NoShape(f"two keyframes at frame {now['frame']}")
        keyframes.append(now)
    if not any(not item.get("outside") for item in keyframes):
        raise NoShape("the track is in no frame")
    more: dict[str, Any] = {**values, **({OCCLUDED: odd} if odd else {})}
    return {"shape": kind, "keyframes": keyframes}, more


def write_track(
    region: Mapping[str, Any], label: Label, number: int, name: str, lasting: Mapping[str, Any]
) -> Element:
    """Return the track of a region: its keyframes, and one that is outside where it ends."""
    track = region["geometry"]
    names = skeleton_of(label, region.get("class"))
    made = Element("track", {"id": str(number), "label": name, "source": "manual"})
    moving: dict[str, Any] = {}
    last: Element | None = None
    for item in track["keyframes"]:
        moving |= item.get("attributes") or {}
        last = element_of(track["shape"], item["geometry"], names)
        _place(last, item["frame"], item, {**lasting, **moving})
        made.append(last)
    for frame in region.get("extra", {}).get(OCCLUDED, ()):
        made.append(_between(track, frame, names, {**lasting, **moving}))
    end = track.get("end")
    if end is not None and last is not None and end > track["keyframes"][-1]["frame"]:
        gone = element_of(track["shape"], track["keyframes"][-1]["geometry"], names)
        _place(gone, end, {"outside": True}, {**lasting, **moving})
        made.append(gone)
    made[:] = sorted(made, key=lambda shape: int(shape.get("frame", "0")))
    return made


def attributes_of(element: Element) -> dict[str, str]:
    """Return what an element says beside its shape."""
    return {
        name: (child.text or "").strip()
        for child in element.findall("attribute")
        if (name := (child.get("name") or "").strip())
    }


def skeleton_of(label: Label, class_id: str | None) -> Sequence[str]:
    """Return the names of the points of a class; none where it has no skeleton."""
    found = label.class_(class_id or "")
    return found.skeleton.points if found and found.skeleton else ()


def says(element: Element, values: Mapping[str, Any]) -> None:
    """Write attributes into an element."""
    for key, value in values.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        SubElement(element, "attribute", {"name": key}).text = text


def fixed(attributes: Sequence[Attribute], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that hold for a whole track."""
    moving = {one.id for one in attributes if one.mutable}
    return {key: value for key, value in values.items() if key not in moving}


def _shapes(track: Element) -> Iterator[Element]:
    return (shape for shape in track if shape.get("frame") is not None)


def _frame(shape: Element) -> int:
    text = shape.get("frame") or ""
    if not text.isdecimal() or int(text) > MAX_FRAME:
        raise NoShape(f"frame must be a whole number, is {text[:40]!r}")
    return int(text)


def _differs(shape: Element, keyframes: Sequence[Mapping[str, Any]]) -> bool:
    return bool(keyframes) and (shape.get("occluded") == "1") and not keyframes[-1].get("occluded")


def _place(shape: Element, frame: int, item: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    flags = {key: "1" if item.get(key) else "0" for key in ("outside", "occluded")}
    shape.attrib = {"frame": str(frame), "keyframe": "1", **flags, **shape.attrib, "z_order": "0"}
    says(shape, values)


def _between(
    track: Mapping[str, Any], frame: int, names: Sequence[str], values: Mapping[str, Any]
) -> Element:
    shape = element_of(track["shape"], at(track, frame) or track["keyframes"][0]["geometry"], names)
    _place(shape, frame, {"occluded": True}, values)
    shape.set("keyframe", "0")
    return shape
