"""Models of the SAM family that an installation brings: an encoder and a decoder in ONNX.

The decoder is that of the official export (`segment_anything/utils/onnx.py`): it takes the image's
embeddings, points with labels (1 on, 0 off, 2 and 3 the corners of a box, -1 padding) in pixels of
the encoder's input, and a mask to go on from; it gives masks and how good each is believed to be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as refusals

from active_learning.embeddings.onnx_session import open_session
from active_learning.segmenting.dropped import DECODER, ENCODER, FACTS
from active_learning.segmenting.methods import Ready
from active_learning.segmenting.prompt import Prompt
from active_learning.segmenting.seen import Seen

__all__ = ["ModelFault", "OnnxPair", "open_pair"]

MEAN = (123.675, 116.28, 103.53)
DEVIATION = (58.395, 57.12, 57.375)
USUAL_SIDE_PX = 1_024
MOST_SIDE_PX = 2_048
LOW_MASK_PX = 256
_DECODER_TAKES = (
    *("image_embeddings", "point_coords", "point_labels"),
    *("mask_input", "has_mask_input", "orig_im_size"),
)

_REFUSED = (
    *(refusals.InvalidProtobuf, refusals.InvalidGraph, refusals.InvalidArgument),
    *(refusals.Fail, refusals.NotImplemented, refusals.NoSuchFile, refusals.RuntimeException),
)

Floats = NDArray[np.float32]


class ModelFault(Exception):
    """A dropped model that cannot be used, and what would be right."""


@dataclass(frozen=True, slots=True)
class OnnxPair:
    """An opened pair; `is_last` says whether colours are the encoder's last axis."""

    encoder: onnxruntime.InferenceSession
    decoder: onnxruntime.InferenceSession
    side_px: int
    is_last: bool
    mean: tuple[float, ...]
    deviation: tuple[float, ...]

    def ready(self, seen: Seen) -> Ready:
        """Run the encoder."""
        height, width = seen.pixels.shape[:2]
        mean, deviation = (np.array(three, np.float32) for three in (self.mean, self.deviation))
        values = (seen.pixels.astype(np.float32) - mean) / deviation
        whole = np.zeros((self.side_px, self.side_px, 3), np.float32)
        whole[:height, :width] = values
        given = self.encoder.get_inputs()[0]
        image = whole if self.is_last else whole.transpose(2, 0, 1)
        if len(given.shape) == 4:
            image = image[None]
        embeddings = self.encoder.run(None, {given.name: np.ascontiguousarray(image)})[0]
        return _Encoded(self.decoder, embeddings, (height, width))


class _Encoded:
    def __init__(
        self,
        decoder: onnxruntime.InferenceSession,
        embeddings: Floats,
        size: tuple[int, int],
    ) -> None:
        self._decoder = decoder
        self._embeddings = embeddings
        self._size = size

    def likely(self, prompt: Prompt) -> Floats:
        points = [(click.x, click.y, float(click.is_on)) for click in prompt.clicks]
        if prompt.box is not None:
            x, y, width, height = prompt.box
            points += [(x, y, 2.0), (x + width, y + height, 3.0)]
        else:
            points.append((0.0, 0.0, -1.0))
        told = np.array(points, np.float32)[None]
        masks, believed = self._decoder.run(
            None,
            {
                "image_embeddings": self._embeddings,
                "point_coords": told[..., :2],
                "point_labels": told[..., 2],
                "mask_input": np.zeros((1, 1, LOW_MASK_PX, LOW_MASK_PX), np.float32),
                "has_mask_input": np.zeros(1, np.float32),
                "orig_im_size": np.array(self._size, np.float32),
            },
        )[:2]
        best = masks[0, int(np.argmax(believed[0]))]
        if best.shape != self._size or not np.isfinite(best).all():
            raise ModelFault(f"the decoder gave {best.shape} values, or some that are no numbers")
        found: Floats = (1 / (1 + np.exp(-np.clip(best, -30, 30)))).astype(np.float32)
        return found


def open_pair(folder: Path) -> OnnxPair:
    """Open a dropped model.

    Raises
    ------
    ModelFault
        When a file cannot be read or takes other inputs.
    """
    try:
        encoder, decoder = open_session(folder / ENCODER), open_session(folder / DECODER)
        facts = _facts(folder / FACTS)
    except (OSError, ValueError, RuntimeError, *_REFUSED) as error:
        raise ModelFault(f"a file cannot be opened: {str(error)[:300]}") from error
    lacking = set(_DECODER_TAKES) - {given.name for given in decoder.get_inputs()}
    if lacking:
        raise ModelFault(f"{DECODER} has no input {', '.join(sorted(lacking))}")
    shape = encoder.get_inputs()[0].shape
    if len(shape) not in {3, 4}:
        raise ModelFault(f"{ENCODER} takes {shape}, no picture")
    is_last = shape[-1] == 3
    sides = [side for side in (shape[-3:-1] if is_last else shape[-2:]) if isinstance(side, int)]
    side = int(facts.get("side_px", sides[0] if sides else USUAL_SIDE_PX))
    if not 32 <= side <= MOST_SIDE_PX:
        raise ModelFault(f"{ENCODER} takes {side} pixels a side; 32 to {MOST_SIDE_PX} are usable")
    mean, deviation = (tuple(facts.get(k, v)) for k, v in (("mean", MEAN), ("std", DEVIATION)))
    if len(mean) != 3 or len(deviation) != 3 or 0 in deviation:
        raise ModelFault(f"{FACTS}: mean and std are three numbers each, std not 0")
    return OnnxPair(encoder, decoder, side, is_last, mean, deviation)


def _facts(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    read = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(read, dict):
        raise ModelFault(f"{FACTS} is no object")
    return read
