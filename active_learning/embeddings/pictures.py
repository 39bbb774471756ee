"""Reading pictures for a backbone: upright, RGB, small; hostile files are refused."""

from __future__ import annotations

import io
import warnings
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

__all__ = ["Pixels", "UnreadablePicture", "read_pixels"]

Pixels: TypeAlias = NDArray[np.uint8]

SIDE = 224
MOST_PIXELS = 150_000_000
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")


class UnreadablePicture(ValueError):
    """The bytes are no picture that can be read; the message says why."""


def read_pixels(content: bytes, side: int = SIDE) -> Pixels:
    """Return the picture squeezed to (side, side, 3), uint8.

    Squeezing rather than cropping keeps what is at the edges; labels are about the whole picture.
    """
    try:
        # A decompression bomb is an error here, not a warning that nobody reads.
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=_FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise UnreadablePicture(
                        f"{picture.width} x {picture.height} pixels are too many"
                    )
                # Lets the JPEG decoder skip resolution that is thrown away below.
                picture.draft("RGB", (side * 2, side * 2))
                upright = ImageOps.exif_transpose(picture)
                small = _rgb(upright).resize((side, side), Image.Resampling.BILINEAR)
                return np.asarray(small, dtype=np.uint8)
    except UnreadablePicture:
        raise
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as error:
        raise UnreadablePicture(f"this is no picture that can be read ({error})") from error


def _rgb(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I") or picture.mode == "F":
        # Sixteen-bit pictures are stretched; Pillow's own conversion clips them to white.
        values = np.asarray(picture, dtype=np.float32)
        low, high = float(values.min()), float(values.max())
        grey = (values - low) * (255.0 / max(high - low, 1e-9))
        return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
    return picture.convert("RGB")
