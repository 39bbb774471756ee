"""Which calibrated camera of a cloud a picture is of, and in which frame it stood where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from labeling.services.proposals.ask import Ask, Proposal, Region

__all__ = ["LEAST_OVERLAP", "Camera", "camera_of", "in_sight"]

LEAST_OVERLAP = 0.25

Calibrated = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of a scene whose picture, or film, a field shows.

    Attributes
    ----------
    facts
        Its id, size and usual calibration.
    sequence
        The facts of the scene's frames.
    frame
        Of the scene: when the picture was taken.
    is_certain
        Whether the picture says so itself; if not, `frame` is the one that somebody looks at.
    """

    facts: Calibrated
    sequence: Sequence[Mapping[str, Any]]
    frame: int = 0
    is_certain: bool = False

    @property
    def id(self) -> str:
        """Its name in the scene."""
        return str(self.facts["id"])

    def at(self, frame: int) -> Calibrated | None:
        """The camera as it stood in a frame; None where nothing is known of how it sees."""
        own = self._of(frame, "calibrations")
        found = {**self.facts, **(own if isinstance(own, Mapping) else {})}
        is_known = found.get("intrinsic") and found.get("extrinsic") and found.get("width")
        return found if is_known else None

    def took(self, name: str) -> list[int]:
        """The frames whose picture is called so."""
        frames = range(len(self.sequence))
        return [n for n in frames if _file(str(self._of(n, "files") or "")) == name]

    def _of(self, frame: int, fact: str) -> Any:
        facts = self.sequence[frame] if frame < len(self.sequence) else {}
        return (facts.get(fact) or {}).get(self.id)


def camera_of(ask: Ask, cloud_field: str, picture_field: str) -> Camera | None:
    """The cloud's camera whose picture or film a field shows.

    It is called like the field or like its file, or a frame names that file for it, or it is the
    only one with pictures of that size.
    """
    cloud, picture = ask.assets.get(cloud_field), ask.assets.get(picture_field)
    if cloud is None or picture is None or cloud.kind != "pointcloud":
        return None
    if picture.kind not in {"image", "video"}:
        return None
    sequence = cloud.facts.get("sequence") or [{}]
    all_of_them = [Camera(facts, sequence) for facts in cloud.facts.get("cameras") or ()]
    known = [one for one in all_of_them if any(one.at(n) for n in range(len(sequence)))]
    name = _file(picture.name)
    names = {picture_field.lower(), PurePosixPath(name).stem.lower()}
    named = [one for one in known if one.id.lower() in names]
    took = [one for one in known if one.took(name)]
    size = (picture.width, picture.height)
    sized = [one for one in known if (one.facts["width"], one.facts["height"]) == size]
    found = named or next((some for some in (took, sized) if len(some) == 1), [])
    return _placed(found[0], name, ask.frames.get(cloud_field, 0)) if found else None


def _placed(camera: Camera, name: str, shown: int) -> Camera:
    """Say the frame: that of the file's name, the only one, or the one that is looked at."""
    took = camera.took(name)
    is_certain = len(took) == 1 or len(camera.sequence) == 1
    frame = took[0] if len(took) == 1 else min(shown, len(camera.sequence) - 1)
    return Camera(camera.facts, camera.sequence, frame, is_certain)


def _file(path: str) -> str:
    return PurePosixPath(path).name


def in_sight(ask: Ask, other: Region, shared: float) -> Iterator[Proposal]:
    """Propose a region that is there and overlaps what is seen by a share of both."""
    if shared >= LEAST_OVERLAP:
        yield ask.there(other, 0.6 + 0.38 * shared, "in_sight", overlap=round(shared, 2))
