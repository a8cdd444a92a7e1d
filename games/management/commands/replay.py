"""`manage.py replay`: replay recorded moves, to compare matches or to look at a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine import match_file, verification
from games.engine.text import replace_unprintable
from games.models import Match
from games.services import replays
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    matches: list[str]
    seat: int | None
    ply: int | None


class Command(BaseCommand):
    help = (
        "Deal matches again from their seeds and play every recorded move under the rules at hand; "
        "say where a snapshot or the stored state is another one. Changes nothing. With a match "
        "file instead of numbers, show the table after --ply moves as --seat sees it; that needs "
        "no database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", help="match numbers (default: all), or a file")
        parser.add_argument("--seat", type=int, help="of a file: counted from 0 (default: nobody)")
        parser.add_argument("--ply", type=int, help="of a file: after so many moves")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        arguments = options["matches"]
        if len(arguments) == 1 and not arguments[0].isdecimal():
            self.stdout.write(_render_position(Path(arguments[0]), options["seat"], options["ply"]))
        elif not all(number.isdecimal() for number in arguments):
            raise CommandError("Name matches by their numbers, or one file.")
        elif options["seat"] is not None or options["ply"] is not None:
            raise CommandError("--seat and --ply are for a file; `show` has them for a match.")
        else:
            self._compare([int(number) for number in arguments])

    def _compare(self, numbers: list[int]) -> None:
        matches = Match.objects.exclude(started_at=None).order_by("number")
        if numbers:
            has_match_by_number = {
                number: matches.filter(number=number).exists() for number in numbers
            }
            if missing := [
                number for number, is_dealt in has_match_by_number.items() if not is_dealt
            ]:
                raise CommandError(f"No dealt match #{min(missing)}.")
            matches = matches.filter(number__in=numbers)
        differences = 0
        for match in matches.iterator():
            try:
                self.stdout.write(f"{match}: {replays.verify_replay(match)} moves, the same")
            except replays.ReplayDiverged as difference:
                differences += 1
                self.stderr.write(str(difference))
        if differences:
            raise CommandError(f"{differences} of the matches differ.")


def _render_position(path: Path, seat: int | None, ply: int | None) -> str:
    """Return the board of a file after `ply` moves as `seat` sees it."""
    try:
        file = match_file.parse_match_file(path.read_bytes())
        game, last = verification.find_game(file, GAMES), len(file.moves)
        target_ply = last if ply is None else ply
        if not 0 <= target_ply <= last:
            raise CommandError(f"{path} has plies 0 to {last}.")
        if seat is not None and seat not in range(file.header.seats):
            raise CommandError(f"{path} has seats 0 to {file.header.seats - 1}.")
        state = next(
            state for at, state in verification.replay_states(file, GAMES) if at == target_ply
        )
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except match_file.Broken as broken:
        raise CommandError(f"{path}: {broken}") from broken
    names = [replace_unprintable(name) for name in file.header.names]
    table = game.describe_table(game.build_view(state, seat), names, "en")
    return f"{game.title} #{file.header.match}, ply {target_ply} of {last}\n{table}"
