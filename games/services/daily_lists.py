"""Post the daily list of all open questions to those players who get their e-mails that way."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from notifications import gateway
from notifications.gateway import Draft

# How long before the hour of a player's daily e-mail the list is posted, so that other news share
# its e-mail; and how long after it, if the service was down.
EARLY, LATE = timedelta(minutes=15), timedelta(hours=6)
# Maximum number of lists that are posted at once.
BATCH = 500


@transaction.atomic
def post_daily_lists(now: datetime) -> int:
    """Post the list to those whose hour it is, once a day; return to how many.

    Its questions are those that are open when it is rendered. An empty list is not sent.
    """
    due = gateway.find_list_readers(now, early=EARLY, late=LATE, limit=BATCH)
    drafts = [
        Draft(
            key=f"{gateway.DAILY_LIST}-{player.hex}-{day}",
            player_id=player,
            kind=gateway.DAILY_LIST,
            thread=gateway.DAILY_LIST_THREAD,
        )
        for player, day in due
    ]
    gateway.post_notifications(drafts, now=now)
    return len(drafts)
