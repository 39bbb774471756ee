"""Runs a graph as another machine would, and says how it does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import numpy_helper

from active_learning.shelf.graph import OUTPUT, WholeGraph
from active_learning.shelf.quantising import Feed

__all__ = ["Answers", "run_graph", "run_head", "shifted", "vectors_of_graph"]


@dataclass(frozen=True)
class Answers:
    """What a graph says of n tasks, one after another on one thread.

    Attributes
    ----------
    rows : probabilities, shape (n, K)
    seconds : of each call, shape (n,)
    """

    rows: NDArray[np.float32]
    seconds: NDArray[np.float64]

    @property
    def latency_ms(self) -> tuple[float, float]:
        """Return the median and the 95th percentile."""
        found = np.quantile(1000.0 * self.seconds, (0.5, 0.95))
        return float(found[0]), float(found[1])


def run_graph(
    model: onnx.ModelProto,
    feeds: Sequence[Feed],
    *,
    tell: Callable[[int], None] = lambda done: None,
) -> Answers:
    """Answer every task by itself."""
    session = _session(model)
    rows, seconds = [], []
    for done, feed in enumerate(feeds, 1):
        begun = time.perf_counter()
        rows.append(session.run([OUTPUT], dict(feed))[0][0])
        seconds.append(time.perf_counter() - begun)
        tell(done)
    return Answers(np.stack(rows).astype(np.float32), np.array(seconds))


def run_head(
    encoders: onnx.ModelProto,
    head: Callable[[NDArray[np.float32]], NDArray[np.float32]],
    feeds: Sequence[Feed],
    *,
    tell: Callable[[int], None] = lambda done: None,
) -> Answers:
    """Answer every task by itself: the encoders by ONNX Runtime, the head by whatever runs it."""
    session = _session(encoders)
    rows, seconds = [], []
    for done, feed in enumerate(feeds, 1):
        begun = time.perf_counter()
        rows.append(head(session.run(None, dict(feed))[0])[0])
        seconds.append(time.perf_counter() - begun)
        tell(done)
    return Answers(np.stack(rows).astype(np.float32), np.array(seconds))


def vectors_of_graph(graph: WholeGraph, feeds: Sequence[Feed]) -> NDArray[np.float32]:
    """Return what the head reads of each task, shape (n, D)."""
    session = _session(graph.telling_vector())
    return np.stack([session.run([graph.vector], dict(feed))[0][0] for feed in feeds])


def shifted(graph: WholeGraph, by: NDArray[np.floating]) -> WholeGraph:
    """Return the graph whose head reads each vector moved by ``by``, shape (D,).

    Coarser weights move all vectors alike; the mean of a few real ones says how far.
    """
    known = {item.name: item for item in graph.model.graph.initializer}
    first = "head/hidden" if "head/hidden/bias" in known else "head"
    weights = numpy_helper.to_array(known[f"{first}/weights"])
    bias = numpy_helper.to_array(known[f"{first}/bias"])
    moved = (bias + by @ weights).astype(np.float32)
    known[f"{first}/bias"].CopyFrom(numpy_helper.from_array(moved, f"{first}/bias"))
    return graph


def _session(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
