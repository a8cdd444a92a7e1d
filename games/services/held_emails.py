"""E-mails that are held because somebody else may have sent them: they count, or never will."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from games.models import Prompt
from games.services.moderation.measures import CannotBeDone
from notifications import gateway
from notifications.gateway import Notification, Reply


def let_count(notification: Notification) -> str:
    """Do what a held letter says, as if its player had sent it. Returns the reason code.

    Once: the same letter again is nothing new. `notification` is what asked the player about it.
    """
    player = notification.player
    token = (
        notification.data.get("ballot_token")
        or Prompt.objects.get(pk=notification.data["prompt"]).token
    )
    return gateway.read_reply(
        Reply(
            letter_id=UUID(notification.key.removeprefix("held-")),
            token=token,
            sender=player.email.lower(),
            lines=notification.data.get("lines", []),
            message_id=notification.data["answers"],
            received_at=notification.created_at,
        )
    )


def get_quarantined_match_id(pk: UUID) -> UUID | None:
    """The match in which a letter would count. None: it is not held (any more)."""
    notification = _find_quarantine_notification(pk)
    return None if notification is None else UUID(notification.data["match"])


def release_email(pk: UUID) -> str | None:
    """Let a letter count; what became of it in words. None: it is not held (any more).

    Raises CannotBeDone once retention has forgotten its words: without them it is empty.
    """
    notification = _find_quarantine_notification(pk)
    if notification is None:
        return None
    if "lines" not in notification.data:
        raise CannotBeDone(
            "The words of this letter are forgotten by now, so it cannot count: ask its player to"
            " answer again."
        )
    gateway.record_decision(pk, {"staff": "released"}, now=timezone.now())
    let_count(notification)
    # Not what became of it: whether an answer is one could tell what the seat holds.
    return "The letter is read as if its player had sent it, and they are told what came of it."


def reject_email(pk: UUID) -> str | None:
    """Let the link by which its player could let it count lead nowhere. None: it is not held."""
    if _find_quarantine_notification(pk) is None:
        return None
    gateway.record_decision(pk, {"staff": "rejected"}, now=timezone.now())
    return "The link that would let the letter count leads nowhere any more."


def _find_quarantine_notification(pk: UUID) -> Notification | None:
    """What asked the player about a held letter; None if staff has decided about it."""
    notification = Notification.objects.select_related("player").filter(pk=pk, kind="held").first()
    return None if notification is None or notification.decided_at else notification
