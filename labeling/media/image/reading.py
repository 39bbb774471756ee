"""Reads the words printed in a picture, by the recogniser that the package rapidocr ships."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rapidocr import RapidOCR

__all__ = ["read_words"]

LEAST_SCORE = 0.5
SLANTED = 1.5
LINE_PX, WORD_PX = 48, 128
"""Pictures no higher, or no larger at all, are cuttings: a line or a word."""
ONE_THREAD = {f"EngineConfig.onnxruntime.{name}_op_num_threads": 1 for name in ("intra", "inter")}
"""A decoder process has one processor, like its neighbours."""


def read_words(image: Image.Image) -> list[dict[str, Any]]:
    """Return every word with its place, line by line.

    Parameters
    ----------
    image
        RGB.

    Returns
    -------
    list of dict
        `text`; `score`, 0 to 1; `line`, shared by words of one line; `box`, [x, y, width, height]
        in pixels of `image`. Chinese and Japanese come character by character.

    References
    ----------
    Du et al. (2020), "PP-OCR: A Practical Ultra Lightweight OCR System", arXiv:2009.09941.
    """
    pixels = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
    if image.height <= LINE_PX or max(image.size) <= WORD_PX:
        return _read_cutting(pixels)
    read: Any = _engine()(pixels)
    if read.boxes is None or read.word_results is None:
        return []
    return [
        word
        for number, (line, corners) in enumerate(zip(read.word_results, read.boxes, strict=True))
        for word in _words_of(line, number, _upright(corners))
        if word["text"].strip() and word["score"] >= LEAST_SCORE
    ]


def _read_cutting(pixels: NDArray[np.uint8]) -> list[dict[str, Any]]:
    """Read a picture that is one line itself: nothing in it can be searched for lines."""
    read: Any = _engine()(pixels, use_det=False, use_cls=False, use_rec=True)
    height, width = pixels.shape[:2]
    box = [0.0, 0.0, float(width), float(height)]
    return [
        {"text": text, "score": round(float(score), 4), "line": number, "box": box}
        for number, (text, score) in enumerate(zip(read.txts or (), read.scores or (), strict=True))
        if text.strip() and score >= LEAST_SCORE
    ]


def _words_of(line: Any, number: int, around: list[float]) -> list[dict[str, Any]]:
    """Words with their boxes, as high as a level line; the outer ones reach to its ends.

    Where a word ends inside a line the recogniser only guesses; where the line ends it was seen.
    """
    left, top, width, height = around
    words = []
    for place, (text, score, corners) in enumerate(line):
        start, own_top, wide, own_height = _upright(corners)
        begin = min(start, left) if place == 0 else start
        end = max(start + wide, left + width) if place == len(line) - 1 else start + wide
        # A slanted line is higher than its words.
        rows = (top, height) if height < SLANTED * own_height else (own_top, own_height)
        box = [round(begin, 2), rows[0], round(end - begin, 2), rows[1]]
        words.append({"text": text, "score": round(float(score), 4), "line": number, "box": box})
    return words


@cache
def _engine() -> RapidOCR:
    return RapidOCR(
        params={"Global.log_level": "error", "Global.return_word_box": True, **ONE_THREAD}
    )


def _upright(corners: Any) -> list[float]:
    points = np.asarray(corners, dtype=np.float64)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return [round(float(value), 2) for value in (left, top, right - left, bottom - top)]
