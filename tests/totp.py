"""Second factors for tests: an authenticator app (RFC 6238) and recovery codes."""

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
    """Return a secret as a QR code contains it: base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def activate_app(player: Any, secret: str) -> None:
    """Activate an app with this secret for the player's account."""
    Authenticator.objects.create(
        user=player,
        type=Authenticator.Type.TOTP,
        data={"secret": get_adapter().encrypt(secret)},
    )


def activate_recovery_codes(player: Any) -> str:
    """Give the player's account recovery codes; return the seed that they are derived from."""
    seed = secrets.token_hex(40)
    Authenticator.objects.create(
        user=player,
        type=Authenticator.Type.RECOVERY_CODES,
        data={"seed": get_adapter().encrypt(seed), "used_mask": 0},
    )
    return seed


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
