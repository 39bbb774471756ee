"""Media: what a file is, judged by its content, and how it is shown; knows no Django."""

from labeling.media.kind import Inline, MediaKind
from labeling.media.probe import MediaError, Probe
from labeling.media.registry import MEDIA, takes_files

__all__ = ["MEDIA", "Inline", "MediaError", "MediaKind", "Probe", "takes_files"]
