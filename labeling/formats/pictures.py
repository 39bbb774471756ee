"""Sizes of images in a source, from their headers alone."""

from PIL import Image

from labeling.formats.base import ImportOptions, MediaRef, Size, Source

__all__ = ["size_of", "upright_size"]

ORIENTATION = 0x0112
TURNED = frozenset({5, 6, 7, 8})


def upright_size(source: Source, member: str) -> Size | None:
    """Return width and height as shown (orientation applied); None when it is no image."""
    try:
        with source.open(member) as stream, Image.open(stream) as image:
            width, height = image.size
            turned = image.getexif().get(ORIENTATION) in TURNED
    except Exception:
        return None
    return (height, width) if turned else (width, height)


def size_of(source: Source, ref: MediaRef, options: ImportOptions) -> Size | None:
    """Return the size of the image that a reference means, in the source or in the project."""
    if ref.member:
        return upright_size(source, ref.member)
    return options.known_size(ref.name)
