"""A task's value as the tensors that a model takes."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps
from tokenizers import Tokenizer

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.minilm import load_tokenizer
from active_learning.embeddings.pictures import read_pixels
from active_learning.plugged.arrays import Arrays, Port
from active_learning.plugged.declaration import Declaration
from active_learning.plugged.faults import PlugFault
from active_learning.prelabelers.base import Medium
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["Feeder", "Frame"]

MOST_PIXELS = 100_000_000
GREY = 114
IMAGENET = ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the model's pixels lie in the original: ``original = (model - pad) * scale``."""

    size: tuple[int, int] = (1, 1)
    scale: tuple[float, float] = (1.0, 1.0)
    pad: tuple[float, float] = (0.0, 0.0)


class Feeder:
    """Makes tensors for one declaration; ``tokenizer`` is the model's own, where it brought one."""

    def __init__(
        self,
        declaration: Declaration,
        inputs: list[Port],
        models: Path,
        tokenizer: Path | None = None,
    ) -> None:
        self._declaration = declaration
        self._inputs = inputs
        self._encoders = Encoders(models)
        self._tokenizer_path = tokenizer
        self._tokenizer: Tokenizer | None = None

    def feed(self, medium: Medium) -> tuple[Arrays, Frame]:
        """Return the tensors by input name, and for images where their pixels lie.

        Raises
        ------
        PlugFault, PrelabelerFault
            When the value, or the model's inputs, are not of the declared sort.
        """
        match self._declaration.feed:
            case "image":
                return self._image(medium)
            case "tokens":
                return self._tokens(text_of_medium(medium)), Frame()
            case "text":
                (port,) = self._only("string")
                shape = [1] * max(1, len(port.shape))
                return {port.name: np.full(shape, text_of_medium(medium), dtype=object)}, Frame()
            case _:
                (port,) = self._only("float")
                return {port.name: self._vector(medium, port)}, Frame()

    def _only(self, type_start: str) -> tuple[Port]:
        if len(self._inputs) != 1 or not self._inputs[0].type.startswith(type_start):
            takes = ", ".join(f"{port.name} ({port.type})" for port in self._inputs)
            raise PlugFault(
                "inputs", f"Fed so, it should take one {type_start} tensor; it takes {takes}."
            )
        return (self._inputs[0],)

    def _vector(self, medium: Medium, port: Port) -> NDArray[Any]:
        encoder = self._encoders.of_type(medium.type)
        if medium.type == "image":
            value: Any = read_pixels(_content(medium))
        else:
            value = text_of_medium(medium)
        row = encoder.encode([value])
        width = port.shape[-1] if port.shape else None
        if width == self._encoders.text.minilm.dimensions and medium.type != "image":
            # A head over sentence vectors alone reads the first part of ours.
            row = row[:, :width]
        if width is not None and width != row.shape[1]:
            raise PlugFault(
                "inputs",
                f"It takes vectors of {width} numbers; ours of this field have {row.shape[1]}.",
                width=width,
                ours=row.shape[1],
            )
        return row.astype(port.type)

    def _tokens(self, text: str) -> Arrays:
        encoding = self._opened_tokenizer().encode(text)
        known = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        missing = [port.name for port in self._inputs if port.name not in known]
        if missing:
            raise PlugFault(
                "inputs",
                f"Its input {missing[0]!r} is none of {', '.join(known)}. Rename it at export.",
                name=missing[0],
            )
        return {port.name: np.array([known[port.name]], dtype=port.type) for port in self._inputs}

    def _opened_tokenizer(self) -> Tokenizer:
        if self._tokenizer is None:
            if self._tokenizer_path is None:
                self._tokenizer = load_tokenizer()
            else:
                try:
                    self._tokenizer = Tokenizer.from_file(str(self._tokenizer_path))
                except Exception as error:  # the library raises the base class
                    raise PlugFault(
                        "tokenizer", f"The tokenizer.json is unreadable: {error}"
                    ) from error
                self._tokenizer.no_padding()
                self._tokenizer.enable_truncation(self._longest())
        return self._tokenizer

    def _longest(self) -> int:
        sides = [port.shape[1] for port in self._inputs if len(port.shape) == 2]
        return min((side for side in sides if side is not None), default=256)

    def _image(self, medium: Medium) -> tuple[Arrays, Frame]:
        if len(self._inputs) != 1 or len(self._inputs[0].shape) != 4:
            raise PlugFault("inputs", "A model of images takes one tensor of four sides.")
        declared, port = self._declaration, self._inputs[0]
        pixels, frame = _placed(_content(medium), declared)
        scaled = _scaled(pixels, declared.scale)
        if not declared.is_channels_last:
            scaled = scaled.transpose(2, 0, 1)
        dtype = np.uint8 if port.type == "uint8" else np.dtype(port.type)
        return {port.name: np.ascontiguousarray(scaled[None].astype(dtype))}, frame


def _content(medium: Medium) -> bytes:
    if medium.path is None:
        raise PlugFault("no_file", "The field holds no image.")
    return medium.path.read_bytes()


def _placed(content: bytes, declared: Declaration) -> tuple[NDArray[np.uint8], Frame]:
    """Return uint8 pixels of the declared size, shape (height, width, 3)."""
    width, height = declared.width, declared.height
    try:
        with Image.open(io.BytesIO(content)) as file:
            if file.width * file.height > MOST_PIXELS:
                raise PlugFault("no_file", "The image has too many pixels.")
            picture = ImageOps.exif_transpose(file).convert("RGB")
    except (OSError, SyntaxError, ValueError) as error:
        raise PlugFault("no_file", f"The image cannot be read: {error}") from error
    if not declared.keeps_shape:
        scale = (picture.width / width, picture.height / height)
        small = picture.resize((width, height), Image.Resampling.BILINEAR)
        return np.asarray(small), Frame(picture.size, scale)
    ratio = min(width / picture.width, height / picture.height)
    inner = (max(1, round(picture.width * ratio)), max(1, round(picture.height * ratio)))
    pad = ((width - inner[0]) // 2, (height - inner[1]) // 2)
    canvas = Image.new("RGB", (width, height), (GREY, GREY, GREY))
    canvas.paste(picture.resize(inner, Image.Resampling.BILINEAR), pad)
    return np.asarray(canvas), Frame(picture.size, (1 / ratio, 1 / ratio), pad)


def _scaled(pixels: NDArray[np.uint8], scale: str) -> NDArray[Any]:
    match scale:
        case "bytes":
            return pixels
        case "signed":
            return pixels.astype(np.float32) / 127.5 - 1.0
        case "imagenet":
            mean, deviation = (np.array(row, dtype=np.float32) for row in IMAGENET)
            return (pixels.astype(np.float32) / 255.0 - mean) / deviation
        case _:
            return pixels.astype(np.float32) / 255.0
