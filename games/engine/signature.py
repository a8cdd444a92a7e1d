"""The site's signature of a match file, or of the matches of a month: Ed25519 (RFC 8032)."""

from __future__ import annotations

import hashlib
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from games.engine.match_file import Seal

# Domain separation: prefixes of everything that is signed.
ABOUT = b"abyss by post, match file\n"
ABOUT_DUMPS = b"abyss by post, matches of a month\n"


def public_key(secret: str) -> str:
    """Return the public key (64 hexadecimal digits) for the secret of a site."""
    return _private_key(secret).public_key().public_bytes_raw().hex()


def sign_hash(secret: str, last: bytes, *, about: bytes = ABOUT) -> Seal:
    """Return the seal of the last hash of a file."""
    return Seal(public_key(secret), _private_key(secret).sign(about + last).hex())


def is_sealed(last: bytes, seal: Seal, *, about: bytes = ABOUT) -> bool:
    """Return whether the seal is valid for the key it names.

    Whose key that is must be checked elsewhere.
    """
    try:
        key, signature = bytes.fromhex(seal.key), bytes.fromhex(seal.signature)
        # Only the canonical (lower-case) hexadecimal form is accepted.
        if (key.hex(), signature.hex()) != (seal.key, seal.signature):
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(signature, about + last)
    except (ValueError, InvalidSignature):
        return False
    return True


@cache
def _private_key(secret: str) -> Ed25519PrivateKey:
    """Return the private key, derived from a secret of any form, as given in the environment."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(ABOUT + secret.encode()).digest())
