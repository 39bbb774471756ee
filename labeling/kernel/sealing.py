"""Seals what is secret before it is stored: a copy of the database alone gives nothing away.

The key is derived from SECRET_KEY, which lies outside the database, by HKDF (RFC 5869) and never
used for anything else; each purpose has a key of its own. Texts are sealed by Fernet: AES-128-CBC
with an HMAC, so that what was altered is refused rather than read.
"""

import base64
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

__all__ = ["SealBroken", "seal", "unseal"]

MARK = "sealed.1."


class SealBroken(Exception):
    """It was sealed by another SECRET_KEY, or altered."""


def seal(text: str, purpose: str) -> str:
    """Return a text sealed for a purpose; nothing stays nothing."""
    if not text:
        return ""
    return MARK + _box(purpose, settings.SECRET_KEY, ()).encrypt(text.encode()).decode("ascii")


def unseal(sealed: str, purpose: str) -> str:
    """Return what was sealed; keys of SECRET_KEY_FALLBACKS open too.

    Raises
    ------
    SealBroken
    """
    if not sealed:
        return ""
    box = _box(purpose, settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS))
    try:
        if not sealed.startswith(MARK):
            raise InvalidToken
        return box.decrypt(sealed.removeprefix(MARK)).decode()
    except InvalidToken:
        raise SealBroken from None


@cache
def _box(purpose: str, secret_key: str, older: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_key(purpose, one)) for one in (secret_key, *older)])


def _key(purpose: str, secret_key: str) -> bytes:
    derived = HKDF(SHA256(), length=32, salt=None, info=f"penumbra/{purpose}".encode())
    return base64.urlsafe_b64encode(derived.derive(secret_key.encode()))
