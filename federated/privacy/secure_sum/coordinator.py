"""The coordinator's side of a secure sum: it carries messages and learns one sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from federated.privacy.secure_sum.agreeing import public_of, shared_key
from federated.privacy.secure_sum.masks import TOTALS, Shape, Vector, mask_from, zeros
from federated.privacy.secure_sum.messages import (
    Advertisement,
    Cohort,
    MaskedVector,
    Unmasking,
)
from federated.privacy.secure_sum.ring import Ring
from federated.privacy.secure_sum.sharing import combine
from federated.privacy.secure_sum.signing import SecureSumError

__all__ = ["CoordinatorSession", "SecureSum"]


@dataclass(frozen=True)
class SecureSum:
    """What came out: sums over the survivors."""

    values: NDArray[np.float64]
    totals: NDArray[np.uint64]
    survivors: tuple[str, ...]


class CoordinatorSession:
    """Gathers each step's answers; a site that does not answer is lost to the round."""

    def __init__(self, *, cohort: Cohort, ring: Ring, values: int, totals: int) -> None:
        self.cohort, self.ring = cohort, ring
        # The last total counts the vectors: a wrong share would turn it into noise.
        self.shape = Shape(values, ring.dtype, totals + 1)
        self.advertised: dict[str, Advertisement] = {}
        self._sealed: dict[str, dict[str, bytes]] = {}
        self._masked: dict[str, Vector] = {}

    def take_advertisements(self, answers: Mapping[str, Advertisement]) -> None:
        """After step 1."""
        self.cohort.require_quorum(answers, "advertise")
        self.advertised = dict(answers)

    def take_shares(self, answers: Mapping[str, Mapping[str, bytes]]) -> None:
        """After step 2."""
        self.cohort.require_quorum(answers, "share")
        self._sealed = {name: dict(sealed) for name, sealed in answers.items()}

    def sealed_for(self, name: str) -> dict[str, bytes]:
        """Return what the others sealed for this site."""
        return {
            sender: sealed[name]
            for sender, sealed in self._sealed.items()
            if sender != name and name in sealed
        }

    def take_masked(self, answers: Mapping[str, MaskedVector]) -> None:
        """After step 3; a vector of another shape is refused with its site's name."""
        self.cohort.require_quorum(answers, "mask")
        sizes = (self.shape.values * self.shape.dtype.itemsize, self.shape.totals * TOTALS.itemsize)
        for name, answer in answers.items():
            if (len(answer.values), len(answer.totals)) != sizes:
                raise SecureSumError("wrong_shape", f"The vector of {name} has another shape.")
            self._masked[name] = Vector(
                np.frombuffer(answer.values, self.shape.dtype),
                np.frombuffer(answer.totals, TOTALS),
            )

    @property
    def survivors(self) -> tuple[str, ...]:
        """The sites whose vectors are in the sum."""
        return tuple(sorted(self._masked))

    def unmask(self, answers: Mapping[str, Unmasking]) -> SecureSum:
        """After step 5: take the masks off the sum.

        Raises
        ------
        SecureSumError
            Too few answers, or shares that do not fit: the sum stays hidden.
        """
        self.cohort.require_quorum(answers, "unmask")
        total = zeros(self.shape)
        for vector in self._masked.values():
            total = total + vector
        for name in self.survivors:
            shares = {peer: answer.seeds[name] for peer, answer in answers.items()}
            total = total - mask_from(self._combined(shares), self.shape)
        for name in sorted(set(self._sealed) - set(self.survivors)):
            shares = {peer: answer.keys[name] for peer, answer in answers.items()}
            total = self._without_lost(total, name, self._combined(shares))
        if total.totals[-1] != len(self.survivors):
            raise SecureSumError("bad_shares", "The masks did not come off: a share was wrong.")
        values = self.ring.decode(total.values, len(self.survivors))
        return SecureSum(values, total.totals[:-1], self.survivors)

    def _combined(self, shares: Mapping[str, bytes]) -> bytes:
        return combine(shares, names=self.cohort.names, threshold=self.cohort.threshold)

    def _without_lost(self, total: Vector, lost: str, private: bytes) -> Vector:
        """Take off the masks that survivors put on for a peer that sent nothing."""
        if public_of(private) != self.advertised[lost].mask_key:
            raise SecureSumError("bad_shares", f"The shares of {lost}'s key do not fit.")
        for name in self.survivors:
            key = self.advertised[name].mask_key
            pair = mask_from(
                shared_key(private, key, purpose=b"mask" + self.cohort.digest), self.shape
            )
            total = total - pair if name < lost else total + pair
        return total
