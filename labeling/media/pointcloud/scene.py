"""What a medium holds: frames, each with a cloud, and pictures by calibrated cameras."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from labeling.media.pointcloud.cloud import Cloud
from labeling.media.pointcloud.reading import read_cloud
from labeling.media.probe import MediaError

__all__ = ["Calibration", "Frame", "Matrix", "Scene"]

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a camera sees the cloud of a frame.

    Attributes
    ----------
    intrinsic
        Shape (3, 3), pixels of an image without distortion.
    extrinsic
        Shape (4, 4), from the sensor's frame to the camera's: x right, y down, z into the image.
    """

    intrinsic: Matrix
    extrinsic: Matrix


@dataclass(frozen=True, slots=True)
class Frame:
    """One sweep of the sensor: members of the bundle, and when and where it was taken.

    `pose` is shape (4, 4), from the sensor's frame to the world's.
    """

    cloud: str
    time: float | None = None
    pose: Matrix | None = None
    images: Mapping[str, str] = field(default_factory=dict)
    calibrations: Mapping[str, Calibration] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """The frames of a medium, and how to read its members."""

    frames: tuple[Frame, ...]
    read: Callable[[str], bytes]
    is_bundle: bool
    sizes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Pixels of each camera's images, where the bundle says them."""

    def frame(self, number: int) -> Frame:
        """Return a frame; refuse a number that none has."""
        if number >= len(self.frames):
            detail = f"there is no frame {number}, there are {len(self.frames)}, counted from 0"
            raise MediaError("unasked", detail)
        return self.frames[number]

    def cloud(self, number: int) -> Cloud:
        """Read the cloud of a frame; a fault names its file."""
        frame = self.frame(number)
        try:
            return read_cloud(self.read(frame.cloud))
        except MediaError as error:
            if not self.is_bundle:
                raise
            raise MediaError(error.fault, f"{frame.cloud}: {error.detail}") from error

    @property
    def cameras(self) -> tuple[str, ...]:
        """The names of all cameras, in alphabetical order."""
        return tuple(sorted({name for frame in self.frames for name in frame.images}))
