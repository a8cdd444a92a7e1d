"""Standing orders in words, for their owner's pages and letters. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from games.engine import order_grammar, orders
from games.engine.contract import Prompt
from games.models import Match, Order
from games.titles import GAMES


class Standing(msgspec.Struct, frozen=True):
    """A standing order in the words of its owner."""

    row: Order
    words: str


def own_orders(match: Match, seat: int, language: str) -> list[Standing]:
    """The orders of a seat, by number, those that are switched off as well. Only for its owner."""
    return in_words(match, seat, language, match.orders.filter(seat=seat).order_by("number"))


def in_words(match: Match, seat: int, language: str, rows: Iterable[Order]) -> list[Standing]:
    """Orders of a seat, written out. Only for its owner."""
    words = GAMES[match.game].list_words(language)
    taken = next((one.replaced_at for one in match.seats.all() if one.number == seat), None)
    return [
        Standing(
            row, orders.format_order(msgspec.convert(row.rules, orders.Order), words, language)
        )
        for row in rows
        # Those of whoever sat there before stay theirs.
        if taken is None or row.created_at >= taken
    ]


@cache
def list_preset_orders(game: str, language: str, question: str = "") -> tuple[str, ...]:
    """Orders to begin with, in the words of the language; for one kind of question if given."""
    topics, english = GAMES[game].topics, [GAMES[game].list_words("en")]
    about = [topics[question]] if question else topics.values()
    examples = (example for topic in about for example in topic.examples)
    read = (order_grammar.parse_order(example, topics, english, "en") for example in examples)
    return tuple(
        orders.format_order(order, GAMES[game].list_words(language), language) for order in read
    )


def facts_in_words(game: str, prompt: Prompt, language: str) -> str:
    """What a question was about: “race crab, value 3, price 1”; lists are left out."""
    words, topic = GAMES[game].list_words(language), GAMES[game].topics[prompt.question]
    told = {
        orders.fact_word(name, words): prompt.facts[name]
        for name, fact in topic.facts.items()
        if fact.kind in ("number", "word")
    }
    return ", ".join(
        f"{name} {orders.code_word(str(value), words)}" for name, value in told.items()
    )
