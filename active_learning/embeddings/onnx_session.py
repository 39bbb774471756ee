"""ONNX Runtime sessions: one thread each, since processes, not threads, share the machine.

`ONNX_PROVIDERS` names what computes, the first that is installed for an operator: `cpu` alone by
default; `openvino`, `cuda` and `tensorrt` come with other builds of onnxruntime.
"""

from __future__ import annotations

import os
from pathlib import Path

import onnxruntime

__all__ = ["PROVIDERS", "ProviderMissing", "open_session", "wanted_providers"]

PROVIDERS = {
    "cpu": "CPUExecutionProvider",
    "openvino": "OpenVINOExecutionProvider",
    "cuda": "CUDAExecutionProvider",
    "tensorrt": "TensorrtExecutionProvider",
}


class ProviderMissing(RuntimeError):
    """`ONNX_PROVIDERS` names what this onnxruntime does not have."""


def wanted_providers() -> list[str]:
    """Return the names set, `cpu` last: it computes what the others cannot.

    Raises
    ------
    ProviderMissing
        For a name that is unknown, or that the installed onnxruntime was built without.
    """
    names = os.environ.get("ONNX_PROVIDERS", "cpu").replace(",", " ").lower().split()
    available = onnxruntime.get_available_providers()
    for name in names:
        if PROVIDERS.get(name) not in available:
            here = ", ".join(key for key, value in PROVIDERS.items() if value in available)
            raise ProviderMissing(
                f"ONNX_PROVIDERS names {name!r}; this onnxruntime has {here}. Install the build "
                "of onnxruntime that brings it, or take the name out."
            )
    return [*dict.fromkeys(name for name in names if name != "cpu"), "cpu"]


def open_session(path: Path, *, is_quantised: bool = False) -> onnxruntime.InferenceSession:
    """Open a model with a single thread.

    A quantised one stays on the processor: its numbers are those of the processor's kernels, and
    vectors made by others must not be mixed with them.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The arena keeps the memory of the longest batch for ever.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    names = ["cpu"] if is_quantised else wanted_providers()
    providers = [PROVIDERS[name] for name in names]
    return onnxruntime.InferenceSession(str(path), options, providers=providers)
