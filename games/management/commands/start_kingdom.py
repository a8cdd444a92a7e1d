"""`manage.py start_kingdom`: lay out an empty kingdom of Enchanters."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.titles.enchanters.rules.check_files import check_card_files
from games.titles.enchanters.rules.new_kingdom import write_kingdom


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

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["folder"] / f"{options['name']}.yaml"
        try:
            text = write_kingdom(options["name"], options["box"])
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            lines = [*check_card_files([path])]
        except FileExistsError:
            raise CommandError(f"{path} is there already.") from None
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{path} is laid out:")
        for line in lines:
            if line.startswith(options["name"]) or f" {options['name']}." in line:
                self.stdout.write(line)
