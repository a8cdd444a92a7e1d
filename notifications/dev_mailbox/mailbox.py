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
        rows = [
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
        CapturedEmail.objects.bulk_create(rows)
        return len(email_messages)


class DisplayedEmail(msgspec.Struct, frozen=True):
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


def parse_captured_email(row: CapturedEmail) -> DisplayedEmail:
    """Parse a captured e-mail for display."""
    email = parse_email(bytes(row.raw))
    return DisplayedEmail(
        subject=decode_encoded_words(email.value("subject")),
        sender=decode_encoded_words(email.value("from")),
        date=email.value("date"),
        text=_find_body_text(email, "text/plain"),
        html=_with_pictures(_find_body_text(email, "text/html"), bytes(row.raw)),
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


def quote_email(email: DisplayedEmail) -> str:
    """Return the initial text of a reply: an empty line, an attribution and the quoted e-mail."""
    try:
        sent_on = parsedate_to_datetime(email.date).strftime("%a, %b %-d, %Y at %-I:%M %p")
    except ValueError:
        sent_on = email.date
    lines = [f"> {line}".rstrip() for line in email.text.splitlines()]
    return "\n".join(["", "", f"On {sent_on}, {email.sender} wrote:", *lines, ""])


def send_reply(row: CapturedEmail, text: str, *, name: str) -> str:
    """Send a reply to a captured e-mail from its mailbox; return "" or an error message.

    The reply is sent to the mailroom by SMTP and may be rejected like any other e-mail.
    """
    email = parse_captured_email(row)
    if not email.reply_to:
        return _("This e-mail has no address to reply to.")
    reply = _build_reply(row, email, text, name)
    try:
        with smtplib.SMTP(settings.SMTP_HOST, settings.SMTP_PORT, timeout=PATIENCE) as room:
            room.sendmail(
                encode_address(row.recipient), [email.reply_to], reply.as_bytes(policy=WIRE)
            )
    except smtplib.SMTPRecipientsRefused as refusal:
        code, response = next(iter(refusal.recipients.values()))
        return f"{code} {response.decode(errors='replace')}"
    except smtplib.SMTPResponseException as refusal:
        return f"{refusal.smtp_code} {_decode_response(refusal.smtp_error)}"
    except OSError as error:
        message = _("The mailroom does not answer (%(error)s). Is `manage.py mailroom` running?")
        return message % {"error": error}
    return ""


def _build_reply(row: CapturedEmail, email: DisplayedEmail, text: str, name: str) -> Written:
    reply = Written(policy=WIRE)
    subject = email.subject.removeprefix("Re: ")
    reply["Subject"] = clean_header_value(f"Re: {subject}", 200)
    sender = encode_address(row.recipient)
    reply["From"] = formataddr((clean_header_value(name, 60), sender))
    reply["To"] = email.reply_to
    reply["Date"] = format_datetime(timezone.now())
    reply["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or "localhost")
    if email.message_id:
        reply["In-Reply-To"] = email.message_id
        reply["References"] = " ".join(f"{email.references} {email.message_id}".split())
    reply.set_content(text, cte="quoted-printable")
    return reply


def _decode_response(response: bytes | str) -> str:
    return response.decode(errors="replace") if isinstance(response, bytes) else response


def _find_body_text(email: Part, kind: str) -> str:
    for part in email.walk():
        if part.kind == kind and not part.is_attachment():
            return mime.clean_text(mime.decode_text(part.content(), part.parameter("charset")))
    return ""
