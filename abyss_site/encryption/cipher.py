"""Encryption of what lies in the database but must not be readable there: codes, e-mails, sessions.

AES-256-GCM (NIST SP 800-38D) under a key that follows from SECRET_KEY and the purpose (HKDF,
RFC 5869). Older keys stay good for reading in SECRET_KEY_FALLBACKS, until `manage.py reencrypt`
has written every row anew under the present one.

A ciphertext is one byte of version, four that name the key, a nonce of twelve, then the encrypted
text with its tag. Nonces are random, so one key is good for 2^32 texts of one purpose.
"""

from __future__ import annotations

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

# The first byte says how the rest is made, so that another way can be told from this one.
VERSION = b"\x01"
KEY_NAME_BYTES, NONCE_BYTES, TAG_BYTES = 4, 12, 16
HEAD_BYTES = len(VERSION) + KEY_NAME_BYTES


class Undecryptable(ValueError):
    """The bytes were not encrypted for this purpose under any key we have, or were changed."""

    # A page shows nothing in the place of what cannot be read, instead of failing as a whole.
    silent_variable_failure = True


def encrypt(purpose: str, plain: bytes) -> bytes:
    """Return `plain` encrypted; only `decrypt` with the same purpose reads it again."""
    head, nonce = present_head(), os.urandom(NONCE_BYTES)
    return head + nonce + _cipher(settings.SECRET_KEY, purpose).encrypt(nonce, plain, head)


def decrypt(purpose: str, sealed: bytes) -> bytes:
    """Return what was given to `encrypt`. Raises Undecryptable."""
    if sealed[:1] != VERSION or len(sealed) < HEAD_BYTES + NONCE_BYTES + TAG_BYTES:
        raise Undecryptable(f"not encrypted for {purpose}")
    head, nonce = sealed[:HEAD_BYTES], sealed[HEAD_BYTES : HEAD_BYTES + NONCE_BYTES]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if head != VERSION + _key_name(secret):
            continue
        try:
            return _cipher(secret, purpose).decrypt(nonce, sealed[HEAD_BYTES + NONCE_BYTES :], head)
        except InvalidTag:
            break
    raise Undecryptable(f"not encrypted for {purpose} under a key we have")


def present_head() -> bytes:
    """Return what everything encrypted under the present key begins with."""
    return VERSION + _key_name(settings.SECRET_KEY)


def fingerprint(purpose: str, plain: bytes) -> bytes:
    """Return 32 bytes that tell the same words from others, to nobody but us (HMAC-SHA-256)."""
    mac = HMAC(_derive(settings.SECRET_KEY, f"fingerprint {purpose}", 32), SHA256())
    mac.update(plain)
    return mac.finalize()


@lru_cache(maxsize=256)
def _cipher(secret: str | bytes, purpose: str) -> AESGCM:
    return AESGCM(_derive(secret, purpose, 32))


@lru_cache(maxsize=64)
def _key_name(secret: str | bytes) -> bytes:
    return _derive(secret, "key name", KEY_NAME_BYTES)


def _derive(secret: str | bytes, purpose: str, length: int) -> bytes:
    octets = secret if isinstance(secret, bytes) else secret.encode()
    return HKDF(SHA256(), length, salt=None, info=f"abyss {purpose}".encode()).derive(octets)
