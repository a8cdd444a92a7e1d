"""Encryption of values that must not be readable in the database: codes, e-mails, sessions.

AES-256-GCM (NIST SP 800-38D) with a key derived from SECRET_KEY and the purpose (HKDF, RFC 5869).
Older keys in SECRET_KEY_FALLBACKS still decrypt, until `manage.py reencrypt` has written every row
with the current one.

A ciphertext is one byte of version, four that identify the key, a nonce of twelve, then the
encrypted text with its tag. Nonces are random, so one key is good for 2^32 texts of one purpose.
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

# The first byte identifies this format, so that another one can be introduced.
VERSION = b"\x01"
KEY_NAME_BYTES, NONCE_BYTES, TAG_BYTES = 4, 12, 16
HEAD_BYTES = len(VERSION) + KEY_NAME_BYTES


class Undecryptable(ValueError):
    """The bytes were modified, or not encrypted for this purpose with any key we have."""

    # A template renders nothing in place of an undecryptable value, instead of failing as a whole.
    silent_variable_failure = True


def encrypt(purpose: str, plain: bytes) -> bytes:
    """Return `plain` encrypted; only `decrypt` with the same purpose can read it."""
    head, nonce = present_head(), os.urandom(NONCE_BYTES)
    return head + nonce + _cipher(settings.SECRET_KEY, purpose).encrypt(nonce, plain, head)


def decrypt(purpose: str, ciphertext: bytes) -> bytes:
    """Return the plain text of what `encrypt` returned. Raises Undecryptable."""
    if ciphertext[:1] != VERSION or len(ciphertext) < HEAD_BYTES + NONCE_BYTES + TAG_BYTES:
        raise Undecryptable(f"not encrypted for {purpose}")
    head, nonce = ciphertext[:HEAD_BYTES], ciphertext[HEAD_BYTES : HEAD_BYTES + NONCE_BYTES]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if head != VERSION + _key_name(secret):
            continue
        try:
            return _cipher(secret, purpose).decrypt(
                nonce, ciphertext[HEAD_BYTES + NONCE_BYTES :], head
            )
        except InvalidTag:
            break
    raise Undecryptable(f"not encrypted for {purpose} under a key we have")


def present_head() -> bytes:
    """Return the prefix of everything encrypted with the current key."""
    return VERSION + _key_name(settings.SECRET_KEY)


def fingerprint(purpose: str, plain: bytes) -> bytes:
    """Return a keyed 32-byte hash (HMAC-SHA-256): equal for equal texts, meaningless to others."""
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
