"""VAPID: identify the site to push services with a signed token in every request (RFC 8292)."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from .encryption import encode_base64url, encode_public_key

ABOUT = b"abyss by post, web push\n"
# Lifetime of a token. RFC 8292 §2 allows a day, but clocks may differ.
LIVES = timedelta(hours=12)
# The order of P-256 (FIPS 186-4 §D.1.2.3).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def site_key() -> str:
    """Return the public key that browsers need to subscribe, base64url."""
    return _public_key(settings.SIGNING_KEY)


def authorization_header(endpoint: str, now: datetime, *, subscribed_under: str = "") -> str:
    """Return the Authorization header of a request to a push service (RFC 8292 §3).

    `subscribed_under` is the public key with which the browser subscribed: the service accepts no
    other key (RFC 8292 §4.2). If it is "" or unknown, the current key is used.
    """
    secret = _secret_of(subscribed_under)
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + LIVES).timestamp()),
        "sub": f"mailto:postmaster@{settings.MAIL_DOMAIN}",
    }
    signing_input = f"{_encode_json({'typ': 'JWT', 'alg': 'ES256'})}.{_encode_json(claims)}"
    r, s = decode_dss_signature(_private_key(secret).sign(signing_input.encode(), ECDSA(SHA256())))
    signature = encode_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signing_input}.{signature}, k={_public_key(secret)}"


def _secret_of(public_key: str) -> str:
    """Return the earlier secret from which a public key is derived, else the current one."""
    secret_by_public_key = {
        _public_key(secret): secret for secret in settings.SIGNING_KEY_FALLBACKS
    }
    return secret_by_public_key.get(public_key, settings.SIGNING_KEY)


def _public_key(secret: str) -> str:
    return encode_base64url(encode_public_key(_private_key(secret).public_key()))


@cache
def _private_key(secret: str) -> EllipticCurvePrivateKey:
    """Derive the private key from a secret of the site, so that no key needs to be stored."""
    digest = hashlib.shake_256(ABOUT + secret.encode()).digest(48)
    return derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, SECP256R1())


def _encode_json(value: dict[str, object]) -> str:
    return encode_base64url(json.dumps(value, separators=(",", ":")).encode())
