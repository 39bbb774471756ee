"""Keys that two sites share though the coordinator carries their messages."""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from federated.privacy.secure_sum.signing import SecureSumError

__all__ = ["new_private", "open_sealed", "public_of", "seal", "shared_key"]

_NONCE = 12


def new_private() -> bytes:
    """Return a fresh X25519 private key, 32 bytes."""
    return X25519PrivateKey.generate().private_bytes(
        serialization.Encoding.Raw,
        serialization.PrivateFormat.Raw,
        serialization.NoEncryption(),
    )


def public_of(private: bytes) -> bytes:
    """Return the public key of a private one, 32 bytes."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def shared_key(private: bytes, public: bytes, *, purpose: bytes) -> bytes:
    """Return the 32 bytes that the two owners, and nobody else, can compute for ``purpose``."""
    try:
        secret = X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(public)
        )
    except ValueError as error:
        raise SecureSumError("bad_key", "A site's key of this round is not usable.") from error
    return HKDF(hashes.SHA256(), 32, salt=None, info=b"penumbra " + purpose).derive(secret)


def seal(key: bytes, content: bytes, *, bound_to: bytes) -> bytes:
    """Encrypt and authenticate (ChaCha20-Poly1305)."""
    nonce = os.urandom(_NONCE)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, content, bound_to)


def open_sealed(key: bytes, sealed: bytes, *, bound_to: bytes) -> bytes:
    """Decrypt, or refuse what was changed on its way."""
    try:
        return ChaCha20Poly1305(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], bound_to)
    except (InvalidTag, ValueError) as error:
        raise SecureSumError("tampered", "A sealed share was changed on its way.") from error
