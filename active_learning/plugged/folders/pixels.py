"""A picture as a model's folder says that it reads one (preprocessor_config.json)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.embeddings.pictures import UnreadablePicture, read_whole
from active_learning.plugged.faults import PlugFault

__all__ = ["pixels_for"]

HALF = (0.5, 0.5, 0.5)
MAX_SIDE = 4_096


def pixels_for(content: bytes, said: Mapping[str, Any]) -> NDArray[np.float32]:
    """Return one picture, shape (1, 3, height, width)."""
    try:
        picture = Image.fromarray(read_whole(content))
    except UnreadablePicture as error:
        raise PlugFault("no_file", f"The image cannot be read: {error}") from error
    resample = Image.Resampling(int(said.get("resample", Image.Resampling.BILINEAR)))
    if said.get("do_resize", True):
        picture = picture.resize(_size(said.get("size"), picture.size), resample)
    if said.get("do_center_crop"):
        picture = _cropped(picture, _size(said.get("crop_size"), picture.size))
    values = np.asarray(picture, dtype=np.float32)
    if said.get("do_rescale", True):
        values = values * np.float32(said.get("rescale_factor", 1 / 255))
    if said.get("do_normalize", True):
        mean, spread = (
            np.array(said.get(k, HALF), np.float32) for k in ("image_mean", "image_std")
        )
        values = (values - mean) / spread
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


def _size(said: Any, given: tuple[int, int]) -> tuple[int, int]:
    """Return width and height, of sizes as they are written: a side, both, or the shorter one."""
    width, height = given
    match said:
        case int():
            wanted = (said, said)
        case {"height": int(high), "width": int(wide)}:
            wanted = (wide, high)
        case {"shortest_edge": int(short)}:
            scale = short / min(width, height)
            wanted = (max(short, round(width * scale)), max(short, round(height * scale)))
        case _:
            wanted = (224, 224)
    if not all(1 <= side <= MAX_SIDE for side in wanted):
        raise PlugFault("no_config", f"preprocessor_config.json wants pictures of {wanted} pixels.")
    return wanted


def _cropped(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    left, top = ((picture.width - size[0]) // 2, (picture.height - size[1]) // 2)
    return picture.crop((left, top, left + size[0], top + size[1]))
