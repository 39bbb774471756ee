"""Small pictures that the tests make themselves."""

from pathlib import Path

import numpy as np
from PIL import Image

RED, BLUE = (220, 30, 30), (30, 30, 220)


def halves(width: int = 40, height: int = 20) -> Image.Image:
    """Left half red, right half blue."""
    image = Image.new("RGB", (width, height), BLUE)
    image.paste(RED, (0, 0, width // 2, height))
    return image


def oriented(path: Path, orientation: int, kind: str = "JPEG") -> Path:
    """The halves with an orientation flag."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    halves().save(path, kind, exif=exif)
    return path


def noise(width: int, height: int) -> Image.Image:
    """Pixels that do not compress, so that a file has a middle to cut."""
    values = np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return Image.fromarray(values, "RGB")
