"""What a model file is, by its content: names and endings can say anything.

Formats that rebuild objects when they are opened (pickle, and what has pickles inside) run the
code of whoever made them; they are refused by name, and the refusal says how to export.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Literal

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.folders.packed import is_packed_folder

__all__ = ["FileKind", "file_kind"]

FileKind = Literal["onnx", "safetensors", "folder"]
HEAD = 64
MAX_HEADER = 16 << 20
MAX_IR_VERSION = 64
EXPORT = (
    "Export it to ONNX where it was made: torch.onnx.export(model, example, 'model.onnx', "
    "opset_version=17)."
)
_HEADS = (
    (b"\x89HDF\r\n\x1a\n", "keras", "A Keras file can hold code. Export it by tf2onnx."),
    (b"GGUF", "gguf", "GGUF files are for language models; plug their server in instead."),
    (b"\x1f\x8b", "compressed", "A compressed file. Unpack it and send the model itself."),
    (b"\x7fELF", "program", "A program, not a model. Models are ONNX or safetensors files."),
    (b"MZ", "program", "A program, not a model. Models are ONNX or safetensors files."),
    (b"<", "markup", "A page of text, not a model: perhaps an error page that was saved."),
)


def file_kind(path: Path) -> FileKind:
    """Return how the file is read.

    Raises
    ------
    PlugFault
        When it is of another kind; the code names which.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
    if zipfile.is_zipfile(path):
        if head.startswith(b"PK") and is_packed_folder(path):
            return "folder"
        raise _archive(path, is_whole=head.startswith(b"PK"))
    # Before pickles: a header of 640 bytes begins as they do.
    if _is_safetensors(path, head):
        return "safetensors"
    if head[:1] == b"\x80" and head[1:2] in {b"\x02", b"\x03", b"\x04", b"\x05"}:
        raise PlugFault("pickle", f"A pickle runs the code of whoever made it. {EXPORT}")
    if head[4:8] == b"TFL3":
        raise PlugFault("tflite", "TensorFlow Lite is not read. Export it by tf2onnx.")
    for start, code, detail in _HEADS:
        if head.startswith(start):
            raise PlugFault(code, detail)
    if head[:1] == b"\x08" and 0 < head[1] <= MAX_IR_VERSION:  # field 1 of ModelProto: ir_version
        return "onnx"
    raise PlugFault("unknown_file", f"Neither an ONNX nor a safetensors file. {EXPORT}")


def _archive(path: Path, *, is_whole: bool) -> PlugFault:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        names = []
    if not is_whole:
        return PlugFault(
            "zip_inside", "A zip archive hides behind the model. Send the model alone."
        )
    if any(name.endswith("constants.pkl") for name in names):
        return PlugFault("torchscript", f"TorchScript holds pickled parts. {EXPORT}")
    if any(name.endswith(("archive_format", "serialized_exported_program.json")) for name in names):
        return PlugFault("torch_export", f"A torch.export archive holds pickled parts. {EXPORT}")
    if any(name.endswith((".pkl", ".pickle")) for name in names):
        return PlugFault("pickle", f"A PyTorch checkpoint is a pickle in a zip. {EXPORT}")
    if "config.json" in names and any(name.endswith(".h5") for name in names):
        return PlugFault("keras", "A Keras file can hold code. Export it by tf2onnx.")
    return PlugFault(
        "zip",
        "A zip archive without a config.json. Send the .onnx or .safetensors file itself, or zip a "
        "model folder.",
    )


def _is_safetensors(path: Path, head: bytes) -> bool:
    """Eight bytes of length, then so much JSON."""
    length = int.from_bytes(head[:8], "little")
    if head[8:9] != b"{" or not 2 <= length <= min(MAX_HEADER, path.stat().st_size - 8):
        return False
    with path.open("rb") as file:
        file.seek(8)
        try:
            return isinstance(json.loads(file.read(length)), dict)
        except ValueError:
            return False
