"""`manage.py start_kingdom`: lay out an empty kingdom of Enchanters."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    name: str
    box: int
    folder: Path


class Command(BaseCommand):
    help = (
        "Write the card file of a new kingdom of Enchanters, with every card that a kingdom needs "
        "and placeholders for names and figures, and check it. Continue as "
        "docs/adding-a-kingdom.md says."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the code of the kingdom, for instance trolls")
        parser.add_argument("--box", type=int, default=2, help="its box (default 2)")
        parser.add_argument("--folder", type=Path, default=Path(), help="where (default here)")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        name, path = options["name"], options["folder"] / f"{options['name']}.yaml"
        game = next(game for game in GAMES.values() if game.write_card_file)
        assert game.write_card_file is not None and game.check_card_files is not None
        try:
            text = game.write_card_file(name, options["box"])
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            lines = [*game.check_card_files([path])]
        except FileExistsError:
            raise CommandError(f"{path} is there already.") from None
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{path} is laid out:")
        for line in lines:
            if line.startswith(name) or f" {name}." in line:
                self.stdout.write(line)
