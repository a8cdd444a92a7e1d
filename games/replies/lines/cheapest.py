"""Read “recruit Sage, cheapest way”: the payment that is cheaper than all others in every way."""

from __future__ import annotations

import re

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Decision, Refused
from games.engine.notation import Reading, Tokens
from games.replies.lines import natural_answers, small_talk
from games.replies.lines.question_words import QuestionWords

_CHEAPEST = re.compile(
    r"\b(?:(?:in |by )?(?:the )?cheapest (?:way|payment|option|price)(?: possible)?|"
    r"(?:for )?(?:the )?(?:cheapest|least expensive)|as cheap(?:ly)? as possible|"
    r"au moins cher|le moins cher(?: possible)?|au plus bas prix|à moindre coût|au moindre coût|"
    r"(?:am|zum|so) (?:billigsten|günstigsten)|so (?:billig|günstig) wie möglich|"
    r"möglichst (?:billig|günstig))\b",
    re.IGNORECASE,
)


def read_cheapest(question: QuestionWords, line: str) -> Reading | None:
    """Return the cheapest answer of those that a line names without their payment.

    None if the line does not want it, or names no answer. Raises AmbiguousDecision if one payment
    costs less of one thing and another less of another.
    """
    line = line[: notation.MAX_CHARACTERS]
    wish = _CHEAPEST.search(line)
    if wish is None or notation.is_question(line):
        return None
    tokens = notation.tokenize_line(f"{line[: wish.start()]} {line[wish.end() :]}")
    if len(tokens) > notation.MAX_TOKENS or small_talk.DOUBTS.intersection(tokens):
        return None
    decisions = _find_named(question, natural_answers.cut_around(tokens, question.forms))
    if not decisions:
        return None
    costs = [_measure_cost(question, decision) for decision in decisions]
    first, others = costs[0], costs[1:]
    if any(other == first or other[0] < first[0] or other[1] < first[1] for other in others):
        answers = [
            notation.format_decision(decision, question.lexicons[0]) for decision in decisions[:8]
        ]
        short_line = notation.shorten_line(line)
        raise AmbiguousDecision("“{line}” could be {answers}.", answers=answers, line=short_line)
    return Reading(decisions[0], False, True)


def _find_named(question: QuestionWords, tokens: Tokens) -> list[Decision]:
    """Return the examples of the one answer that words name, the game's cheapest first.

    [] if they name none, or several.
    """
    verbs = [(verb, language) for _, verb, language in question.verbs]
    for word_order in dict.fromkeys((tokens, *natural_answers.iter_word_orders(tokens, verbs))):
        try:
            decisions, _ = notation.find_readings(
                question.asked.choices, word_order, question.lexicons
            )
        except Refused:
            return []
        for choice in question.asked.choices:
            if choice.slots and decisions and decisions == list(choice.examples()):
                return decisions
    return []


def _measure_cost(question: QuestionWords, decision: Decision) -> tuple[int, int]:
    """Return the sum of the numbers in an answer's words, such as cards' values, and of its hint's,
    such as Pearls."""
    words = notation.tokenize_line(notation.format_decision(decision, question.lexicons[0]))
    hint = notation.tokenize_line(question.background.describe_hint(decision))
    return _sum_numbers(words), _sum_numbers(hint)


def _sum_numbers(words: Tokens) -> int:
    return sum(int(word) for word in words if word.isdigit())
