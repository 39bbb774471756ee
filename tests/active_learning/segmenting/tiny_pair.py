"""Models of the SAM family's shape; what is red above its mean is the thing."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE = 64


def write_pair(folder: Path, *, side: int = SIDE) -> Path:
    """Write encoder.onnx and decoder.onnx."""
    folder.mkdir(parents=True)
    onnx.save(_encoder(side), str(folder / "encoder.onnx"))
    onnx.save(_decoder(), str(folder / "decoder.onnx"))
    return folder


def _encoder(side: int) -> onnx.ModelProto:
    shape = [1, 3, side, side]
    graph = helper.make_graph(
        [helper.make_node("Identity", ["image"], ["image_embeddings"])],
        "encoder",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("image_embeddings", TensorProto.FLOAT, shape)],
    )
    return _model(graph)


def _decoder() -> onnx.ModelProto:
    """Masks: the red of the embeddings, cut to the size asked for."""
    one = helper.make_tensor_value_info
    inputs = [
        one("image_embeddings", TensorProto.FLOAT, [1, 3, None, None]),
        one("point_coords", TensorProto.FLOAT, [1, None, 2]),
        one("point_labels", TensorProto.FLOAT, [1, None]),
        one("mask_input", TensorProto.FLOAT, [1, 1, 256, 256]),
        one("has_mask_input", TensorProto.FLOAT, [1]),
        one("orig_im_size", TensorProto.FLOAT, [2]),
    ]
    constants = {
        "zero2": np.array([0, 0], np.int64),
        "zero": np.array([0], np.int64),
        "first": np.array([1], np.int64),
        "rows": np.array([2, 3], np.int64),
        "channels": np.array([1], np.int64),
        "good": np.array([[0.9]], np.float32),
    }
    nodes = [
        helper.make_node("Slice", ["image_embeddings", "zero", "first", "channels"], ["red"]),
        helper.make_node("Cast", ["orig_im_size"], ["size"], to=TensorProto.INT64),
        helper.make_node("Slice", ["red", "zero2", "size", "rows"], ["masks"]),
        helper.make_node("Identity", ["good"], ["iou_predictions"]),
        helper.make_node("Identity", ["mask_input"], ["low_res_masks"]),
    ]
    outputs = [
        one("masks", TensorProto.FLOAT, [1, 1, None, None]),
        one("iou_predictions", TensorProto.FLOAT, [1, 1]),
        one("low_res_masks", TensorProto.FLOAT, None),
    ]
    initial = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    return _model(helper.make_graph(nodes, "decoder", inputs, outputs, initial))


def _model(graph: onnx.GraphProto) -> onnx.ModelProto:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return model
