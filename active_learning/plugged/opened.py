"""A brought file as an opened model, whatever it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from active_learning.plugged.arrays import Arrays, Port
from active_learning.plugged.files import file_kind
from active_learning.plugged.graph import OnnxModel
from active_learning.plugged.head import HeadModel

__all__ = ["OpenedModel", "open_model"]


class OpenedModel(Protocol):
    """What both kinds of file offer."""

    inputs: list[Port]
    outputs: list[Port]

    def run(self, feed: Arrays) -> dict[str, NDArray[Any]]:
        """Return the outputs by name, or raise `PlugFault`."""


def open_model(path: Path) -> OpenedModel:
    """Open a file by its content."""
    return HeadModel(path) if file_kind(path) == "safetensors" else OnnxModel(path)
