"""Named tensors: what a model takes and gives, and what about them is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from active_learning.plugged.faults import PlugFault

__all__ = ["MAX_OUTPUT_BYTES", "Arrays", "Port", "checked_outputs"]

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
MAX_OUTPUT_BYTES = 64 << 20
"""No answer about one task is larger: what is, is a mistake or an attack."""


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output: its name, the type of its numbers, its shape (None: any length)."""

    name: str
    type: str
    shape: tuple[int | None, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return asdict(self) | {"shape": list(self.shape)}


def checked_outputs(names: Sequence[str], values: Sequence[Any]) -> dict[str, NDArray[Any]]:
    """Return the outputs by name.

    Raises
    ------
    PlugFault
        When one is no tensor, holds numbers that are none, or they are too large together.
    """
    found: dict[str, NDArray[Any]] = {}
    for name, value in zip(names, values, strict=True):
        if not isinstance(value, np.ndarray):
            raise PlugFault(
                "no_tensor",
                f"The output {name!r} is a list or a map, not a tensor. Export the model without "
                "ZipMap.",
                name=name,
            )
        if value.dtype.kind == "f" and not np.isfinite(value).all():
            raise PlugFault(
                "not_finite",
                f"The output {name!r} holds NaN or infinity. Look for a division by zero, or "
                "weights that were never trained.",
                name=name,
            )
        found[name] = value
    size = sum(value.nbytes for value in found.values())
    if size > MAX_OUTPUT_BYTES:
        raise PlugFault(
            "huge_output",
            f"The outputs are {size >> 20:,} MiB for one task; {MAX_OUTPUT_BYTES >> 20} MiB are "
            "the most. Reduce them inside the model.",
            mib=size >> 20,
        )
    return found
