"""Writes the graph of a TensorFlow Lite model as ONNX; run once, at set-up.

TensorFlow keeps channels last, ONNX first: pictures are turned at the graph's start, and tensors of
four dimensions at its ends and before they change shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from active_learning.embeddings.lite.flatbuffer import Table
from active_learning.embeddings.lite.graph import Graph, Operator, read_graph

__all__ = ["UnknownStep", "export_lite"]

OPSET = 17
SAME = 0
FIRST, LAST = (0, 3, 1, 2), (0, 2, 3, 1)


class UnknownStep(ValueError):
    """The graph has an operator that is not written here."""


def export_lite(source: Path, target: Path, start: str, ends: Sequence[str]) -> None:
    """Write what leads from one tensor, a picture, to some others, to ``target``.

    The ONNX graph reads `pixels`, float32 (1, H, W, 3) as the tensor `start` is, and gives the
    others by number: `out0`, `out1` ...
    """
    graph = read_graph(source.read_bytes())
    places = [graph.names.index(name) for name in (start, *ends)]
    writer = _Writer(graph)
    writer.node("Transpose", ["pixels"], _name(places[0]), perm=FIRST)
    for operator in graph.needed(places[:1], places[1:]):
        writer.step(operator)
    for number, place in enumerate(places[1:]):
        writer.node("Identity", [writer.turned(place)], f"out{number}")
    model = helper.make_model(
        helper.make_graph(
            writer.nodes,
            "lite",
            [_info("pixels", graph.shapes[places[0]])],
            [_info(f"out{i}", graph.shapes[place]) for i, place in enumerate(places[1:])],
            writer.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
    )
    model.ir_version = 9
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


class _Writer:
    """Collects the nodes and constants of the ONNX graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._values = dict(graph.constants)

    def step(self, operator: Operator) -> None:
        """Write one operator."""
        if operator.code not in STEPS:
            raise UnknownStep(f"operator {operator.code} of TensorFlow Lite")
        STEPS[operator.code](self, operator)

    def node(self, kind: str, reads: Sequence[str], gives: str, **attributes: Any) -> None:
        """Write a node."""
        self.nodes.append(helper.make_node(kind, list(reads), [gives], **attributes))

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        """Keep fixed values."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def value(self, number: int) -> NDArray[np.float32]:
        """Return a fixed tensor."""
        return self._values[number].astype(np.float32)

    def turned(self, number: int) -> str:
        """Return a tensor with channels last, as TensorFlow has it."""
        if len(self.graph.shapes[number]) != len(LAST):
            return _name(number)
        name = f"{_name(number)}_last_{len(self.nodes)}"
        self.node("Transpose", [_name(number)], name, perm=LAST)
        return name

    def widen(self, operator: Operator) -> None:
        """Half precision that is fixed becomes single at once."""
        self._values[operator.gives[0]] = self.value(operator.reads[0])

    def convolve(self, operator: Operator) -> None:
        """A convolution, over all channels or each on its own."""
        options, gives = _given(operator), operator.gives[0]
        is_deep = operator.code == DEPTHWISE
        kernel = self.value(operator.reads[1])
        # (out, H, W, in); of each channel on its own (1, H, W, channels).
        kernel = kernel.transpose(3, 0, 1, 2) if is_deep else kernel.transpose(0, 3, 1, 2)
        strides = (options.whole(2, 1), options.whole(1, 1))
        shape = self.graph.shapes[operator.reads[0]]
        weights = self.constant(f"w{gives}", kernel)
        bias = self.constant(f"b{gives}", self.value(operator.reads[2]))
        self.node(
            "Conv",
            [_name(operator.reads[0]), weights, bias],
            f"{_name(gives)}_raw",
            strides=strides,
            pads=_pads(options, shape[1:3], kernel.shape[2:], strides),
            group=shape[3] if is_deep else 1,
        )
        self.bend(gives, options.byte(4 if is_deep else 3))

    def add(self, operator: Operator) -> None:
        """Two tensors of one shape."""
        gives = operator.gives[0]
        self.node("Add", [_name(one) for one in operator.reads], f"{_name(gives)}_raw")
        self.bend(gives, _given(operator).byte(0))

    def pool(self, operator: Operator) -> None:
        """The largest of some neighbours."""
        options, gives = _given(operator), operator.gives[0]
        strides = (options.whole(2, 1), options.whole(1, 1))
        size = (options.whole(4, 1), options.whole(3, 1))
        shape = self.graph.shapes[operator.reads[0]]
        self.node(
            "MaxPool",
            [_name(operator.reads[0])],
            f"{_name(gives)}_raw",
            kernel_shape=size,
            strides=strides,
            pads=_pads(options, shape[1:3], size, strides),
        )
        self.bend(gives, options.byte(5))

    def pad(self, operator: Operator) -> None:
        """Zeros around, of channels too."""
        around = self.value(operator.reads[1]).astype(np.int64)[list(FIRST)]
        pads = self.constant(f"p{operator.gives[0]}", around.T.reshape(-1))
        self.node("Pad", [_name(operator.reads[0]), pads], _name(operator.gives[0]))

    def enlarge(self, operator: Operator) -> None:
        """Between neighbours by their distance."""
        options, gives = _given(operator), operator.gives[0]
        height, width = self.graph.shapes[gives][1:3]
        channels = self.graph.shapes[gives][3]
        size = self.constant(f"s{gives}", np.array([1, channels, height, width], np.int64))
        ways = {(0, 0): "asymmetric", (1, 0): "align_corners", (0, 1): "half_pixel"}
        way = ways[options.byte(2), options.byte(3)]
        self.node(
            "Resize",
            [_name(operator.reads[0]), "", "", size],
            _name(gives),
            mode="linear",
            coordinate_transformation_mode=way,
        )

    def reshape(self, operator: Operator) -> None:
        """In the order in which TensorFlow has the numbers."""
        gives = operator.gives[0]
        shape = self.constant(f"r{gives}", np.array(self.graph.shapes[gives], np.int64))
        self.node("Reshape", [self.turned(operator.reads[0]), shape], _name(gives))

    def join(self, operator: Operator) -> None:
        """Tensors one after the other."""
        axis = _given(operator).whole(0)
        is_picture = len(self.graph.shapes[operator.gives[0]]) == len(FIRST)
        at = FIRST.index(axis % len(FIRST)) if is_picture else axis
        self.node("Concat", [_name(i) for i in operator.reads], _name(operator.gives[0]), axis=at)

    def cut(self, operator: Operator) -> None:
        """Nothing below 0."""
        self.node("Relu", [_name(operator.reads[0])], _name(operator.gives[0]))

    def squash(self, operator: Operator) -> None:
        """To between 0 and 1."""
        self.node("Sigmoid", [_name(operator.reads[0])], _name(operator.gives[0]))

    def bend(self, number: int, activation: int) -> None:
        """Write what a step does last."""
        raw = f"{_name(number)}_raw"
        if activation == RELU6:
            low = self.constant(f"l{number}", np.array(0, np.float32))
            high = self.constant(f"h{number}", np.array(6, np.float32))
            self.node("Clip", [raw, low, high], _name(number))
        else:
            self.node({NOTHING: "Identity", RELU: "Relu"}[activation], [raw], _name(number))


DEPTHWISE = 4
NOTHING, RELU, RELU6 = 0, 1, 3
STEPS: dict[int, Callable[[_Writer, Operator], None]] = {
    0: _Writer.add,
    2: _Writer.join,
    3: _Writer.convolve,
    DEPTHWISE: _Writer.convolve,
    6: _Writer.widen,
    14: _Writer.squash,
    17: _Writer.pool,
    19: _Writer.cut,
    22: _Writer.reshape,
    23: _Writer.enlarge,
    34: _Writer.pad,
}
"""Numbers of `BuiltinOperator` in TensorFlow's schema.fbs."""


def _given(operator: Operator) -> Table:
    assert operator.options is not None  # these operators always have some
    return operator.options


def _pads(
    options: Table, size: Sequence[int], kernel: Sequence[int], strides: Sequence[int]
) -> list[int]:
    """TensorFlow puts the odd row of zeros behind, ONNX wants to be told."""
    if options.byte(0) != SAME:
        return [0, 0, 0, 0]
    whole = [
        max((-(-side // step) - 1) * step + wide - side, 0)
        for side, wide, step in zip(size, kernel, strides, strict=True)
    ]
    before = [one // 2 for one in whole]
    return before + [one - first for one, first in zip(whole, before, strict=True)]


def _info(name: str, shape: Sequence[int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def _name(number: int) -> str:
    return f"t{number}"
