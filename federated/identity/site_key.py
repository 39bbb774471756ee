"""A site's key: made there, kept there; others see its public half and a fingerprint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from federated.privacy.secure_sum import IdentityKey
from federated.privacy.secure_sum.signing import fingerprint

__all__ = ["SiteKey", "fingerprint_of", "public_line_of", "public_point"]


@dataclass(frozen=True)
class SiteKey:
    """The private key at ``path``, in the form that Flower's node reads as well (OpenSSH)."""

    path: Path

    def ensure(self) -> None:
        """Make the key unless there is one; nobody else may read it, from its first byte on."""
        if self.path.exists():
            return
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = ec.generate_private_key(ec.SECP384R1())
        self.path.touch(mode=0o600)
        self.path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.OpenSSH,
                serialization.NoEncryption(),
            )
        )

    @property
    def identity(self) -> IdentityKey:
        """The key, to sign with."""
        key = serialization.load_ssh_private_key(self.path.read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError(f"{self.path} holds no elliptic-curve key")
        return IdentityKey(key)

    @property
    def public_line(self) -> str:
        """The public half as one line of text, to send to the coordinator."""
        return (
            self.identity.private.public_key()
            .public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
            .decode()
        )

    @property
    def fingerprint(self) -> str:
        """What both sides compare."""
        return fingerprint(self.identity.public)


def public_point(line: str) -> bytes:
    """Return the public key of a ``public_line`` as secure sums know it.

    Raises
    ------
    ValueError
        The text is no public key on the curve P-384.
    """
    try:
        key = serialization.load_ssh_public_key(line.encode())
    except UnsupportedAlgorithm as error:
        raise ValueError("This is no public key on the curve P-384.") from error
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP384R1):
        raise ValueError("This is no public key on the curve P-384.")
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def public_line_of(point: bytes) -> str:
    """Return the ``public_line`` of a public key; the other way of `public_point`.

    Raises
    ------
    ValueError
        The bytes are no point of the curve.
    """
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP384R1(), point)
    line = key.public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return line.decode()


def fingerprint_of(line: str) -> str:
    """Return what two people read to each other of a ``public_line``."""
    return fingerprint(public_point(line))
