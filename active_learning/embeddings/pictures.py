"""Reading pictures for a backbone: upright, RGB, small; hostile files are refused."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

__all__ = ["Pixels", "UnreadablePicture", "read_picture", "read_pixels", "read_whole"]

Pixels: TypeAlias = NDArray[np.uint8]

SIDE = 224
LONG_SIDE = 416
"""Of a picture in which places matter."""
MOST_PIXELS = 150_000_000
ORIENTATION = 0x0112
TURNED = frozenset({5, 6, 7, 8})
"""Values of the EXIF orientation that swap width and height."""
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")


class UnreadablePicture(ValueError):
    """The bytes are no picture that can be read; the message says why."""


def read_pixels(content: bytes, side: int = SIDE) -> Pixels:
    """Return the picture squeezed to (side, side, 3), uint8.

    Squeezing rather than cropping keeps what is at the edges; labels are about the whole picture.
    """
    return _read(content, lambda width, height: (side, side))[0]


def read_whole(content: bytes) -> Pixels:
    """Return the picture upright in all its pixels, (H, W, 3), uint8."""
    return _read(content, lambda width, height: (width, height))[0]


def read_picture(content: bytes, long_side: int = LONG_SIDE) -> tuple[Pixels, tuple[int, int]]:
    """Return the picture in its own shape, (H, W, 3) with its longer side so long, and its size.

    The size, (width, height), is that of the upright original, in whose pixels regions are told.
    """

    def fitted(width: int, height: int) -> tuple[int, int]:
        scale = long_side / max(width, height)
        return max(1, round(width * scale)), max(1, round(height * scale))

    return _read(content, fitted)


def _read(
    content: bytes, size_of: Callable[[int, int], tuple[int, int]]
) -> tuple[Pixels, tuple[int, int]]:
    try:
        # A decompression bomb is an error here, not a warning that nobody reads.
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=_FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise UnreadablePicture(
                        f"{picture.width} x {picture.height} pixels are too many"
                    )
                whole = upright_size(picture)
                width, height = size_of(*whole)
                # Lets the JPEG decoder skip resolution that is thrown away below.
                picture.draft("RGB", (2 * max(width, height), 2 * max(width, height)))
                upright = ImageOps.exif_transpose(picture)
                small = _rgb(upright).resize((width, height), Image.Resampling.BILINEAR)
                return np.asarray(small, dtype=np.uint8), whole
    except UnreadablePicture:
        raise
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as error:
        raise UnreadablePicture(f"this is no picture that can be read ({error})") from error


def upright_size(picture: Image.Image) -> tuple[int, int]:
    """Return width and height as the picture is shown, by its header alone."""
    is_turned = picture.getexif().get(ORIENTATION, 1) in TURNED
    return (picture.height, picture.width) if is_turned else picture.size


def _rgb(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I") or picture.mode == "F":
        # Sixteen-bit pictures are stretched; Pillow's own conversion clips them to white.
        values = np.asarray(picture, dtype=np.float32)
        low, high = float(values.min()), float(values.max())
        grey = (values - low) * (255.0 / max(high - low, 1e-9))
        return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
    return picture.convert("RGB")
