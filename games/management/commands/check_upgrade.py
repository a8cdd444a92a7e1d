"""`manage.py check_upgrade`: check the current rules against all running and kept matches."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine import match_file, verification
from games.models import Match, Status
from games.services import replays
from games.titles import GAMES

MATCH_FILES = Path(settings.BASE_DIR) / "tests" / "matches"


class Options(TypedDict):
    """The options of the command line."""

    kept: Path
    only_kept: bool


class Command(BaseCommand):
    help = (
        "Play all running matches again under the rules at hand, from their seeds and against "
        "their snapshots, and the finished ones that are kept as files; tell each that would "
        "differ, by the first ply where it does. Changes nothing; ends with 1 if one differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--kept", type=Path, default=MATCH_FILES, help="a folder of match files"
        )
        parser.add_argument("--only-kept", action="store_true", help="needs no database")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        files = sorted(options["kept"].glob("*.jsonl"))
        differences = list(_check_match_files(files))
        subject = f"{len(files)} kept files"
        if not options["only_kept"]:
            running = Match.objects.filter(status__in=(Status.RUNNING, Status.FROZEN))
            differences += _check_running_matches(running.order_by("number").iterator())
            subject = f"{running.count()} running matches, {subject}"
        for difference in differences:
            self.stderr.write(difference)
        if differences:
            raise CommandError(f"{subject}: {len(differences)} differ.")
        self.stdout.write(f"{subject}: the rules at hand play all of them as before.")


def _check_running_matches(matches: Iterator[Match]) -> Iterator[str]:
    for match in matches:
        try:
            replays.verify_replay(match)
        except replays.ReplayDiverged as difference:
            yield f"{difference} (edition {match.edition}, at hand {_at_hand(match.game)})"


def _check_match_files(files: list[Path]) -> Iterator[str]:
    for path in files:
        try:
            verification.verify_match_file(match_file.parse_match_file(path.read_bytes()), GAMES)
        except match_file.Broken as broken:
            yield f"{path.name}: {broken}"


def _at_hand(game: str) -> int:
    return GAMES[game].edition
