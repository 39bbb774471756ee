"""Small texts for the demo projects, put together from our own sentences."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
MIXED_SHARE = 0.15


@lru_cache(maxsize=1)
def _parts() -> dict[str, Any]:
    parts: dict[str, Any] = json.loads((HERE / "messages.json").read_text(encoding="utf-8"))
    return parts


def support_messages(
    count: int, rng: np.random.Generator, _folder: Path
) -> Iterator[dict[str, Any]]:
    """Yield `count` different messages to a shop; some are about two things at once."""
    yield from _tasks("message", topics_of_messages(count, rng))


def topics_of_messages(
    count: int, rng: np.random.Generator, mixed_share: float = MIXED_SHARE
) -> dict[str, tuple[str, ...]]:
    """Return different messages, and what each is about."""
    found: dict[str, tuple[str, ...]] = {}
    while len(found) < count:
        text, topics = _message(rng, mixed_share)
        found.setdefault(text, topics)
    return found


def _tasks(name: str, texts: Iterable[str]) -> Iterator[dict[str, Any]]:
    for index, text in enumerate(texts):
        yield {"data": {"text": text}, "external_id": f"{name}-{index:03}"}


def _message(rng: np.random.Generator, mixed_share: float) -> tuple[str, tuple[str, ...]]:
    parts = _parts()
    if rng.random() < mixed_share:
        *topics, core = parts["mixed"][rng.integers(len(parts["mixed"]))]
        return _written(str(core), rng), tuple(topics)
    topic = str(rng.choice(list(parts["classes"])))
    return message_about(topic, rng), (topic,)


def message_about(topic: str, rng: np.random.Generator) -> str:
    """Return a message to a shop about one of the topics."""
    return _written(str(rng.choice(_parts()["classes"][topic])), rng)


def _written(core: str, rng: np.random.Generator) -> str:
    parts = _parts()
    opener, closer = str(rng.choice(parts["openers"])), str(rng.choice(parts["closers"]))
    core = core if opener.endswith((",", "but", ":")) else core[0].upper() + core[1:]
    whole = " ".join(part for part in (opener, core, closer) if part)
    name = str(rng.choice(parts["names"]))
    return whole.format(n=rng.integers(10_000, 99_999), k=rng.integers(2, 9), name=name)


def letters(count: int, rng: np.random.Generator, _folder: Path) -> Iterator[dict[str, Any]]:
    """Yield sentences full of people, places, products, dates and sums to mark and link."""
    parts = json.loads((HERE / "letters.json").read_text(encoding="utf-8"))
    found: dict[str, None] = {}
    while len(found) < count:
        person, other = rng.choice(parts["people"], 2, replace=False)
        slots = {
            "person": person,
            "other": other,
            "place": rng.choice(parts["places"]),
            "product": rng.choice(parts["products"]),
            "date": rng.choice(parts["dates"]),
            "sum": rng.choice(parts["sums"]),
        }
        text = str(rng.choice(parts["patterns"])).format(**slots)
        found.setdefault(text[0].upper() + text[1:])
    yield from _tasks("letter", found)


def reviews_zh(count: int, rng: np.random.Generator, _folder: Path) -> Iterator[dict[str, Any]]:
    """Yield short shop reviews in Chinese."""
    parts = json.loads((HERE / "reviews_zh.json").read_text(encoding="utf-8"))
    cores = [core for group in parts["classes"].values() for core in group]
    found: dict[str, None] = {}
    while len(found) < count:
        pieces = [rng.choice(parts["openers"]), rng.choice(cores), rng.choice(parts["closers"])]
        found.setdefault("".join(map(str, pieces)))
    yield from _tasks("review", found)
