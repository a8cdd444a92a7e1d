"""Addresses that carry a token: written into letters, and read when a letter comes to one.

`play+<token><key><mac>@MAIL_DOMAIN`: 26 characters of token, 2 that name the key, 16 (80 bits) of
HMAC-SHA-256 over purpose and token. Only [a-z2-7]: clients change case, and people copy by hand.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings

PURPOSES = ("play", "bundle", "bounce", "unsub")
# Addresses that reach a human. What comes to them is kept and never taken for a command.
ROLES = ("play", "postmaster", "abuse")
TOKEN, KEY, MAC = 26, 2, 16
CODE = TOKEN + KEY + MAC

_PATTERN = re.compile(rf"(?:({'|'.join(PURPOSES)})(?:[+=-]|%2b))?([a-z2-7]{{{CODE}}})")


# A code, or the token of one, wherever it stands.
_CODE = re.compile(r"(?<![a-z2-7])[a-z2-7]{26}(?:[a-z2-7]{18})?(?![a-z2-7])", re.IGNORECASE)


class Address(NamedTuple):
    """What one of our addresses says."""

    purpose: str
    token: str


def build_local_part(purpose: str, token: str) -> str:
    """Return the local part that carries `token`; at most 64 octets (RFC 5321 §4.5.3.1.1)."""
    if purpose not in PURPOSES or not re.fullmatch(rf"[a-z2-7]{{{TOKEN}}}", token):
        raise ValueError("not a purpose and a token an address can carry")
    return f"{purpose}+{token}{_key_name(settings.SECRET_KEY)}{_compute_mac(purpose, token)}"


def write_full(purpose: str, token: str) -> str:
    """Return the whole address that carries `token`."""
    return f"{build_local_part(purpose, token)}@{settings.MAIL_DOMAIN}"


def parse_reply_address(address: str) -> Address | None:
    """Return what an address (or a local part) says; None when it is not one that we wrote.

    Upper case, the separators `+`, `-`, `=` and a bare code (catch-all domains) are all the same;
    so is `%2B`, where a program has copied a link (RFC 6068) as it stands.
    """
    local, at, domain = address.strip().lower().rpartition("@")
    if at and domain != own_domain():
        return None
    found = _PATTERN.fullmatch(local if at else domain)
    if found is None:
        return None
    purposes = [found[1]] if found[1] else PURPOSES
    token, key, mac = found[2][:TOKEN], found[2][TOKEN:-MAC], found[2][-MAC:]
    for purpose in purposes:
        if _is_ours(purpose, token, key, mac):
            return Address(purpose, token)
    return None


def own_domain() -> str:
    """Return the domain of all our addresses, lower case."""
    return str(settings.MAIL_DOMAIN).lower()


def is_role(address: str) -> bool:
    """Tell whether an address is one of a role; `postmaster` needs no domain (RFC 5321 §4.5.1)."""
    local, at, domain = address.strip().lower().rpartition("@")
    if not at:
        return domain == "postmaster"
    return local in ROLES and domain == own_domain()


def is_own(address: str) -> bool:
    """Tell whether letters from an address can only be our own; players may share our domain."""
    return is_role(address) or parse_reply_address(address) is not None


def redact_reply_codes(text: str) -> str:
    """Return what others say without the codes of our addresses: whoever reads one may use it."""
    return _CODE.sub("...", text)


def token_of(number: UUID) -> str:
    """Return the token of a row: its id in base 32."""
    return base64.b32encode(number.bytes).decode().rstrip("=").lower()


def row_of(token: str) -> UUID | None:
    """Return the id of a row from its token; None when it is no id."""
    try:
        return UUID(bytes=base64.b32decode(token.upper() + "======"))
    except ValueError:
        return None


def _is_ours(purpose: str, token: str, key: str, mac: str) -> bool:
    # Keys that were in use stay in SECRET_KEY_FALLBACKS, so that letters already sent can be
    # answered. Every key is tried: the time taken says nothing about which one fits.
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [
        hmac.compare_digest(mac, _compute_mac(purpose, token, secret))
        for secret in secrets
        if _key_name(secret) == key
    ]
    return any(fits)


def _compute_mac(purpose: str, token: str, secret: str | bytes | None = None) -> str:
    key = _purpose_key(purpose, secret or settings.SECRET_KEY)
    return _encode_base32(hmac.digest(key, token.encode(), "sha256"), MAC)


@lru_cache(maxsize=32)
def _purpose_key(purpose: str, secret: str | bytes) -> bytes:
    return hmac.digest(_secret_bytes(secret), f"mail address {purpose}".encode(), "sha256")


@lru_cache(maxsize=32)
def _key_name(secret: str | bytes) -> str:
    return _encode_base32(
        hashlib.sha256(b"mail address key name" + _secret_bytes(secret)).digest(), KEY
    )


def _secret_bytes(secret: str | bytes) -> bytes:
    return secret if isinstance(secret, bytes) else secret.encode()


def _encode_base32(digest: bytes, count: int) -> str:
    return base64.b32encode(digest).decode().lower()[:count]
