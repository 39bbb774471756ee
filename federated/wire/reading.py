"""Reads entries of a message by type: what came over the wire is believed only so far."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from federated.wire.content import BadContent, Content

__all__ = ["array_in", "bytes_in", "named_in", "number_in", "text_in", "texts_in"]


def number_in(content: Content, key: str) -> float:
    """Return a finite number."""
    value = content.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise BadContent(f"'{key}' is no number")
    return float(value)


def text_in(content: Content, key: str) -> str:
    """Return a text."""
    value = content.get(key)
    if not isinstance(value, str):
        raise BadContent(f"'{key}' is no text")
    return value


def texts_in(content: Content, key: str) -> tuple[str, ...]:
    """Return a list of texts."""
    value = content.get(key)
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        raise BadContent(f"'{key}' is no list of texts")
    return tuple(value)


def bytes_in(content: Content, key: str) -> bytes:
    """Return bytes."""
    value = content.get(key)
    if not isinstance(value, bytes):
        raise BadContent(f"'{key}' is no bytes")
    return value


def named_in(content: Content, key: str) -> dict[str, bytes]:
    """Return bytes by name."""
    value = content.get(key)
    if not isinstance(value, dict):
        raise BadContent(f"'{key}' is no mapping")
    return value


def array_in(content: Content, key: str, *, size: int | None = None) -> NDArray[np.float64]:
    """Return a flat array of finite numbers, of shape (size,) where that is known."""
    value = content.get(key)
    if not isinstance(value, np.ndarray) or value.ndim != 1:
        raise BadContent(f"'{key}' is no flat array")
    if size is not None and len(value) != size:
        raise BadContent(f"'{key}' has {len(value)} numbers where {size} are expected")
    numbers: NDArray[np.float64] = value.astype(np.float64)
    if not np.isfinite(numbers).all():
        raise BadContent(f"'{key}' holds NaN or infinite values")
    return numbers
