"""Scores links in the serving process: marks in, a table of words by places out."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PIL import Image

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.fields import Encoders
from active_learning.keeping import Lru
from active_learning.linking.cropping import crop
from active_learning.linking.encoding import encoder_ids
from active_learning.linking.marks import Frame, Marks
from active_learning.linking.scorer import LinkScorer

__all__ = ["MAX_MARKS", "LinkDesk"]

MAX_MARKS = 64
MAX_PIXELS = 40_000_000
CACHED_VECTORS = 4_000


class LinkDesk:
    """Answers questions about links; not thread-safe: one thread calls it."""

    def __init__(self, encoders: Encoders) -> None:
        self._encoders = encoders
        self._places: Lru[bytes, Vectors] = Lru(CACHED_VECTORS)
        self._words: Lru[str, Vectors] = Lru(CACHED_VECTORS)

    def scores(self, linker: LinkScorer, question: Mapping[str, Any]) -> list[list[float]]:
        """Return logits of shape (words, places).

        Parameters
        ----------
        question
            `words`: [{text, named}]; `places`: [{picture, frame, named}], frames as shares;
            `pictures`: name to base64 JPEG.

        Raises
        ------
        ValueError
            For what cannot be read, or a linker fitted on other encoders.
        """
        if encoder_ids(self._encoders) != linker.encoders:
            raise ValueError("the linker was fitted on other encoders: confirm more links")
        words, places = question["words"], question["places"]
        if not 1 <= len(words) <= MAX_MARKS or not 1 <= len(places) <= MAX_MARKS:
            raise ValueError(f"send 1 to {MAX_MARKS} marks of each family")
        said = Marks.of(
            np.vstack([self._word(str(one["text"])) for one in words]),
            [str(one.get("named", "")) for one in words],
        )
        frames = [_frame(one["frame"]) for one in places]
        seen = Marks.of(
            self._cut(question["pictures"], places, frames),
            [str(one.get("named", "")) for one in places],
            frames,
        )
        found: list[list[float]] = linker.scores(said, seen).tolist()
        return found

    def _word(self, text: str) -> Vectors:
        known = self._words.get(text)
        if known is None:
            known = self._encoders.text.minilm.encode([text])
            self._words.put(text, known)
        return known

    def _cut(
        self, pictures: Mapping[str, str], places: Sequence[Mapping[str, Any]], frames: list[Frame]
    ) -> Vectors:
        opened: dict[str, Image.Image] = {}
        rows: list[Vectors] = []
        for one, frame in zip(places, frames, strict=True):
            content = pictures[one["picture"]]
            key = hashlib.blake2b(f"{frame}{content}".encode(), digest_size=16).digest()
            row = self._places.get(key)
            if row is None:
                if one["picture"] not in opened:
                    opened[one["picture"]] = _opened(content)
                row = self._encoders.of_type("image").encode([crop(opened[one["picture"]], frame)])
                self._places.put(key, row)
            rows.append(row)
        return np.vstack(rows)


def _frame(value: Any) -> Frame:
    x, y, width, height = (float(number) for number in value)
    return x, y, width, height


def _opened(content: str) -> Image.Image:
    try:
        with Image.open(io.BytesIO(base64.b64decode(content)), formats=["JPEG"]) as file:
            if file.width * file.height > MAX_PIXELS:
                raise ValueError("the picture is too large")
            return file.convert("RGB")
    except (OSError, SyntaxError, binascii.Error) as error:
        raise ValueError(f"the picture cannot be read: {error}") from error
