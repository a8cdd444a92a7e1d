"""`manage.py check_cards`: validate card files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    files: list[Path]
    game: str


class Command(BaseCommand):
    help = (
        "Check card files of Enchanters: every word, number and reference, and the structure of "
        "each kingdom. Without a file, the cards we have; with files, those beside them. With "
        "--game essence, those of The Essence, where a file replaces the one of its name. What is "
        "wrong is told with file, card and field."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="card files to check as well")
        with_files = [name for name, game in GAMES.items() if game.check_card_files]
        parser.add_argument("--game", choices=with_files, default=with_files[0])

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        check = GAMES[options["game"]].check_card_files
        assert check is not None
        try:
            for line in check(options["files"]):
                self.stdout.write(line)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from None
