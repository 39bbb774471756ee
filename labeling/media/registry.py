"""The media kinds that exist; a new one is a file of its own and a line here."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from labeling.media import image, text
from labeling.media.kind import MediaKind
from labeling.media.probe import MediaError, Probe
from labeling.media.sniffing import read_head, sniff

__all__ = ["MEDIA", "probe"]

MEDIA: Mapping[str, MediaKind] = MappingProxyType(
    {kind.type: kind for kind in (text.KIND, image.KIND)}
)


def probe(path: Path) -> Probe:
    """What a file is, by its content alone.

    Raises
    ------
    MediaError
        When the file is empty, broken, too large, of no supported kind, or carries markup.
    """
    mime = sniff(read_head(path))
    for kind in MEDIA.values():
        if mime in kind.mimes:
            return kind.probe(path)
    if path.stat().st_size == 0:
        raise MediaError("empty", "the file is empty")
    if mime in {"text/html", "image/svg+xml", "application/xml"}:
        raise MediaError("disguised", f"the file is {mime}, which may carry scripts")
    raise MediaError("unsupported", f"files of type {mime} cannot be shown")
