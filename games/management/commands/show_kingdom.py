"""`manage.py show_kingdom`: the cards of a kingdom as pictures and texts, and how it plays."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from django.core.management.base import BaseCommand, CommandError

from games.engine import part_weights
from games.engine.board.art import Art
from games.engine.board.art_sheet import draw_contact_sheet
from games.engine.contract import AnyGame, PlayedMatch, Weighing
from games.management.simulation_runs import Places, add_arguments, iter_results
from games.presentation.boards import ARTS
from games.services.simulations import BALANCE_MATCH
from games.titles import GAMES

LANGUAGES = ("en", "fr", "de")


class Options(Places):
    """The options of the command line."""

    name: str
    sheet: Path | None
    seats: int
    matches: int


class Command(BaseCommand):
    help = (
        "Show a kingdom of Enchanters: a contact sheet of its cards, their texts in every "
        "language, and what house bots score in matches with it and in as many without it. "
        "manage.py balance tells more. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the code of the kingdom, for instance goblins")
        parser.add_argument("--sheet", type=Path, help="where to write the contact sheet, a PNG")
        parser.add_argument("--seats", type=int, default=2, help="of a match (default 2)")
        parser.add_argument(
            "--matches", type=int, default=200, help="with it, and without it (default 200)"
        )
        add_arguments(parser)

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game = next(game for game in GAMES.values() if game.weighing)
        weighing = game.weighing
        assert weighing is not None
        if options["name"] not in weighing.parts:
            raise CommandError(f"There is no {options['name']}: {', '.join(weighing.parts)}.")
        if options["seats"] not in game.seats:
            raise CommandError(f"{game.title} is not played by {options['seats']}.")
        self._show_texts(weighing, options["name"])
        if options["sheet"] is not None:
            codes = [code for code, _, _ in weighing.describe(options["name"], "en")]
            draw_contact_sheet(find_art(game, codes), codes).save(options["sheet"])
            self.stdout.write(f"{options['sheet']}: {len(codes)} drawings")
        if options["matches"]:
            self._show_figures(game, weighing, options)

    def _show_texts(self, weighing: Weighing[Any], name: str) -> None:
        by_language = [weighing.describe(name, language) for language in LANGUAGES]
        for cards in zip(*by_language, strict=True):
            self.stdout.write(cards[0][0])
            for language, (_, card, text) in zip(LANGUAGES, cards, strict=True):
                self.stdout.write(f"  {language}  {card}: {text}")

    def _show_figures(self, game: AnyGame, weighing: Weighing[Any], options: Options) -> None:
        """Print the mean of each figure with the kingdom and without it, and its error."""
        numbers = [
            *list_numbers(weighing, options, is_in=True),
            *list_numbers(weighing, options, is_in=False),
        ]
        jobs: list[tuple[object, ...]] = [
            (game.name, options["seats"], number, 0, {}) for number in numbers
        ]
        matches: list[PlayedMatch] = [*iter_results(BALANCE_MATCH, jobs, options, piece=8)]
        many = options["matches"]
        rows = [part_weights.weigh_parts(part).all for part in (matches[:many], matches[many:])]
        self.stdout.write(f"\n{'':12}{'with it':>16}{'without it':>16}")
        for figure in rows[0].figures:
            cells = [row.figures[figure] for row in rows]
            line = "".join(f"{cell.mean:9.2f} ± {cell.error:4.2f}" for cell in cells)
            self.stdout.write(f"{figure:12}{line}")
        began = [row.began.won / row.began.played for row in rows]
        self.stdout.write(f"{'begins':12}{began[0]:9.2f}{began[1]:16.2f}")


def find_art(game: AnyGame, codes: Sequence[str]) -> Art:
    """Return the drawings of a game. Raises CommandError if a card has none."""
    art = ARTS[game.name]
    if missing_codes := [code for code in codes if code not in art.codes]:
        raise CommandError(f"There is no drawing of {', '.join(missing_codes)}.")
    return art


def list_numbers(weighing: Weighing[Any], options: Options, *, is_in: bool) -> list[int]:
    """Return the numbers of matches with a part, or of those without it, spread over all
    combinations of the others."""
    tables = part_weights.list_tables(weighing, options["seats"], {})
    places = [place for place, table in enumerate(tables) if (options["name"] in table) is is_in]
    many = options["matches"]
    deals, rest = divmod(many, len(places))
    numbers = [deal * len(tables) + place for deal in range(deals) for place in places]
    spread = [places[at * len(places) // rest] for at in range(rest)]
    return numbers + [deals * len(tables) + place for place in spread]
