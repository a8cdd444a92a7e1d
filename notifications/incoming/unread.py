"""Answer e-mails that could not be read, as the readers answer any other that they cannot read."""

from __future__ import annotations

from datetime import datetime

from notifications.models import InboundEmail, Notification
from notifications.preferences import sender_addresses

from . import bundle_replies, intake
from .intake import Reply

# Reply.problem of such an e-mail.
PROBLEM = "unreadable"


def explain_unread_email(email: InboundEmail, now: datetime, *, answerable: bool) -> str:
    """Pass an e-mail without its lines to the reader of its address, which replies that it could
    not be read; return the reason code.

    Its sender must have been authenticated. Nobody but the player of the address is answered.
    """
    question = Notification.objects.filter(reply_token=email.token).select_related("player").first()
    if question is None or not sender_addresses.owns_sender_address(question.player, email.sender):
        return "stranger"
    is_bundle = email.purpose == "bundle"
    read = bundle_replies.read_bundle_reply if is_bundle else intake.read_reply
    return read(
        Reply(
            email_id=email.pk,
            token=email.token,
            sender=email.sender,
            lines=[],
            message_id=email.message_id,
            received_at=now,
            answerable=answerable,
            problem=PROBLEM,
        )
    )
