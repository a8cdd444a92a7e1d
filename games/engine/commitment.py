"""Honest shuffles: a secret that is promised before the deal, and the seed that follows from it.

1. Whoever deals draws a secret of 32 bytes and publishes its SHA-256 when the match is opened.
2. Each player may bring a word. Whoever deals never invents one.
3. When the last seat is taken, a round of public randomness that lies ahead is written down, where
   the site promises that. The deal waits for its signature.
4. The seed is HKDF-SHA256 (RFC 5869) of the secret; `info` is the list of the words in seat order
   as JSON: UTF-8, no blanks between. With a round it is the list of that list, the hash of the
   chain, the number of the round and its signature, and the salt is another.
5. After the end the secret is shown, and anybody can do all of this again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

SECRET_BYTES = 32
SALT = b"abyss by post, deal 1"
SALT_WITH_ROUND = b"abyss by post, deal 2"

# Letters of a drawn word (5 bits each), and what they are.
DRAWN_LETTERS = 20
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz234567")

# Where a word can have come from, as match files say it.
SOURCES = (
    # Written by the player.
    "typed",
    # Drawn by the player's browser.
    "browser",
    # Worked out from the Message-ID of the player's own e-mail.
    "email",
    # Sent by the player's program.
    "program",
    # Nobody brought one.
    "none",
    # Brought, or drawn by the house, before sources were written down.
    "unrecorded",
)


class DrandRound(NamedTuple):
    """A round of public randomness; the hash of its chain and the signature are hexadecimal."""

    chain: str
    number: int
    signature: str


def hash_secret(secret: bytes) -> str:
    """Return what is published before the deal: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, words: Sequence[str], bound: DrandRound | None = None) -> bytes:
    """Return the 32 bytes that the deal is worked out from; `words[seat]`, "" for none.

    >>> seed_of(bytes(32), ["sea", ""]).hex()[:16]
    '9f6e5904b3c9307e'
    """
    if bound is None:
        return _derive_hkdf(SALT, secret, list(words))
    return _derive_hkdf(SALT_WITH_ROUND, secret, [list(words), *bound])


def word_from_message_id(message_id: str) -> str:
    """Return the word that an e-mail brings: the beginning of the base32 of the SHA-256 of its
    Message-ID, which the player's own mail program has made. With its angle brackets.

    >>> word_from_message_id("<1@example.org>")
    'ybzd6m27antyid4ycf62'
    """
    hashed = hashlib.sha256(message_id.encode()).digest()
    return base64.b32encode(hashed).decode().lower()[:DRAWN_LETTERS]


def fits_source(word: str, source: str) -> bool:
    """Tell whether a word can have come from where it is said to have come from.

    >>> fits_source("kelp", "typed"), fits_source("kelp", "browser"), fits_source("kelp", "none")
    (True, False, False)
    """
    match source:
        case "none":
            return not word
        case "browser" | "email":
            return len(word) == DRAWN_LETTERS and LETTERS.issuperset(word)
        case "typed" | "program":
            return bool(word)
    return source == "unrecorded"


def _derive_hkdf(salt: bytes, secret: bytes, info: list[Any]) -> bytes:
    # RFC 5869 §2.2 and §2.3; one block of SHA-256 is all that is needed.
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, msgspec.json.encode(info) + b"\x01", "sha256")
