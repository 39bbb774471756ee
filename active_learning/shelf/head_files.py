"""Writes a head for runtimes beside ONNX Runtime: as a torch program, as an OpenVINO model.

What is told about a file is told by the file: each is written, read back, and asked.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from active_learning.learners.heads import LinearHead
from active_learning.shelf.graph import IR_VERSION, OPSET, OUTPUT, head_nodes

__all__ = ["HEAD_WRITERS", "HeadFiles"]

Rows = NDArray[np.float32]
VECTORS = "vectors"


@dataclass(frozen=True)
class HeadFiles:
    """A head as files; ``answer`` asks them for (n, K) probabilities of (n, D) vectors."""

    files: Mapping[str, bytes]
    answer: Callable[[Rows], Rows]


def torch_head(head: LinearHead) -> HeadFiles:
    """Write `head.pt2` by `torch.export`, for any number of tasks at once."""
    # Half a gigabyte, and only the learning worker has it.
    import torch  # noqa: PLC0415

    layers: list[torch.nn.Module] = []
    if head.hidden is not None:
        layers += [_linear(head.hidden.weights, head.hidden.bias), torch.nn.ReLU()]
    layers += [
        _linear(head.weights / head.temperature, head.bias / head.temperature),
        torch.nn.Sigmoid() if head.independent else torch.nn.Softmax(dim=1),
    ]
    example = torch.zeros(2, head.reads)
    program = torch.export.export(
        torch.nn.Sequential(*layers).eval(),
        (example,),
        dynamic_shapes=({0: torch.export.Dim("tasks")},),
    )
    content = io.BytesIO()
    torch.export.save(program, content)
    read = torch.export.load(io.BytesIO(content.getvalue())).module()

    def answer(vectors: Rows) -> Rows:
        with torch.no_grad():
            rows: Rows = read(torch.from_numpy(vectors)).numpy()
        return rows

    return HeadFiles({"head.pt2": content.getvalue()}, answer)


def openvino_head(head: LinearHead) -> HeadFiles:
    """Write `head.xml` and `head.bin`, in the floats that the version has."""
    # An optional package.
    import openvino  # noqa: PLC0415

    core = openvino.Core()
    with tempfile.TemporaryDirectory() as folder:
        source, xml = Path(folder) / "head.onnx", Path(folder) / "head.xml"
        onnx.save(head_graph(head), source)
        openvino.save_model(core.read_model(source), xml, compress_to_fp16=False)
        files = {name: (Path(folder) / name).read_bytes() for name in ("head.xml", "head.bin")}
        compiled = core.compile_model(xml, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def answer(vectors: Rows) -> Rows:
        rows: Rows = compiled(vectors)[0]
        return rows

    return HeadFiles(files, answer)


def head_graph(head: LinearHead) -> onnx.ModelProto:
    """Return the head alone as an ONNX graph."""
    weights, nodes = head_nodes(VECTORS, head)
    graph = helper.make_graph(
        nodes,
        "head",
        [helper.make_tensor_value_info(VECTORS, TensorProto.FLOAT, ["tasks", head.reads])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["tasks", len(head.classes)])],
        weights,
    )
    opsets = [helper.make_operatorsetid("", OPSET)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)


def _linear(weights: Rows, bias: Rows) -> Any:  # a torch.nn.Linear
    import torch  # noqa: PLC0415  (as above)

    layer = torch.nn.Linear(*weights.shape)
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights.T, dtype=np.float32)))
        layer.bias.copy_(torch.from_numpy(bias.astype(np.float32)))
    return layer


HEAD_WRITERS: Mapping[str, Callable[[LinearHead], HeadFiles]] = MappingProxyType(
    {"torch": torch_head, "openvino": openvino_head}
)
