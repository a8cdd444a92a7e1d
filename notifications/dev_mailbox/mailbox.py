"""The local post office: letters stay in the database, to be read and answered on a page.

It stands in for the world's mail servers where no EMAIL_URL is set. Its answers go through the
mailroom's SMTP port, as those of a real program would.
"""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage as Written
from email.policy import SMTP as WIRE
from email.utils import format_datetime, formataddr, make_msgid, parsedate_to_datetime

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.translation import gettext as _

from notifications.models import CapturedEmail
from notifications.outgoing.headers import clean_header_value
from notifications.reply_parser import mime
from notifications.reply_parser.mime import (
    Part,
    decode_encoded_words,
    parse_email,
    parse_single_address,
)

PATIENCE = 10


class Backend(BaseEmailBackend):
    """Django's mail backend: posts letters here, in the transaction of the postman."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        posted = [
            CapturedEmail(
                recipient=recipient.lower(),
                sender=settings.DEFAULT_FROM_EMAIL,
                subject=str(letter.subject)[:250],
                raw=letter.message().as_bytes(),
                captured_at=now,
            )
            for letter in email_messages
            for recipient in letter.recipients()
        ]
        CapturedEmail.objects.bulk_create(posted)
        return len(email_messages)


class Opened(msgspec.Struct, frozen=True):
    """A posted letter as a mail program shows it."""

    subject: str
    sender: str
    date: str
    text: str
    html: str
    # Where an answer goes; "" when the letter wants none.
    reply_to: str
    message_id: str
    references: str


def parse_captured_email(posted: CapturedEmail) -> Opened:
    """Take a posted letter out of its envelope."""
    letter = parse_email(bytes(posted.raw))
    return Opened(
        subject=decode_encoded_words(letter.value("subject")),
        sender=decode_encoded_words(letter.value("from")),
        date=letter.value("date"),
        text=_find_body_text(letter, "text/plain"),
        html=_with_pictures(_find_body_text(letter, "text/html"), bytes(posted.raw)),
        reply_to=parse_single_address(letter.value("reply-to"))
        or parse_single_address(letter.value("from")),
        message_id=letter.value("message-id"),
        references=letter.value("references"),
    )


def _with_pictures(html: str, raw: bytes) -> str:
    """Put the pictures a letter brought along where its HTML names them by Content-ID."""
    for part in message_from_bytes(raw).walk():
        if part.get_content_maintype() == "image" and (cid := part.get("Content-ID")):
            data = "".join(str(part.get_payload()).split())
            html = html.replace(
                f"cid:{cid.strip('<>')}", f"data:{part.get_content_type()};base64,{data}"
            )
    return html


def quote_email(letter: Opened) -> str:
    """Return the text a program puts into an answer: the letter, quoted below an empty line."""
    try:
        written = parsedate_to_datetime(letter.date).strftime("%a, %b %-d, %Y at %-I:%M %p")
    except ValueError:
        written = letter.date
    lines = [f"> {line}".rstrip() for line in letter.text.splitlines()]
    return "\n".join(["", "", f"On {written}, {letter.sender} wrote:", *lines, ""])


def send_reply(posted: CapturedEmail, text: str, *, name: str) -> str:
    """Send an answer to a posted letter from its mailbox; return why it was refused, or "".

    It travels by SMTP like any other letter, and is refused like any other.
    """
    letter = parse_captured_email(posted)
    if not letter.reply_to:
        return _("This letter names no address to answer to.")
    written = _build_reply(posted, letter, text, name)
    try:
        with smtplib.SMTP(settings.SMTP_HOST, settings.SMTP_PORT, timeout=PATIENCE) as room:
            room.sendmail(posted.recipient, [letter.reply_to], written.as_bytes(policy=WIRE))
    except smtplib.SMTPRecipientsRefused as refused:
        code, said = next(iter(refused.recipients.values()))
        return f"{code} {said.decode(errors='replace')}"
    except smtplib.SMTPResponseException as refused:
        return f"{refused.smtp_code} {_decode_response(refused.smtp_error)}"
    except OSError as error:
        told = _("The mailroom does not answer (%(error)s). Is `manage.py mailroom` running?")
        return told % {"error": error}
    return ""


def _build_reply(posted: CapturedEmail, letter: Opened, text: str, name: str) -> Written:
    written = Written(policy=WIRE)
    subject = letter.subject.removeprefix("Re: ")
    written["Subject"] = clean_header_value(f"Re: {subject}", 200)
    written["From"] = formataddr((clean_header_value(name, 60), posted.recipient))
    written["To"] = letter.reply_to
    written["Date"] = format_datetime(timezone.now())
    written["Message-ID"] = make_msgid(domain=posted.recipient.rpartition("@")[2] or "localhost")
    if letter.message_id:
        written["In-Reply-To"] = letter.message_id
        written["References"] = " ".join(f"{letter.references} {letter.message_id}".split())
    written.set_content(text, cte="quoted-printable")
    return written


def _decode_response(said: bytes | str) -> str:
    return said.decode(errors="replace") if isinstance(said, bytes) else said


def _find_body_text(letter: Part, kind: str) -> str:
    for part in letter.walk():
        if part.kind == kind and not part.is_attachment():
            return mime.clean_text(mime.decode_text(part.content(), part.parameter("charset")))
    return ""
