"""The local mailbox: e-mails are stored in the database and can be read and answered on a page.

It is used instead of a mail server if EMAIL_URL is not set. Replies are sent to the mailroom's SMTP
port, like those of a real mail program.
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

from abyss_site.core.email_addresses import address_key, encode_address
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
    """Django e-mail backend that stores e-mails in the database, in the sender's transaction."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        posted = [
            CapturedEmail(
                recipient=address_key(recipient),
                sender=settings.DEFAULT_FROM_EMAIL,
                subject=str(email.subject)[:250],
                raw=email.message().as_bytes(),
                captured_at=now,
            )
            for email in email_messages
            for recipient in email.recipients()
        ]
        CapturedEmail.objects.bulk_create(posted)
        return len(email_messages)


class Opened(msgspec.Struct, frozen=True):
    """A captured e-mail as displayed by a mail program."""

    subject: str
    sender: str
    date: str
    text: str
    html: str
    # The address for replies, from Reply-To or From; "" if there is none.
    reply_to: str
    message_id: str
    references: str


def parse_captured_email(posted: CapturedEmail) -> Opened:
    """Parse a captured e-mail for display."""
    email = parse_email(bytes(posted.raw))
    return Opened(
        subject=decode_encoded_words(email.value("subject")),
        sender=decode_encoded_words(email.value("from")),
        date=email.value("date"),
        text=_find_body_text(email, "text/plain"),
        html=_with_pictures(_find_body_text(email, "text/html"), bytes(posted.raw)),
        reply_to=parse_single_address(email.value("reply-to"))
        or parse_single_address(email.value("from")),
        message_id=email.value("message-id"),
        references=email.value("references"),
    )


def _with_pictures(html: str, raw: bytes) -> str:
    """Replace `cid:` references in the HTML with data URLs of the e-mail's pictures."""
    for part in message_from_bytes(raw).walk():
        if part.get_content_maintype() == "image" and (cid := part.get("Content-ID")):
            data = "".join(str(part.get_payload()).split())
            html = html.replace(
                f"cid:{cid.strip('<>')}", f"data:{part.get_content_type()};base64,{data}"
            )
    return html


def quote_email(email: Opened) -> str:
    """Return the initial text of a reply: an empty line, an attribution and the quoted e-mail."""
    try:
        written = parsedate_to_datetime(email.date).strftime("%a, %b %-d, %Y at %-I:%M %p")
    except ValueError:
        written = email.date
    lines = [f"> {line}".rstrip() for line in email.text.splitlines()]
    return "\n".join(["", "", f"On {written}, {email.sender} wrote:", *lines, ""])


def send_reply(posted: CapturedEmail, text: str, *, name: str) -> str:
    """Send a reply to a captured e-mail from its mailbox; return "" or an error message.

    The reply is sent to the mailroom by SMTP and may be rejected like any other e-mail.
    """
    email = parse_captured_email(posted)
    if not email.reply_to:
        return _("This e-mail has no address to reply to.")
    written = _build_reply(posted, email, text, name)
    try:
        with smtplib.SMTP(settings.SMTP_HOST, settings.SMTP_PORT, timeout=PATIENCE) as room:
            room.sendmail(
                encode_address(posted.recipient), [email.reply_to], written.as_bytes(policy=WIRE)
            )
    except smtplib.SMTPRecipientsRefused as refused:
        code, said = next(iter(refused.recipients.values()))
        return f"{code} {said.decode(errors='replace')}"
    except smtplib.SMTPResponseException as refused:
        return f"{refused.smtp_code} {_decode_response(refused.smtp_error)}"
    except OSError as error:
        told = _("The mailroom does not answer (%(error)s). Is `manage.py mailroom` running?")
        return told % {"error": error}
    return ""


def _build_reply(posted: CapturedEmail, email: Opened, text: str, name: str) -> Written:
    written = Written(policy=WIRE)
    subject = email.subject.removeprefix("Re: ")
    written["Subject"] = clean_header_value(f"Re: {subject}", 200)
    sender = encode_address(posted.recipient)
    written["From"] = formataddr((clean_header_value(name, 60), sender))
    written["To"] = email.reply_to
    written["Date"] = format_datetime(timezone.now())
    written["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or "localhost")
    if email.message_id:
        written["In-Reply-To"] = email.message_id
        written["References"] = " ".join(f"{email.references} {email.message_id}".split())
    written.set_content(text, cte="quoted-printable")
    return written


def _decode_response(said: bytes | str) -> str:
    return said.decode(errors="replace") if isinstance(said, bytes) else said


def _find_body_text(email: Part, kind: str) -> str:
    for part in email.walk():
        if part.kind == kind and not part.is_attachment():
            return mime.clean_text(mime.decode_text(part.content(), part.parameter("charset")))
    return ""
