"""Links in e-mails that name one answer. They say what is meant, and are no right to it.

`/a/<token>/<number>/<signature>/` says: the answer the e-mail about this prompt numbered so; `/b/`
is the same for ballots, `/i/` for invitations. The page behind it acts for the player it was sent
to, on a device that is known as theirs (views/devices.py); looking at it changes nothing. The
signature shows that the link was in an e-mail: a token alone stands in Reply-To, too.
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

LINK, NONCE = "letter link", "letter link nonce"

HELD, HELD_LIVES = signing.TimestampSigner(salt="held letter", sep="."), timedelta(days=14)

# A page is good for an hour. Robots that follow a link press its button at once, people do not.
PAGE_LIFE, TOO_QUICK = timedelta(hours=1), timedelta(seconds=1)


class BadNonce(Exception):
    """The form is too old, pressed within a second, or not one of ours."""


def answer_path(token: str, number: int) -> str:
    """Return the path of the page that offers answer `number` of the prompt called `token`."""
    return reverse("answer_link", args=[token, number, _compute_signature(token, number)])


def ballot_path(token: str, number: int) -> str:
    """Return the path of the page that offers answer `number` to a vote."""
    return reverse("ballot", args=[token, number, _compute_signature(token, number)])


def invitation_path(token: str, number: int) -> str:
    """Return the path of the page that offers answer `number` to an invitation."""
    return reverse("answer_invitation", args=[token, number, _compute_signature(token, number)])


def is_ours(token: str, number: int, signature: str) -> bool:
    """Tell, in constant time, whether a letter of ours held this link."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [
        constant_time_compare(signature, _compute_signature(token, number, key)) for key in keys
    ]
    return any(fits)


def held_path(letter_id: UUID) -> str:
    """Return the path of the page on which a letter from another address may be let count."""
    return reverse("held", args=[HELD.sign(letter_id.hex)])


def held_letter(link: str) -> UUID | None:
    """Return the id of the letter that a link lets count, None if it is too old or not ours."""
    try:
        return UUID(HELD.unsign(link, max_age=HELD_LIVES))
    except (signing.BadSignature, ValueError):
        return None


def new_nonce(token: str, number: int) -> str:
    """Return what the page's form carries: bound to this answer, and used for one move."""
    return signing.TimestampSigner(salt=NONCE).sign(f"{token}.{number}.{secrets.token_hex(8)}")


def read_nonce(nonce: str, token: str, number: int) -> str:
    """Return the nonce's own part. Raises BadNonce."""
    signer = signing.TimestampSigner(salt=NONCE)
    try:
        said = signer.unsign(nonce, max_age=PAGE_LIFE)
    except signing.BadSignature as error:
        raise BadNonce from error
    if not said.startswith(f"{token}.{number}.") or _age_is_below(signer, nonce):
        raise BadNonce
    return said.rpartition(".")[2]


def _age_is_below(signer: signing.TimestampSigner, nonce: str) -> bool:
    try:
        signer.unsign(nonce, max_age=TOO_QUICK)
    except signing.SignatureExpired:
        return False
    return True


def _compute_signature(token: str, number: int, key: str | bytes | None = None) -> str:
    """22 characters (132 bits) of HMAC-SHA-256: links have to fit on one line of a letter."""
    mac = salted_hmac(LINK, f"{token}.{number}", secret=key, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest()).decode()[:22]
