"""Who is kept from what, and until when."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Player, Sanction
from games.rules.contract import Refused

Kind = Sanction.Kind


class Suspended(Refused):
    """The player is kept from tables for a while."""

    code = "suspended"


def running(player: Player, now: datetime) -> QuerySet[Sanction]:
    """What a player is kept from now."""
    live = Q(until=None) | Q(until__gt=now)
    return Sanction.objects.filter(live, player=player, ended=None).exclude(kind=Kind.WARNING)


def check_may_join(player: Player, *, now: datetime) -> None:
    """Raise Suspended for whoever is kept from tables, and for their bots."""
    found = running(player.owner or player, now).order_by("-since").first()
    if found is not None and found.until is None:
        raise Suspended("You are kept from joining matches.")
    if found is not None:
        until = f"{found.until:%F}"
        raise Suspended("You are kept from joining matches until {until}.", until=until)


@transaction.atomic
def end_bans(now: datetime | None = None) -> int:
    """Let everybody sign in again whose ban has run out; return how many bans."""
    now = now or timezone.now()
    over = Sanction.objects.filter(kind=Kind.BAN, ended=None, until__lte=now)
    rows = list(over.select_for_update(skip_locked=True))
    for row in rows:
        Sanction.objects.filter(pk=row.pk).update(ended=now)
        if not running(row.player, now).filter(kind=Kind.BAN).exists():
            Player.objects.filter(pk=row.player_id, left=None).update(is_active=True)
    return len(rows)


def end(rows: QuerySet[Sanction], now: datetime) -> int:
    """End sanctions before their time; return how many."""
    return Sanction.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(ended=now)
