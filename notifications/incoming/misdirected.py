"""Explain to a player that their e-mail had no effect: it names no question, or several."""

from __future__ import annotations

from datetime import datetime, timedelta

from notifications.models import InboundEmail
from notifications.outgoing.outbox import Draft, post
from notifications.preferences import sender_addresses

# Maximum number of different such e-mails per sender that are answered in a day.
MAX_PER_DAY, DAY = 3, timedelta(days=1)
# The only role address that players mistake for a reply address; people read the others.
WRITTEN_TO = "play"


def explain_misdirected_email(email: InboundEmail, reason: str, now: datetime) -> None:
    """Notify a known player that their e-mail had no effect, and why. Ignore other senders."""
    if reason == "role_address" and not _was_to_play(email):
        return
    player = sender_addresses.player_of(email.sender) if email.sender else None
    if player is None or not _may_answer(email, now):
        return
    data = {"answers": email.message_id, "why": reason}
    draft = Draft(key=f"lost_email-{email.pk}", player_id=player.pk, kind="lost_email", data=data)
    post([draft], now=now)


def _was_to_play(email: InboundEmail) -> bool:
    recipients = email.envelope.get("rcpt_tos", [])
    return any(recipient.lower().partition("@")[0] == WRITTEN_TO for recipient in recipients)


def _may_answer(email: InboundEmail, now: datetime) -> bool:
    """Return whether the e-mail may be answered: below the daily limit, and not the same again."""
    same = InboundEmail.objects.filter(sender=email.sender, token="", received_at__gt=now - DAY)
    words = set(same.exclude(words="").exclude(pk=email.pk).values_list("words", flat=True))
    return len(words) < MAX_PER_DAY and email.words not in words
