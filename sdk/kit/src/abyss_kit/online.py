"""Questions of a server, as a bot of the kit is asked them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from games.engine import notation
from games.engine.chance import Chance
from games.engine.contract import Argument, Choice, Decision, Prompt, Slot
from games.titles import GAMES

from .bots import Question

# Of a prompt that is being read: the line of its real fallback is read with it.
NOTHING = Decision("")


class WrittenChoice(Struct):
    """A choice as the API writes it."""

    verb: str
    args: dict[str, Argument]
    slots: tuple[Slot, ...]


def read_question(question: Mapping[str, Any], view: Mapping[str, Any]) -> Question:
    """Return a question of the API and the view of its match, as a bot is asked them.

    Raises KeyError for a game that the kit does not have, and msgspec.ValidationError if the kit
    has another edition of the game than the server.
    """
    game = GAMES[question["game"]]
    offers = [Decision(answer["verb"], answer["args"]) for answer in question["answers"]]
    choices = convert(question["choices"], list[WrittenChoice])
    prompt = Prompt(
        seat=question["seat"],
        question=question["question"],
        number=0,
        choices=tuple(_read_choice(choice, offers) for choice in choices),
        fallback=NOTHING,
        facts=dict(question["facts"]),
        group=0 if question["sealed"] else None,
    )
    lexicons = [game.list_words(language) for language in ("en", "fr", "de")]
    fallback = notation.parse_decision(prompt, question["fallback"], lexicons)
    return Question(
        game,
        convert(view, game.view_type),
        replace(prompt, fallback=fallback),
        Chance(secrets.token_bytes(32)),
    )


def _read_choice(choice: WrittenChoice, offers: list[Decision]) -> Choice:
    examples = [
        offer
        for offer in offers
        if offer.verb == choice.verb and choice.args.items() <= offer.args.items()
    ]
    fill = (lambda: examples) if choice.slots else None
    return Choice(choice.verb, choice.args, choice.slots, fill)
