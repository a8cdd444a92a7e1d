"""`manage.py export`: export a match as JSON lines."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine.contract import Refused
from games.models import Match
from games.queries import matches
from games.services.exports import export_match


class Options(TypedDict):
    """The options of the command line."""

    number: int
    seat: int | None
    whole: bool


class Command(BaseCommand):
    help = (
        "Write a match as signed JSON lines: a header, then one line per move. While it runs, as a "
        "stranger or as --seat N was told it; once over, --whole adds the secret and everything, "
        "which `manage.py verify` proves."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", type=int, help="the match's number")
        parser.add_argument("--seat", type=int, help="as this seat was told it, counted from 0")
        parser.add_argument("--whole", action="store_true", help="with seed and secrets")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        try:
            match = matches.match_by_number(options["number"])
            for line in export_match(match, seat=options["seat"], whole=options["whole"]):
                self.stdout.write(line)
        except Match.DoesNotExist as error:
            raise CommandError(f"There is no match #{options['number']}.") from error
        except Refused as refusal:
            raise CommandError(refusal.reason) from refusal
