"""Standing orders in words, for their owner's pages and e-mails. Read-only."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec
from django.utils.translation import override

from games.engine import notation, order_grammar, orders
from games.engine.contract import Decision, Prompt, Refused
from games.engine.order_words import OrderError
from games.models import DefaultOrder, Match, Order, Player
from games.presentation import errors_text, order_sentences, preview
from games.queries.matches import Question
from games.services.orders import read_order
from games.titles import GAMES

# Maximum number of wrong words of an order for which similar ones are tried.
MAX_MISTAKES = 3
# Maximum number of questions that are named for an order.
MAX_QUESTIONS = 3
# Maximum number of texts with a missing word that are proposed.
MAX_COMPLETED = 3


class Standing(msgspec.Struct, frozen=True):
    """A standing order in the words of its owner, as they could write it.

    `about` are the questions that it answers, in words.
    """

    row: Order
    words: str
    about: str = ""

    @property
    def order(self) -> orders.Order:
        return msgspec.convert(self.row.rules, orders.Order)


class Default(msgspec.Struct, frozen=True):
    """An order for new matches: as its owner could write it, and as a sentence."""

    row: DefaultOrder
    words: str
    sentence: str


class SuggestedOrder(msgspec.Struct, frozen=True):
    """An order that a game suggests: as it is written, and as a sentence."""

    order: orders.Order
    words: str
    sentence: str
    about: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """How to go on after an order that could not be read.

    `words` could stand in place of the wrong one; `lines` are whole orders that can be read.
    """

    words: tuple[str, ...]
    lines: tuple[str, ...]


class OpenPreview(msgspec.Struct, frozen=True):
    """What an order would answer to the open question.

    `answer` is in words, None if the order does not fit; `asks`: it leaves the question to its
    owner. `told` is what the answer would do, in sentences, as far as that can be said.
    """

    question: str
    answer: str | None
    asks: bool
    told: tuple[str, ...]


def own_orders(match: Match, seat: int, language: str) -> list[Standing]:
    """Return all orders of a seat, by number, including ended ones. Only for its owner."""
    return describe_orders(match, seat, language, match.orders.filter(seat=seat).order_by("number"))


def describe_orders(
    match: Match, seat: int, language: str, rows: Iterable[Order]
) -> list[Standing]:
    """Return the given orders of a seat in words. Only for its owner."""
    taken_over_at = next(
        (
            row_of_seat.replaced_at
            for row_of_seat in match.seats.all()
            if row_of_seat.number == seat
        ),
        None,
    )
    return [
        Standing(
            row, write_out(match, order, language), name_questions(match.game, order, language)
        )
        for row in rows
        for order in [msgspec.convert(row.rules, orders.Order)]
        # Orders of a former player of the seat remain private.
        if taken_over_at is None or row.created_at >= taken_over_at
    ]


def name_questions(game: str, order: orders.Order, language: str) -> str:
    """Return which questions an order may answer, in words; "" if they are too many to name."""
    words, verbs = GAMES[game].list_words(language), {rule.verb for rule in order.rules}
    names = [
        words.get(f"question.{name}", "")
        for name, topic in GAMES[game].topics.items()
        if not verbs.isdisjoint(topic.verbs)
    ]
    questions = list(dict.fromkeys(filter(None, names)))
    return ", ".join(questions) if len(questions) <= MAX_QUESTIONS else ""


def list_default_orders(player: Player, game: str | None = None) -> list[Default]:
    """Return the player's orders for new matches, of one game or of all, in words."""
    rows = player.default_orders.order_by("game", "pk")
    own_rows = rows if game is None else rows.filter(game=game)
    return [_describe_default(row, player.language) for row in own_rows if row.game in GAMES]


def _describe_default(row: DefaultOrder, language: str) -> Default:
    order = msgspec.convert(row.rules, orders.Order)
    words = GAMES[row.game].list_words(language)
    text = orders.format_order(order, words, language)
    return Default(row, text, order_sentences.describe_order(order, words))


@cache
def list_suggested_orders(game: str, language: str) -> tuple[SuggestedOrder, ...]:
    """Return the orders that a game suggests to those who want fewer e-mails."""
    words = GAMES[game].list_words(language)
    return tuple(
        SuggestedOrder(
            order,
            orders.format_order(order, words, language),
            order_sentences.describe_order(order, words),
            name_questions(game, order, language),
        )
        for order in order_grammar.parse_suggested_orders(GAMES[game])
    )


def write_out(match: Match, order: orders.Order, language: str) -> str:
    """Return an order as its owner could write it, without the word “order”."""
    return orders.format_order(order, GAMES[match.game].list_words(language), language)


