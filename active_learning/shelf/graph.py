"""Writes a version as one ONNX graph: encoders, joined vector, head, calibrated probabilities.

Every field is an input of its own: pixels (N, 224, 224, 3) uint8 of a picture, word-piece ids
(1, T) int32 of a text. The output is `probabilities`, (N, K).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, compose, helper, numpy_helper

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import FieldLayout
from active_learning.embeddings.folder import BACKBONE, MINILM
from active_learning.embeddings.static_table import StaticTable
from active_learning.learners.heads import LinearHead
from active_learning.shelf.precisions import FORMS

__all__ = [
    "IR_VERSION",
    "OPSET",
    "OUTPUT",
    "NotExportable",
    "WholeGraph",
    "head_nodes",
    "input_name",
    "whole_graph",
]

OPSET = 17
IR_VERSION = 9
"""Such that runtimes of the last years read it."""
OUTPUT = "probabilities"
HEAD = "head/"
"""Before the names of the head's parts."""


class NotExportable(ValueError):
    """A version that cannot be written as one graph; the message says why."""


@dataclass(frozen=True)
class WholeGraph:
    """A version as one graph; ``vector`` names what the head reads, (N, D), inside it."""

    model: onnx.ModelProto
    vector: str

    @property
    def content(self) -> bytes:
        """Return the file."""
        content: bytes = self.model.SerializeToString()
        return content

    def with_model(self, model: onnx.ModelProto) -> WholeGraph:
        """Return another graph whose parts have the same names."""
        return WholeGraph(model, self.vector)

    def without_head(self) -> onnx.ModelProto:
        """Return the encoders alone, whose output is the vector."""
        graph = self.telling_vector().graph
        alone = helper.make_graph(
            [node for node in graph.node if not any(_is_head(name) for name in node.output)],
            "encoders",
            graph.input,
            [graph.output[-1]],
            [item for item in graph.initializer if not _is_head(item.name)],
        )
        return helper.make_model(
            alone, opset_imports=self.model.opset_import, ir_version=IR_VERSION
        )

    def telling_vector(self) -> onnx.ModelProto:
        """Return the model with the vector as a second output."""
        model = onnx.ModelProto()
        model.CopyFrom(self.model)
        model.graph.output.append(
            helper.make_tensor_value_info(self.vector, TensorProto.FLOAT, None)
        )
        return model


@dataclass(frozen=True)
class _Part:
    """A field's own graph, its names prefixed; ``vector`` is its output."""

    model: onnx.ModelProto
    vector: str


def _is_head(name: str) -> bool:
    return name == OUTPUT or name.startswith(HEAD)


def input_name(place: int, field: Field) -> str:
    """Return the name of a field's input; names of fields may be anything, so places name them."""
    return f"f{place}_{FORMS[field.type]}"


def whole_graph(
    layout: FieldLayout, head: LinearHead, models: Path, *, small_table: bool = False
) -> WholeGraph:
    """Return the checked graph; with ``small_table`` rows of words are kept as int8."""
    parts = [
        _picture(place, field, models)
        if field.type == "image"
        else _text(place, field, layout, models, small_table=small_table)
        for place, field in enumerate(layout.fields)
    ]
    nodes: list[onnx.NodeProto] = []
    vector = parts[0].vector
    if len(parts) > 1:
        vector = "joined"
        nodes.append(helper.make_node("Concat", [part.vector for part in parts], [vector], axis=1))
    weights, more = head_nodes(vector, head)
    graph = helper.make_graph(
        [*(node for part in parts for node in part.model.graph.node), *nodes, *more],
        "penumbra",
        [item for part in parts for item in part.model.graph.input],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["tasks", len(head.classes)])],
        [*(item for part in parts for item in part.model.graph.initializer), *weights],
    )
    model = helper.make_model(
        graph, opset_imports=_opsets(parts), ir_version=IR_VERSION, producer_name="penumbra"
    )
    onnx.checker.check_model(model)
    return WholeGraph(model, vector)


def _picture(place: int, field: Field, models: Path) -> _Part:
    """Backbone, then unit length as the encoder gives it."""
    if not (models / BACKBONE).exists():
        raise NotExportable("The picture encoder is not built here; run `manage.py doctor`.")
    model = _named(onnx.load(models / BACKBONE), place, {"pixels": input_name(place, field)})
    return _unit(model, place, f"f{place}/embedding")


