"""What players say of themselves, whom they follow, and when they were last here."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Follow, Player
from games.services import sanctions

# Maximum number of players that one player follows.
MAX_FOLLOWED = 500


class CannotFollow(Refused):
    """Players cannot follow themselves or a house bot, nor more than MAX_FOLLOWED others."""

    code = "cannot_follow"


def change_profile(
    player: Player,
    *,
    about: str,
    shows_presence: bool,
    is_named_in_dumps: bool = False,
    now: datetime | None = None,
) -> None:
    """Change what a player says of themselves, whether others see when they are here, and whether
    files of matches name them.

    Raises PlayerMuted for a new text of somebody who may not write; nothing is changed.
    """
    about = about.strip()
    if about and about != player.about:
        sanctions.check_may_write(player, now=now or timezone.now())
    player.about, player.shows_presence = about, shows_presence
    player.is_named_in_dumps = is_named_in_dumps
    player.save(update_fields=["about", "shows_presence", "is_named_in_dumps"])


def record_visit(player: Player, today: date) -> None:
    """Note that a player looks at our pages today; the first visit of a day costs one UPDATE."""
    if player.last_seen_on != today:
        player.last_seen_on = today
        Player.objects.filter(pk=player.pk).update(last_seen_on=today)


@transaction.atomic
def follow_player(player: Player, other: Player, *, now: datetime | None = None) -> None:
    """Follow `other`, who is not notified. Idempotent. Raises CannotFollow."""
    if other.pk == player.pk or other.is_house_bot:
        raise CannotFollow("Only other people can be followed.")
    # Serializes the requests of a player, so that those they follow are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.follows.count() >= MAX_FOLLOWED:
        raise CannotFollow("You follow {most} players; unfollow one first.", most=MAX_FOLLOWED)
    since = {"followed_at": now or timezone.now()}
    Follow.objects.get_or_create(player=player, followed=other, defaults=since)


def unfollow_player(player: Player, other: Player) -> None:
    """Follow `other` no longer."""
    Follow.objects.filter(player=player, followed=other).delete()
