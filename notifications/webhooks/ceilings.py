"""The ceiling that all webhooks and devices of a player share, so that nobody occupies the workers.

One of them is called at a time. After a call that took long, all of them rest for many times as
long: slow programs get a tenth of the time of one worker process, quick ones as much as they need.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from notifications.models.webhooks import Webhook

# How long a claim on a player's webhooks and on a call lasts if the worker dies. After that,
# another worker may claim them. Longer than any call takes.
CLAIM_DURATION = timedelta(seconds=60)
# A call that takes less is quick, and the next one may follow at once. After another, the player's
# webhooks rest for this many times as long.
QUICK, REST = timedelta(seconds=2), 9


def busy_webhooks(player: str, now: datetime) -> Exists:
    """Return the condition that a player, named by the field `player`, cannot be called now."""
    return Exists(Webhook.objects.filter(player=OuterRef(player), busy_until__gt=now))


@transaction.atomic
def claim_player(player: UUID, now: datetime) -> bool:
    """Claim all webhooks of a player for one call; return False if they are busy.

    A second worker waits for the locks of the first for a moment, and then finds them busy.
    """
    rows: Any = Webhook.objects.filter(player=player).order_by("pk").select_for_update()
    until = list(rows.values_list("busy_until", flat=True))
    if any(instant and instant > now for instant in until):
        return False
    Webhook.objects.filter(player=player).update(busy_until=now + CLAIM_DURATION)
    return True


def release_player(player: UUID, now: datetime, took: timedelta) -> None:
    """End the claim on a player's webhooks after a call; `now` is when it ended."""
    rest = None if took <= QUICK else now + took * REST
    Webhook.objects.filter(player=player).update(busy_until=rest)
