"""The graph of a TensorFlow Lite model: its tensors, constants and operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.lite.flatbuffer import Table, root_of

__all__ = ["Graph", "Operator", "read_graph"]

TYPES = {0: np.float32, 1: np.float16, 2: np.int32, 3: np.uint8, 4: np.int64, 9: np.int8}


@dataclass(frozen=True, slots=True)
class Operator:
    """One step; `code` is its number in the schema, `options` what it was given."""

    code: int
    reads: tuple[int, ...]
    gives: tuple[int, ...]
    options: Table | None


@dataclass(frozen=True, slots=True)
class Graph:
    """Tensors by number: their names, shapes and, of those that are fixed, their values."""

    names: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]
    constants: dict[int, NDArray[np.generic]]
    operators: tuple[Operator, ...]

    def needed(self, starts: Sequence[int], ends: Sequence[int]) -> list[Operator]:
        """Return the operators on which some tensors rest, back to others, in order."""
        wanted, kept = set(ends), []
        for operator in reversed(self.operators):
            if wanted & set(operator.gives):
                kept.append(operator)
                wanted |= set(operator.reads) - set(starts)
        return kept[::-1]


def read_graph(content: bytes) -> Graph:
    """Return the first graph of a model."""
    model = root_of(content)
    codes = [max(one.byte(0), one.whole(3)) for one in model.tables(1)]
    buffers = model.tables(4)
    graph = model.tables(2)[0]
    tensors = graph.tables(0)
    constants = {}
    for number, tensor in enumerate(tensors):
        data = buffers[tensor.whole(2)].data(0)
        if len(data) and tensor.byte(1) in TYPES:
            values = np.frombuffer(data.tobytes(), TYPES[tensor.byte(1)])
            constants[number] = values.reshape(tensor.wholes(0))
    operators = tuple(
        Operator(codes[one.whole(0)], tuple(one.wholes(1)), tuple(one.wholes(2)), one.table(4))
        for one in graph.tables(3)
    )
    names = tuple(tensor.text(3) for tensor in tensors)
    return Graph(names, tuple(tuple(t.wholes(0)) for t in tensors), constants, operators)
