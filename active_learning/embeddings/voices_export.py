"""Exports Resemblyzer's network to ONNX; run once, at set-up.

References
----------
Wan et al. (2018), "Generalized end-to-end loss for speaker verification",
https://doi.org/10.1109/ICASSP.2018.8462665
"""

from __future__ import annotations

from pathlib import Path

import torch

from active_learning.embeddings.mel import BANDS
from active_learning.embeddings.model_files import package_folder

__all__ = ["export_voices"]

WIDTH, LAYERS = 256, 3


class _Voices(torch.nn.Module):
    """Bands of pitch, (N, T, 40), to unit vectors, (N, 256)."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(BANDS, WIDTH, LAYERS, batch_first=True)
        self.linear = torch.nn.Linear(WIDTH, WIDTH)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        """Return (N, 256) for (N, T, 40)."""
        # Given, so that the graph takes any number of parts.
        nothing = bands.new_zeros(LAYERS, bands.size(0), WIDTH)
        _, (state, _) = self.lstm(bands, (nothing, nothing))
        raw = torch.relu(self.linear(state[-1]))
        voices: torch.Tensor = raw / (raw.norm(dim=1, keepdim=True) + 1e-9)
        return voices


def export_voices(target: Path) -> None:
    """Write the network to ``target``."""
    path = package_folder("resemblyzer") / "pretrained.pt"
    weights = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    model = _Voices().eval()
    model.load_state_dict({name: weights[name] for name in model.state_dict()})
    torch.onnx.export(
        model,
        (torch.zeros(2, 160, BANDS),),
        str(target),
        input_names=["bands"],
        output_names=["voices"],
        dynamic_axes={"bands": {0: "parts"}, "voices": {0: "parts"}},
        opset_version=17,
        # As for pictures: the older exporter writes the recurrent layers as what they are.
        dynamo=False,
    )
