"""Letters in: kept first, then classified, then handed to whoever reads that kind of address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec

from .models import InboundLetter


class Envelope(msgspec.Struct, frozen=True):
    """What the transport said: the return address ("" for a bounce) and the recipients."""

    mail_from: str
    rcpt_tos: list[str]
    client: str = ""


class Reply(msgspec.Struct, frozen=True):
    """A person's letter, as its reader gets it."""

    letter_id: UUID
    # The 26 characters of the address it was sent to.
    token: str
    # The one strictly parsed From address, lower case; "" when there is not exactly one.
    sender: str
    # The person's own lines: no quotes, signatures or banners.
    lines: list[str]
    # For Draft.data["answers"]: its Message-ID, or a key made of its bytes when it has none.
    message_id: str
    received: datetime
    # False when an answer would be one too many (same words again, or too many today):
    # act on a good command, but answer nothing else.
    answerable: bool = True
    # Why `lines` is empty although something was sent: "", "several_prompts", "encrypted".
    problem: str = ""


# Returns the reason code to record ("played", "unreadable", "stranger" ...).
Read = Callable[[Reply], str]

_readers: dict[str, Read] = {}


def reader(purpose: str, read: Read) -> None:
    """Let `read` read all letters to addresses of `purpose` ("play").

    It runs in the transaction that records its decision: if it raises, nothing it wrote stays, and
    it is tried again later.
    """
    _readers[purpose] = read


def receive(
    raw: bytes, envelope: Envelope, source: str, source_id: str, now: datetime
) -> InboundLetter:
    """Keep a letter in its own transaction. A letter that came before is the first one again."""
    raise NotImplementedError
