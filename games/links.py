"""Links in letters that name one answer: a capability for this question, not a sign-in.

`/a/<token>/<number>/<signature>/` says: the answer the letter to this prompt numbered so. Looking
at it changes nothing; the page behind it has a button.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.core import signing
from django.urls import reverse

LINK, NONCE = "letter link", "letter link nonce"

# A page is good for an hour. Robots that follow a link press its button at once, people do not.
PAGE_LIFE, TOO_QUICK = timedelta(hours=1), timedelta(seconds=1)


class BadNonce(Exception):
    """The form is too old, pressed within a second, or not one of ours."""


def answer_path(token: str, number: int) -> str:
    """Return the path of the page that offers answer `number` of the prompt called `token`."""
    return reverse("answer_link", args=[token, number, _signature(token, number)])


def is_ours(token: str, number: int, signature: str) -> bool:
    """Tell, in constant time, whether a letter of ours held this link."""
    try:
        said = signing.Signer(salt=LINK).unsign(f"{token}.{number}:{signature}")
    except signing.BadSignature:
        return False
    return said == f"{token}.{number}"


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


def _signature(token: str, number: int) -> str:
    return signing.Signer(salt=LINK).sign(f"{token}.{number}").rpartition(":")[2]
