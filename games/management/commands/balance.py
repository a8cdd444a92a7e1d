"""`manage.py balance`: many matches of house bots, and what is out of balance in them."""

from __future__ import annotations

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import GAMES, balance


class Command(BaseCommand):
    help = (
        "Let house bots play many matches and count: the share of wins by place in the first order "
        "and by what a seat is (a faction), the rounds, and which cards nobody used. Outliers are "
        "marked, and code 1 is returned if there are any. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--matches", type=int, default=500, help="how many (default 500)")
        parser.add_argument("--seats", type=int, help="how many (default: as many as can play)")
        parser.add_argument("--first", type=int, default=0, help="number of the first match")
        parser.add_argument("--processes", type=int, default=1)

    def handle(self, *args: Any, **given: Any) -> None:
        game = GAMES[given["game"]]
        seats = given["seats"] or game.SEATS[-1]
        if seats not in game.SEATS:
            raise CommandError(f"{game.TITLE} is not played by {seats}.")
        numbers = range(given["first"], given["first"] + given["matches"])
        jobs = [(game.NAME, seats, number) for number in numbers]
        with ProcessPoolExecutor(given["processes"]) as pool:
            played = list(pool.map(_one, jobs, chunksize=4))
        told = balance.report(game, played)
        self._show(told)
        if found := [*told.outliers(), *told.unused]:
            raise CommandError(f"Out of balance: {', '.join(found)}.")

    def _show(self, told: balance.Report) -> None:
        self.stdout.write(f"{told.matches} matches, {told.moves / told.matches:.0f} answers each")
        rounds = ", ".join(f"{many} × {length}" for length, many in sorted(told.rounds.items()))
        self.stdout.write(f"rounds: {rounds}")
        for name, share in told.shares.items():
            mark = "  <- outlier" if share.is_outlier else ""
            won, fair = 100 * share.won / share.played, 100 * share.fair / share.played
            self.stdout.write(f"{won:5.1f} of 100 (fair {fair:.1f})  {name}{mark}")
        rare = [f"{code} {many}" for code, many in told.used.most_common()[::-1][:20]]
        self.stdout.write(f"used least: {', '.join(rare)}")
        self.stdout.write(f"never used: {', '.join(told.unused) or 'nothing'}")


def _one(job: tuple[str, int, int]) -> balance.Played:
    name, seats, number = job
    return balance.play_match(GAMES[name], seats, number, {})
