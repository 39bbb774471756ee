"""Turns the pixels of any image mode into upright 8-bit RGB or grey that screens show."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageOps

__all__ = ["DEEP_MODES", "to_display"]

DEEP_MODES = frozenset({"I", "F", "I;16", "I;16B", "I;16L", "I;16N"})
"""More than 8 bits a pixel; a plain conversion would clip them to white."""

MAX_PROFILE_BYTES = 4_000_000

CHECKER_PX = 8
CHECKER_GREYS = (255, 214)

# Stray pixels must not darken the rest: this share of them is clipped at either end.
CLIPPED_SHARE = 0.0005

# Less than this is one level with rounding, not a range.
SMALLEST_RANGE = 1e-30


def to_display(image: Image.Image) -> Image.Image:
    """The image upright, in mode `L` or `RGB`: deep pixels stretched, alpha on a checker.

    Works on the image itself where it can: copies of large photographs are what fills memory.
    """
    profile = image.info.get("icc_profile")
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode in DEEP_MODES:
        return _stretched(image)
    if image.mode in {"RGB", "CMYK"} and isinstance(profile, bytes):
        image = _in_srgb(image, profile)
    if image.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in image.info:
        return _on_checker(image.convert("RGBA"))
    mode = "L" if image.mode in {"1", "L"} else "RGB"
    return image if image.mode == mode else image.convert(mode)


def _stretched(image: Image.Image) -> Image.Image:
    """Grey levels spread over 0-255 by the range that the pixels really use."""
    values = np.array(image, dtype=np.float32)
    finite = values[np.isfinite(values)]
    if not finite.size:
        return Image.new("L", image.size)
    low, high = _range_of(finite)
    if high - low < SMALLEST_RANGE:
        low, high = 0.0, max(65535.0, high)
    np.nan_to_num(values, copy=False, nan=low, posinf=high, neginf=low)
    # Halves, because the difference of two very large floats has no float.
    share = (np.clip(values, low, high) / 2 - low / 2) / (high / 2 - low / 2)
    return Image.fromarray(np.rint(share * 255.0).astype(np.uint8), "L")


def _range_of(values: NDArray[np.float32]) -> tuple[float, float]:
    low = np.quantile(values, CLIPPED_SHARE, method="lower")
    high = np.quantile(values, 1 - CLIPPED_SHARE, method="higher")
    if low == high:
        low, high = values.min(), values.max()
    return float(low), float(high)


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """The colours of an embedded profile in sRGB; without change when the profile is unusable."""
    if len(profile) > MAX_PROFILE_BYTES:
        return image
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        target = ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image
    return converted or image


def _on_checker(image: Image.Image) -> Image.Image:
    width, height = image.size
    rows, columns = np.ogrid[:height, :width]
    odd = (rows // CHECKER_PX + columns // CHECKER_PX) % 2 == 1
    greys = np.where(odd, CHECKER_GREYS[1], CHECKER_GREYS[0]).astype(np.uint8)
    ground = Image.fromarray(greys, "L").convert("RGBA")
    return Image.alpha_composite(ground, image).convert("RGB")
