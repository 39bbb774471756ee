"""A site's side of a secure sum: five steps, each allowed once, in order."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from federated.privacy.secure_sum.agreeing import (
    new_private,
    open_sealed,
    public_of,
    seal,
    shared_key,
)
from federated.privacy.secure_sum.masks import TOTALS, Shape, Vector, mask_from
from federated.privacy.secure_sum.messages import (
    Advertisement,
    Cohort,
    MaskedVector,
    Unmasking,
    survivors_content,
)
from federated.privacy.secure_sum.ring import Words
from federated.privacy.secure_sum.sharing import split
from federated.privacy.secure_sum.signing import IdentityKey, SecureSumError, verify

__all__ = ["NodeSession"]

_SHARE = 32


class NodeSession:
    """What one site keeps secret for one round.

    ``advertise`` → ``share`` → ``mask`` → ``agree`` → ``unmask``. A step out of order, or a second
    time, is refused: a coordinator that asks twice could otherwise learn both the seed and the mask
    key of a site.
    """

    def __init__(self, *, cohort: Cohort, name: str, identity: IdentityKey) -> None:
        if cohort.keys.get(name) != identity.public:
            raise SecureSumError("not_registered", f"{name} is not in this round by this key.")
        self.cohort, self.name, self._identity = cohort, name, identity
        self._mask_private, self._seal_private, self._seed = new_private(), new_private(), b""
        self._peers: dict[str, Advertisement] = {}
        self._shares: dict[str, bytes] = {}
        self._survivors: frozenset[str] = frozenset()
        self._next = "advertise"

    def advertise(self) -> Advertisement:
        """Step 1: the keys of this round, signed."""
        self._step("advertise", "share")
        unsigned = Advertisement(public_of(self._mask_private), public_of(self._seal_private), b"")
        signature = self._identity.sign(unsigned.content(self.cohort, self.name))
        return Advertisement(unsigned.mask_key, unsigned.seal_key, signature)

    def share(self, advertised: Mapping[str, Advertisement]) -> dict[str, bytes]:
        """Step 2: shares of seed and mask key for every peer, sealed to it."""
        self._step("share", "mask")
        self.cohort.require_quorum(advertised, "share")
        for name, theirs in advertised.items():
            content = theirs.content(self.cohort, name)
            if not verify(self.cohort.keys[name], theirs.signature, content):
                self._refuse("forged_key", f"The key of {name} is not signed by {name}.")
        mine = advertised.get(self.name)
        if mine is None or mine.mask_key != public_of(self._mask_private):
            self._refuse("forged_key", "This site's own key was exchanged on its way.")
        self._peers = dict(advertised)
        self._seed = os.urandom(_SHARE)
        pieces = [
            split(secret, names=self.cohort.names, threshold=self.cohort.threshold)
            for secret in (self._seed, self._mask_private)
        ]
        self._shares[self.name] = pieces[0][self.name] + pieces[1][self.name]
        return {
            peer: seal(
                self._seal_key(self.name, peer),
                pieces[0][peer] + pieces[1][peer],
                bound_to=self.cohort.digest,
            )
            for peer in advertised
            if peer != self.name
        }

    def mask(
        self, values: Words, totals: NDArray[np.uint64], sealed: Mapping[str, bytes]
    ) -> MaskedVector:
        """Step 3: the site's words plus its own mask and one mask a peer.

        Parameters
        ----------
        values : words of shape (D,), from `Ring.encode`
        totals : uint64 of shape (T,), counts to be summed
        sealed : mapping of each peer that shared to what it sealed for this site
        """
        self._step("mask", "agree")
        self.cohort.require_quorum({*sealed, self.name}, "mask")
        for peer, content in sealed.items():
            if peer not in self._peers:
                self._refuse("stranger", f"{peer} sent shares without keys.")
            key = self._seal_key(peer, self.name)
            opened = open_sealed(key, content, bound_to=self.cohort.digest)
            self._shares[peer] = opened
        # The one at the end tells the coordinator whether the masks came off rightly.
        counted = np.append(totals.astype(TOTALS), np.array([1], TOTALS))
        shape = Shape(len(values), values.dtype, len(counted))
        total = Vector(values, counted) + mask_from(self._seed, shape)
        for peer in self._shares:
            if peer != self.name:
                pair = mask_from(self._pair_seed(peer), shape)
                total = total + pair if self.name < peer else total - pair
        return MaskedVector(total.values.tobytes(), total.totals.tobytes())

    def agree(self, survivors: Collection[str]) -> bytes:
        """Step 4: sign the list of those whose vectors arrived."""
        self._step("agree", "unmask")
        self.cohort.require_quorum(survivors, "agree")
        if self.name not in survivors or not set(survivors) <= set(self._shares):
            self._refuse("bad_survivors", "The list of survivors does not fit what was sent.")
        self._survivors = frozenset(survivors)
        return self._identity.sign(survivors_content(self.cohort, survivors))

    def unmask(self, agreed: Mapping[str, bytes]) -> Unmasking:
        """Step 5: seeds of the survivors, mask keys of the lost; never both of one site."""
        self._step("unmask", "done")
        content = survivors_content(self.cohort, self._survivors)
        signed = [
            name
            for name, signature in agreed.items()
            if name in self._survivors and verify(self.cohort.keys[name], signature, content)
        ]
        self.cohort.require_quorum(signed, "unmask")
        lost = set(self._shares) - self._survivors
        return Unmasking(
            seeds={name: self._shares[name][:_SHARE] for name in self._survivors},
            keys={name: self._shares[name][_SHARE:] for name in lost},
        )

    def _seal_key(self, sender: str, receiver: str) -> bytes:
        peer = receiver if sender == self.name else sender
        purpose = b"\0".join([b"seal", self.cohort.digest, sender.encode(), receiver.encode()])
        return shared_key(self._seal_private, self._peers[peer].seal_key, purpose=purpose)

    def _pair_seed(self, peer: str) -> bytes:
        purpose = b"mask" + self.cohort.digest
        return shared_key(self._mask_private, self._peers[peer].mask_key, purpose=purpose)

    def _step(self, now: str, following: str) -> None:
        if self._next != now:
            self._refuse("out_of_order", f"'{now}' was asked for where '{self._next}' is due.")
        self._next = following

    def _refuse(self, code: str, detail: str) -> NoReturn:
        self._next = "refused"
        raise SecureSumError(code, detail)
