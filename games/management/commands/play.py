"""`manage.py play`: play a match in the terminal, against house bots."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any, TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from games.engine import notation
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Prompt, Refused, View, name_players
from games.presentation import errors_text
from games.titles import GAMES


class Options(TypedDict):
    """The options of the command line."""

    game: str
    seats: int
    people: int
    seed: str
    language: str


class Command(BaseCommand):
    help = (
        "Play a match in this terminal. You answer as in an e-mail: a number, or the words of an "
        "answer. Needs no database; nothing is kept. End with Ctrl-D."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--people", type=int, default=1, help="seats you play (default 1)")
        parser.add_argument("--seed", default="", help="any words; the same words, the same deal")
        parser.add_argument("--language", default="en", choices=["en", "fr", "de"])

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        game = GAMES[options["game"]]
        if options["seats"] not in game.seats:
            raise CommandError(f"{game.title} is not played by {options['seats']}.")
        self.people, self.language = options["people"], options["language"]
        self.names = [
            f"Player {seat + 1}" if seat < self.people else f"Bot {seat + 1 - self.people}"
            for seat in range(options["seats"])
        ]
        seed = options["seed"].encode() or secrets.token_bytes(32)
        state = game.set_up_match(options["seats"], seed, {})
        try:
            with override(self.language):
                self.run(game, state, Chance(seed))
        except EOFError:
            self.stdout.write("\nGood-bye.")

    def run(self, game: AnyGame, state: object, luck: Chance) -> None:
        while waiting := [prompt for prompt in game.list_prompts(state) if prompt.answered is None]:
            prompt = waiting[0]
            view = game.build_view(state, prompt.seat)
            if prompt.seat < self.people:
                decision = self.ask(game, view, prompt)
            else:
                decision = game.bot.choose_decision(view, prompt, luck)
            try:
                events = game.play_decision(state, prompt.seat, decision)
            except Refused as refusal:
                self.stdout.write(errors_text.describe_refusal(refusal, game.name))
                continue
            for event in events:
                if event.audience is None or set(event.audience) & set(range(self.people)):
                    self.stdout.write("- " + game.describe_event(event, self.names, self.language))
        self.show_end(game, state)

    def ask(self, game: AnyGame, view: View, prompt: Prompt) -> Any:
        words = game.list_words(self.language)
        self.stdout.write("\n" + game.describe_table(view, self.names, self.language))
        self.stdout.write(
            f"\n{self.names[prompt.seat]}: {game.describe_prompt(prompt, view, self.language)}"
        )
        decisions = prompt.list_offered_decisions()
        for number, decision in enumerate(decisions, start=1):
            hint = game.describe_cost(decision, name_players(view, self.names), self.language)
            answer = notation.format_decision(decision, words)
            self.stdout.write(f"{number:>3} · {answer}" + (f" – {hint}" if hint else ""))
        while True:
            try:
                return notation.parse_decision(
                    prompt, input("> "), [words, game.list_words("en")], offers=decisions
                )
            except Refused as refusal:
                self.stdout.write(errors_text.describe_refusal(refusal, game.name))

    def show_end(self, game: AnyGame, state: object) -> None:
        outcome = game.find_outcome(state)
        assert outcome is not None
        self.stdout.write(
            "\n" + game.describe_table(game.build_view(state, None), self.names, self.language)
        )
        for seat in sorted(range(len(self.names)), key=lambda seat: outcome.places[seat]):
            score = f": {outcome.scores[seat]}" if outcome.scores else ""
            self.stdout.write(f"{outcome.places[seat]}. {self.names[seat]}{score}")
