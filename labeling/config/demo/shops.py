"""Three shops that get different letters: the sites of the federated demo."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labeling.config.demo.texts import message_about

__all__ = ["MIXES", "Letter", "letters_to"]

MIXES: dict[str, dict[str, float]] = {
    "north": {"billing": 0.4, "delivery": 0.35, "fault": 0.15, "access": 0.05, "praise": 0.05},
    "south": {"billing": 0.05, "delivery": 0.1, "fault": 0.45, "access": 0.35, "praise": 0.05},
    "west": {"billing": 0.1, "delivery": 0.1, "fault": 0.05, "access": 0.25, "praise": 0.5},
}
"""How often each shop is written to about what."""


@dataclass(frozen=True)
class Letter:
    """A message and what it is about, which only the simulated people know."""

    text: str
    topic: str


def letters_to(shop: str, count: int, rng: np.random.Generator) -> Iterator[Letter]:
    """Yield `count` different messages in the shop's mix."""
    mix, found = MIXES[shop], dict[str, str]()
    while len(found) < count:
        topic = str(rng.choice(list(mix), p=list(mix.values())))
        found.setdefault(message_about(topic, rng), topic)
    yield from (Letter(text, topic) for text, topic in found.items())
