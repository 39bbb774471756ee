"""Messages to a shop, and what each is about, which only the simulated people know."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from labeling.config.demo.texts import topics_of_messages

__all__ = ["desk_messages", "topics_of"]

MIXED_SHARE = 0.4
"""A desk where much is about two things, so that people and models differ."""


def topics_of(count: int, rng: np.random.Generator) -> dict[str, tuple[str, ...]]:
    """Return `count` messages and their topics; the same luck gives the same ones."""
    return topics_of_messages(count, rng, MIXED_SHARE)


def desk_messages(count: int, rng: np.random.Generator, _folder: Path) -> Iterator[dict[str, Any]]:
    """Yield their tasks."""
    for number, text in enumerate(topics_of(count, rng)):
        yield {"data": {"text": text}, "external_id": f"desk-{number:03}"}
