"""Shamir's scheme for 32-byte secrets: any ``threshold`` shares give it back, fewer say nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from Crypto.Protocol.SecretSharing import Shamir

__all__ = ["combine", "split"]

_HALF = 16
"""The library shares blocks of 16 bytes, over GF(2^128)."""


def split(secret: bytes, *, names: Sequence[str], threshold: int) -> dict[str, bytes]:
    """Return one share of 32 bytes for each name; its place in ``names`` is part of it.

    References
    ----------
    Shamir (1979), "How to share a secret", doi:10.1145/359168.359176.
    """
    if len(secret) != 2 * _HALF:
        raise ValueError(f"a secret has {2 * _HALF} bytes, this one {len(secret)}")
    halves = [
        dict(Shamir.split(threshold, len(names), secret[start : start + _HALF], False))
        for start in (0, _HALF)
    ]
    return {name: halves[0][place] + halves[1][place] for place, name in enumerate(names, 1)}


def combine(shares: Mapping[str, bytes], *, names: Sequence[str], threshold: int) -> bytes:
    """Return the secret of at least ``threshold`` shares."""
    if len(shares) < threshold:
        raise ValueError(f"{threshold} shares are needed, {len(shares)} are there")
    places = {name: place for place, name in enumerate(names, 1)}
    chosen = sorted(shares.items())[:threshold]
    return b"".join(
        Shamir.combine(
            [(places[name], share[start : start + _HALF]) for name, share in chosen], False
        )
        for start in (0, _HALF)
    )
