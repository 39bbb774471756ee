"""What is known of a media file, and the error for one that cannot be used."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["MediaError", "MediaFault", "Probe"]

MediaFault = Literal[
    "empty", "unsupported", "disguised", "broken", "too_large", "too_slow", "unasked", "busy"
]


class MediaError(Exception):
    """A file that is refused: `fault` for programs, `detail` for people."""

    def __init__(self, fault: MediaFault, detail: str) -> None:
        self.fault = fault
        self.detail = detail
        super().__init__(detail)


@dataclass(frozen=True, slots=True)
class Probe:
    """A file as its content shows it; its name plays no part.

    Attributes
    ----------
    type
        Field type that can show it.
    mime
        Media type of the stored file.
    width, height
        Pixels of the upright image: the frame of all regions.
    orientation
        EXIF orientation, 1 (as stored) to 8.
    frames
        Number of frames or pages; the first one is shown.
    mode
        How pixels are stored, in Pillow's names (`RGB`, `I;16`, `CMYK`, ...).
    is_web_safe
        Whether every browser shows the stored file itself, upright and with its true values; if
        not, the display rendition is needed.
    facts
        What else screens and checks need, as JSON: pages, points, columns, channels, calibration.
        Keys named like attributes of `regions.kind.Bounds` bound the regions.
    """

    type: str
    mime: str
    size: int
    width: int | None = None
    height: int | None = None
    orientation: int = 1
    frames: int = 1
    mode: str | None = None
    duration: float | None = None
    encoding: str | None = None
    is_web_safe: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=())
