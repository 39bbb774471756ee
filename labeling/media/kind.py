"""What every media kind offers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from labeling.media.probe import Probe

__all__ = ["MediaKind"]


@dataclass(frozen=True, slots=True)
class MediaKind:
    """One field type's files.

    Attributes
    ----------
    mimes
        Media types, as the content shows them, that are of this kind.
    suffixes
        Usual file name endings; used only to guess which of several files belong to a task, never
        to judge a file.
    probe
        Reads a file to its end; raises MediaError when it cannot be used.
    render_display, render_thumbnail
        Write a rendition that any browser shows, and give its media type; None when the stored
        file needs none.
    """

    type: str
    mimes: frozenset[str]
    suffixes: frozenset[str]
    probe: Callable[[Path], Probe]
    render_display: Callable[[Path, Path], str] | None = None
    render_thumbnail: Callable[[Path, Path], str] | None = None