def _text(
    place: int, field: Field, layout: FieldLayout, models: Path, *, small_table: bool
) -> _Part:
    """MiniLM's vector beside the sum of the token table's rows, each of unit length."""
    name = input_name(place, field)
    model = _named(onnx.load(models / MINILM), place, {"input_ids": name})
    table: StaticTable = layout.encoders.text.table
    prefix = f"f{place}/wording/"
    kept, looked_up = _table(prefix, table.rows, small=small_table)
    # Without the two marks at the ends; a text of no words keeps a row of zeros.
    bounds = [
        _constant(f"{prefix}from", np.array([1], np.int64)),
        _constant(f"{prefix}to", np.array([-1], np.int64)),
        _constant(f"{prefix}along", np.array([1], np.int64)),
        _constant(f"{prefix}tiny", np.array(1e-9, np.float32)),
    ]
    nodes = [
        helper.make_node(
            "Slice", [name, f"{prefix}from", f"{prefix}to", f"{prefix}along"], [f"{prefix}inner"]
        ),
        *looked_up,
        helper.make_node(
            "ReduceSum", [f"{prefix}rows", f"{prefix}along"], [f"{prefix}sum"], keepdims=0
        ),
        helper.make_node("ReduceL2", [f"{prefix}sum"], [f"{prefix}size"], axes=[1]),
        helper.make_node("Max", [f"{prefix}size", f"{prefix}tiny"], [f"{prefix}length"]),
        helper.make_node("Div", [f"{prefix}sum", f"{prefix}length"], [f"{prefix}unit"]),
        helper.make_node(
            "Concat", [f"f{place}/embedding", f"{prefix}unit"], [f"{prefix}vector"], axis=1
        ),
    ]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend([*kept, *bounds])
    return _Part(model, f"{prefix}vector")


def _table(
    prefix: str, rows: NDArray[np.float32], *, small: bool
) -> tuple[list[TensorProto], list[onnx.NodeProto]]:
    """Return the table as it was built (float16), or as int8 with a scale a row."""
    raw, inner = f"{prefix}raw", f"{prefix}inner"
    nodes = [
        helper.make_node("Gather", [f"{prefix}table", inner], [raw]),
        helper.make_node("Cast", [raw], [f"{prefix}rows"], to=TensorProto.FLOAT),
    ]
    if not small:
        return [numpy_helper.from_array(rows.astype(np.float16), f"{prefix}table")], nodes
    scales = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-9) / 127.0
    whole = np.round(rows / scales).astype(np.int8)
    nodes[1].output[0] = f"{prefix}steps"
    nodes += [
        helper.make_node("Gather", [f"{prefix}scales", inner], [f"{prefix}scale"]),
        helper.make_node("Mul", [f"{prefix}steps", f"{prefix}scale"], [f"{prefix}rows"]),
    ]
    kept = [numpy_helper.from_array(whole, f"{prefix}table"), _constant(f"{prefix}scales", scales)]
    return kept, nodes


def _named(model: onnx.ModelProto, place: int, inputs: dict[str, str]) -> onnx.ModelProto:
    """Prefix every name, so that graphs can stand side by side, and name the inputs."""
    model = compose.add_prefix(model, f"f{place}/")
    renamed = {f"f{place}/{old}": new for old, new in inputs.items()}
    for item in model.graph.input:
        item.name = renamed.get(item.name, item.name)
    for node in model.graph.node:
        node.input[:] = [renamed.get(name, name) for name in node.input]
    return model


def _unit(model: onnx.ModelProto, place: int, vector: str) -> _Part:
    prefix = f"f{place}/unit/"
    model.graph.node.extend(
        [
            helper.make_node("ReduceL2", [vector], [f"{prefix}size"], axes=[1]),
            helper.make_node("Max", [f"{prefix}size", f"{prefix}tiny"], [f"{prefix}length"]),
            helper.make_node("Div", [vector, f"{prefix}length"], [f"{prefix}vector"]),
        ]
    )
    model.graph.initializer.append(_constant(f"{prefix}tiny", np.array(1e-9, np.float32)))
    return _Part(model, f"{prefix}vector")


def head_nodes(vector: str, head: LinearHead) -> tuple[list[TensorProto], list[onnx.NodeProto]]:
    """Return weights and operators of the head; the temperature is folded into the last layer."""
    last, bias = head.weights / head.temperature, head.bias / head.temperature
    weights = [_constant("head/weights", last), _constant("head/bias", bias)]
    nodes = []
    if head.hidden is not None:
        weights += [
            _constant("head/hidden/weights", head.hidden.weights),
            _constant("head/hidden/bias", head.hidden.bias),
        ]
        nodes += [
            helper.make_node(
                "Gemm", [vector, "head/hidden/weights", "head/hidden/bias"], ["head/states"]
            ),
            helper.make_node("Relu", ["head/states"], ["head/units"]),
        ]
        vector = "head/units"
    squash = helper.make_node("Sigmoid", ["head/scores"], [OUTPUT])
    if not head.independent:
        squash = helper.make_node("Softmax", ["head/scores"], [OUTPUT], axis=1)
    nodes += [
        helper.make_node("Gemm", [vector, "head/weights", "head/bias"], ["head/scores"]),
        squash,
    ]
    return weights, nodes


def _constant(name: str, value: NDArray[Any]) -> TensorProto:
    is_real = np.issubdtype(value.dtype, np.floating)
    return numpy_helper.from_array(value.astype(np.float32) if is_real else value, name)


def _opsets(parts: Sequence[_Part]) -> list[onnx.OperatorSetIdProto]:
    """Return the operator sets that the parts use, each once."""
    versions = {"": OPSET}
    for part in parts:
        for item in part.model.opset_import:
            versions[item.domain] = max(versions.get(item.domain, 0), item.version)
    return [helper.make_operatorsetid(domain, version) for domain, version in versions.items()]
