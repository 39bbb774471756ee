"""HTML: it stands in the task itself."""

from labeling.media.kind import Inline, MediaKind
from labeling.media.text import text_faults
from labeling.regions.kind import Bounds

__all__ = ["KIND"]

KIND = MediaKind(type="html", inline=Inline(text_faults, lambda _: Bounds()))
