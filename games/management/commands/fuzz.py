"""`manage.py fuzz`: play random legal matches of a game and check them at every turn."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine.fuzz import write_command
from games.management.simulation_runs import Places, Progress, add_arguments, iter_results
from games.services.simulations import FUZZ_MATCH
from games.titles import GAMES

# How many matches a process or worker is given at once.
PIECE = 8


class Options(Places):
    """The options of the command line."""

    game: str
    matches: int
    seats: int | None
    first: int
    check_every: int


class Command(BaseCommand):
    help = (
        "Play random legal matches over all seat counts and options. Each is checked: it ends, the "
        "moves replay to the same state, storing and reading is identity, nothing hidden shows in "
        "a view, a question or an event, sealed answers do not depend on their order, components "
        "are conserved, fallbacks are legal. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--matches", type=int, default=200, help="how many (default 200)")
        parser.add_argument(
            "--seats", type=int, help="only this many seats (default: each in turn)"
        )
        parser.add_argument("--first", type=int, default=0, help="number of the first match")
        parser.add_argument(
            "--check-every",
            type=int,
            default=7,
            help="plies between full checks (default 7); with 1 they run in all languages",
        )
        add_arguments(parser)

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        seats = [options["seats"]] if options["seats"] else list(GAMES[options["game"]].seats)
        if any(number not in GAMES[options["game"]].seats for number in seats):
            raise CommandError(f"{options['game']} is not played by {seats[0]}.")
        jobs = [
            (options["game"], seats[number % len(seats)], number, options["check_every"])
            for number in range(options["first"], options["first"] + options["matches"])
        ]
        moves, progress = 0, Progress(options["game"], len(jobs), 0, self.stderr)
        try:
            results = iter_results(FUZZ_MATCH, jobs, options, piece=PIECE)
            for job, match in zip(jobs, results, strict=True):
                if match.problem:
                    self.stderr.write(match.problem)
                    again = write_command(*job)
                    raise CommandError(f"Match {job[2]} with {job[1]} seats. Again: {again}")
                moves += match.moves
                progress.count()
        except KeyboardInterrupt:
            rest = (
                f"--first {options['first'] + progress.done} --matches {len(jobs) - progress.done}"
            )
            raise CommandError(
                f"Stopped after {progress.done} matches, all well. Go on with {rest}."
            ) from None
        self.stdout.write(f"{len(jobs)} matches of {options['game']}, {moves} moves: all well.")
