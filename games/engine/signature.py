"""The signature of the site under a match file: Ed25519 (RFC 8032) over its last hash."""

from __future__ import annotations

import hashlib
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from games.engine.match_file import Seal

# What is signed begins so, and can be mistaken for nothing else.
ABOUT = b"abyss by post, match file\n"


def public_key(secret: str) -> str:
    """Return the public key, 64 hexadecimal digits, that belongs to the secret of a site."""
    return _private_key(secret).public_key().public_bytes_raw().hex()


def sign_hash(secret: str, last: bytes) -> Seal:
    """Sign the last hash of a file."""
    return Seal(public_key(secret), _private_key(secret).sign(ABOUT + last).hex())


def is_sealed(last: bytes, given: Seal) -> bool:
    """Tell whether the seal is that of its own key; whose key that is, is another question."""
    try:
        key, signature = bytes.fromhex(given.key), bytes.fromhex(given.signature)
        # There is one way only to write them.
        if (key.hex(), signature.hex()) != (given.key, given.signature):
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(signature, ABOUT + last)
    except (ValueError, InvalidSignature):
        return False
    return True


@cache
def _private_key(secret: str) -> Ed25519PrivateKey:
    """The key follows from a secret of any form, as it may be given in the environment."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(ABOUT + secret.encode()).digest())
