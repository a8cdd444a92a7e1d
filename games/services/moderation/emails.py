"""Measures about letters: one leaves again, one that is held counts or does not."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from games.models import Match
from games.services import held_emails
from games.services.moderation import conflicts_of_interest
from games.services.moderation.measures import CannotBeDone, Work
from notifications import gateway


def resend_email(work: Work) -> None:
    """Let a letter of ours leave once more, as it was written. NotAllowed to who plays there."""
    letter = work.measure.letter
    if letter is not None:
        for thread in gateway.threads_of_notification(letter):
            _keep_apart(work, thread)
    if letter is None or not gateway.resend_notification(letter, now=work.now):
        raise CannotBeDone("That letter still waits to leave, or was told within another.")
    work.changes.append("The letter leaves once more, under the same Message-ID.")


def release_email(work: Work) -> None:
    """Let a held letter count as if its player had sent it. NotAllowed to whoever plays there."""
    work.changes.append(_settle_quarantined(held_emails.release_email, work))


def reject_email(work: Work) -> None:
    """Let a held letter never count. NotAllowed to whoever plays there."""
    work.changes.append(_settle_quarantined(held_emails.reject_email, work))


def _keep_apart(work: Work, thread: str) -> None:
    """Note of which match a conversation is. Raises NotAllowed for whoever plays there."""
    kind, _, number = thread.rpartition("-")
    if kind in ("match", "invitation") and number.isdecimal():
        work.match = Match.objects.filter(number=int(number)).first()
        if work.match is not None:
            conflicts_of_interest.check_table(work.by, work.match.pk)


def _settle_quarantined(settle: Callable[[UUID], str | None], work: Work) -> str:
    said: str | None = None
    letter = work.measure.letter
    match = letter and held_emails.get_quarantined_match_id(letter)
    if letter is not None and match is not None:
        conflicts_of_interest.check_table(work.by, match)
        work.match = Match.objects.get(pk=match)
        said = settle(letter)
    if said is None:
        raise CannotBeDone("That letter is not held any more.")
    return said
