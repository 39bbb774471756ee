"""How much of the allowed doubt each look at the same audit labels may use."""

from __future__ import annotations

__all__ = ["look_share"]


def look_share(look: int) -> float:
    """Return the share of the doubt for the ``look``-th look, counted from 1: 1/2, 1/6, 1/12 ...

    The shares of endlessly many looks sum to 1, so whoever looks again and again at labels that
    are for the most part the same ones is no likelier to be fooled than who looks once. While
    labels grow by a constant factor from look to look, the labels that a look needs for its
    smaller share grow only like their logarithm.
    """
    if look < 1:
        raise ValueError(f"look {look}: looks are counted from 1")
    return 1.0 / (look * (look + 1))
