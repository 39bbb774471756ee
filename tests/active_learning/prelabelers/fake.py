"""A pre-labeler for tests, opened by this name in a pre-labeling process: car and bus."""

import os
import re
import time
from pathlib import Path
from typing import Any

import numpy as np

from active_learning.prelabelers.base import Card, Medium, Proposal, Wanted

CARD = Card(
    id="fake",
    reads=frozenset({"text"}),
    fills=frozenset({"span"}),
    module=__name__,
    licence="none",
    classes=("car", "bus"),
    seconds=1.0,
)


class Fake:
    """What a text says is what goes wrong."""

    def propose(self, medium: Medium, wanted: list[Wanted]) -> list[Proposal]:
        text = medium.value
        if "hang" in text:
            time.sleep(60)
        if "die" in text:
            os._exit(1)
        if "raise" in text:
            raise KeyError("the model's own bug")
        if "nonsense" in text:
            return [Proposal("span", "car", float("nan"), {"start": 0, "end": 9_999})]
        return [
            Proposal("span", match[0], 0.6, {"start": match.start(), "end": match.end()})
            for match in re.finditer("car|bus", text)
        ]


def open_prelabeler(models: Path, options: dict[str, Any]) -> Fake:
    return Fake()


class FakeEncoder:
    """Vectors by the length of texts."""

    def encode(self, texts: list[str]) -> np.ndarray:
        angles = np.array([len(text) / 100 for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
