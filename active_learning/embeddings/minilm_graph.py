"""Build the ONNX file of MiniLM-L6 straight from its safetensors weights, without torch.

The graph uses ONNX Runtime's fused transformer operators (``com.microsoft`` domain), which the
dynamic quantiser then turns into their int8 forms. Exporting through torch yields the unfused
graph instead, which the fusing optimiser does not recognise any more.

References
----------
Wang et al. (2020), MiniLM: Deep Self-Attention Distillation, arXiv:2002.10957.
Devlin et al. (2019), BERT, https://doi.org/10.18653/v1/N19-1423
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors import safe_open

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["build_graph", "write_int8"]

LAYERS = 6
HEADS = 12
HIDDEN = 384
LAYER_NORM_EPSILON = 1e-12
_FUSED = "com.microsoft"


class _Graph:
    """Nodes and weights gathered while the graph is written down."""

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Store ``value`` in the graph and return its name."""
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weight(self, name: str) -> str:
        """Store the checkpoint tensor ``name`` as it is."""
        return self.constant(name, self.weights[name])

    def matrix(self, name: str) -> str:
        """Store a linear layer's weight as (in, out); the checkpoint keeps (out, in)."""
        return self.constant(name, self.weights[name].T)

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        output: str,
        domain: str = "",
        **attributes: Any,
    ) -> str:
        """Add one operator with one output and return the output's name."""
        self.nodes.append(
            helper.make_node(
                operator, list(inputs), [output], name=output, domain=domain, **attributes
            )
        )
        return output


def _embed(graph: _Graph) -> str:
    prefix = "embeddings."
    # A text has one segment, so its vector is added to every position once, here.
    positions = (
        graph.weights[prefix + "position_embeddings.weight"]
        + graph.weights[prefix + "token_type_embeddings.weight"][0]
    )
    words = graph.weight(prefix + "word_embeddings.weight")
    looked_up = graph.node("Gather", [words, "input_ids"], "words")
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    zero = graph.constant("zero", np.array([0], np.int64))
    table = graph.constant("positions", positions)
    placed = graph.node("Slice", [table, zero, length], "placed")
    summed = graph.node("Add", [looked_up, placed], "summed")
    return graph.node(
        "LayerNormalization",
        [
            summed,
            graph.weight(prefix + "LayerNorm.weight"),
            graph.weight(prefix + "LayerNorm.bias"),
        ],
        "embedded",
        epsilon=LAYER_NORM_EPSILON,
    )


def _attend(graph: _Graph, state: str, prefix: str) -> str:
    parts = [prefix + f"attention.self.{part}" for part in ("query", "key", "value")]
    projection = np.concatenate([graph.weights[part + ".weight"].T for part in parts], axis=1)
    offset = np.concatenate([graph.weights[part + ".bias"] for part in parts])
    attended = graph.node(
        "Attention",
        [
            state,
            graph.constant(prefix + "qkv.weight", projection),
            graph.constant(prefix + "qkv.bias", offset),
        ],
        prefix + "attended",
        domain=_FUSED,
        num_heads=HEADS,
    )
    return _project_and_add(graph, attended, state, prefix + "attention.output.")


def _project_and_add(graph: _Graph, value: str, skip: str, prefix: str) -> str:
    projected = graph.node(
        "MatMul", [value, graph.matrix(prefix + "dense.weight")], prefix + "projected"
    )
    return graph.node(
        "SkipLayerNormalization",
        [
            projected,
            skip,
            graph.weight(prefix + "LayerNorm.weight"),
            graph.weight(prefix + "LayerNorm.bias"),
            graph.weight(prefix + "dense.bias"),
        ],
        prefix + "state",
        domain=_FUSED,
        epsilon=LAYER_NORM_EPSILON,
    )


def _layer(graph: _Graph, state: str, index: int) -> str:
    prefix = f"encoder.layer.{index}."
    state = _attend(graph, state, prefix)
    widened = graph.node(
        "MatMul", [state, graph.matrix(prefix + "intermediate.dense.weight")], prefix + "widened"
    )
    activated = graph.node(
        "BiasGelu",
        [widened, graph.weight(prefix + "intermediate.dense.bias")],
        prefix + "activated",
        domain=_FUSED,
    )
    return _project_and_add(graph, activated, state, prefix + "output.")


def _pool(graph: _Graph, states: str) -> str:
    """Mean of the token states, then unit length."""
    axis = graph.constant("token_axis", np.array([1], np.int64))
    # The unit length that follows makes dividing by the number of tokens superfluous.
    total = graph.node("ReduceSum", [states, axis], "total", keepdims=0)
    return graph.node("LpNormalization", [total], "embedding", axis=-1, p=2)


def build_graph(weights: dict[str, NDArray[np.float32]]) -> onnx.ModelProto:
    """Return the float32 model.

    The input is ``input_ids``, int32 (texts, tokens), texts of one length: there is no padding
    and so no mask. Outputs are ``token_states`` float32 (texts, tokens, 384) and ``embedding``
    float32 (texts, 384) of unit length.
    """
    graph = _Graph(weights)
    state = _embed(graph)
    for index in range(LAYERS):
        state = _layer(graph, state, index)
    states = graph.node("Identity", [state], "token_states")
    _pool(graph, states)
    size = ["texts", "tokens"]
    return helper.make_model(
        helper.make_graph(
            graph.nodes,
            "minilm",
            [helper.make_tensor_value_info("input_ids", TensorProto.INT32, size)],
            [
                helper.make_tensor_value_info("token_states", TensorProto.FLOAT, [*size, HIDDEN]),
                helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["texts", HIDDEN]),
            ],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)],
        ir_version=8,
    )


def write_int8(checkpoint: Path, target: Path) -> None:
    """Quantise the weights in ``checkpoint`` (safetensors) into the ONNX file ``target``."""
    with safe_open(checkpoint, "np") as file:
        weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 not a dict
    quantize_dynamic(
        build_graph(weights),
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        # Seven bits keep AVX2's saturating multiply-add from overflowing.
        reduce_range=True,
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
