"""Who gets a notification once a day, at the hour of their daily digest."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from notifications.models import ChannelPreference, EmailPreferences, Notification

from . import channels, quiet_hours
from .planning import DAILY_LIST_THREAD

DAY = timedelta(days=1)
# When players have their digest who have chosen no hour.
USUAL_HOUR: time = EmailPreferences._meta.get_field("daily_at").default


def find_daily_readers(
    event: str, kind: str, now: datetime, *, early: timedelta, late: timedelta, limit: int
) -> list[tuple[UUID, date]]:
    """Return (player, day) of up to `limit` players who want an event over any channel, and soon.

    They are due from `early` before to `late` after the hour of their digest. `day` is theirs, in
    their zone; those who have a notification of this `kind` whose key ends in it are left out.
    """
    wanting = ChannelPreference.objects.filter(
        thread=channels.EVERYTHING, events__contains=[event], player__is_active=True
    )
    hours = wanting.order_by().values_list("player__zone", "player__email_preferences__daily_at")
    day_by_player: dict[UUID, date] = {}
    for zone, daily_at in hours.distinct():
        at = daily_at or USUAL_HOUR
        day = _find_due_day(ZoneInfo(zone), at, now, early=early, late=late)
        if day is None:
            continue
        same = wanting.filter(player__zone=zone, player__email_preferences__daily_at=daily_at)
        if daily_at is None:
            same = wanting.filter(player__zone=zone, player__email_preferences=None)
        rows = _exclude_notified(same, kind, day)
        players = rows.order_by().values_list("player", flat=True).distinct()
        day_by_player |= dict.fromkeys(players[: limit - len(day_by_player)], day)
        if len(day_by_player) >= limit:
            break
    return list(day_by_player.items())


def find_list_readers(
    now: datetime, *, early: timedelta, late: timedelta, limit: int
) -> list[tuple[UUID, date]]:
    """Return (player, day) of up to `limit` players who get the list of their open questions soon.

    As find_daily_readers(). Bots and players without a verified address get none.
    """
    wanting = EmailPreferences.objects.filter(
        rhythm=EmailPreferences.Rhythm.DAILY_LIST,
        player__is_active=True,
        player__is_bot=False,
        player__email_verified_at__isnull=False,
    )
    day_by_player: dict[UUID, date] = {}
    for zone, daily_at in wanting.order_by().values_list("player__zone", "daily_at").distinct():
        day = _find_due_day(ZoneInfo(zone), daily_at, now, early=early, late=late)
        if day is None:
            continue
        todays_lists = Notification.objects.filter(
            player=OuterRef("player"), thread=DAILY_LIST_THREAD, key__endswith=f"-{day}"
        )
        same = wanting.filter(player__zone=zone, daily_at=daily_at).exclude(Exists(todays_lists))
        players = same.values_list("player", flat=True)[: limit - len(day_by_player)]
        day_by_player |= dict.fromkeys(players, day)
        if len(day_by_player) >= limit:
            break
    return list(day_by_player.items())


def _find_due_day(
    zone: ZoneInfo, at: time, now: datetime, *, early: timedelta, late: timedelta
) -> date | None:
    """Return the day in `zone` whose time `at` is near; None if none is."""
    today = now.astimezone(zone).date()
    for day in (today - DAY, today, today + DAY):
        instant = quiet_hours.local_time_to_utc(day, at, zone)
        if instant - early <= now < instant + late:
            return day
    return None


def _exclude_notified(
    rows: QuerySet[ChannelPreference], kind: str, day: date
) -> QuerySet[ChannelPreference]:
    notifications = Notification.objects.filter(
        player=OuterRef("player"),
        thread__in=channels.OPT_IN_THREADS,
        kind=kind,
        key__endswith=f"-{day}",
    )
    return rows.exclude(Exists(notifications))
