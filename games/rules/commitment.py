"""Honest shuffles: a secret that is promised before the deal, and the seed that follows from it.

1. Whoever deals draws a secret of 32 bytes and publishes its SHA-256 when the match is opened.
2. Each player brings a word.
3. The seed is HKDF-SHA256 (RFC 5869) of the secret; `info` is the list of the words in seat order
   as JSON: UTF-8, no blanks between. Neither side knows it without the other's part.
4. After the end the secret is shown, and anybody can do all of this again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

SECRET_BYTES = 32
SALT = b"abyss by post, deal 1"


def commit(secret: bytes) -> str:
    """Return what is published before the deal: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, words: Sequence[str]) -> bytes:
    """Return the 32 bytes that the deal is worked out from; `words[seat]`, "" for a house bot.

    >>> seed_of(bytes(32), ["sea", ""]).hex()[:16]
    '9f6e5904b3c9307e'
    """
    info = msgspec.json.encode(list(words))
    # RFC 5869 §2.2 and §2.3; one block of SHA-256 is all that is needed.
    extracted = hmac.digest(SALT, secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")
