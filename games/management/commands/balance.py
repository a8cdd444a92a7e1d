"""`manage.py balance`: play many matches of house bots and report imbalances."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine import balance, balance_results, part_weights, search
from games.engine.bot_match import LEVELS, QUICK
from games.engine.contract import AnyGame, BadOptions, Mode, PlayedMatch
from games.engine.installed_games import find_folder
from games.engine.option_text import parse_option
from games.management.simulation_runs import Places, Progress, add_arguments, iter_results
from games.services.simulations import BALANCE_MATCH
from games.titles import GAMES

WIDTH = 24


class ModeVerdict(NamedTuple):
    """What was found about one mode with one number of seats.

    `outliers` by name, the number of `unproven` shares, and `used` as in a report.
    """

    outliers: list[str]
    unproven: int
    used: Counter[str]


class Options(Places):
    """The options of the command line."""

    game: str
    matches: int
    seats: int | None
    first: int
    option: list[str]
    level: str
    trials: int
    fresh: bool


class Command(BaseCommand):
    help = (
        "Let house bots play every number of seats in every mode that the game declares, and judge "
        "the results. Printed are the rounds; the share of wins by place in the first order, and "
        "by what a seat is or begins with (a faction, a starting card); the share of matches won "
        "together, next to its aim; and cards that nobody used. Where a match is made of parts "
        "(kingdoms), all combinations are dealt equally often, and parts and pairs are judged too. "
        "Each share has its Wilson interval (95 %). An outlier is a share whose whole interval "
        "lies more than 15 % of the fair share away from it (two seats: outside 42.5 to 57.5 of "
        "100); of matches won together, more than 10 of 100 away from the aim. A share is unproven "
        "if its interval contains such a bound: play more matches. Code 1 is returned if there are "
        "outliers or unused cards. "
        "Finished matches are kept in the folder balance of DATA_DIR (var/), by game, edition, "
        "code and cards, options, seats, level and number, and are not played again. The same "
        "number always gives the same match. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument(
            "--matches",
            type=int,
            default=2000,
            help="how many for each number of seats and mode (default 2000); rounded up so that "
            "all combinations of parts are dealt equally often",
        )
        parser.add_argument("--seats", type=int, help="only this many (default: each in turn)")
        parser.add_argument(
            "--first",
            type=int,
            default=0,
            help="number of the first match, or of the first of each combination of parts",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the game, as overlord=false; may be given several times. Modes that "
            "need another value are left out",
        )
        parser.add_argument(
            "--level", choices=LEVELS, default=QUICK, help=f"of the house bots (default {QUICK})"
        )
        parser.add_argument(
            "--trials",
            type=int,
            default=60,
            help="tried by strong bots for each answer (default 60)",
        )
        add_arguments(parser)
        parser.add_argument(
            "--fresh", action="store_true", help="forget the kept results and begin anew"
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game = GAMES[options["game"]]
        if options["seats"] and options["seats"] not in game.seats:
            raise CommandError(f"{game.title} is not played by {options['seats']}.")
        if options["level"] != QUICK and not search.can_think(game):
            raise CommandError(f"No house bot thinks about {game.title}.")
        try:
            game_options = dict(parse_option(game, text) for text in options["option"])
        except BadOptions as wrong:
            raise CommandError(wrong.reason) from None
        if game.weighing and (unfree := sorted(game.weighing.options & game_options.keys())):
            raise CommandError(
                f"Leave out {', '.join(unfree)}: all combinations of parts are dealt equally often."
            )
        settings = balance.plan_settings(game, options["seats"], game_options)
        if not settings:
            raise CommandError("No mode is played with these options together.")
        verdicts = [self._judge(game, seats, mode, options) for seats, mode in settings]
        self._conclude(verdicts)

    def _judge(self, game: AnyGame, seats: int, mode: Mode, options: Options) -> ModeVerdict:
        """Play one mode with one number of seats, and print what was found."""
        matches = self._play(game, seats, mode, options)
        report = balance.summarize_matches(mode, matches, _known_codes(game, seats, mode))
        name = f"{seats} seats, {mode.name}"
        self._show(name, report)
        outliers = report.list_judged(balance.OUTLIER)
        if game.weighing and mode.aim is None:
            weights = part_weights.weigh_parts(matches)
            self._show_weights(weights)
            outliers += part_weights.find_outliers(game.weighing, weights)
        unproven = len(report.list_judged(balance.UNPROVEN))
        return ModeVerdict([f"{name}: {outlier}" for outlier in outliers], unproven, report.used)

    def _play(self, game: AnyGame, seats: int, mode: Mode, options: Options) -> list[PlayedMatch]:
        """Return the results of the matches, playing those that are not kept yet."""
        trials = 0 if options["level"] == QUICK else options["trials"]
        path = _results_path(game, seats, mode, trials)
        if options["fresh"]:
            path.unlink(missing_ok=True)
        results = balance_results.read_results(path)
        numbers = _plan_numbers(game, seats, mode, options["first"], options["matches"])
        missing = [number for number in numbers if number not in results]
        jobs = [(game.name, seats, number, trials, mode.options) for number in missing]
        name, played_count = f"{game.name}, {seats} seats, {mode.name}", len(numbers) - len(missing)
        progress = Progress(name, len(numbers), played_count, self.stderr)
        try:
            for number, result in zip(
                missing, iter_results(BALANCE_MATCH, jobs, options), strict=True
            ):
                balance_results.append_result(path, number, result)
                results[number] = result
                progress.count()
        except KeyboardInterrupt:
            raise CommandError("Stopped. The same command goes on from here.") from None
        return [results[number] for number in numbers]

    def _show(self, name: str, report: balance.Report) -> None:
        self.stdout.write(
            f"\n{name}: {report.matches} matches, {report.moves / report.matches:.0f} answers each"
        )
        rounds = ", ".join(f"{many} × {length}" for length, many in sorted(report.rounds.items()))
        self.stdout.write(f"rounds: {rounds}")
        for share_name, share in report.shares.items():
            verdict = share.verdict
            mark = "" if verdict == balance.IN_BALANCE else f"  <- {verdict}"
            self.stdout.write(f"  {share_name}: {share.describe()}{mark}")

    def _show_weights(self, weights: part_weights.PartWeights) -> None:
        """Print a row for all matches and for each part.

        “begins” is the share of matches won by the starting player.
        """
        figures = list(weights.all.figures)
        heads = "".join(f"{name:>12}" for name in [*figures, "begins"])
        self.stdout.write(f"{'':{WIDTH}}{heads}")
        singles = {names: weight for names, weight in weights.parts.items() if len(names) == 1}
        for names, weight in {("all",): weights.all, **singles}.items():
            row = [weight.figures[figure].mean for figure in figures]
            row.append(weight.began.won / weight.began.played)
            cells = "".join(f"{number:12.2f}" for number in row)
            self.stdout.write(f"{names[0]:{WIDTH}}{cells}")

    def _conclude(self, verdicts: list[ModeVerdict]) -> None:
        """Print what concerns all matches. Raises CommandError if anything is out of balance."""
        counts = Counter[str]()
        for verdict in verdicts:
            counts.update(verdict.used)
        unused_codes = [code for code in counts if not counts[code]]
        rare = [f"{code} {many}" for code, many in counts.most_common()[::-1][:20]]
        self.stdout.write(f"\nused least: {', '.join(rare)}")
        self.stdout.write(f"never used: {', '.join(unused_codes) or 'nothing'}")
        self.stdout.write(f"unproven: {sum(verdict.unproven for verdict in verdicts)} shares")
        if faults := [
            *(outlier for verdict in verdicts for outlier in verdict.outliers),
            *unused_codes,
        ]:
            raise CommandError(f"Out of balance: {', '.join(faults)}.")


def _results_path(game: AnyGame, seats: int, mode: Mode, trials: int) -> Path:
    sources = balance_results.list_sources(find_folder(game))
    series = balance_results.Series(
        game.name,
        game.edition,
        balance_results.hash_files(sources),
        seats,
        mode.options,
        trials,
    )
    return Path(settings.DATA_DIR) / "balance" / series.file_name


def _plan_numbers(game: AnyGame, seats: int, mode: Mode, first: int, matches: int) -> Sequence[int]:
    """Return the numbers of the matches, each combination of parts equally often."""
    if game.weighing is None:
        return range(first, first + matches)
    many = len(part_weights.list_tables(game.weighing, seats, mode.options))
    return range(first * many, (first + ceil(matches / many)) * many)


def _known_codes(game: AnyGame, seats: int, mode: Mode) -> set[str]:
    if game.weighing is None:
        return balance.known_codes(game)
    return game.weighing.cards(seats, mode.options)
