"""Store incoming e-mails, and define the interface of the readers of replies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from abyss_site.core.valkey import wakeups
from notifications.models import InboundEmail
from notifications.outgoing import reply_addresses
from notifications.outgoing.reply_addresses import Address


class Envelope(msgspec.Struct, frozen=True):
    """SMTP envelope: return address ("" for a bounce), recipients and the client's address."""

    mail_from: str
    rcpt_tos: list[str]
    client: str = ""


class Whole(msgspec.Struct, frozen=True):
    """An e-mail that answers several questions: the token it was sent to, and its lines.

    `parts` are the tokens of the questions.
    """

    token: str
    lines: list[str]
    parts: list[str]


class Reply(msgspec.Struct, frozen=True):
    """A person's e-mail, as it is passed to a reader."""

    email_id: UUID
    # The 26 characters of the address it was sent to.
    token: str
    # The From address in lower case, strictly parsed; "" if there is not exactly one.
    sender: str
    # The person's own lines: no quotes, signatures, banners or blank lines.
    lines: list[str]
    # For Draft.data["answers"]: its Message-ID, or a hash of its bytes if it has none.
    message_id: str
    received_at: datetime
    # False if the e-mail must not be answered (same words again, or too many e-mails today): act on
    # a valid command, but do not answer anything else.
    answerable: bool = True
    # Why it must not be answered: the same words again. What it does nevertheless, because the same
    # words were refused before, may be confirmed: nobody can do that forever.
    repeats: bool = False
    # They repeat one e-mail only, so that a refusal may be told once more, briefly.
    is_second: bool = False
    # False if our own mail server has not authenticated the From address: quarantine the answer.
    is_authenticated: bool = True
    # Why `lines` is empty although there was content: "encrypted", "attachment" or "".
    problem: str = ""
    # `lines` with "" between paragraphs; empty if the paragraphs are not known.
    spaced_lines: list[str] = []
    # Lines of the same e-mail that answer nothing, but may take back what `lines` say.
    beside: list[str] = []
    # The e-mail that this is a part of, if it answers several questions.
    whole: Whole | None = None


# A reader of replies. It returns the reason code to record ("played", "unreadable", "stranger"
# ...) and runs in the transaction that records it: if it raises an error, its changes are rolled
# back and the e-mail is retried later.
ReplyReader = Callable[[Reply], str]


class UnreadableReply(Exception):
    """A reader has failed because of what the lines say; its cause is the error."""


# Readers by kind of token, which is its first letter; see `gateway.connect_application()`.
readers: dict[str, ReplyReader] = {}


# A recognizer returns whether a line alone answers what a token names, or is a command for it.
Recognizer = Callable[[str, str], bool]

# Recognizers by kind of token, as `readers`.
recognizers: dict[str, Recognizer] = {}


def is_answer(token: str, line: str) -> bool:
    """Return whether a line alone answers what a token names; no machine writes such a line."""
    recognize = recognizers.get(token[:1])
    return recognize is not None and recognize(token, line)


def read_reply(reply: Reply) -> str:
    """Pass a reply to the reader of its kind of token; return the reason code."""
    read = readers.get(reply.token[:1])
    return read(reply) if read else "no_reader"


def receive_email(
    raw: bytes, envelope: Envelope, source: str, source_id: str, now: datetime
) -> InboundEmail:
    """Store an e-mail in its own transaction and return its row; for a duplicate, the first row.

    Duplicates are recognized by `source_id` within a source, and by Message-ID and token across
    sources.
    """
    email = build_inbound_email(raw, envelope, source, source_id, now)
    try:
        with transaction.atomic():
            email.save(force_insert=True)
            wakeups.wake_on_commit("inbound")
    except IntegrityError:
        return _record_duplicate(email)
    return email


def purpose_and_token(recipients: list[str]) -> Address:
    """Return purpose and token of the recipients; the token is "" for none or several."""
    addresses = {
        address for address in map(reply_addresses.parse_reply_address, recipients) if address
    }
    if len(addresses) == 1:
        return addresses.pop()
    purposes = {address.purpose for address in addresses}
    return Address(purposes.pop() if len(purposes) == 1 else "", "")


def build_inbound_email(
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
    """Return the envelope without characters that PostgreSQL rejects: NUL and lone surrogates."""
    return {
        "mail_from": _replace_unprintable(envelope.mail_from, 254),
        "rcpt_tos": [_replace_unprintable(address, 254) for address in envelope.rcpt_tos[:100]],
        "client": _replace_unprintable(envelope.client, 100),
    }


def _replace_unprintable(text: str, limit: int) -> str:
    return "".join(char if char.isprintable() else "?" for char in text[:limit])


def _record_duplicate(email: InboundEmail) -> InboundEmail:
    same = Q(source=email.source, source_id=email.source_id)
    same |= Q(message_id=email.message_id, token=email.token)
    first = InboundEmail.objects.filter(same).earliest("received_at", "id")
    InboundEmail.objects.filter(pk=first.pk).update(copies=F("copies") + 1)
    return first


_MESSAGE_ID = re.compile(rb"^message-id:\s{0,20}(<[!-~]{3,240}>)\s*$", re.IGNORECASE | re.MULTILINE)


def message_id(raw: bytes) -> str:
    """Return the Message-ID in angle brackets as written; "" if it is missing or malformed."""
    head = re.split(rb"\r?\n\r?\n", raw[: 64 * 1024], maxsplit=1)[0]
    match = _MESSAGE_ID.search(head)
    return match[1].decode("ascii") if match else ""
