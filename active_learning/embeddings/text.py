"""The text encoder: MiniLM's meaning beside the token table's wording, 640-d."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.minilm import MiniLm
from active_learning.embeddings.static_table import StaticTable

__all__ = ["TextEncoder"]


class TextEncoder:
    """Both parts have unit length, so either can carry the decision; see `Encoder`."""

    def __init__(self, models: Path) -> None:
        self.minilm = MiniLm(models)
        self.table = StaticTable(models)
        parts = f"{self.minilm.id}+{self.table.id}"
        self.id = f"text-640@{hashlib.sha256(parts.encode()).hexdigest()[:12]}"
        self.dimensions = self.minilm.dimensions + self.table.dimensions

    def encode(self, values: Sequence[str]) -> Vectors:
        """Return vectors of shape (len(values), 640), each of length sqrt(2)."""
        return np.hstack([self.minilm.encode(values), self.table.encode(values)])
