"""`manage.py simulate_season`: try out the terms of a league with many simulated players."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from time import monotonic
from typing import TypedDict, Unpack

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from devtools.simulation import Habits, simulate_season
from games.engine.contract import Refused
from games.leagues.terms import Terms
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    game: str
    entrants: int
    drops: float
    silences: float
    stalls: float
    number: int
    terms: list[str]


class Command(BaseCommand):
    help = (
        "Play a season of a league with simulated players at hurried time, with drop-outs, "
        "timeouts and adjudications, and report what came of it. Nothing is kept: everything is "
        "rolled back. Terms are those of docs/leagues.md, as form=swiss."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), default="pebbles")
        parser.add_argument("--entrants", type=int, default=200, help="how many (default 200)")
        parser.add_argument("--drops", type=float, default=0.02, help="share that leaves a round")
        parser.add_argument("--silences", type=float, default=0.05, help="share of timeouts")
        parser.add_argument("--stalls", type=float, default=0.05, help="share never finished")
        parser.add_argument("--number", type=int, default=0, help="another one, other players")
        parser.add_argument("terms", nargs="*", metavar="NAME=VALUE", help="the league's terms")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        habits = Habits(options["drops"], options["silences"], options["stalls"])
        started_at, report = monotonic(), None
        try:
            with transaction.atomic():
                report = simulate_season(
                    {"game": options["game"], **_parse_terms(options["terms"])},
                    options["entrants"],
                    habits=habits,
                    number=options["number"],
                    now=timezone.now(),
                )
                transaction.set_rollback(True)
        except Refused as refusal:
            raise CommandError(refusal.reason) from None
        for name, value in msgspec.to_builtins(report).items():
            self.stdout.write(f"{name}: {json.dumps(value)}")
        self.stdout.write(f"seconds: {monotonic() - started_at:.1f}")


def _parse_terms(texts: list[str]) -> dict[str, object]:
    """Return terms by name; values are JSON, or else text. Raises CommandError."""
    terms_by_name: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in Terms.__struct_fields__:
            raise CommandError(f"No term of a league: {text}")
        try:
            terms_by_name[name] = json.loads(value)
        except ValueError:
            terms_by_name[name] = value
    return terms_by_name
