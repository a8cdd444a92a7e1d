"""`manage.py replay`: play the recorded moves of matches again and compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services import replays


class Command(BaseCommand):
    help = (
        "Deal matches again from their seeds and play every recorded move under the rules at hand; "
        "say where a snapshot or the stored state is another one. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("numbers", nargs="*", type=int, help="match numbers (default: all)")

    def handle(self, *args: Any, **given: Any) -> None:
        matches = Match.objects.exclude(started=None).order_by("number")
        if given["numbers"]:
            matches = matches.filter(number__in=given["numbers"])
            missing = set(given["numbers"]) - set(matches.values_list("number", flat=True))
            if missing:
                raise CommandError(f"No dealt match #{min(missing)}.")
        diverged = 0
        for match in matches.iterator():
            try:
                self.stdout.write(f"{match}: {replays.check(match)} moves, the same")
            except replays.Diverged as difference:
                diverged += 1
                self.stderr.write(str(difference))
        if diverged:
            raise CommandError(f"{diverged} of the matches differ.")
