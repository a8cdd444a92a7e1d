"""Standing orders in words, for their owner's pages and e-mails. Read-only."""

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
    """Return all orders of a seat, by number, including ended ones. Only for its owner."""
    return describe_orders(match, seat, language, match.orders.filter(seat=seat).order_by("number"))


def describe_orders(
    match: Match, seat: int, language: str, rows: Iterable[Order]
) -> list[Standing]:
    """Return the given orders of a seat in words. Only for its owner."""
    words = GAMES[match.game].list_words(language)
    taken = next((one.replaced_at for one in match.seats.all() if one.number == seat), None)
    return [
        Standing(
            row, orders.format_order(msgspec.convert(row.rules, orders.Order), words, language)
        )
        for row in rows
        # Orders of a former player of the seat remain private.
        if taken is None or row.created_at >= taken
    ]


@cache
def list_preset_orders(game: str, language: str, question: str = "") -> tuple[str, ...]:
    """Return sample orders in a language; for one kind of question if given."""
    topics, english = GAMES[game].topics, [GAMES[game].list_words("en")]
    about = [topics[question]] if question else topics.values()
    examples = (example for topic in about for example in topic.examples)
    read = (order_grammar.parse_order(example, topics, english, "en") for example in examples)
    return tuple(
        orders.format_order(order, GAMES[game].list_words(language), language) for order in read
    )


def facts_in_words(game: str, prompt: Prompt, language: str) -> str:
    """Describe the facts of a prompt: “race crab, value 3, price 1”; lists are omitted."""
    words, topic = GAMES[game].list_words(language), GAMES[game].topics[prompt.question]
    told = {
        orders.fact_word(name, words): prompt.facts[name]
        for name, fact in topic.facts.items()
        if fact.kind in ("number", "word")
    }
    return ", ".join(
        f"{name} {orders.code_word(str(value), words)}" for name, value in told.items()
    )
