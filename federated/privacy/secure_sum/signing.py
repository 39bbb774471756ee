"""The key by which a site is registered: it signs what the protocol must not let be forged."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["IdentityKey", "SecureSumError", "fingerprint", "verify"]

_ALGORITHM = ec.ECDSA(hashes.SHA384())


class SecureSumError(Exception):
    """The protocol stops here; what it hides stays hidden. ``code`` is stable, for screens."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True)
class IdentityKey:
    """A site's private key on the curve P-384, the one Flower authenticates nodes by."""

    private: ec.EllipticCurvePrivateKey

    @classmethod
    def generate(cls) -> IdentityKey:
        """Make a new one from the system's randomness."""
        return cls(ec.generate_private_key(ec.SECP384R1()))

    @property
    def public(self) -> bytes:
        """The public half, as an uncompressed point."""
        return self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def sign(self, content: bytes) -> bytes:
        """Return an ECDSA signature over SHA-384."""
        return self.private.sign(content, _ALGORITHM)


def verify(public: bytes, signature: bytes, content: bytes) -> bool:
    """Whether the owner of ``public`` signed ``content``."""
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP384R1(), public)
        key.verify(signature, content, _ALGORITHM)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """Return what two people read to each other over the telephone: 8 groups of 4 hex digits."""
    digest = hashlib.sha256(public).hexdigest()[:32]
    return " ".join(digest[start : start + 4] for start in range(0, 32, 4))
