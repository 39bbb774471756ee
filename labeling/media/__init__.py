"""Media: what a file is, judged by its content, and how it is shown; knows no Django."""

from labeling.media.kind import MediaKind
from labeling.media.probe import MediaError, Probe
from labeling.media.registry import MEDIA, probe

__all__ = ["MEDIA", "MediaError", "MediaKind", "Probe", "probe"]
