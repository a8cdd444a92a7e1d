"""`manage.py check_game`: check a game, ours or of an installed package, against the contract."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine.contract import AnyGame
from games.engine.fuzz import fuzz_match, tell_command
from games.engine.game_checks import NAMES
from games.engine.installed_games import (
    BadPackage,
    find_naming_problem,
    list_entry_points,
    load_game,
)
from games.engine.random_match import Broken, cover_options
from games.titles import GAMES

# Exits with 1 if importing the module loads Django, the service, or another game.
PURITY = """
import importlib, sys
importlib.import_module(sys.argv[1])
own = sys.argv[1].rpartition(".")[0]
tops = {"django", "notifications"}
wrong = [name for name in sys.modules if name.partition(".")[0] in tops
    or name.startswith("games.titles.") and not f"{name}.".startswith(f"{own}.")]
sys.exit(", ".join(sorted(wrong)[:5]) or 0)
"""


class Command(BaseCommand):
    help = (
        "Check a game against the contract: that of an installed package, by the package's name "
        "(its entry points `abyss_by_post.games`), or one of the service, by its own. Plays random "
        "matches with every number of seats and every value of every option, and some of them in "
        "all languages. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("package", help="an installed package, or the name of a game")
        parser.add_argument(
            "--matches", type=int, default=20, help="more matches for each number of seats"
        )

    def handle(self, *args: object, **options: Any) -> None:
        for module, game in find_games(options["package"]):
            try:
                self._check(module, game, options["matches"])
            except Broken as broken:
                notes = " ".join(getattr(broken, "__notes__", ()))
                raise CommandError(f"{game.name}: {broken}. {notes}".strip()) from None
            self.stdout.write(f"{game.name}: all well.")

    def _check(self, module: str, game: AnyGame, matches: int) -> None:
        check_declaration(game)
        self.stdout.write(f"{game.name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats")
        # Those of our own games are checked by the tests of the architecture.
        if module:
            check_imports(module)
            self.stdout.write("imports: nothing of Django, the service or other games")
        if game.load_board is not None:
            game.load_board()
            self.stdout.write("board: loads")
        moves, tables = 0, [(seats, number, 1) for seats in game.seats for number in (0,)]
        tables += [(seats, number, 7) for seats, number in cover_options(game, range(500))]
        tables += [(seats, 1000 + more, 7) for seats in game.seats for more in range(matches)]
        for seats, number, check_every in tables:
            with tell_command(game, seats, number, check_every):
                moves += fuzz_match(game, seats, number, check_every=check_every)
        self.stdout.write(f"matches: {len(tables)}, {moves} moves")


def find_games(package: str) -> list[tuple[str, AnyGame]]:
    """Return (module, game) for each game of a package, ("", game) for one of the service.

    Raises CommandError.
    """
    entries = [
        entry
        for entry in list_entry_points()
        if entry.dist is not None and package in (entry.dist.name, entry.name)
    ]
    if not entries and package in GAMES:
        return [("", GAMES[package])]
    if not entries:
        raise CommandError(f"{package} is no game, and no installed package that brings one.")
    try:
        return [(entry.module, load_game(entry)) for entry in entries]
    except BadPackage as bad:
        raise CommandError(str(bad)) from None


def check_declaration(game: AnyGame) -> None:
    """Check the name and the seats. Raises Broken."""
    if problem := find_naming_problem(game, game.name):
        raise Broken(problem)
    if not game.title or not game.seats or game.seats[0] < 1 or game.seats[-1] > len(NAMES):
        raise Broken(f"a game has a title and is played by 1 to {len(NAMES)}")


def check_imports(module: str) -> None:
    """Check in a process of its own what a game's module imports. Raises Broken."""
    command = [sys.executable, "-c", PURITY, module]
    result = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise Broken(f"{module} must not import {result.stderr.strip().splitlines()[-1]}")
