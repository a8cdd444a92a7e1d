"""Tell a player that we took their e-mail for an automatic one, and let them say that it is theirs.

Nobody but a machine writes to a machine for ever: there is at most one such e-mail per question and
day, and none to the same words again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from notifications.models import InboundEmail, Notification
from notifications.outgoing.outbox import Draft, post
from notifications.preferences.emails_sent import AUTOMATIC, build_link

KIND = "taken_for_automatic"
DAY = timedelta(days=1)
# Maximum number of lines that are quoted, and their length.
MAX_LINES, MAX_LENGTH = 20, 300


def explain_automatic_email(email: InboundEmail, lines: Sequence[str], now: datetime) -> None:
    """Send the player of an e-mail what we read and a link to the page with the button."""
    player_id = email.player_id
    if player_id is None or _was_explained(email, player_id, now):
        return
    # A bundle of several questions takes no replies at the address of one.
    token = "" if email.purpose == "bundle" else email.token
    excerpt = [line[:MAX_LENGTH] for line in lines if line][:MAX_LINES]
    draft = Draft(
        # The day makes two workers at once send one e-mail.
        key=f"automatic-{email.token}-{player_id.hex}-{now:%Y-%m-%d}",
        player_id=player_id,
        kind=KIND,
        thread=_thread_of(email.token, player_id),
        reply_token=token,
        data={"answers": email.message_id, "lines": excerpt, "link_path": build_link(email.pk)},
    )
    post([draft], now=now)


def _was_explained(email: InboundEmail, player_id: UUID, now: datetime) -> bool:
    """Return whether the question had such an e-mail within a day, or the same words ever had."""
    notices = Notification.objects.filter(player_id=player_id, kind=KIND)
    prefix = f"automatic-{email.token}-"
    if notices.filter(created_at__gt=now - DAY, key__startswith=prefix).exists():
        return True
    same = InboundEmail.objects.filter(player_id=player_id, words=email.words)
    message_ids = same.filter(reason__in=AUTOMATIC).exclude(pk=email.pk).values("message_id")
    return notices.filter(answers__in=message_ids).exists()


def _thread_of(token: str, player_id: UUID) -> str:
    """Return the thread of the e-mail that was answered; "" for a bundle of several."""
    rows = Notification.objects.filter(player_id=player_id, reply_token=token)
    return rows.order_by("created_at").values_list("thread", flat=True).first() or ""
