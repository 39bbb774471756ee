"""The same drive: a cuboid followed through a scene, and boxes followed through a camera's film."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from labeling.ontology.parts import Label
from labeling.ontology.tracks import shape_of
from labeling.regions import KINDS
from labeling.services.proposals.ask import Ask, Proposal
from labeling.services.proposals.cameras import Camera, camera_of, in_sight
from labeling.services.proposals.projection import seen_box

__all__ = ["by_film"]

PROJECTED = 0.84


def by_film(ask: Ask) -> list[Proposal]:
    """Propose boxes over time where a film shows a followed cuboid, and the other way round."""
    if not _is_followed(ask, ask.label):
        return []
    if ask.type_of(ask.label.on) == "pointcloud":
        return list(_in_films(ask))
    return list(_in_clouds(ask))


def _is_followed(ask: Ask, label: Label) -> bool:
    field_type = ask.type_of(label.on)
    return label.kind == "track" and shape_of(label, field_type) in {"box", "cuboid"}


def _in_films(ask: Ask) -> Iterator[Proposal]:
    for label in ask.targets:
        film = _film_of(ask, ask.label.on, label.on) if _is_followed(ask, label) else None
        seen = film.seen(ask.region["geometry"]) if film else None
        if film is None or seen is None:
            continue
        for other in ask.candidates(label):
            yield from in_sight(ask, other, KINDS["track"].iou(seen, other["geometry"]))
        yield ask.new(label, seen, PROJECTED, "projected", camera=film.camera.id)


def _in_clouds(ask: Ask) -> Iterator[Proposal]:
    for label in ask.targets:
        film = _film_of(ask, label.on, ask.label.on) if _is_followed(ask, label) else None
        for other in ask.candidates(label) if film else ():
            seen = film.seen(other["geometry"]) if film else None
            if seen is not None:
                yield from in_sight(ask, other, KINDS["track"].iou(seen, ask.region["geometry"]))


@dataclass(frozen=True, slots=True)
class _Film:
    """A camera's film beside its scene; `facts` are the film's."""

    camera: Camera
    facts: Mapping[str, Any]

    def seen(self, track: Mapping[str, Any]) -> dict[str, Any] | None:
        """The boxes in which the film shows a track of cuboids, keyframe by keyframe."""
        found: dict[int, dict[str, Any]] = {}
        box: dict[str, float] | None = None
        for item in track["keyframes"]:
            frame, sight = self._frame_at(item["frame"]), self.camera.at(item["frame"])
            if frame is None or sight is None:
                continue
            here = None if item.get("outside") else seen_box(item["geometry"], sight)
            if here is not None:
                box = here
                found[frame] = {"frame": frame, "geometry": here}
            elif box is not None:
                found[frame] = {"frame": frame, "geometry": box, "outside": True}
        if not found:
            return None
        boxes: dict[str, Any] = {"shape": "box", "keyframes": list(found.values())}
        end = self._frame_at(track["end"] - 1) if "end" in track else None
        return boxes if end is None else {**boxes, "end": max(end, *found) + 1}

    def _frame_at(self, frame: int) -> int | None:
        """The film's frame at one of the scene: the same number, or by time where counts differ."""
        count, sequence = self.facts.get("frames") or 0, self.camera.sequence
        if count == len(sequence):
            return frame
        rate = None if self.facts.get("varies") else self.facts.get("rate")
        start, time = sequence[0].get("time"), sequence[frame].get("time")
        if not rate or start is None or time is None:
            return None
        at = round((time - start) * rate)
        return at if 0 <= at < count else None


def _film_of(ask: Ask, cloud_field: str, film_field: str) -> _Film | None:
    camera, asset = camera_of(ask, cloud_field, film_field), ask.assets.get(film_field)
    return _Film(camera, asset.facts) if camera and asset and asset.kind == "video" else None
