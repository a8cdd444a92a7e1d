"""What works now, how late letters leave, and when we were away: for players, honestly."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from django.db.models import QuerySet

from games.models import Outage
from games.presentation import health
from notifications import gateway

# So many outages are told, of so many days.
MOST_OUTAGES, DAYS = 10, 90
# Letters of the last hour tell how long letters take now.
LATELY = timedelta(hours=1)
# A letter is late from here on: it waits for others to the same player for less.
LATE = timedelta(minutes=2)


class Uptime(msgspec.Struct, frozen=True):
    """`works`: what players do here -> whether it works at this moment.

    `delay` is how long the middle letter of the last hour took to leave, `longest` how long the
    one that is due for longest waits; None: there was no such letter.
    """

    works: dict[str, bool]
    delay: timedelta | None
    longest: timedelta | None
    outages: QuerySet[Outage]

    @property
    def is_well(self) -> bool:
        return all(self.works.values())


def check_uptime(now: datetime) -> Uptime:
    """Ask every part now; nothing is taken from memory."""
    report = health.check_health(now)
    runs = report["worker"]["ok"] and report["beat"]["ok"]
    oldest = timedelta(seconds=report["outbox"].get("oldest_due_seconds", 0))
    return Uptime(
        works={
            "pages": report["database"]["ok"],
            "clock": runs,
            "letters_out": runs and report["outbox"]["ok"],
            "letters_in": runs and report["mailroom"]["ok"],
            "live": report["broker"]["ok"],
        },
        delay=gateway.usual_sending_delay(since=now - LATELY),
        longest=oldest if oldest >= LATE else None,
        outages=Outage.objects.filter(ended_at__gt=now - timedelta(days=DAYS)).order_by(
            "-ended_at"
        )[:MOST_OUTAGES],
    )
