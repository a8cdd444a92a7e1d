"""DOOR: letters that are held because somebody else may have sent them, on the word of staff."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from games.services import held_emails
from games.services.moderation import emails
from games.services.moderation.measures import CannotBeDone
from notifications import gateway
from notifications.gateway import Notice


def register_quarantine_actions() -> None:
    """Let the desk reach the letters that are held."""
    emails.tables[:] = [get_quarantined_match_id]
    emails.releaser[:] = [release_email]
    emails.rejecter[:] = [reject_email]


def get_quarantined_match_id(pk: UUID) -> UUID | None:
    """The match in which a letter would count. None: it is not held (any more)."""
    notice = _find_quarantine_notification(pk)
    return None if notice is None else UUID(notice.data["match"])


def release_email(pk: UUID) -> str | None:
    """Let a letter count; what became of it in words. None: it is not held (any more).

    Raises CannotBeDone once retention has forgotten its words: without them it is empty.
    """
    notice = _find_quarantine_notification(pk)
    if notice is None:
        return None
    if "lines" not in notice.data:
        raise CannotBeDone(
            "The words of this letter are forgotten by now, so it cannot count: ask its player to"
            " answer again."
        )
    gateway.record_decision(pk, {"staff": "released"}, now=timezone.now())
    held_emails.let_count(notice)
    # Not what became of it: whether an answer is one could tell what the seat holds.
    return "The letter is read as if its player had sent it, and they are told what came of it."


def reject_email(pk: UUID) -> str | None:
    """Let the link by which its player could let it count lead nowhere. None: it is not held."""
    if _find_quarantine_notification(pk) is None:
        return None
    gateway.record_decision(pk, {"staff": "rejected"}, now=timezone.now())
    return "The link that would let the letter count leads nowhere any more."


def _find_quarantine_notification(pk: UUID) -> Notice | None:
    """What asked the player about a held letter; None if staff has decided about it."""
    notice = Notice.objects.select_related("player").filter(pk=pk, kind="held").first()
    return None if notice is None or notice.decided_at else notice
