"""Images: what they are by content, within which limits, and their upright renditions."""

import json
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image

from labeling.media.decoding.order import Order
from labeling.media.image.pixels import DEEP_MODES, to_display
from labeling.media.probe import MediaError, Probe
from labeling.media.sniffing import read_head, sniff

__all__ = ["MAX_PIXELS", "MAX_SIDE_PX", "VIEWS", "probe"]

MAX_SIDE_PX = 16_384
MAX_PIXELS = 80_000_000
MAX_DECODED_BYTES = 320_000_000

DISPLAY_SIDE_PX = 8_192
"""Longest side of the display rendition: what browsers still draw as one picture."""

THUMBNAIL_SIDE_PX = 320

CELLS_SIDE_PX = 640
"""Longest side of what is cut into superpixels: finer borders cost seconds of waiting."""

READ_SIDE_PX = 4_096
"""Longest side of what is searched for words: larger pictures take minutes."""

_FORMATS = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/gif": "GIF",
    "image/webp": "WEBP",
    "image/tiff": "TIFF",
    "image/bmp": "BMP",
    "image/jp2": "JPEG2000",
    "image/avif": "AVIF",
    "image/x-portable-anymap": "PPM",
}
_WEB_FORMATS = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_WEB_MODES = frozenset({"1", "L", "P", "RGB"})
_TURNED = frozenset({5, 6, 7, 8})
_ORIENTATION = 0x0112

# Everything that Pillow's decoders are known to raise on damaged files.
_BROKEN = (
    *(OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError, OverflowError),
    *(AttributeError, ZeroDivisionError, RuntimeError, struct.error, zlib.error),
)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Image.Image, str]]:
    """An image within the limits, not yet decoded, and its media type."""
    mime = _image_mime(path)
    try:
        # MPO is what Pillow makes of JPEG files that carry a second picture.
        formats = [_FORMATS[mime], "MPO"] if mime == "image/jpeg" else [_FORMATS[mime]]
        with Image.open(path, formats=formats) as image:
            _check_limits(image)
            yield image, mime
    except Image.DecompressionBombError as error:
        count = re.search(r"\d{6,}", str(error))
        has = f"has {int(count[0]):,} pixels" if count else "is too large"
        raise MediaError("too_large", f"the image {has}: {_limits()}") from error
    except MemoryError as error:
        raise MediaError("too_large", "the image needs more memory than there is") from error
    except _BROKEN as error:
        said = str(error)[:200] or type(error).__name__
        detail = f"the {_FORMATS[mime]} image is broken, cut off or of a rare variant: {said}"
        raise MediaError("broken", detail.replace(str(path), path.name)) from error


def _image_mime(path: Path) -> str:
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    mime = sniff(head)
    if mime in {"text/html", "image/svg+xml", "application/xml"}:
        said = "is SVG" if mime == "image/svg+xml" else "holds markup"
        raise MediaError(
            "disguised", f"the file {said}, which may carry scripts: not an image here"
        )
    if mime not in _FORMATS:
        known = ", ".join(_FORMATS.values())
        raise MediaError("unsupported", f"the file is {mime}, no image of a known format ({known})")
    return mime


def _check_limits(image: Image.Image) -> None:
    width, height = image.size
    decoded = width * height * _bytes_per_pixel(image.mode)
    too_long = max(width, height) > MAX_SIDE_PX
    if too_long or width * height > MAX_PIXELS or decoded > MAX_DECODED_BYTES:
        detail = f"the image has {width:,} x {height:,} = {width * height:,} pixels: {_limits()}"
        raise MediaError("too_large", detail)
    if not width or not height:
        raise MediaError("broken", "the image has no pixels")


def _bytes_per_pixel(mode: str) -> int:
    if mode in {"1", "L", "P"}:
        return 1
    return 2 if mode.startswith("I;16") else 4  # Pillow keeps colour in four bytes


def _limits() -> str:
    return (
        f"at most {MAX_PIXELS:,} pixels, {MAX_SIDE_PX:,} on a side "
        f"and {MAX_DECODED_BYTES // 1_000_000} MB in memory are allowed"
    )


