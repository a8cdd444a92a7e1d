"""`manage.py contact_sheet`: every drawing of a game on one picture."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand

from games.engine.board.art_sheet import draw_contact_sheet
from games.presentation.boards import ARTS


class Options(TypedDict):
    """The options of the command line."""

    game: str
    file: Path
    only: list[str]
    dark: bool


class Command(BaseCommand):
    help = "Draw every card of a game at its three sizes on one PNG, light or dark."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(ARTS))
        parser.add_argument("file", type=Path, help="where to write the PNG")
        parser.add_argument(
            "--only", nargs="*", default=[], help="codes that begin with one of these"
        )
        parser.add_argument("--dark", action="store_true", help="on the dark ground")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        art = ARTS[options["game"]]
        codes = [code for code in art.codes if code.startswith(tuple(options["only"]) or "")]
        sheet = draw_contact_sheet(art, codes, dark=options["dark"])
        sheet.save(options["file"])
        self.stdout.write(f"{len(codes)} drawings, {sheet.width} x {sheet.height} pixels")
