"""`manage.py seed`: create a demonstration with content on every page."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import timedelta
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from abyss_site.demo import leagues, matches, moderation, people
from games.models import League, Match, Player
from games.services import house_bots, ratings
from games.services.accounts import DEMO_PLAYERS
from notifications.models import CapturedEmail, Notification
from notifications.outgoing import delivery

SEED = 1
MOST_EMAILS = 500
# Maximum age of a demonstration's matches and seasons.
PLAYED_DAYS = 14
# Without deliveries, older e-mails are withdrawn, and the worker delivers the others.
RECENT = timedelta(hours=12)


class Options(TypedDict):
    """The options of the command line."""

    seed: int
    first: bool
    emails: int
    force: bool


class Command(BaseCommand):
    help = (
        "Fill the database of a demonstration: finished matches of each game, matches that wait "
        "for an answer, a lobby, an invitation, leagues, a report and sanctions for the moderator, "
        "e-mails. Doing it twice changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seed", type=int, default=SEED, help="the same number: the same deals and moves"
        )
        parser.add_argument(
            "--first",
            action="store_true",
            help="only what `up` begins with: the players, one match, one league",
        )
        parser.add_argument(
            "--emails",
            type=int,
            default=MOST_EMAILS,
            metavar="N",
            help="deliver at most so many e-mails; the worker of a running `up` delivers the rest; "
            "0: only the recent ones",
        )
        parser.add_argument(
            "--force", action="store_true", help="also where DEMO is off and players may be real"
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if not (settings.DEMO or options["force"]):
            raise CommandError(
                "DEMO is off: an installation with real mail gets no demo players, "
                "unless you --force it."
            )
        if leagues.is_demonstration_filled():
            self.stdout.write("This database has been filled already: nothing is changed.")
            return
        with transaction.atomic():
            players = create_first(is_filled_later=not options["first"])
            if not options["first"]:
                fill_demonstration(players, options["seed"])
        self.stdout.write("Demo players: " + ", ".join(player.email for player in players))
        if not options["first"]:
            deliver_emails(options["emails"])
            self.stdout.write(describe_database())


def create_first(*, is_filled_later: bool = False) -> list[Player]:
    """Create the initial content of a demonstration, and return its players."""
    players = people.create_demo_players()
    house_bots.house_bots(3)
    if not (is_filled_later or Match.objects.exists()):
        matches.open_first_match(players)
    if not League.objects.exists():
        leagues.open_first_league(players[1:])
    return players


def fill_demonstration(players: Sequence[Player], number: int) -> None:
    """Create the rest, relative to the current time."""
    now = timezone.now()
    player_by_name = dict(zip(DEMO_PLAYERS, players, strict=True))
    leagues.create_league(player_by_name, number, now=now)
    matches.create_matches(player_by_name, number, now=now)
    moderation.create_moderation(player_by_name, now=now)
    ratings.rate_finished(now, limit=1000)


def deliver_emails(limit: int) -> None:
    """Deliver the oldest e-mails to the demo's mailbox, without waiting for a worker.

    One day at a time: those of two weeks would exceed the daily limit per player.
    """
    if not settings.DEV_MAILBOX:
        return
    emails = Notification.objects.filter(state=Notification.State.QUEUED)
    now = timezone.now()
    if not limit:
        # A code for a newcomer would wait behind all that was said in two weeks.
        old = emails.filter(due_at__lt=now - RECENT)
        old.update(state=Notification.State.WITHDRAWN, why="overtaken")
    for day in (now - timedelta(days=days) for days in range(PLAYED_DAYS, -1, -1)):
        while limit > 0 and emails.filter(due_at__lte=day).exists():
            limit -= delivery.deliver_due_emails(day, limit)


def describe_database() -> str:
    return (
        f"{Match.objects.count()} matches, {League.objects.count()} leagues, "
        f"{CapturedEmail.objects.count()} e-mails in the mailbox. The moderator signs in after "
        f"`manage.py changepassword moderator@{settings.MAIL_DOMAIN}`."
    )
