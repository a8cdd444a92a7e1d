"""Send an e-mail again, and release or reject one that is held."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from games.models import Match
from games.services import conflicts_of_interest, held_emails
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation.staff_actions import RejectEmail, ReleaseEmail, ResendEmail
from notifications import gateway


def resend_email(context: ActionContext, action: ResendEmail) -> None:
    """Let an e-mail of ours leave once more, as it was written. NotAllowed to who plays there."""
    for thread in gateway.threads_of_notification(action.email):
        _keep_apart(context, thread)
    if not gateway.resend_notification(action.email, now=context.now):
        raise CannotBeDone("That e-mail has not been sent yet, or was sent as part of another.")
    context.add_change("The e-mail is sent again, with the same Message-ID.")


def release_email(context: ActionContext, action: ReleaseEmail) -> None:
    """Let a held e-mail count as if its player had sent it. NotAllowed to whoever plays there."""
    context.add_change(_settle_quarantined(context, action.email, held_emails.release_email))


def reject_email(context: ActionContext, action: RejectEmail) -> None:
    """Let a held e-mail never count. NotAllowed to whoever plays there."""
    context.add_change(_settle_quarantined(context, action.email, held_emails.reject_email))


def _keep_apart(context: ActionContext, thread: str) -> None:
    """Note of which match a conversation is. Raises NotAllowed for whoever plays there."""
    kind, _, number = thread.rpartition("-")
    if kind in ("match", "invitation") and number.isdecimal():
        context.match = Match.objects.filter(number=int(number)).first()
        if context.match is not None:
            conflicts_of_interest.check_table(context.by, context.match.pk)


def _settle_quarantined(
    context: ActionContext, email: UUID, settle: Callable[[UUID], str | None]
) -> str:
    outcome: str | None = None
    match = held_emails.get_quarantined_match_id(email)
    if match is not None:
        conflicts_of_interest.check_table(context.by, match)
        context.match = Match.objects.get(pk=match)
        outcome = settle(email)
    if outcome is None:
        raise CannotBeDone("That e-mail is not held any more.")
    return outcome
