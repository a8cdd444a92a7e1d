"""Links in e-mails that name one answer.

They say what is meant, but grant no permission.

`/a/<token>/<number>/<signature>/` is the answer with this number in the e-mail about the prompt;
`/b/` is the same for ballots, `/i/` for invitations. The page acts for the player to whom the
e-mail was sent, on a known device of theirs (views/devices.py); opening it changes nothing. The
signature proves that the link was in an e-mail: the token alone is also in Reply-To.
"""

from __future__ import annotations

import base64
import secrets
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

LINK, NONCE = "e-mail link", "e-mail link nonce"

HELD_SIGNER, HELD_LIVES = signing.TimestampSigner(salt="held e-mail", sep="."), timedelta(days=14)

# How long a page is valid, and how soon a click is suspicious: robots click at once, people do not.
PAGE_LIFE, TOO_QUICK = timedelta(hours=1), timedelta(seconds=1)


class BadNonce(Exception):
    """The form is expired, was submitted within a second, or is not ours."""


def answer_path(token: str, number: int) -> str:
    """Return the path of the page for answer `number` of the prompt named by `token`."""
    return reverse("answer_link", args=[token, number, _compute_signature(token, number)])


def ballot_path(token: str, number: int) -> str:
    """Return the path of the page for answer `number` of a ballot."""
    return reverse("ballot", args=[token, number, _compute_signature(token, number)])


def invitation_path(token: str, number: int) -> str:
    """Return the path of the page for answer `number` to an invitation."""
    return reverse("answer_invitation", args=[token, number, _compute_signature(token, number)])


def is_ours(token: str, number: int, signature: str) -> bool:
    """Return, in constant time, whether the signature of a link is ours."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [
        constant_time_compare(signature, _compute_signature(token, number, key)) for key in keys
    ]
    return any(fits)


def held_path(email_id: UUID) -> str:
    """Return the path of the page to release a quarantined e-mail."""
    return reverse("quarantine", args=[HELD_SIGNER.sign(email_id.hex)])


def held_email(link: str) -> UUID | None:
    """Return the id of the e-mail that a link releases, None if it is expired or invalid."""
    try:
        return UUID(HELD_SIGNER.unsign(link, max_age=HELD_LIVES))
    except (signing.BadSignature, ValueError):
        return None


def new_nonce(token: str, number: int) -> str:
    """Return a nonce for the page's form: bound to this answer, and usable for one move."""
    return signing.TimestampSigner(salt=NONCE).sign(f"{token}.{number}.{secrets.token_hex(8)}")


def read_nonce(nonce: str, token: str, number: int) -> str:
    """Return the random part of the nonce. Raises BadNonce."""
    signer = signing.TimestampSigner(salt=NONCE)
    try:
        content = signer.unsign(nonce, max_age=PAGE_LIFE)
    except signing.BadSignature as error:
        raise BadNonce from error
    if not content.startswith(f"{token}.{number}.") or _age_is_below(signer, nonce):
        raise BadNonce
    return content.rpartition(".")[2]


def _age_is_below(signer: signing.TimestampSigner, nonce: str) -> bool:
    try:
        signer.unsign(nonce, max_age=TOO_QUICK)
    except signing.SignatureExpired:
        return False
    return True


def _compute_signature(token: str, number: int, key: str | bytes | None = None) -> str:
    """Return 22 characters (132 bits) of HMAC-SHA-256, so that links fit on a line of an e-mail."""
    mac = salted_hmac(LINK, f"{token}.{number}", secret=key, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest()).decode()[:22]
