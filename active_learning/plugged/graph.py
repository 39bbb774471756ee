"""ONNX files: read without running anything, then opened by ONNX Runtime.

Only a process with limits imports this: a stranger's graph may want any memory and any time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]  # no stubs
from numpy.typing import NDArray

from active_learning.embeddings.onnx_session import open_session
from active_learning.plugged.arrays import Arrays, Port, checked_outputs
from active_learning.plugged.faults import PlugFault

__all__ = ["OnnxModel", "read_graph"]

MAX_NAMES = 200_000
"""Characters of class names that are read."""
DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
_TYPES = {
    "tensor(float)": "float32",
    "tensor(float16)": "float16",
    "tensor(double)": "float64",
    "tensor(uint8)": "uint8",
    "tensor(int8)": "int8",
    "tensor(int32)": "int32",
    "tensor(int64)": "int64",
    "tensor(bool)": "bool",
    "tensor(string)": "string",
}


class OnnxModel:
    """An opened graph; see `arrays` for what its answers may be."""

    def __init__(self, path: Path) -> None:
        read_graph(path)
        try:
            self._session = open_session(path)
        except Exception as error:  # ONNX Runtime's errors share no class
            raise PlugFault("unreadable", f"ONNX Runtime cannot open it: {_said(error)}") from error
        self.inputs = [_port(item) for item in self._session.get_inputs()]
        self.outputs = [_port(item) for item in self._session.get_outputs()]

    def run(self, feed: Arrays) -> dict[str, NDArray[Any]]:
        """Return the outputs by name.

        Raises
        ------
        PlugFault
            When the graph refuses the shapes, fails, or answers what cannot be used.
        """
        try:
            values = self._session.run(None, dict(feed))
        except MemoryError:
            raise
        except Exception as error:  # as above
            said = _said(error)
            if "alloc" in said.lower():
                raise MemoryError(said) from error
            shapes = ", ".join(f"{name} {list(array.shape)}" for name, array in feed.items())
            raise PlugFault("failed", f"It failed on {shapes}: {said}") from error
        return checked_outputs([port.name for port in self.outputs], values)


def read_graph(path: Path) -> dict[str, Any]:
    """Return opset and format of a graph that stands for itself, or refuse it.

    Raises
    ------
    PlugFault
        For what is no graph, needs a newer reader, operators of others, or other files.
    """
    try:
        model = onnx.load_model(str(path), load_external_data=False)
    except (DecodeError, ValueError, TypeError) as error:
        raise PlugFault("no_onnx", "The ONNX file is damaged or cut off. Send it again.") from error
    opsets = {entry.domain: entry.version for entry in model.opset_import}
    newest = onnx.defs.onnx_opset_version()
    opset = opsets.get("", opsets.get("ai.onnx", 0))
    if opset > newest:
        raise PlugFault(
            "opset_too_new",
            f"It uses opset {opset}; this server reads up to {newest}. Export it again with "
            f"opset_version={newest} or lower.",
            opset=opset,
            newest=newest,
        )
    foreign = sorted({node.domain for node in _nodes(model)} - DOMAINS)
    if foreign:
        raise PlugFault(
            "operators",
            f"It needs operators of {foreign[0]!r}, which are code. Export it with standard ones.",
            domain=foreign[0],
        )
    if any(onnx.external_data_helper.uses_external_data(tensor) for tensor in _tensors(model)):
        raise PlugFault(
            "external_data",
            "Its weights lie in another file. Save it as one: onnx.save(onnx.load('model.onnx'), "
            "'one.onnx').",
        )
    return {
        "opset": opset,
        "format": f"ONNX IR {model.ir_version}",
        "by": model.producer_name[:60],
        "names": _class_names({entry.key: entry.value for entry in model.metadata_props}),
    }


def _class_names(metadata: Mapping[str, str]) -> list[str]:
    """Return the class names that exporters write into the file, in the order of columns."""
    written = metadata.get("names") or metadata.get("id2label") or metadata.get("classes") or ""
    try:
        found = ast.literal_eval(written[:MAX_NAMES])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        found = written.split(",") if "," in written else []
    if isinstance(found, Mapping):
        found = [found[key] for key in sorted(found, key=lambda key: (len(str(key)), str(key)))]
    return [str(name).strip()[:100] for name in found] if isinstance(found, list | tuple) else []


def _graphs(model: Any) -> Iterator[Any]:
    """Yield the graph, the bodies of functions, and the graphs inside their nodes."""
    waiting = [model.graph, *model.functions]
    while waiting:
        graph = waiting.pop()
        yield graph
        for node in graph.node:
            for attribute in node.attribute:
                waiting += [attribute.g] if attribute.HasField("g") else []
                waiting += attribute.graphs


def _nodes(model: Any) -> Iterator[Any]:
    own = {function.domain for function in model.functions}
    for graph in _graphs(model):
        yield from (node for node in graph.node if node.domain not in own)


def _tensors(model: Any) -> Iterator[Any]:
    for graph in _graphs(model):
        yield from getattr(graph, "initializer", ())
        for sparse in getattr(graph, "sparse_initializer", ()):
            yield from (sparse.values, sparse.indices)
        for node in graph.node:
            for attribute in node.attribute:
                yield from (attribute.t, *attribute.tensors)


def _port(item: Any) -> Port:
    shape = tuple(side if isinstance(side, int) and side > 0 else None for side in item.shape)
    return Port(item.name, _TYPES.get(item.type, item.type), shape)


def _said(error: Exception) -> str:
    """Return the message without the source paths of ONNX Runtime's build."""
    text = str(error).split(" : ")[-1]
    return text.strip().replace("\n", " ")[:300]


def example_feed(inputs: list[Port], guess: Mapping[int, tuple[int, ...]]) -> Arrays:
    """Return random numbers of the declared shapes; free sides get those of ``guess`` by rank."""
    rng = np.random.default_rng(0)
    feed: dict[str, NDArray[Any]] = {}
    for port in inputs:
        free = guess.get(len(port.shape), (1,) * len(port.shape))
        shape = [side or other for side, other in zip(port.shape, free, strict=True)]
        if port.type == "string":
            feed[port.name] = np.full(shape, "a short text", dtype=object)
        elif port.type.startswith("float"):
            feed[port.name] = rng.random(shape).astype(port.type)
        else:
            feed[port.name] = np.ones(shape, dtype=port.type)
    return feed
