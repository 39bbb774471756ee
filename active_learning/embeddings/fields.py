"""A task's fields as one vector: each field by its own encoder, joined in a stated order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from active_learning.embeddings.classical import ClassicalEncoder, ColourHistogram
from active_learning.embeddings.clouds import CloudEncoder
from active_learning.embeddings.encoder import Encoder, EncoderUnavailable, Vectors
from active_learning.embeddings.field import Field
from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.series import SeriesEncoder
from active_learning.embeddings.sounds import SoundEncoder
from active_learning.embeddings.text import TextEncoder

__all__ = ["TEXTUAL", "Encoders", "FieldLayout"]

TEXTUAL = frozenset({"text", "html", "dialogue", "document"})
"""Types whose values reach the encoder as one text."""

MEASURED: Mapping[str, Callable[[], Encoder[Any]]] = {
    "audio": SoundEncoder,
    "timeseries": SeriesEncoder,
    "pointcloud": CloudEncoder,
}
"""Encoders that need no model's files."""


class Encoders:
    """The encoders of this machine, each opened when first needed."""

    def __init__(self, models: Path) -> None:
        self.models = models
        self._open: dict[str, Encoder[Any]] = {}

    def of_type(self, field_type: str) -> Encoder[Any]:
        """Return the encoder for a field type of the ontology."""
        family = "text" if field_type in TEXTUAL else field_type
        if family not in self._open:
            self._open[family] = self._opened(family)
        return self._open[family]

    @property
    def text(self) -> TextEncoder:
        """The text encoder, with its parts."""
        encoder = self.of_type("text")
        assert isinstance(encoder, TextEncoder)
        return encoder

    def _opened(self, family: str) -> Encoder[Any]:
        match family:
            case "text":
                return TextEncoder(self.models)
            case "image":
                try:
                    return ImageEncoder(self.models)
                except EncoderUnavailable:
                    return ColourHistogram()
            case _:
                return MEASURED.get(family, ClassicalEncoder)()


@dataclass(frozen=True)
class FieldLayout:
    """Which fields make up the vector, in which order."""

    fields: tuple[Field, ...]
    encoders: Encoders

    @property
    def id(self) -> str:
        """Changes with the fields, their order, and any encoder's weights."""
        parts = "|".join(f"{f.name}={self.encoders.of_type(f.type).id}" for f in self.fields)
        return hashlib.sha256(parts.encode()).hexdigest()[:16]

    @property
    def dimensions(self) -> int:
        """The length of the joined vector."""
        return sum(self.encoders.of_type(f.type).dimensions for f in self.fields)

    @property
    def is_text(self) -> bool:
        """Whether every field is text, so that wording alone can serve."""
        return all(field.type in TEXTUAL for field in self.fields)

    def encode(self, tasks: Sequence[Mapping[str, Any]]) -> Vectors:
        """Return joined vectors, shape (len(tasks), dimensions).

        A value is what the field's encoder reads: a string, pixels, any JSON. A missing one
        (None) leaves zeros, so that a task without a caption is no error.
        """
        return np.hstack(
            [np.zeros((len(tasks), 0), dtype=np.float32)]
            + [self._column(field, tasks) for field in self.fields]
        )

    def text_of(self, task: Mapping[str, Any]) -> str:
        """Return all text fields as one text, for features of wording."""
        return "\n".join(str(task.get(field.name) or "") for field in self.fields)

    def _column(self, field: Field, tasks: Sequence[Mapping[str, Any]]) -> Vectors:
        encoder = self.encoders.of_type(field.type)
        rows = np.zeros((len(tasks), encoder.dimensions), dtype=np.float32)
        given = [i for i, task in enumerate(tasks) if task.get(field.name) is not None]
        if given:
            rows[given] = encoder.encode([tasks[i][field.name] for i in given])
        return rows
