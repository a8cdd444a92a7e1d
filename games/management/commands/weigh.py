"""`manage.py weigh`: find the lines of text on a game's cards that never matter."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentParser
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine.line_weights import LineWeight, RecordedMatch, record_match, weigh_line
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    game: str
    matches: int
    first: int
    line: str
    jobs: int


class Command(BaseCommand):
    help = (
        "Let house bots, who answer at random now and then, play many matches over all seat counts "
        "and options, replay them without one line of a card at a time, and list the lines without "
        "which every match went the same way: the same answers could be given at every moment, "
        "and places and scores were the same. Returns 1 if there are any. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = sorted(name for name, game in GAMES.items() if game.texts)
        parser.add_argument("game", choices=games)
        parser.add_argument("--matches", type=int, default=2000, help="how many (default 2000)")
        parser.add_argument("--first", type=int, default=0, help="number of the first match")
        parser.add_argument("--line", default="", help="only lines whose name begins like this")
        parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: all cores")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game = GAMES[options["game"]]
        assert game.texts is not None
        lines = [line for line in game.texts.lines if line.startswith(options["line"])]
        if not lines:
            raise CommandError(f"No line begins with “{options['line']}”.")
        numbers = range(options["first"], options["first"] + options["matches"])
        # Forks share the recorded matches.
        forks = multiprocessing.get_context("fork")
        with forks.Pool(options["jobs"], _set_table, (game.name, [])) as pool:
            matches = pool.map(_record_match, numbers, chunksize=8)
        with forks.Pool(options["jobs"], _set_table, (game.name, matches)) as pool:
            weights = pool.map(_weigh_line, lines, chunksize=1)
        self._report(weights, len(matches))

    def _report(self, weights: list[LineWeight], matches: int) -> None:
        idle = [weight for weight in weights if not weight.mattered]
        self.stdout.write(f"{len(weights)} lines, {matches} matches.")
        for weight in idle:
            self.stdout.write(f"never mattered in {weight.matches} matches: {weight.line}")
        if idle:
            raise CommandError(f"{len(idle)} lines never mattered.")


class _Table:
    """What the processes of a pool work on."""

    game = ""
    matches: list[RecordedMatch] = []


def _set_table(game: str, matches: list[RecordedMatch]) -> None:
    _Table.game, _Table.matches = game, matches


def _record_match(number: int) -> RecordedMatch:
    return record_match(GAMES[_Table.game], number)


def _weigh_line(line: str) -> LineWeight:
    game = GAMES[_Table.game]
    assert game.texts is not None
    return weigh_line(game, game.texts, line, _Table.matches)
