"""What a message holds, as bytes: a JSON head and raw parts behind it. Never pickle, never code."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["LARGEST_BYTES", "BadContent", "Content", "Value", "pack", "unpack"]

Value = bool | int | float | str | bytes | list[str] | dict[str, bytes] | NDArray[Any]
Content = Mapping[str, Value]

LARGEST_BYTES = 256 * 2**20
"""A shared head has kilobytes, a small network megabytes; more than this is no update."""
_TYPES = {"<f4", "<f8", "<i8", "<u8", "|u1", "|i1", "<u2", "<u4"}
_HEAD = struct.Struct("<I")


class BadContent(ValueError):
    """The bytes are no message: cut off, too large, or of types that may not travel."""


def pack(content: Content) -> bytes:
    """Return the message as bytes."""
    head: dict[str, Any] = {}
    parts: list[bytes] = []

    def part(raw: bytes) -> int:
        parts.append(raw)
        return len(raw)

    for key, value in content.items():
        match value:
            case bytes():
                head[key] = {"bytes": part(value)}
            case np.ndarray():
                plain = np.ascontiguousarray(value)
                if plain.dtype.str not in _TYPES:
                    raise BadContent(f"'{key}' is of type {plain.dtype}, which may not travel")
                size = part(plain.tobytes())
                head[key] = {"array": size, "type": plain.dtype.str, "shape": plain.shape}
            case dict():
                head[key] = {"named": [[name, part(raw)] for name, raw in value.items()]}
            case _:
                head[key] = {"plain": value}
    written = json.dumps(head).encode()
    return b"".join([_HEAD.pack(len(written)), written, *parts])


def unpack(raw: bytes) -> dict[str, Value]:
    """Return what `pack` was given; anything else raises `BadContent`."""
    if len(raw) > LARGEST_BYTES:
        raise BadContent(f"{len(raw)} bytes are more than {LARGEST_BYTES}")
    try:
        (length,) = _HEAD.unpack_from(raw)
        if length > len(raw) - _HEAD.size:
            raise ValueError("the head is cut off")
        head = json.loads(raw[_HEAD.size : _HEAD.size + length])
        reader = _Reader(memoryview(raw)[_HEAD.size + length :])
        content = {str(key): _value(entry, reader) for key, entry in head.items()}
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadContent("the bytes are not a message") from error
    if reader.left:
        raise BadContent("bytes are left over behind the message")
    return content


class _Reader:
    """Takes the parts off one after the other."""

    def __init__(self, parts: memoryview) -> None:
        self.left = parts

    def take(self, size: int) -> bytes:
        if not 0 <= size <= len(self.left):
            raise ValueError("the message is cut off")
        taken, self.left = self.left[:size], self.left[size:]
        return bytes(taken)


def _value(entry: dict[str, Any], reader: _Reader) -> Value:
    match entry:
        case {"bytes": size}:
            return reader.take(size)
        case {"named": names}:
            return {str(name): reader.take(size) for name, size in names}
        case {"array": size, "type": kind, "shape": shape}:
            if kind not in _TYPES:
                raise ValueError(f"type {kind} may not travel")
            return np.frombuffer(reader.take(size), kind).reshape(shape)
        case {"plain": value}:
            plain: Value = value
            return plain
    raise ValueError("an entry of unknown kind")
