"""Small heads over our embeddings: linear layers in a safetensors file, nothing else.

The tensors are those of a ``torch.nn.Sequential`` of ``Linear`` layers (``0.weight``, ``0.bias``,
``2.weight`` ...), in order; between two layers stands the activation that the file's metadata
names (``{"activation": "relu"}``; also ``gelu`` and ``tanh``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from active_learning.plugged.arrays import Arrays, Port, checked_outputs
from active_learning.plugged.faults import PlugFault

__all__ = ["HeadModel"]

MAX_LAYERS = 8
Matrix = NDArray[np.float32]


def _gelu(x: Matrix) -> Matrix:
    erf = np.vectorize(math.erf, otypes=[np.float32])
    return np.asarray(0.5 * x * (1.0 + erf(x / math.sqrt(2.0))), dtype=np.float32)


_ACTIVATIONS: Mapping[str, Callable[[Matrix], Matrix]] = {
    "relu": lambda x: np.maximum(x, 0.0),
    "tanh": np.tanh,
    "gelu": _gelu,
}


class HeadModel:
    """Rows of embeddings in, scores out; offers what `graph.OnnxModel` does."""

    def __init__(self, path: Path) -> None:
        self._layers, metadata = _read(path)
        name = metadata.get("activation", "relu")
        if name not in _ACTIVATIONS:
            raise PlugFault(
                "activation",
                f"The metadata names the activation {name!r}; known are {', '.join(_ACTIVATIONS)}.",
                name=name,
            )
        self._activation = _ACTIVATIONS[name]
        self.inputs = [Port("vector", "float32", (None, self._layers[0][0].shape[1]))]
        self.outputs = [Port("scores", "float32", (None, self._layers[-1][0].shape[0]))]

    def run(self, feed: Arrays) -> dict[str, NDArray[Any]]:
        """Return ``scores`` of shape (rows, classes)."""
        x = np.asarray(feed["vector"], dtype=np.float32)
        width = self._layers[0][0].shape[1]
        if x.ndim != 2 or x.shape[1] != width:
            raise PlugFault(
                "failed", f"It takes vectors of {width} numbers, not {list(x.shape)}.", width=width
            )
        for at, (weight, bias) in enumerate(self._layers):
            x = x @ weight.T + bias
            if at < len(self._layers) - 1:
                x = self._activation(x)
        return checked_outputs(["scores"], [x])


def _read(path: Path) -> tuple[list[tuple[Matrix, Matrix]], Mapping[str, str]]:
    try:
        with safe_open(path, "np") as file:
            names = sorted((str(key) for key in file.keys()), key=_natural)  # noqa: SIM118
            weights = [name for name in names if name.endswith(".weight")]
            layers = [
                (_matrix(file, name), _bias(file, name.removesuffix("weight") + "bias", names))
                for name in weights[: MAX_LAYERS + 1]
            ]
            metadata: Mapping[str, str] = file.metadata() or {}
    except (SafetensorError, TypeError, ValueError) as error:
        raise PlugFault("no_head", f"The safetensors file cannot be read: {error}") from error
    other = sorted(set(names) - {name for w in weights for name in (w, w[:-6] + "bias")})
    if not 1 <= len(layers) <= MAX_LAYERS or other:
        raise PlugFault(
            "no_head",
            f"A head is 1 to {MAX_LAYERS} linear layers, each a `<name>.weight` and a "
            f"`<name>.bias`{f'; {other[0]!r} is neither' if other else ''}. Whole models come as "
            "ONNX.",
        )
    _check_chain(layers)
    return [(w, np.zeros(len(w), np.float32) if b is None else b) for w, b in layers], metadata


def _check_chain(layers: list[tuple[Matrix, Matrix | None]]) -> None:
    width = layers[0][0].shape[1]
    for number, (weight, bias) in enumerate(layers, 1):
        rows, columns = weight.shape
        if columns != width or (bias is not None and bias.shape != (rows,)):
            raise PlugFault(
                "no_head", f"Layer {number} does not fit: it takes {columns}, gets {width}."
            )
        width = rows


def _matrix(file: Any, name: str) -> Matrix:
    found = np.asarray(file.get_tensor(name), dtype=np.float32)
    if found.ndim != 2:
        raise PlugFault("no_head", f"{name} has {found.ndim} dimensions; a linear layer has two.")
    return found


def _bias(file: Any, name: str, names: list[str]) -> Matrix | None:
    return np.asarray(file.get_tensor(name), dtype=np.float32) if name in names else None


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort 10.weight behind 2.weight."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", name)]
