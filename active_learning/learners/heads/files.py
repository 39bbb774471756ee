"""Head files: safetensors with a JSON header, so that opening one can run no code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from active_learning.learners.heads.linear import Hidden, LinearHead

__all__ = ["HeadFileError", "Metadata", "load_heads", "save_heads"]

Metadata: TypeAlias = dict[str, Any]

FORMAT = 1
_KEY = "penumbra"


class HeadFileError(ValueError):
    """The file holds no heads that this version can read; the message says why."""


def save_heads(path: Path, heads: Mapping[str, LinearHead], metadata: Metadata) -> None:
    """Write named heads and free JSON ``metadata`` into one file, whole or not at all."""
    tensors: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
    described = {}
    for name, head in heads.items():
        tensors[f"{name}.weights"] = np.ascontiguousarray(head.weights)
        tensors[f"{name}.bias"] = np.ascontiguousarray(head.bias)
        if head.hashed is not None:
            tensors[f"{name}.hashed"] = np.ascontiguousarray(head.hashed)
        if head.hidden is not None:
            tensors[f"{name}.hidden.weights"] = np.ascontiguousarray(head.hidden.weights)
            tensors[f"{name}.hidden.bias"] = np.ascontiguousarray(head.hidden.bias)
        described[name] = {
            "classes": list(head.classes),
            "temperature": head.temperature,
            "independent": head.independent,
        }
    header = {"format": FORMAT, "heads": described, "metadata": metadata}
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(save(tensors, {_KEY: json.dumps(header)}))
    part.replace(path)


def load_heads(path: Path) -> tuple[dict[str, LinearHead], Metadata]:
    """Read what `save_heads` wrote."""
    try:
        with safe_open(path, "np") as file:
            header = json.loads((file.metadata() or {})[_KEY])
            if header["format"] != FORMAT:
                raise HeadFileError(f"{path.name} has format {header['format']}, not {FORMAT}")
            stored = set(file.keys())
            heads = {
                name: LinearHead(
                    classes=tuple(about["classes"]),
                    weights=file.get_tensor(f"{name}.weights"),
                    bias=file.get_tensor(f"{name}.bias"),
                    hashed=(
                        file.get_tensor(f"{name}.hashed") if f"{name}.hashed" in stored else None
                    ),
                    temperature=float(about["temperature"]),
                    independent=bool(about["independent"]),
                    hidden=(
                        Hidden(
                            file.get_tensor(f"{name}.hidden.weights"),
                            file.get_tensor(f"{name}.hidden.bias"),
                        )
                        if f"{name}.hidden.weights" in stored
                        else None
                    ),
                )
                for name, about in header["heads"].items()
            }
    except (SafetensorError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise HeadFileError(f"{path.name} is no head file: {error}") from error
    return heads, header["metadata"]
