"""`manage.py strings`: print every text in three languages side by side."""

from __future__ import annotations

from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandParser

from devtools import strings
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    language: str | None
    game: str | None


class Command(BaseCommand):
    help = (
        "Print every text that people see in English, French and German, with the file it is in: "
        "the catalogues and the games' own texts. Read them in one go after a change of wording."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--language", choices=strings.LANGUAGES[1:], help="only English and this language"
        )
        parser.add_argument("--game", choices=sorted(GAMES), help="only this game's own texts")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game, language = options["game"], options["language"]
        texts = strings.list_game_texts(game) if game else strings.list_texts()
        place = ""
        for text in texts:
            if text.where != place:
                place = text.where
                self.stdout.write(f"# {place}")
            for column in ("en", language) if language else strings.LANGUAGES:
                self.stdout.write(f"{column}  {getattr(text, column)}")
            self.stdout.write("")
