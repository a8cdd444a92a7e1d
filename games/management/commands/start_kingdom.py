"""`manage.py start_kingdom`: lay out an empty kingdom of Enchanters."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine.installed_games import find_folder
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    name: str
    box: int
    folder: Path | None


class Command(BaseCommand):
    help = (
        "Lay out a new kingdom of Enchanters where it belongs, and check it: its card file, with "
        "every card that a kingdom needs, and a drawing of each card, with placeholders for names, "
        "figures and pictures. Continue as docs/adding-a-kingdom.md says."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the code of the kingdom, for instance trolls")
        parser.add_argument("--box", type=int, default=2, help="its box (default 2)")
        parser.add_argument("--folder", type=Path, help="where (default: in the game's own folder)")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        name = options["name"]
        game = next(game for game in GAMES.values() if game.lay_out_part)
        folder = options["folder"] or find_folder(game)
        assert game.lay_out_part is not None and game.check_card_files is not None
        try:
            files = game.lay_out_part(name, options["box"])
        except ValueError as error:
            raise CommandError(str(error)) from None
        paths = [folder / path for path in files]
        if existing_paths := [path for path in paths if path.exists()]:
            raise CommandError(f"{existing_paths[0]} is there already.")
        for path, text in zip(paths, files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        try:
            lines = [*game.check_card_files(paths[:1])]
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{paths[0]} and {len(paths) - 1} files of drawings are laid out:")
        for line in lines:
            if line.startswith(name) or f" {name}." in line:
                self.stdout.write(line)
