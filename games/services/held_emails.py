"""Quarantined e-mails: e-mails with an uncertain sender, to be confirmed or rejected."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop
from msgspec.structs import replace

from abyss_site.core.email_addresses import address_key
from games.models import Prompt
from games.services.action_context import CannotBeDone
from notifications import gateway
from notifications.gateway import Notification, Reply


def process_held_email(notification: Notification) -> str:
    """Process a quarantined e-mail as if its player had sent it.

    Returns the reason code.

    Idempotent: the same e-mail again changes nothing. `notification` is the one that asked the
    player about it.
    """
    player = notification.player
    # An e-mail with several answers is read again as a whole.
    token = (
        notification.data.get("whole_token")
        or notification.data.get("ballot_token")
        or Prompt.objects.get(pk=notification.data["prompt"]).token
    )
    email_id = UUID(notification.key.removeprefix("held-"))
    reply = Reply(
        email_id=email_id,
        token=token,
        sender=address_key(player.email),
        lines=notification.data.get("lines", []),
        message_id=notification.data["answers"],
        received_at=notification.created_at,
    )
    read = gateway.read_bundle_reply if "whole_token" in notification.data else gateway.read_reply
    try:
        with transaction.atomic():
            reason = read(reply)
    except gateway.UnreadableReply:
        reason = read(replace(reply, lines=[], problem="unreadable"))
    gateway.record_confirmed_email(email_id, player, reason)
    return reason


def get_quarantined_match_id(pk: UUID) -> UUID | None:
    """Return the match that the e-mail is about. None: it is not (or no longer) in quarantine."""
    notification = _find_quarantine_notification(pk)
    return None if notification is None else UUID(notification.data["match"])


def release_email(pk: UUID) -> str | None:
    """Release an e-mail from quarantine and return a message about it.

    None: it is not there.

    Raises CannotBeDone once its text was deleted after the retention period.
    """
    notification = _find_quarantine_notification(pk)
    if notification is None:
        return None
    if "lines" not in notification.data:
        raise CannotBeDone(
            "The content of this e-mail has been deleted, so it cannot be accepted: ask the player"
            " to answer again."
        )
    gateway.record_decision(pk, {"staff": "released"}, now=timezone.now())
    process_held_email(notification)
    # Without the result: whether an answer is valid could reveal what the seat holds.
    return gettext_noop(
        "The e-mail is read as if its player had sent it, and they are told what came of it."
    )


def reject_email(pk: UUID) -> str | None:
    """Disable the link by which the player could release the e-mail.

    None: it is not in quarantine.
    """
    if _find_quarantine_notification(pk) is None:
        return None
    gateway.record_decision(pk, {"staff": "rejected"}, now=timezone.now())
    return gettext_noop("The link to accept the e-mail no longer works.")


def _find_quarantine_notification(pk: UUID) -> Notification | None:
    """Return the notification about a quarantined e-mail; None if staff has decided about it."""
    notification = Notification.objects.select_related("player").filter(pk=pk, kind="held").first()
    return None if notification is None or notification.decided_at else notification
