"""`manage.py balance`: many matches of house bots, and what is out of balance in them."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from games.engine import balance, part_weights
from games.engine.contract import AnyGame, PlayedMatch, Weighing
from games.titles import GAMES

Job = TypeVar("Job")
WIDTH = 24


class Command(BaseCommand):
    help = (
        "Let house bots play many matches and count: the share of wins by place in the first order "
        "and by what a seat is (a faction), the rounds, and which cards nobody used. Where a match "
        "is made of parts (the kingdoms of Enchanters), any two of them meet in so many matches, "
        "and what parts and pairs come to is told too. Outliers are marked, and code 1 is returned "
        "if there are any. The same matches whatever --jobs. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument(
            "--matches", type=int, default=500, help="how many, or for each pair (default 500)"
        )
        parser.add_argument(
            "--seats", type=int, help="how many (default: as many as can play; with parts two)"
        )
        parser.add_argument("--first", type=int, default=0, help="number of the first match")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the game, as overlord=false; may be given several times",
        )
        parser.add_argument("--jobs", type=int, default=1, help="how many processes (default 1)")

    def handle(self, *args: Any, **given: Any) -> None:
        game = GAMES[given["game"]]
        weighed = game.weighing
        seats = given["seats"] or game.seats[0 if weighed else -1]
        if seats not in game.seats:
            raise CommandError(f"{game.title} is not played by {seats}.")
        options = dict(_parse_option(game, text) for text in given["option"])
        first, matches = given["first"], given["matches"]
        if weighed:
            jobs = part_weights.plan_jobs(weighed, seats, options, matches=matches, first=first)
            self._weigh(game.name, weighed, jobs, given["jobs"])
            return
        numbers = range(first, first + matches)
        numbered = [(game.name, seats, options, number) for number in numbers]
        told = balance.summarize_matches(
            game, _play_jobs(_play_balance_match, numbered, given["jobs"])
        )
        self._show(told)
        self._blame([*told.outliers(), *told.unused])

    def _weigh(
        self,
        name: str,
        weighed: Weighing[Any],
        jobs: list[part_weights.Job],
        processes: int,
    ) -> None:
        played = _play_jobs(_play_weighed_match, [(name, job) for job in jobs], processes)
        told = balance.summarize_matches(GAMES[name], played, weighed.cards(*jobs[0][:2]))
        self._show(told)
        sums = part_weights.weigh_parts(list(zip(jobs, played, strict=True)))
        self._show_weights(sums)
        self._blame([*part_weights.find_outliers(weighed, sums), *told.unused])

    def _blame(self, found: list[str]) -> None:
        if found:
            raise CommandError(f"Out of balance: {', '.join(found)}.")

    def _show_weights(self, sums: part_weights.Weighed) -> None:
        """A row for all matches, each part and each pair; “begins”: how many who begins has won."""
        figures = list(sums.all.figures)
        heads = "".join(f"{name:>12}" for name in [*figures, "begins"])
        self.stdout.write(f"\n{'':{WIDTH}}{heads}")
        for names, weight in {("all",): sums.all, **sums.parts}.items():
            row = [*(weight.figures[figure] for figure in figures), weight.began]
            cells = "".join(f"{found.mean:12.2f}" for found in row)
            self.stdout.write(f"{' + '.join(names):{WIDTH}}{cells}")

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


def _play_jobs(
    play: Callable[[Job], PlayedMatch], jobs: Sequence[Job], processes: int
) -> list[PlayedMatch]:
    """Play all, in the order of the jobs."""
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(play, jobs, chunksize=4))


def _parse_option(game: AnyGame, text: str) -> tuple[str, Any]:
    """Read NAME=VALUE. Raises CommandError that says what may be chosen."""
    name, _, value = text.partition("=")
    for option in game.options:
        if option.name == name:
            for known in option.values:
                if str(known).lower() == value.lower():
                    return name, known
            raise CommandError(f"{name} may be {', '.join(str(v).lower() for v in option.values)}.")
    raise CommandError(f"{game.title} has no option “{name}”.")


def _play_balance_match(job: tuple[str, int, part_weights.Options, int]) -> PlayedMatch:
    name, seats, options, number = job
    return balance.play_match(GAMES[name], seats, number, options)


def _play_weighed_match(job: tuple[str, part_weights.Job]) -> PlayedMatch:
    name, weighed = job
    game = GAMES[name]
    assert game.weighing is not None
    return part_weights.play_match(game, game.weighing, weighed)