def propose_orders(
    error: OrderError, match: Match, player: Player, *, question: str = ""
) -> Proposal:
    """Return how to go on after an error: the text with the most similar words or with the word
    that is missing, or an example.

    The example is about the question of the wrong rule, or about `question` if that is not known;
    "" stands for any.
    """
    texts = error.list_corrected_texts()
    candidates = (_correct_text(text, match, player, MAX_MISTAKES - 1) for text in texts)
    if corrections := tuple(dict.fromkeys(filter(None, candidates))):
        return Proposal(error.nearest, corrections)
    if completions := _complete_text(error, match, player, question):
        return Proposal((), completions)
    topics = GAMES[match.game].topics
    questions = (*error.questions, question) if error.questions else (question,)
    about = next((name for name in questions if name and topics[name].examples), "")
    presets = list_preset_orders(match.game, player.language, about)[:1]
    return Proposal(error.nearest, tuple(preset.written for preset in presets))


def _complete_text(
    error: OrderError, match: Match, player: Player, question: str
) -> tuple[str, ...]:
    """Return the text with the word that it lacks: “if”, or the answer at the beginning of a rule.

    Answers to `question` come first.
    """
    game, language = GAMES[match.game], player.language
    words = game.list_words(language)
    begin, end = error.text[: error.position], error.text[error.position :]
    condition = orders.list_keywords(language)["if"]
    about = sorted(game.topics, key=lambda name: name != question)
    verbs = dict.fromkeys(
        orders.verb_word(verb, words) for name in about for verb in game.topics[name].verbs
    )
    start = error.text.rfind("\n", 0, error.position) + 1
    before, rule = error.text[:start], error.text[start:].lstrip()
    texts = [f"{begin}{condition} {end}"]
    for verb in verbs:
        texts += [f"{before}{verb} {rule}", f"{before}{verb} {condition} {rule}"]
    candidates = (_correct_text(text, match, player, 0) for text in texts)
    return tuple(dict.fromkeys(filter(None, candidates)))[:MAX_COMPLETED]


def _correct_text(text: str, match: Match, player: Player, mistakes: int) -> str:
    """Return `text` in one line, with the most similar words in place of up to so many wrong ones.

    Returns "" if it cannot be read even so.
    """
    line = " ".join(text.replace("\n", "; ").split())
    try:
        read_order(match, player, line)
    except OrderError as error:
        again = error.list_corrected_texts()[:1] if mistakes else []
        return next(
            (_correct_text(correction, match, player, mistakes - 1) for correction in again), ""
        )
    return line


def preview_open_question(order: orders.Order, question: Question, language: str) -> OpenPreview:
    """Return what an order alone would answer to an open question. Nothing is played."""
    answer = orders.find_answer(order, question.asked)
    if not isinstance(answer, Decision):
        return OpenPreview(question.text, None, answer is not None, ())
    words = GAMES[question.row.match.game].list_words(language)
    try:
        sentences = preview.preview_decision(question, answer, language).told
    except Refused as refusal:
        sentences = (errors_text.describe_refusal(refusal, question.row.match.game),)
    return OpenPreview(question.text, notation.format_decision(answer, words), False, sentences)


class PresetOrder(msgspec.Struct, frozen=True):
    """A sample order as it is written, and as a sentence."""

    written: str
    sentence: str


@cache
def list_preset_orders(game: str, language: str, question: str = "") -> tuple[PresetOrder, ...]:
    """Return sample orders in a language; for one kind of question if given."""
    words = GAMES[game].list_words(language)
    topics, english = GAMES[game].topics, [GAMES[game].list_words("en")]
    about = [topics[question]] if question else topics.values()
    examples = (example for topic in about for example in topic.examples)
    read = (order_grammar.parse_order(example, topics, english, "en") for example in examples)
    with override(language):
        return tuple(
            PresetOrder(
                orders.format_order(order, words, language),
                order_sentences.describe_order(order, words),
            )
            for order in read
        )


def facts_in_words(game: str, prompt: Prompt, language: str) -> str:
    """Describe the facts of a prompt: “race crab, value 3, price 1”; lists are omitted."""
    words, topic = GAMES[game].list_words(language), GAMES[game].topics[prompt.question]
    values = {
        orders.fact_word(name, words): prompt.facts[name]
        for name, fact in topic.facts.items()
        if fact.kind in ("number", "word")
    }
    return ", ".join(
        f"{name} {orders.code_word(str(value), words)}" for name, value in values.items()
    )
