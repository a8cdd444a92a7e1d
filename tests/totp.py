"""An authenticator app (RFC 6238), for tests of second factors."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator


def new_secret() -> str:
    """Return a secret as a QR code holds it: base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def activate_app(player: Any, secret: str) -> None:
    """Let the player's account ask for the numbers of an app with this secret."""
    Authenticator.objects.create(
        user=player,
        type=Authenticator.Type.TOTP,
        data={"secret": get_adapter().encrypt(secret)},
    )


def number_now(secret: str) -> str:
    """Return the six digits that the app shows.

    The example of RFC 4226, appendix D, is the secret of RFC 6238's appendix B.
    """
    return number_at(secret, int(time.time()) // 30)


def number_at(secret: str, counter: int) -> str:
    """Return the number of a counter (RFC 4226 §5.3).

    >>> number_at(base64.b32encode(b"12345678901234567890").decode(), 1)
    '287082'
    """
    digest = hmac.new(base64.b32decode(secret), counter.to_bytes(8, "big"), hashlib.sha1).digest()
    at = digest[-1] & 15
    truncated = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return f"{truncated % 1_000_000:06}"
