"""`manage.py weigh_kingdoms`: how the kingdoms of Enchanters compare when bots play them."""

from __future__ import annotations

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.enchanters.weighing import Tally, outliers, pairings, play_match, row_of


class Command(BaseCommand):
    help = (
        "Let house bots play Enchanters: each pair of kingdoms for two (a pairing has half decks "
        "of both and of two others), and tell scores, seats, wounds, crystals, dragons and lost "
        "fights. What is far from the middle is marked. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=int, default=500, help="for each pairing")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--kingdom", help="only pairings with this kingdom")

    def handle(self, *args: Any, **given: Any) -> None:
        pairs = [p for p in pairings() if given["kingdom"] in (None, *p)]
        jobs = [(pair, number) for pair in pairs for number in range(given["matches"])]
        tallies: dict[str, Tally] = {}
        with ProcessPoolExecutor(given["processes"]) as pool:
            for (pair, _), found in zip(
                jobs, pool.map(play_match, jobs, chunksize=16), strict=True
            ):
                for kingdom in pair:
                    tallies.setdefault(kingdom, Tally()).add(found)
                tallies.setdefault("all", Tally()).add(found)
        for name, tally in tallies.items():
            shown = ", ".join(f"{key} {value:g}" for key, value in row_of(tally))
            self.stdout.write(f"{name:12} {shown}")
        for line in outliers(tallies):
            self.stdout.write(f"OUT OF THE ORDINARY: {line}")
