"""Where people drop models of the SAM family: a folder each, with an encoder and a decoder."""

from __future__ import annotations

from pathlib import Path

__all__ = ["DECODER", "ENCODER", "FACTS", "dropped_models"]

ENCODER, DECODER, FACTS = "encoder.onnx", "decoder.onnx", "model.json"


def dropped_models(folder: Path) -> dict[str, Path]:
    """Return the folders that hold both files, by name."""
    if not folder.is_dir():
        return {}
    return {
        item.name: item
        for item in sorted(folder.iterdir())
        if (item / ENCODER).is_file() and (item / DECODER).is_file()
    }
