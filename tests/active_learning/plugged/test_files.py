"""Files are recognised by their content; what could run code is refused by name."""

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save as safetensors_bytes

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.files import file_kind
from tests.active_learning.plugged.graphs import linear


def archive(*names: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        for name in names:
            file.writestr(name, b"x")
    return content.getvalue()


REFUSED = {
    "pickle": pickle.dumps({"weights": [1]}),
    "torchscript": archive("model/data.pkl", "model/constants.pkl", "model/code/m.py"),
    "torch_export": archive("model/archive_format", "model/data/weights/w"),
    "zip": archive("model.onnx"),
    "keras": b"\x89HDF\r\n\x1a\n....",
    "gguf": b"GGUF\x03",
    "compressed": b"\x1f\x8b\x08",
    "program": b"\x7fELF\x02",
    "markup": b"<!doctype html>",
    "tflite": b"\x1c\x00\x00\x00TFL3",
    "unknown_file": b"",
}


@pytest.mark.parametrize("code", REFUSED)
def test_other_kinds_are_refused_by_name(tmp_path: Path, code: str) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(REFUSED[code])
    with pytest.raises(PlugFault) as refused:
        file_kind(path)
    assert refused.value.code == code


def test_a_checkpoint_of_torch_says_how_to_export(tmp_path: Path) -> None:
    path = tmp_path / "model.pt"
    path.write_bytes(archive("archive/data.pkl", "archive/data/0"))
    with pytest.raises(PlugFault, match=r"torch\.onnx\.export") as refused:
        file_kind(path)
    assert refused.value.code == "pickle"


def test_a_zip_behind_a_model_is_found(tmp_path: Path) -> None:
    path = linear(tmp_path / "model.onnx", np.zeros((4, 2)), np.zeros(2))
    path.write_bytes(path.read_bytes() + archive("evil.pkl"))
    with pytest.raises(PlugFault) as refused:
        file_kind(path)
    assert refused.value.code == "zip_inside"


def test_models_are_known_whatever_they_are_called(tmp_path: Path) -> None:
    graph = linear(tmp_path / "model.txt", np.zeros((4, 2)), np.zeros(2))
    weights = tmp_path / "weights"
    weights.write_bytes(safetensors_bytes({"w": np.zeros(3, np.float32)}))
    assert (file_kind(graph), file_kind(weights)) == ("onnx", "safetensors")


def test_a_head_whose_length_looks_like_a_pickle_is_still_one(tmp_path: Path) -> None:
    path = tmp_path / "m"
    content = safetensors_bytes({"w": np.zeros(3, np.float32)}, {"note": "x" * 400})
    length = int.from_bytes(content[:8], "little")
    padded = content[8 : 8 + length].ljust(0x280) + content[8 + length :]
    path.write_bytes((0x280).to_bytes(8, "little") + padded)
    assert path.read_bytes()[:2] == b"\x80\x02"
    assert file_kind(path) == "safetensors"
