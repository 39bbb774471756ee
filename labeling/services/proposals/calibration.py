"""The same place: a cuboid in a cloud, and the boxes in pictures of calibrated cameras."""

from collections.abc import Iterator, Mapping
from typing import Any

from labeling.ontology.parts import Label
from labeling.regions import KINDS
from labeling.regions.box import iou
from labeling.services.proposals.ask import Ask, Proposal, Region
from labeling.services.proposals.projection import seen_box

__all__ = ["by_calibration"]

LEAST_OVERLAP = 0.25
PROJECTED = 0.86
FRUSTUM = 0.85
DRAWN = frozenset({"box", "rotated_box", "ellipse", "polygon", "keypoints"})
"""Kinds whose upright box can be compared with what a camera sees."""


def by_calibration(ask: Ask) -> list[Proposal]:
    """Propose boxes where the cameras see a cuboid, or what stands in a box's line of sight."""
    field_type = ask.type_of(ask.label.on)
    if field_type == "pointcloud" and ask.label.kind == "cuboid":
        return list(_boxes(ask))
    if field_type == "image" and ask.label.kind in DRAWN:
        return list(_cuboids(ask))
    return []


def _boxes(ask: Ask) -> Iterator[Proposal]:
    for label in ask.targets:
        camera = _camera_of(ask, ask.label.on, label.on)
        seen = seen_box(ask.region["geometry"], camera) if camera else None
        if camera is None or seen is None or label.kind not in DRAWN:
            continue
        yield from _overlapping(ask, label, seen)
        if label.kind == "box":
            yield ask.new(label, seen, PROJECTED, "projected", camera=str(camera["id"]))


def _overlapping(ask: Ask, label: Label, seen: Mapping[str, float]) -> Iterator[Proposal]:
    for other in ask.candidates(label):
        shared = iou(seen, _upright(label, other))
        if shared >= LEAST_OVERLAP:
            score = 0.6 + 0.38 * shared
            yield ask.there(other, score, "in_sight", overlap=round(shared, 2))


def _cuboids(ask: Ask) -> Iterator[Proposal]:
    box = _upright(ask.label, ask.region)
    for label in ask.targets:
        camera = _camera_of(ask, label.on, ask.label.on) if label.kind == "cuboid" else None
        if camera is None:
            continue
        there = list(ask.candidates(label))
        found = [(other, _sight(other["geometry"], camera, box)) for other in there]
        good = [(other, shared) for other, shared in found if shared >= LEAST_OVERLAP]
        for other, shared in good:
            yield ask.there(other, 0.6 + 0.38 * shared, "in_sight", overlap=round(shared, 2))
        if not good:
            yield from _frustum(ask, label, camera, box)


def _frustum(
    ask: Ask, label: Label, camera: Mapping[str, Any], box: Mapping[str, float]
) -> Iterator[Proposal]:
    """Things in the cloud that the camera sees where the box is, whole enough to be it."""
    for one in ask.read(label.on, "clusters")["clusters"]:
        shared = _sight(one["cuboid"], camera, box)
        if shared >= LEAST_OVERLAP:
            yield ask.new(
                label, one["cuboid"], FRUSTUM * shared**0.5, "frustum", count=one["points"]
            )


def _sight(cuboid: Mapping[str, Any], camera: Mapping[str, Any], box: Mapping[str, float]) -> float:
    seen = seen_box(cuboid, camera)
    return iou(seen, box) if seen else 0.0


def _upright(label: Label, region: Region) -> dict[str, float]:
    x, y, width, height = KINDS[label.kind].bounding_box(region["geometry"])
    return {"x": x, "y": y, "width": width, "height": height}


def _camera_of(ask: Ask, cloud_field: str, image_field: str) -> Mapping[str, Any] | None:
    """The cloud's calibrated camera whose picture a field shows.

    It is called like the field or like its file, or it is the only one with pictures of that size.
    """
    cloud, picture = ask.assets.get(cloud_field), ask.assets.get(image_field)
    if cloud is None or picture is None or cloud.kind != "pointcloud" or picture.kind != "image":
        return None
    known = [
        camera
        for camera in cloud.facts.get("cameras") or ()
        if camera.get("intrinsic") and camera.get("extrinsic") and camera.get("width")
    ]
    names = {image_field.lower(), picture.name.rsplit(".", 1)[0].lower()}
    named = [camera for camera in known if str(camera["id"]).lower() in names]
    sized = [c for c in known if (c["width"], c["height"]) == (picture.width, picture.height)]
    return next(iter(named or (sized if len(sized) == 1 else [])), None)
