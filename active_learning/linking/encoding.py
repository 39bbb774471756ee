"""Marks to vectors, by the encoders that the machine has."""

from __future__ import annotations

from collections.abc import Sequence

from active_learning.embeddings.fields import Encoders
from active_learning.linking.marks import Marks, PictureMark, WordMark

__all__ = ["encode_pictures", "encode_words", "encoder_ids"]


def encoder_ids(encoders: Encoders) -> tuple[str, str]:
    """Return what the vectors are made by; a linker fitted on others is of no use."""
    return encoders.text.minilm.id, encoders.of_type("image").id


def encode_words(encoders: Encoders, marks: Sequence[WordMark]) -> Marks:
    """Return the marks' vectors: MiniLM's, of the marked words alone."""
    vectors = encoders.text.minilm.encode([mark.text for mark in marks])
    return Marks.of(vectors, [mark.named for mark in marks])


def encode_pictures(encoders: Encoders, marks: Sequence[PictureMark]) -> Marks:
    """Return the marks' vectors: the backbone's, of the pixels inside and close around."""
    vectors = encoders.of_type("image").encode([mark.pixels for mark in marks])
    return Marks.of(vectors, [m.named for m in marks], [m.frame for m in marks])
