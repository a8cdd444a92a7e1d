"""`manage.py seed`: demo players and one running match, so that there is something to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games.models import League, Match, Player
from games.services import house_bots, matches
from games.services.leagues import directing, entries
from games.titles import GAMES

DEMO = ("alice", "bob", "carol", "dave")
ZONES = {"bob": "America/New_York", "carol": "Europe/Paris", "dave": "Asia/Tokyo"}
LANGUAGES = {"carol": "fr", "dave": "de"}


class Command(BaseCommand):
    help = "Create demo players, bots, a running match and a league. Doing it twice is harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("DEMO is off: an installation with real mail gets no demo players.")
        with transaction.atomic():
            players = [demo_player(name) for name in DEMO]
            house_bots.house_bots(3)
            if not Match.objects.exists():
                game = "abyss" if "abyss" in GAMES else "pebbles"
                match = matches.open_match(players[0], game=game, seats=4, bots=1)
                for player in players[1:3]:
                    matches.join_match(match, player)
            if not League.objects.exists():
                open_league(players[1:])
        self.stdout.write("Demo players: " + ", ".join(player.email for player in players))


def open_league(players: Sequence[Player]) -> None:
    """Found a league for whose first season some have signed up, so that others may."""
    few = {"sign_up_days": 1, "check_in_days": 0, "least_entrants": 2}
    terms = {"game": "pebbles", "hurries": True, **few}
    league = directing.found_league(name="Harbour league", slug="harbour", given=terms)
    season = directing.open_season(league)
    for player in players:
        entries.sign_up(season, player)


def demo_player(name: str) -> Player:
    """Return one of the demo players; they sign in by a button, without a letter."""
    player, _ = Player.objects.get_or_create(
        email=f"{name}@{settings.MAIL_DOMAIN}",
        defaults={
            "display_name": name.title(),
            "language": LANGUAGES.get(name, "en"),
            "zone": ZONES.get(name, "UTC"),
            "email_verified_at": timezone.now(),
            "password": "!",
        },
    )
    return player
