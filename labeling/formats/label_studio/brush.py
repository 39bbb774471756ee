"""Label Studio's own run-length code of brush masks: a bit stream of RGBA bytes.

Layout: 32 bits count of bytes, 5 bits word size less 1, four times 4 bits run size less 1; then
for each run 1 bit (repeated or literal), 2 bits which run size, the run length less 1, and one word
(repeated) or as many words as the run is long (literal).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["decode_brush", "encode_brush"]

RUN_SIZES = (3, 4, 8, 16)
WORD = 8
MAX_BYTES = 4 << 28
OPAQUE = 255


class _Bits:
    """Reads numbers of any width from bytes, highest bit first."""

    def __init__(self, data: Sequence[int]) -> None:
        self._data = bytes(data)
        self._at = 0

    def read(self, width: int) -> int:
        first, last = self._at // 8, (self._at + width + 7) // 8
        if last > len(self._data):
            raise ValueError("the mask ends too early")
        window = int.from_bytes(self._data[first:last], "big")
        self._at += width
        return window >> (last * 8 - self._at) & ((1 << width) - 1)


def decode_brush(rle: Sequence[int], width: int, height: int) -> NDArray[np.bool_]:
    """Return the mask, shape (height, width).

    Raises
    ------
    ValueError
        When the code is damaged or of another size.
    """
    bits = _Bits(rle)
    count = bits.read(32)
    if count != width * height * 4 or count > MAX_BYTES:
        raise ValueError(f"the mask has {count:,} bytes, the image needs {width * height * 4:,}")
    word = bits.read(5) + 1
    sizes = [bits.read(4) + 1 for _ in range(4)]
    out = np.zeros(count, dtype=np.uint8)
    at = 0
    while at < count:
        repeated = bits.read(1)
        end = at + 1 + bits.read(sizes[bits.read(2)])
        if end > count:
            raise ValueError("a run reaches over the end of the mask")
        if repeated:
            out[at:end] = bits.read(word) & 0xFF
        else:
            for i in range(at, end):
                out[i] = bits.read(word) & 0xFF
        at = end
    alpha: NDArray[np.bool_] = out.reshape(height, width, 4)[:, :, 3] > 0
    return alpha


def encode_brush(mask: NDArray[np.bool_]) -> list[int]:
    """Return the code of a mask of shape (height, width): all four channels 255 inside."""
    flat = np.repeat(np.asarray(mask, dtype=bool).reshape(-1), 4)
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    starts = np.concatenate([[0], edges])
    lengths = np.diff(np.concatenate([starts, [flat.size]]))
    parts = [f"{flat.size:032b}", f"{WORD - 1:05b}", *(f"{size - 1:04b}" for size in RUN_SIZES)]
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        value = f"{OPAQUE if flat[start] else 0:08b}"
        left = length
        while left:
            run = min(left, 1 << RUN_SIZES[-1])
            which = next(i for i, size in enumerate(RUN_SIZES) if run <= 1 << size)
            parts.append(f"1{which:02b}{run - 1:0{RUN_SIZES[which]}b}{value}")
            left -= run
    text = "".join(parts)
    text += "0" * (-len(text) % 8)
    return list(int(text, 2).to_bytes(len(text) // 8, "big"))
