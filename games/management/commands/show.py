"""`manage.py show`: print a match as a seat sees it, now or at any ply."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.queries import matches
from games.services.replays import state_at
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    number: int
    seat: int | None
    ply: int | None
    language: str


class Command(BaseCommand):
    help = "Print a match as a seat (default: a stranger) sees it, now or after --ply moves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", type=int, help="the match's number")
        parser.add_argument("--seat", type=int, help="counted from 0")
        parser.add_argument("--ply", type=int, help="after this many moves (default: now)")
        parser.add_argument("--language", default="en", choices=["en", "fr", "de"])

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        try:
            match = matches.match_by_number(options["number"])
        except Match.DoesNotExist as error:
            raise CommandError(f"There is no match #{options['number']}.") from error
        ply = match.ply if options["ply"] is None else options["ply"]
        if not match.state or not 0 <= ply <= match.ply:
            raise CommandError(f"#{match.number} has been played to ply {match.ply}.")
        if options["seat"] is not None and options["seat"] not in range(match.seats_wanted):
            raise CommandError(f"#{match.number} has seats 0 to {match.seats_wanted - 1}.")
        game, names = GAMES[match.game], matches.player_names(match)
        view = game.build_view(state_at(match, ply), options["seat"])
        self.stdout.write(f"{game.title} #{match.number}, ply {ply} of {match.ply}")
        self.stdout.write(game.describe_table(view, names, options["language"]))
