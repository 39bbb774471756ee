"""Makes a graph smaller: int8 weights, or int8 sums too.

References
----------
Jacob et al. (2018), Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference, https://doi.org/10.1109/CVPR.2018.00286
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_dynamic,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

__all__ = ["Feed", "quantised_dynamic", "quantised_static", "quantised_weights"]

Feed = Mapping[str, NDArray[Any]]


class _Reader(CalibrationDataReader):  # type: ignore[misc]  # its package has no types
    """Hands out the tasks that ranges are measured on."""

    def __init__(self, feeds: Sequence[Feed]) -> None:
        self._feeds: Iterator[Feed] = iter(feeds)

    def get_next(self) -> Feed | None:
        """Return the next task, None at the end."""
        return next(self._feeds, None)


def quantised_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the graph with convolutions kept as int8 and a scale a channel, counted in floats.

    Written as a cast and a product, which a runtime works out once, when it opens the file.
    """

    def smaller(ready: Path, small: Path) -> None:
        found = onnx.load(ready)
        _keep_small(found.graph)
        onnx.save(found, small)

    return _through_files(model, smaller)


def quantised_static(model: onnx.ModelProto, feeds: Sequence[Feed]) -> onnx.ModelProto:
    """Return the graph with its convolutions summed in int8, their ranges measured on ``feeds``."""

    def smaller(ready: Path, small: Path) -> None:
        nodes = [node.name for node in onnx.load(ready).graph.node if node.op_type == "Conv"]
        quantize_static(
            ready,
            small,
            _Reader(feeds),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_quantize=nodes,
        )

    return _through_files(model, smaller)


def quantised_dynamic(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the graph with int8 weights; the ranges of what is summed are found at each call."""

    def smaller(ready: Path, small: Path) -> None:
        # Signed weights of convolutions have no kernel on the processor.
        quantize_dynamic(
            ready,
            small,
            per_channel=True,
            weight_type=QuantType.QUInt8,
            op_types_to_quantize=["Conv"],
        )

    return _through_files(model, smaller)


def _through_files(
    model: onnx.ModelProto, smaller: Callable[[Path, Path], None]
) -> onnx.ModelProto:
    """Fold constants and batch norms into what is before them, then make it smaller."""
    with tempfile.TemporaryDirectory() as name:
        whole, ready, small = (Path(name) / part for part in ("whole", "ready", "small"))
        onnx.save(model, whole)
        quant_pre_process(whole, ready, skip_symbolic_shape=True)
        smaller(ready, small)
        return onnx.load(small)


def _keep_small(graph: onnx.GraphProto) -> None:
    """Replace each convolution's weights by steps and scales."""
    known = {item.name: item for item in graph.initializer}
    makers: list[onnx.NodeProto] = []
    for name in {node.input[1] for node in graph.node if node.op_type == "Conv"} & known.keys():
        weights = numpy_helper.to_array(known[name])
        scales = np.maximum(np.abs(weights).max(axis=(1, 2, 3), keepdims=True), 1e-9) / 127.0
        steps = np.round(weights / scales).astype(np.int8)
        graph.initializer.remove(known[name])
        graph.initializer.extend(
            [
                numpy_helper.from_array(steps, f"{name}/steps"),
                numpy_helper.from_array(scales.astype(np.float32), f"{name}/scales"),
            ]
        )
        makers += [
            helper.make_node("Cast", [f"{name}/steps"], [f"{name}/real"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [f"{name}/real", f"{name}/scales"], [name]),
        ]
    for node in reversed(makers):
        graph.node.insert(0, node)
