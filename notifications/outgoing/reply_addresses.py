"""Build and parse our own addresses that carry a signed token, such as reply addresses.

`play+<token><key><mac>@MAIL_DOMAIN`: 26 characters of token, 2 that identify the key, 16 (80 bits)
of HMAC-SHA-256 over the token, with a key per purpose. Only [a-z2-7] is used because mail programs
change case and people copy addresses by hand.
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

from abyss_site.core.email_addresses import address_key, normalize_domain

PURPOSES = ("play", "bundle", "bounce", "unsub")
# Local parts that reach a human. E-mails to them are kept and never interpreted as a command.
ROLES = ("play", "postmaster", "abuse")
TOKEN, KEY, MAC = 26, 2, 16
CODE = TOKEN + KEY + MAC

_PATTERN = re.compile(rf"(?:({'|'.join(PURPOSES)})(?:[+=-]|%2b))?([a-z2-7]{{{CODE}}})")


# A code (token, key and MAC) or a bare token anywhere in a text.
_CODE = re.compile(r"(?<![a-z2-7])[a-z2-7]{26}(?:[a-z2-7]{18})?(?![a-z2-7])", re.IGNORECASE)


class Address(NamedTuple):
    """Content of one of our addresses, after verification."""

    purpose: str
    token: str


def build_local_part(purpose: str, token: str) -> str:
    """Return the local part that carries `token`; at most 64 octets (RFC 5321 §4.5.3.1.1).

    Raises ValueError if the purpose is unknown or the token is not [a-z2-7]{26}.
    """
    if purpose not in PURPOSES or not re.fullmatch(rf"[a-z2-7]{{{TOKEN}}}", token):
        raise ValueError("not a purpose and a token an address can carry")
    return f"{purpose}+{token}{_key_name(settings.SECRET_KEY)}{_compute_mac(purpose, token)}"


def build_address(purpose: str, token: str) -> str:
    """Return the complete address that carries `token`."""
    return f"{build_local_part(purpose, token)}@{settings.MAIL_DOMAIN}"


def parse_reply_address(address: str) -> Address | None:
    """Parse and verify an address or a local part; return None if it is not one of ours.

    Case is ignored. The separator may be `+`, `-`, `=` or missing with its purpose (catch-all
    domains); it may also be `%2B`, if a program copied it undecoded from a link (RFC 6068).
    """
    local, at, domain = address_key(address).rpartition("@")
    if at and domain != own_domain():
        return None
    hit = _PATTERN.fullmatch(local if at else domain)
    if hit is None:
        return None
    purposes = [hit[1]] if hit[1] else PURPOSES
    token, key, mac = hit[2][:TOKEN], hit[2][TOKEN:-MAC], hit[2][-MAC:]
    for purpose in purposes:
        if _is_ours(purpose, token, key, mac):
            return Address(purpose, token)
    return None


def own_domain() -> str:
    """Return the domain of all our addresses, normalized."""
    return normalize_domain(settings.MAIL_DOMAIN)


def is_role(address: str) -> bool:
    """Return whether this is a role address; `postmaster` needs no domain (RFC 5321 §4.5.1)."""
    local, at, domain = address_key(address).rpartition("@")
    if not at:
        return domain == "postmaster"
    return local in ROLES and domain == own_domain()


def is_own(address: str) -> bool:
    """Return whether only we send from an address; players may have addresses at our domain."""
    return is_role(address) or parse_reply_address(address) is not None


def redact_reply_codes(text: str) -> str:
    """Remove codes and tokens of our addresses from a text: anybody who reads one can use it."""
    return _CODE.sub("...", text)


def token_from_uuid(number: UUID) -> str:
    """Return the token of a row: its id in base 32."""
    return base64.b32encode(number.bytes).decode().rstrip("=").lower()


def uuid_from_token(token: str) -> UUID | None:
    """Return the id of a row from its token, or None if the token does not encode a UUID."""
    try:
        return UUID(bytes=base64.b32decode(token.upper() + "======"))
    except ValueError:
        return None


def _is_ours(purpose: str, token: str, key: str, mac: str) -> bool:
    # Former keys stay in SECRET_KEY_FALLBACKS, so that e-mails already sent can be answered. All
    # keys are tried, so that the time taken does not reveal which one matches.
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