def probe(path: Path) -> Probe:
    """Reads the whole first frame, so that a file cut off anywhere is found."""
    warnings: list[str] = []
    with _opened(path) as (image, mime):
        mode, (width, height) = image.mode, image.size
        orientation = _orientation(image, warnings)
        frames = int(getattr(image, "n_frames", 1))
        # Pillow turns TIFF by itself and so gives its size upright already.
        if orientation in _TURNED and mime != "image/tiff":
            width, height = height, width
        has_profile = "icc_profile" in image.info
        is_opaque = mode in _WEB_MODES and "transparency" not in image.info
        image.draft(None, (max(width // 8, 1), max(height // 8, 1)))  # JPEG: cheap, reads all
        image.load()
    if frames > 1:
        warnings.append(f"has {frames} frames or pages; the first is shown")
    if mode in DEEP_MODES:
        warnings.append("has more than 8 bits a pixel; the preview is stretched to its range")
    small = max(width, height) <= DISPLAY_SIDE_PX
    plain = is_opaque and orientation == 1 and frames == 1 and small and not has_profile
    return Probe(
        type="image",
        mime=mime,
        size=path.stat().st_size,
        width=width,
        height=height,
        orientation=orientation,
        frames=frames,
        mode=mode,
        is_web_safe=plain and mime in _WEB_FORMATS,
        warnings=tuple(warnings),
    )


def _orientation(image: Image.Image, warnings: list[str]) -> int:
    try:
        value = image.getexif().get(_ORIENTATION, 1)
    except _BROKEN:
        warnings.append("its EXIF block is broken and was left aside")
        return 1
    if value in range(1, 9):
        return int(value)
    warnings.append(f"has an orientation flag of {value!r}, which means nothing")
    return 1


def _render_display(order: Order) -> str:
    """Writes the first frame upright in 8 bits; gives the media type of what was written.

    Photographs become JPEG; grey and palette pictures, which lossy coding would smear, PNG.
    Longer sides than DISPLAY_SIDE_PX are scaled down: regions stay in pixels of the original.
    """
    with _opened(order.source) as (image, mime):
        exact = mime != "image/jpeg" and image.mode not in {"RGB", "RGBA", "CMYK", "YCbCr"}
        image.draft("RGB", (DISPLAY_SIDE_PX, DISPLAY_SIDE_PX))
        shown = to_display(image)
        shown.thumbnail((DISPLAY_SIDE_PX, DISPLAY_SIDE_PX), Image.Resampling.LANCZOS)
        if exact:
            shown.save(order.out, "PNG", compress_level=4)
            return "image/png"
        shown.save(order.out, "JPEG", quality=92, subsampling=0)
        return "image/jpeg"


def _render_thumbnail(order: Order) -> str:
    """Writes a small upright WebP; gives its media type."""
    with _opened(order.source) as (image, _):
        if image.mode in {"L", "RGB"}:
            image.draft(image.mode, (2 * THUMBNAIL_SIDE_PX, 2 * THUMBNAIL_SIDE_PX))
        shown = to_display(image)
        shown.thumbnail((THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX), Image.Resampling.LANCZOS)
        shown.save(order.out, "WEBP", quality=80, method=2)
    return "image/webp"


def _render_ocr(order: Order) -> str:
    """Writes the words printed in the picture, in pixels of the upright original."""
    # Half a second of imports that no other view needs.
    from labeling.media.image.reading import read_words  # noqa: PLC0415

    with _opened(order.source) as (image, _):
        shown = to_display(image).convert("RGB")
        whole = shown.size
        shown.thumbnail((READ_SIDE_PX, READ_SIDE_PX), Image.Resampling.LANCZOS)
    words = read_words(shown)
    scale = (whole[0] / shown.width, whole[1] / shown.height) * 2
    for word in words:
        word["box"] = [round(v * s, 2) for v, s in zip(word["box"], scale, strict=True)]
    order.out.write_text(json.dumps({"words": words}), encoding="utf-8")
    return "application/json"


def _render_superpixels(order: Order) -> str:
    """Writes a small PNG of the whole picture: cell numbers, low byte in red, high in green."""
    # Sparse graphs are a third of a second of imports that no other view needs.
    from labeling.media.image.superpixels import superpixels  # noqa: PLC0415

    with _opened(order.source) as (image, _):
        image.draft("RGB", (CELLS_SIDE_PX, CELLS_SIDE_PX))
        shown = to_display(image).convert("RGB")
        shown.thumbnail((CELLS_SIDE_PX, CELLS_SIDE_PX), Image.Resampling.LANCZOS)
    cells = superpixels(np.asarray(shown), order.whole("count"))
    written = np.stack([cells & 255, cells >> 8, np.zeros_like(cells)], axis=2).astype(np.uint8)
    Image.fromarray(written, "RGB").save(order.out, "PNG", compress_level=4)
    return "image/png"


VIEWS = {
    "display": _render_display,
    "thumb": _render_thumbnail,
    "ocr": _render_ocr,
    "superpixels": _render_superpixels,
}
