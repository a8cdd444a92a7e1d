"""The status page: what works now, how long e-mails take, and past outages."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from games.models import Outage
from games.presentation import health
from notifications import gateway

# Maximum number of outages shown, and of days back.
MAX_OUTAGES, DAYS = 10, 90
# The objective in percent of the last MONTH; the rest is the error budget.
OBJECTIVE, MONTH = 99.5, timedelta(days=30)
# The delay of e-mails is measured over this period.
LATELY = timedelta(hours=1)
# An e-mail is late after this; shorter waits are for batching.
LATE = timedelta(minutes=2)


class Uptime(msgspec.Struct, frozen=True):
    """`works`: feature -> whether it works now.

    `delay` is the median delay of the e-mails of the last hour, `longest` how long the oldest due
    e-mail has been waiting; None: there is no such e-mail.
    """

    works: dict[str, bool]
    delay: timedelta | None
    longest: timedelta | None
    outages: list[Outage]
    # For how long of the last MONTH the clock stood still, and for how long it may. None: the
    # database did not answer, and nothing here is known.
    down: timedelta | None
    budget: timedelta = MONTH * (1 - OBJECTIVE / 100)
    objective: float = OBJECTIVE

    @property
    def availability(self) -> float | None:
        """Return for which percentage of the last MONTH the clock ticked; None: nobody knows."""
        return None if self.down is None else 100 * (1 - self.down / MONTH)

    @property
    def is_well(self) -> bool:
        return all(self.works.values())


def check_uptime(now: datetime) -> Uptime:
    """Check every part now; nothing is cached."""
    report = health.check_health(now)
    runs = report["worker"]["ok"] and report["beat"]["ok"]
    oldest = timedelta(seconds=report["outbox"].get("oldest_due_seconds", 0))
    works = {
        "pages": report["database"]["ok"],
        "clock": runs,
        "emails_out": runs and report["outbox"]["ok"],
        "emails_in": runs and report["mailroom"]["ok"],
        "live": report["broker"]["ok"],
    }
    if not works["pages"]:
        return Uptime(works, delay=None, longest=None, outages=[], down=None)
    return Uptime(
        works=works,
        delay=gateway.usual_sending_delay(since=now - LATELY),
        longest=oldest if oldest >= LATE else None,
        outages=_list_outages(now - timedelta(days=DAYS)),
        down=_measure_down_time(now - MONTH),
    )


def _list_outages(since: datetime) -> list[Outage]:
    rows = Outage.objects.filter(ended_at__gt=since).order_by("-ended_at")
    return list(rows[:MAX_OUTAGES])


def _measure_down_time(since: datetime) -> timedelta:
    outages = Outage.objects.filter(ended_at__gt=since)
    return sum(
        (outage.ended_at - max(outage.started_at, since) for outage in outages), timedelta(0)
    )
