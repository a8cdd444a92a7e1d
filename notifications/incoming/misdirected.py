"""Letters that name no question of ours, or several: nothing is done, and their writer is told."""

from __future__ import annotations

from datetime import datetime, timedelta

from notifications.models import InboundEmail
from notifications.outgoing.outbox import Draft, post
from notifications.preferences import sender_addresses

# So many such letters of one address are answered in a day.
MOST_A_DAY, DAY = 3, timedelta(days=1)
# Of the roles only this one is taken for a place to answer to; people read the others.
WRITTEN_TO = "play"


def explain_misdirected_email(letter: InboundEmail, reason: str, now: datetime) -> None:
    """Tell a player we know why nothing was done; whoever else wrote is told nothing."""
    if reason == "role_address" and not _was_to_play(letter):
        return
    player = sender_addresses.player_of(letter.sender) if letter.sender else None
    if player is None or not _may_answer(letter, now):
        return
    data = {"answers": letter.message_id, "why": reason}
    draft = Draft(
        key=f"lost_letter-{letter.pk}", player_id=player.pk, kind="lost_letter", data=data
    )
    post([draft], now=now)


def _was_to_play(letter: InboundEmail) -> bool:
    recipients = letter.envelope.get("rcpt_tos", [])
    return any(one.lower().partition("@")[0] == WRITTEN_TO for one in recipients)


def _may_answer(letter: InboundEmail, now: datetime) -> bool:
    """Tell whether an answer would not be one too many: the same words again are not answered."""
    same = InboundEmail.objects.filter(sender=letter.sender, token="", received_at__gt=now - DAY)
    words = set(same.exclude(words="").exclude(pk=letter.pk).values_list("words", flat=True))
    return len(words) < MOST_A_DAY and letter.words not in words
