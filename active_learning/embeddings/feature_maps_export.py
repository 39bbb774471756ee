"""Exports EfficientNet-Lite0 up to its maps of features to ONNX; run once, at set-up."""

from __future__ import annotations

from pathlib import Path

import torch
from efficientnet_lite_pytorch import EfficientNet

from active_learning.embeddings.images_export import load_network

__all__ = ["export_maps"]

LAST_BLOCKS = (4, 10, 15)
"""The last blocks at strides 8, 16 and 32: 40, 112 and 320 channels."""


class _Maps(torch.nn.Module):
    """Pixels as they are read (uint8, channels last) to features at three strides."""

    def __init__(self, network: EfficientNet) -> None:
        super().__init__()
        self.network = network

    def forward(self, pixels: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return (N, C, H/stride, W/stride) of each stride for uint8 (N, H, W, 3)."""
        network = self.network
        # The published preprocessing of the Lite models: [0, 255] to about [-1, 1].
        state = (pixels.permute(0, 3, 1, 2).to(torch.float32) - 127.0) / 128.0
        state = network._swish(network._bn0(network._conv_stem(state)))
        found = []
        for place, block in enumerate(network._blocks):
            state = block(state)
            if place in LAST_BLOCKS:
                found.append(state)
        return tuple(found)


def export_maps(target: Path) -> None:
    """Write the backbone's maps to ``target``; height and width are multiples of 32."""
    model = _Maps(load_network()).eval()
    names = ["stride8", "stride16", "stride32"]
    size = {0: "pictures", 2: "height", 3: "width"}
    torch.onnx.export(
        model,
        (torch.zeros(1, 224, 224, 3, dtype=torch.uint8),),
        str(target),
        input_names=["pixels"],
        output_names=names,
        dynamic_axes={"pixels": {0: "pictures", 1: "height", 2: "width"}}
        | dict.fromkeys(names, size),
        opset_version=17,
        # As for the whole picture: the newer exporter fails on this network's padding layers.
        dynamo=False,
    )
