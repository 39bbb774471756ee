"""Small ONNX files, good and hostile, written on the spot."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def save(
    path: Path,
    nodes: list,
    inputs: list,
    outputs: list,
    weights: dict | None = None,
    opset: int = 17,
) -> Path:
    tensors = [numpy_helper.from_array(value, name) for name, value in (weights or {}).items()]
    graph = helper.make_graph(nodes, "g", inputs, outputs, tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 9
    path.write_bytes(model.SerializeToString())
    return path


def floats(name: str, *shape: object) -> object:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def linear(path: Path, weights: np.ndarray, bias: np.ndarray, opset: int = 17) -> Path:
    """Vectors (N, in) to scores (N, out)."""
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["scores"])]
    rows, columns = weights.shape
    return save(
        path, nodes, [floats("x", "n", rows)], [floats("scores", "n", columns)],
        {"w": weights.astype(np.float32), "b": bias.astype(np.float32)}, opset,
    )  # fmt: skip


def brightness(path: Path, side: int = 8) -> Path:
    """An image (1, 3, side, side) to the scores (dark, bright), which add up to one."""
    nodes = [
        helper.make_node("ReduceMean", ["x"], ["mean"], axes=[1, 2, 3], keepdims=0),
        helper.make_node("Unsqueeze", ["mean", "axis"], ["bright"]),
        helper.make_node("Sub", ["one", "bright"], ["dark"]),
        helper.make_node("Concat", ["dark", "bright"], ["scores"], axis=1),
    ]
    weights = {"axis": np.array([1]), "one": np.array([[1.0]], np.float32)}
    return save(path, nodes, [floats("x", 1, 3, side, side)], [floats("scores", 1, 2)], weights)


def dividing(path: Path) -> Path:
    """Divides by zero: its answers are infinite."""
    nodes = [helper.make_node("Div", ["x", "zero"], ["y"])]
    weights = {"zero": np.zeros(1, np.float32)}
    return save(path, nodes, [floats("x", "n", 4)], [floats("y", "n", 4)], weights)


def swelling(path: Path, side: int) -> Path:
    """Answers (side, side) numbers, whatever it is asked."""
    nodes = [
        helper.make_node("ReduceMean", ["x"], ["mean"], keepdims=0),
        helper.make_node("Expand", ["mean", "shape"], ["y"]),
    ]
    weights = {"shape": np.array([side, side])}
    return save(path, nodes, [floats("x", 1, 4)], [floats("y", side, side)], weights)


def endless(path: Path) -> Path:
    """Loops for 2**62 turns."""
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["go_on"]),
            helper.make_node("Sin", ["value"], ["value_out"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("turn", TensorProto.INT64, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            floats("value", 1, 4),
        ],
        [helper.make_tensor_value_info("go_on", TensorProto.BOOL, []), floats("value_out", 1, 4)],
    )
    nodes = [helper.make_node("Loop", ["turns", "always", "x"], ["y"], body=body)]
    weights = {"turns": np.array(2**62), "always": np.array(True)}
    return save(path, nodes, [floats("x", 1, 4)], [floats("y", 1, 4)], weights)


def pointing_outside(path: Path) -> Path:
    """Its weights are said to lie in another file of this machine."""
    tensor = onnx.TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4, 2])
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../../etc/passwd")
    nodes = [helper.make_node("MatMul", ["x", "w"], ["y"])]
    graph = helper.make_graph(nodes, "g", [floats("x", 1, 4)], [floats("y", 1, 2)], [tensor])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    path.write_bytes(model.SerializeToString())
    return path


def foreign(path: Path) -> Path:
    """Needs an operator of somebody's own library."""
    nodes = [helper.make_node("Backdoor", ["x"], ["y"], domain="com.example")]
    return save(path, nodes, [floats("x", 1, 4)], [floats("y", 1, 4)])
