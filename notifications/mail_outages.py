"""Record when e-mails cannot be sent or received; the time is given back to who plays by e-mail."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import CONNECTION_ERRORS
from notifications.models import MailOutage

# The mailroom is down if its last heartbeat is older; it writes one every five seconds.
MAILROOM_STALE = timedelta(seconds=20)
# How long an outage is remembered after its time was given back.
RETENTION = timedelta(days=90)


def note_outage(direction: str, *, since: datetime) -> None:
    """Record that no e-mail goes in this direction; an outage that is noted already goes on."""
    MailOutage.objects.bulk_create(
        [MailOutage(direction=direction, started_at=since)], ignore_conflicts=True
    )


def end_outage(direction: str, now: datetime) -> None:
    """Record that e-mails go in this direction again, if they did not."""
    MailOutage.objects.filter(direction=direction, ended_at=None).update(ended_at=now)


def observe_mailroom(now: datetime) -> None:
    """Record whether the mailroom runs, from its heartbeat.

    Nothing is recorded while that is unknown: no mailroom has run within the hour, or Valkey
    cannot be reached.
    """
    try:
        seen_at = heartbeats.last_heartbeat(heartbeats.MAILROOM)
    except CONNECTION_ERRORS:
        return
    if seen_at is None:
        return
    if now - seen_at > MAILROOM_STALE:
        note_outage(MailOutage.Direction.IN, since=seen_at)
    else:
        end_outage(MailOutage.Direction.IN, now)


def is_mailroom_down() -> bool:
    """Return whether replies by e-mail cannot come in now, as far as observe_mailroom knows."""
    return MailOutage.objects.filter(direction=MailOutage.Direction.IN, ended_at=None).exists()


def outages_to_give_back() -> QuerySet[MailOutage]:
    """Return the outages that are over and whose time has not been given back, oldest first.

    They are locked; those that another worker gives back are left out.
    """
    outages = MailOutage.objects.filter(given_back_at=None).exclude(ended_at=None)
    return outages.order_by("ended_at").select_for_update(skip_locked=True)


def record_given_back(outage: MailOutage, now: datetime) -> None:
    """Record that an outage's time was given back, and delete old ones."""
    MailOutage.objects.filter(pk=outage.pk).update(given_back_at=now)
    MailOutage.objects.filter(given_back_at__lt=now - RETENTION).delete()
