"""Talks to judge: with a shop's helper and among friends, and answers that come in two versions."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["chats", "comparisons"]

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def _parts() -> dict[str, Any]:
    parts: dict[str, Any] = json.loads((HERE / "chats.json").read_text(encoding="utf-8"))
    return parts


def chats(count: int, rng: np.random.Generator, _folder: Path) -> Iterator[dict[str, Any]]:
    """Yield talks of every kind in turn; no two have the same order numbers and prices."""
    kinds = [json.dumps(chat) for chat in _parts()["chats"]]
    for i in range(count):
        talk = kinds[i % len(kinds)]
        talk = talk.replace("{order}", f"L-{rng.integers(10_000, 99_999)}")
        talk = talk.replace("{price}", str(rng.integers(180, 299)))
        yield {"data": {"chat": json.loads(talk)}, "external_id": f"chat-{i + 1:02}"}


def comparisons(count: int, rng: np.random.Generator, _folder: Path) -> Iterator[dict[str, Any]]:
    """Yield two dialogues that part at the last answer."""
    found = _parts()["comparisons"]
    for i in range(count):
        one = found[i % len(found)]
        # So that neither field is the better one by habit.
        first, second = ("a", "b") if rng.random() < 0.5 else ("b", "a")
        start = [{"role": "user", "content": one["prompt"]}]
        yield {
            "data": {
                "answer_1": [*start, {"role": "assistant", "content": one[first]}],
                "answer_2": [*start, {"role": "assistant", "content": one[second]}],
            },
            "external_id": f"pair-{i + 1:02}",
        }
