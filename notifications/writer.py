"""Writing letters: who writes which kind of notice, and the plain letter for accidents."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from .models import Notice

log = logging.getLogger(__name__)


class Letter(msgspec.Struct, frozen=True):
    """A notice written out. `text` is the real one; `html` says the same or is empty.

    `headers` may name a few more headers; those the postman sets himself cannot be replaced.
    """

    subject: str
    text: str
    html: str = ""
    language: str = "en"
    headers: dict[str, str] = {}


# Returns None when there is nothing left to tell: the notice is then withdrawn.
Write = Callable[[Notice], Letter | None]

_writers: dict[str, Write] = {}


def letter(kind: str, write: Write) -> None:
    """Let `write` write all notices of `kind`. It is called when the letter is about to be sent."""
    _writers[kind] = write
