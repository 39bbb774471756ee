"""Writes EfficientNet-Lite0's last layer as safetensors; run once, at set-up."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import save_file

from active_learning.embeddings.images_export import load_network

__all__ = ["export_classes"]


def export_classes(target: Path) -> None:
    """Write `weight` (1000, 1280) and `bias` (1000,) to ``target``, in half precision."""
    layer = load_network()._fc
    parts = {"weight": layer.weight, "bias": layer.bias}
    save_file(
        {n: part.detach().to(torch.float16).contiguous() for n, part in parts.items()}, target
    )
