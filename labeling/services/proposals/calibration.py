"""The same place: a cuboid in a cloud, and the boxes in pictures of calibrated cameras."""

from collections.abc import Iterator, Mapping
from typing import Any

from labeling.ontology.parts import Label
from labeling.ontology.tracks import shape_of
from labeling.regions import KINDS
from labeling.regions.box import iou
from labeling.regions.track import at
from labeling.services.proposals.ask import Ask, Proposal, Region
from labeling.services.proposals.cameras import LEAST_OVERLAP, Camera, camera_of, in_sight
from labeling.services.proposals.films import by_film
from labeling.services.proposals.projection import seen_box

__all__ = ["by_calibration"]

PROJECTED = 0.86
FRUSTUM = 0.85
DRAWN = frozenset({"box", "rotated_box", "ellipse", "polygon", "keypoints"})
"""Kinds whose upright box can be compared with what a camera sees."""
SOLID = frozenset({"cuboid", "track"})
"""Kinds that are, or are somewhere at each frame, a cuboid in a cloud."""


def by_calibration(ask: Ask) -> list[Proposal]:
    """Propose boxes where the cameras see a cuboid, or what stands in a box's line of sight.

    A cuboid is seen by the cameras as they stood in its frame, and only in pictures of that frame.
    """
    field_type = ask.type_of(ask.label.on)
    found: list[Proposal] = []
    if field_type == "pointcloud" and ask.label.kind in SOLID:
        found += _boxes(ask)
    if field_type == "image" and ask.label.kind in DRAWN:
        found += _cuboids(ask)
    return found + by_film(ask)


def _boxes(ask: Ask) -> Iterator[Proposal]:
    for label in ask.targets:
        camera = camera_of(ask, ask.label.on, label.on) if label.kind in DRAWN else None
        seen = _seen(ask.label, ask.region, camera) if camera else None
        if camera is None or seen is None:
            continue
        yield from _overlapping(ask, label, seen)
        if label.kind == "box":
            yield ask.new(label, seen, PROJECTED, "projected", camera=camera.id)


def _overlapping(ask: Ask, label: Label, seen: Mapping[str, float]) -> Iterator[Proposal]:
    for other in ask.candidates(label):
        yield from in_sight(ask, other, iou(seen, _upright(label, other)))


def _cuboids(ask: Ask) -> Iterator[Proposal]:
    """What is there in the line of sight; where nothing is, what the points there may be."""
    box = _upright(ask.label, ask.region)
    labels = [label for label in ask.targets if label.kind in SOLID]
    cameras = {label.on: camera_of(ask, label.on, ask.label.on) for label in labels}
    for field_id, camera in cameras.items():
        own = [label for label in labels if label.on == field_id]
        if camera is None:
            continue
        there = [one for label in own for one in _there(ask, label, camera, box)]
        yield from there
        for label in () if there else own:
            yield from _frustum(ask, label, camera, box)


def _there(ask: Ask, label: Label, camera: Camera, box: Mapping[str, float]) -> Iterator[Proposal]:
    for other in ask.candidates(label):
        seen = _seen(label, other, camera)
        yield from in_sight(ask, other, iou(seen, box) if seen else 0.0)


def _frustum(
    ask: Ask, label: Label, camera: Camera, box: Mapping[str, float]
) -> Iterator[Proposal]:
    """Things in the cloud that the camera sees where the box is, whole enough to be it."""
    sight = camera.at(camera.frame)
    if sight is None:
        return
    for one in ask.read(label.on, "clusters", frame=camera.frame)["clusters"]:
        seen = seen_box(one["cuboid"], sight)
        shared = iou(seen, box) if seen else 0.0
        if shared >= LEAST_OVERLAP:
            place = _standing(label, one["cuboid"], camera.frame)
            yield ask.new(label, place, FRUSTUM * shared**0.5, "frustum", count=one["points"])


def _standing(label: Label, cuboid: Mapping[str, Any], frame: int) -> dict[str, Any]:
    """A new region's geometry for a cuboid in a frame."""
    if label.kind == "track":
        shape = shape_of(label, "pointcloud")
        return {"shape": shape, "keyframes": [{"frame": frame, "geometry": dict(cuboid)}]}
    return {**cuboid, "frame": frame} if frame else dict(cuboid)


def _seen(label: Label, region: Region, camera: Camera) -> dict[str, float] | None:
    """Where the camera's picture shows a cuboid, or a track; None where it does not."""
    geometry = region["geometry"]
    if label.kind == "track":
        frame, cuboid = camera.frame, at(geometry, camera.frame)
    else:
        frame, cuboid = geometry.get("frame", 0), geometry
        if camera.is_certain and frame != camera.frame:
            return None
    sight = camera.at(frame)
    return seen_box(cuboid, sight) if cuboid is not None and sight is not None else None


def _upright(label: Label, region: Region) -> dict[str, float]:
    x, y, width, height = KINDS[label.kind].bounding_box(region["geometry"])
    return {"x": x, "y": y, "width": width, "height": height}
