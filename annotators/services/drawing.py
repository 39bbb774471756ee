"""Draws by chance from what is too long to hold."""

import random
from collections.abc import Iterable

__all__ = ["drawn_from"]


def drawn_from(ids: Iterable[int], count: int, rng: random.Random) -> list[int]:
    """Return `count` of the ids, each as likely as any other, holding no more of them than those.

    References
    ----------
    Vitter (1985), "Random sampling with a reservoir", algorithm R, doi:10.1145/3147.3165.
    """
    kept: list[int] = []
    for seen, one in enumerate(ids):
        if seen < count:
            kept.append(one)
        elif (place := rng.randrange(seen + 1)) < count:
            kept[place] = one
    return kept
