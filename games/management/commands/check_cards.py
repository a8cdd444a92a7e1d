"""`manage.py check_cards`: are card files written in the words of the cards?"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.titles.enchanters.rules.bounds import out_of_bounds
from games.titles.enchanters.rules.card_checks import WrongCard
from games.titles.enchanters.rules.components import CARDS
from games.titles.enchanters.rules.kingdoms import check_book, numbers_of
from games.titles.enchanters.rules.library import Book, read_file, read_folder
from games.titles.essence.rules import components as essence


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
        parser.add_argument("--game", choices=["enchanters", "essence"], default="enchanters")

    def handle(self, *args: Any, **given: Any) -> None:
        if given["game"] == "essence":
            self.check_essence(given["files"])
            return
        try:
            book: Book = read_folder(CARDS)
            for path in given["files"]:
                if path.resolve().parent != CARDS.resolve():
                    read_file(book, path.read_text(encoding="utf-8"), path.name)
            check_book(book)
        except (WrongCard, OSError) as error:
            raise CommandError(str(error)) from None
        for kingdom in book.kingdoms:
            shown = ", ".join(f"{name} {value}" for name, value in numbers_of(book, kingdom))
            self.stdout.write(f"{kingdom}: {shown}")
            for told in out_of_bounds(book, kingdom):
                self.stdout.write(f"OUT OF BOUNDS: {told}")
        self.stdout.write(f"{len(book.designs)} designs in {len(book.kingdoms)} kingdoms: well.")

    def check_essence(self, files: list[Path]) -> None:
        instead = {path.stem: path for path in files}
        if strange := [name for name in instead if name not in essence.FILES]:
            raise CommandError(f"{strange[0]}: the files are {', '.join(essence.FILES)}")
        try:
            box = essence.load_box(instead=instead)
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{len(essence.component_names(box))} designs of The Essence: well.")
