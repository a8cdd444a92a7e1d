"""`manage.py start_game`: lay out a new game whose tests pass."""

from __future__ import annotations

from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from devtools.game_layout import lay_out_own_game, lay_out_package
from games.engine.installed_games import MAX_NAME_LENGTH, NAME
from games.titles import GAMES


class Command(BaseCommand):
    help = (
        "Lay out a new game, which at first is Pebbles under another name: in games/titles/ and "
        "tests/titles/, or with --package as a package of its own. Its tests pass. Go on with "
        "docs/adding-a-game.md."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="a-z, 0-9 and _, as it will be in addresses")
        parser.add_argument(
            "--package", type=Path, metavar="FOLDER", help="a new folder for a package of its own"
        )

    def handle(self, *args: object, **options: Any) -> None:
        name, folder = options["name"], options["package"]
        if not NAME.fullmatch(name) or len(name) > MAX_NAME_LENGTH:
            raise CommandError(f"A name has at most {MAX_NAME_LENGTH} of a-z, 0-9 and _.")
        if name in GAMES:
            raise CommandError(f"There is a game “{name}”.")
        if folder is None:
            self._show(lay_out_own_game(settings.BASE_DIR, name))
            self.stdout.write(f"Check it: python3 manage.py check_game {name}")
            self.stdout.write(f"Test it: python3 manage.py test tests/titles/{name}")
            return
        if folder.exists():
            raise CommandError(f"{folder} exists.")
        if find_spec(name) is not None:
            raise CommandError(f"There is a module “{name}”, which the package would hide.")
        self._show(lay_out_package(settings.BASE_DIR, folder, name))
        self.stdout.write(f"Install it: .venv/bin/pip install {folder}")

    def _show(self, paths: list[Path]) -> None:
        for path in paths:
            self.stdout.write(f"{path}")
