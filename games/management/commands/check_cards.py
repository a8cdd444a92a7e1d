"""`manage.py check_cards`: are card files written in the words of the cards?"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.enchanters.checks import WrongCard
from games.rules.enchanters.components import CARDS
from games.rules.enchanters.kingdoms import check_book, numbers_of
from games.rules.enchanters.library import Book, read_file, read_folder


class Command(BaseCommand):
    help = (
        "Check card files of Enchanters: every word, number and reference, and the structure of "
        "each kingdom. Without a file, the cards we have; with files, those beside them. What is "
        "wrong is told with file, card and field."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="card files to check as well")

    def handle(self, *args: Any, **given: Any) -> None:
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
        self.stdout.write(f"{len(book.designs)} designs in {len(book.kingdoms)} kingdoms: well.")
