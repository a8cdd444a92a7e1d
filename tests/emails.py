"""Test helpers for rendering one notification, answering an e-mail, and known devices."""

from __future__ import annotations

from datetime import datetime
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import parseaddr
from typing import Any
from uuid import uuid4

from django.core import mail
from django.utils import timezone

from games.services import known_devices
from games.web.views.devices import COOKIE
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, receive_email
from notifications.models import Notification
from notifications.outgoing import renderers
from notifications.outgoing.renderers import Email


def email_of(notification: Notification) -> Email | None:
    """Render a notification and save what its e-mail relies on; None if it is outdated."""
    [written] = renderers.render_all([notification])
    if written:
        renderers.save_batch_dependencies([notification])
    return written


def known_on(client: Any, *players: Any) -> Any:
    """Return the client as a device on which these players have signed in and out before."""
    secrets = [
        known_devices.remember_device(player, [], name="Test", now=timezone.now())
        for player in players
    ]
    client.cookies[COOKIE] = ".".join(secret for secret in secrets if secret)
    return client


def sent_email(notification: Notification) -> Message:
    """Return the MIME message of a notification that has been sent."""
    [sent] = [
        message
        for message in (one.message() for one in mail.outbox)
        if message["Message-ID"] == notification.message_id
    ]
    return sent


def read_text(sent: Message) -> str:
    """Return the text part of an e-mail."""
    part = next(one for one in sent.walk() if one.get_content_type() == "text/plain")
    return bytes(part.get_payload(decode=True)).decode()


def answer_email(
    sent: Message, said: str, *, now: datetime | None = None, sender: str = "", results: str = ""
) -> str:
    """Reply to an e-mail at its own Reply-To, and return the reason code of the decision.

    `results`: the Authentication-Results that our mail server adds.
    """
    now = now or timezone.now()
    writer = sender or parseaddr(str(sent["To"]))[1]
    reply = EmailMessage()
    if results:
        reply["Authentication-Results"] = results
    reply["From"], reply["To"] = writer, str(sent["Reply-To"])
    reply["Subject"] = f"Re: {make_header(decode_header(str(sent['Subject'])))}"
    reply["Message-ID"] = f"<{uuid4()}@mail.example.org>"
    reply["In-Reply-To"] = str(sent["Message-ID"])
    quoted = "".join(f"> {line}\n" for line in read_text(sent).splitlines())
    reply.set_content(f"{said}\n\nOn Monday we wrote:\n{quoted}")
    recipient = parseaddr(str(sent["Reply-To"]))[1]
    email = receive_email(reply.as_bytes(), Envelope(writer, [recipient]), "test", uuid4().hex, now)
    process_due(now)
    email.refresh_from_db()
    return str(email.reason)
