"""`manage.py bot_match`: compare two levels of house bots."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine import bot_match, search
from games.engine.contract import BadOptions
from games.engine.option_text import parse_option
from games.management.simulation_runs import Places, Progress, add_arguments, iter_results
from games.services.simulations import BOT_MATCH, FoughtMatch
from games.titles import GAMES


class Options(Places):
    """The options of the command line."""

    game: str
    challenger: str
    others: str
    matches: int
    seats: int
    trials: int
    option: list[str]
    first: int


class Command(BaseCommand):
    help = (
        "Let a house bot of one level play many matches against bots of another, each deal from "
        "every seat, and count its wins; of a match that is won or lost together (an option of the "
        "game) all bots may be strong. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("challenger", choices=bot_match.LEVELS)
        parser.add_argument("others", choices=bot_match.LEVELS)
        parser.add_argument("--matches", type=int, default=100, help="how many (default 100)")
        parser.add_argument("--seats", type=int, default=2, help="how many (default 2)")
        parser.add_argument("--trials", type=int, default=60, help="tried for each answer")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the game, as mode=coop; may be given several times",
        )
        parser.add_argument("--first", type=int, default=0, help="number of the first match")
        add_arguments(parser)

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game, levels = GAMES[options["game"]], (options["challenger"], options["others"])
        if options["seats"] not in game.seats:
            raise CommandError(f"{game.title} is not played by {options['seats']}.")
        if bot_match.STRONG in levels and not search.can_think(game):
            raise CommandError(f"No house bot thinks about {game.title}.")
        numbers = range(options["first"], options["first"] + options["matches"])
        try:
            game_options = dict(parse_option(game, text) for text in options["option"])
        except BadOptions as wrong:
            raise CommandError(wrong.reason) from None
        jobs = [
            (game.name, options["seats"], number, levels, options["trials"], game_options)
            for number in numbers
        ]
        fought, progress = [], Progress(game.name, len(jobs), 0, self.stderr)
        try:
            for match in iter_results(BOT_MATCH, jobs, options):
                fought.append(match)
                progress.count()
        except KeyboardInterrupt:
            if fought:
                self._show(levels, options["seats"], fought)
            raise CommandError(f"Stopped after {len(fought)} matches.") from None
        self._show(levels, options["seats"], fought)

    def _show(self, levels: tuple[str, str], seats: int, fought: list[FoughtMatch]) -> None:
        matches = [match.result for match in fought]
        victories, many = sum(match.won for match in matches), len(matches)
        lead = sum(match.lead for match in matches) / many
        answers = sum(match.answers for match in matches)
        seconds = sum(match.seconds for match in fought)
        self.stdout.write(
            f"{levels[0]} won {victories:g} of {many} against {levels[1]} (fair {many / seats:g}), "
            f"{lead:+.1f} points a match; {1000 * seconds / answers:.0f} ms of processor time an "
            "answer"
        )
