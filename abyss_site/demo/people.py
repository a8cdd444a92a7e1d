"""The people of a demonstration."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group
from django.utils import timezone

from abyss_site.core.email_addresses import normalize_address
from games.models import Player
from games.services.accounts import DEMO_PLAYERS
from games.services.moderation.roles import Role

ZONES = {"bob": "America/New_York", "carol": "Europe/Paris", "dave": "Asia/Tokyo"}
LANGUAGES = {"carol": "fr", "dave": "de"}


def create_demo_players() -> list[Player]:
    """Return alice, bob, carol and dave, who sign in by a button, without an e-mail."""
    return [create_player(name) for name in DEMO_PLAYERS]


def create_player(name: str) -> Player:
    """Return the player with that name at our own domain; create it if there is none."""
    player, _ = Player.objects.get_or_create(
        email=normalize_address(f"{name}@{settings.MAIL_DOMAIN}"),
        defaults={
            "display_name": name.title(),
            "language": LANGUAGES.get(name, "en"),
            "zone": ZONES.get(name, "UTC"),
            "email_verified_at": timezone.now(),
            "password": "!",
        },
    )
    return player


def create_moderator() -> Player:
    """Return the demonstration's moderator, who has no password until somebody sets one."""
    player = create_player("moderator")
    if not player.is_staff:
        player.is_staff = True
        player.save(update_fields=["is_staff"])
    player.groups.add(Group.objects.get_or_create(name=Role.MODERATOR.value)[0])
    return player
