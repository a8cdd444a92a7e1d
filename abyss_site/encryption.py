"""Encryption of what lies in the database but must not be readable there: codes, e-mails, sessions.

AES-256-GCM (NIST SP 800-38D) under a key that follows from SECRET_KEY and the purpose (HKDF,
RFC 5869). Older keys stay good for reading in SECRET_KEY_FALLBACKS; a row is written under the
present key the next time it is saved.
"""

from __future__ import annotations

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

# The first byte says how the rest is made, so that another way can be told from this one.
VERSION = b"\x01"
NONCE_BYTES, TAG_BYTES = 12, 16


class Undecryptable(ValueError):
    """The bytes were not encrypted for this purpose under any key we have, or were changed."""


def encrypt(purpose: str, plain: bytes) -> bytes:
    """Return `plain` encrypted; only `decrypt` with the same purpose reads it again."""
    nonce = os.urandom(NONCE_BYTES)
    return VERSION + nonce + _cipher(settings.SECRET_KEY, purpose).encrypt(nonce, plain, VERSION)


def decrypt(purpose: str, sealed: bytes) -> bytes:
    """Return what was given to `encrypt`. Raises Undecryptable."""
    if sealed[:1] != VERSION or len(sealed) < len(VERSION) + NONCE_BYTES + TAG_BYTES:
        raise Undecryptable(f"not encrypted for {purpose}")
    nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return _cipher(secret, purpose).decrypt(nonce, rest, VERSION)
        except InvalidTag:
            continue
    raise Undecryptable(f"not encrypted for {purpose} under a key we have")


@lru_cache(maxsize=64)
def _cipher(secret: str | bytes, purpose: str) -> AESGCM:
    octets = secret if isinstance(secret, bytes) else secret.encode()
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=f"abyss {purpose}".encode()).derive(octets))
