"""Letters in: kept first, then classified, then handed to whoever reads that kind of address."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from functools import partial
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from abyss_site.valkey import wakeups
from notifications.models import InboundEmail
from notifications.outgoing import reply_addresses
from notifications.outgoing.reply_addresses import Address


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
    # The person's own lines: no quotes, signatures, banners or blank lines.
    lines: list[str]
    # For Draft.data["answers"]: its Message-ID, or a key made of its bytes when it has none.
    message_id: str
    received_at: datetime
    # False when an answer would be one too many (same words again, or too many today):
    # act on a good command, but answer nothing else.
    answerable: bool = True
    # False when our own mail server does not vouch for the From address: hold the answer.
    proven: bool = True
    # Why `lines` is empty although something was sent: "encrypted", "attachment" or "".
    problem: str = ""


# Returns the reason code to record ("played", "unreadable", "stranger" ...). It runs in the
# transaction that records its decision: if it raises, nothing it wrote stays, and it is tried again
# later.
Read = Callable[[Reply], str]

# Who reads replies, by the kind of their token, which is its first letter; see
# `gateway.connect_application()`.
readers: dict[str, Read] = {}


def read_reply(reply: Reply) -> str:
    """Hand a reply to whoever reads tokens of its kind; return the reason code."""
    read = readers.get(reply.token[:1])
    return read(reply) if read else "no_reader"


def receive_email(
    raw: bytes, envelope: Envelope, source: str, source_id: str, now: datetime
) -> InboundEmail:
    """Keep a letter in its own transaction. A letter that came before is the first one again.

    It is known by `source_id` within its source, and by Message-ID and token across sources.
    """
    letter = letter_of(raw, envelope, source, source_id, now)
    try:
        with transaction.atomic():
            letter.save(force_insert=True)
            transaction.on_commit(partial(wakeups.ring, "inbound"), robust=True)
    except IntegrityError:
        return _record_duplicate(letter)
    return letter


def purpose_and_token(recipients: list[str]) -> Address:
    """Return what the recipients say; the token is "" when they name several or none."""
    found = {address for address in map(reply_addresses.parse_reply_address, recipients) if address}
    if len(found) == 1:
        return found.pop()
    purposes = {address.purpose for address in found}
    return Address(purposes.pop() if len(purposes) == 1 else "", "")


def letter_of(
    raw: bytes, envelope: Envelope, source: str, source_id: str, now: datetime
) -> InboundEmail:
    sha256 = hashlib.sha256(raw).hexdigest()
    purpose, token = purpose_and_token(envelope.rcpt_tos)
    return InboundEmail(
        source=source,
        source_id=source_id,
        raw=raw,
        size=len(raw),
        envelope=_serialize_envelope(envelope),
        sha256=sha256,
        message_id=message_id(raw) or f"sha256:{sha256}",
        purpose=purpose,
        token=token,
        received_at=now,
        due_at=now,
    )


def _serialize_envelope(envelope: Envelope) -> dict[str, object]:
    """Return the envelope as PostgreSQL can keep it: no NUL, no half characters."""
    return {
        "mail_from": _replace_unprintable(envelope.mail_from, 254),
        "rcpt_tos": [_replace_unprintable(address, 254) for address in envelope.rcpt_tos[:100]],
        "client": _replace_unprintable(envelope.client, 100),
    }


def _replace_unprintable(text: str, limit: int) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:limit])


def _record_duplicate(letter: InboundEmail) -> InboundEmail:
    same = Q(source=letter.source, source_id=letter.source_id)
    same |= Q(message_id=letter.message_id, token=letter.token)
    first = InboundEmail.objects.filter(same).earliest("received_at", "id")
    InboundEmail.objects.filter(pk=first.pk).update(copies=F("copies") + 1)
    return first


_MESSAGE_ID = re.compile(rb"^message-id:\s{0,20}(<[!-~]{3,240}>)\s*$", re.IGNORECASE | re.MULTILINE)


def message_id(raw: bytes) -> str:
    """Return the Message-ID as written, "" when there is none that can be told from others."""
    head = re.split(rb"\r?\n\r?\n", raw[: 64 * 1024], maxsplit=1)[0]
    found = _MESSAGE_ID.search(head)
    return found[1].decode("ascii") if found else ""
