"""Pictures: shown upright, in eight bits, at their true size."""

from labeling.media.kind import MediaKind
from labeling.media.parameters import Whole

__all__ = ["KIND"]

KIND = MediaKind(
    type="image",
    mimes=frozenset(
        {
            *("image/png", "image/jpeg", "image/gif", "image/webp", "image/tiff", "image/bmp"),
            *("image/jp2", "image/avif", "image/x-portable-anymap"),
        }
    ),
    suffixes=frozenset(
        {
            *(".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".gif", ".webp", ".tif", ".tiff", ".bmp"),
            *(".jp2", ".j2k", ".avif", ".ppm", ".pgm", ".pbm", ".pnm"),
        }
    ),
    decoder="labeling.media.image.decoder",
    views={
        "display": {},
        "thumb": {},
        "ocr": {},
        "superpixels": {"count": Whole(1_200, 50, 6_000)},
    },
    prepared=("display", "thumb"),
)
