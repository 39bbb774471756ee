"""ONNX Runtime sessions: one thread each, since processes, not threads, share the machine."""

from __future__ import annotations

from pathlib import Path

import onnxruntime

__all__ = ["open_session"]


def open_session(path: Path) -> onnxruntime.InferenceSession:
    """Open a model for the processor with a single thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The arena keeps the memory of the longest batch for ever.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
