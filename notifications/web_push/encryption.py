"""Encrypt push messages for a device with aes128gcm (RFC 8188) and Web Push keys (RFC 8291)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

# Maximum size in bytes of the whole body, which is a single record (RFC 8291 §4).
RECORD = 4096
# Maximum size of the plaintext: without header, delimiter and tag (RFC 8188 §2).
MAX_PLAINTEXT_OCTETS = RECORD - 86 - 17
AUTH_BYTES = 16


def encrypt_push_message(
    plaintext: bytes,
    *,
    theirs: bytes,
    auth: bytes,
    ours: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a push message for one device and return the request body (RFC 8291 §3.4).

    `theirs` is the device's public key, an uncompressed point of P-256, and `auth` its
    authentication secret of 16 bytes. `ours` and `salt` are random by default and only given to
    reproduce examples. Raises ValueError if the key is invalid or the message is longer than
    MAX_PLAINTEXT_OCTETS bytes.
    """
    if len(plaintext) > MAX_PLAINTEXT_OCTETS:
        raise ValueError(f"a push message of {len(plaintext)} bytes")
    reader = public_key(theirs)
    ours, salt = ours or generate_private_key(SECP256R1()), salt or os.urandom(16)
    own = encode_public_key(ours.public_key())
    shared_secret = ours.exchange(ECDH(), reader)
    secret = _derive_key(shared_secret, auth, b"WebPush: info\0" + theirs + own, 32)
    key = _derive_key(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    # 2 is the delimiter of the last record, which is the only one.
    return header + AESGCM(key).encrypt(nonce, plaintext + b"\x02", None)


def public_key(theirs: bytes) -> EllipticCurvePublicKey:
    """Decode an uncompressed point of P-256. Raises ValueError if it is invalid."""
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs)


def encode_public_key(key: EllipticCurvePublicKey) -> bytes:
    """Encode a public key as an uncompressed point of 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode_base64url(value: bytes) -> str:
    """Encode bytes as base64url without padding (RFC 7515 §2), like browsers.

    >>> encode_base64url(bytes(3))
    'AAAA'
    """
    return urlsafe_b64encode(value).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Raises ValueError for anything else.

    >>> decode_base64url("AAAA") == bytes(3)
    True
    """
    if not text.isascii() or not text.replace("-", "").replace("_", "").rstrip("=").isalnum():
        raise ValueError("not base64url")
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _derive_key(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)
