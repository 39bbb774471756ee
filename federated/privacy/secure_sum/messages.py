"""What travels between a site and the coordinator while a sum is formed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from federated.privacy.secure_sum.signing import SecureSumError

__all__ = ["LEAST_SITES", "Advertisement", "Cohort", "MaskedVector", "Unmasking"]

LEAST_SITES = 3
"""With two, each site could subtract its own vector and read the other's."""


@dataclass(frozen=True)
class Cohort:
    """The sites of one round, as every one of them knows it before it begins.

    Attributes
    ----------
    run, number : str, int
        Which round; a message of another one is refused.
    keys : mapping of site name to registered public key
    """

    run: str
    number: int
    keys: Mapping[str, bytes]

    def __post_init__(self) -> None:
        if len(self.keys) < LEAST_SITES:
            raise SecureSumError(
                "too_few_sites",
                f"A secure sum needs {LEAST_SITES} sites, this round has {len(self.keys)}.",
            )
        if len(set(self.keys.values())) < len(self.keys):
            raise SecureSumError("shared_key", "Two sites of this round have the same key.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The sites in the order that fixes signs and places."""
        return tuple(sorted(self.keys))

    @property
    def threshold(self) -> int:
        """How many must stay until the end: two thirds, rounded up."""
        return -(-2 * len(self.keys) // 3)

    @cached_property
    def digest(self) -> bytes:
        """Binds every key and signature to this round and these sites."""
        content = [self.run, self.number, [[name, self.keys[name].hex()] for name in self.names]]
        return hashlib.sha256(b"penumbra secure sum 1" + json.dumps(content).encode()).digest()

    def require_quorum(self, present: Collection[str], stage: str) -> None:
        """Refuse strangers and a round that has become too small."""
        if strangers := sorted(set(present) - set(self.keys)):
            raise SecureSumError("stranger", f"Not of this round: {', '.join(strangers)}.")
        if len(present) < self.threshold:
            raise SecureSumError(
                "no_quorum",
                f"{len(present)} of {len(self.keys)} sites are left at '{stage}'; "
                f"{self.threshold} are needed.",
            )


@dataclass(frozen=True)
class Advertisement:
    """A site's two public keys of this round (X25519), signed with its registered key."""

    mask_key: bytes
    seal_key: bytes
    signature: bytes

    def content(self, cohort: Cohort, name: str) -> bytes:
        """Return the bytes that are signed."""
        return b"keys" + cohort.digest + name.encode() + b"\0" + self.mask_key + self.seal_key


@dataclass(frozen=True)
class MaskedVector:
    """Words that look uniform to everybody who lacks the masks."""

    values: bytes
    totals: bytes


@dataclass(frozen=True)
class Unmasking:
    """Shares of the survivors' seeds, and of the mask keys of those who were lost."""

    seeds: Mapping[str, bytes]
    keys: Mapping[str, bytes]


def survivors_content(cohort: Cohort, survivors: Collection[str]) -> bytes:
    """Return the bytes by which a site agrees to one list of survivors."""
    names = "\0".join(sorted(survivors)).encode()
    return b"survivors" + cohort.digest + hashlib.sha256(names).digest()
