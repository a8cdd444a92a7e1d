"""Read a line with words of the e-mail's list around its answer: a number, or a hint."""

from __future__ import annotations

from games.engine import notation
from games.engine.contract import Decision, Number, Refused, UnreadableDecision
from games.engine.notation import Reading
from games.replies.lines import copied_options, natural_answers, small_talk
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.spoken_answers import read_spoken

# Minimum number of words of a hint that may stand behind an answer without “for”.
MIN_HINT_WORDS = 3


def read_copied(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer in a line copied from our e-mail, None if it is not such a line.

    Its number, words and hint must agree. Raises AmbiguousDecision if number and words name
    different answers.
    """
    listed_line = copied_options.parse_copied_option(line)
    if listed_line is None or (listed_line.is_bare and _may_be_amount(question, listed_line.words)):
        return None
    try:
        if listed_line.is_dashed and small_talk.is_courtesy(listed_line.words):
            return question.parse(str(listed_line.number))
        number_reading = question.parse(str(listed_line.number)) if listed_line.number else None
        if number_reading and (
            question.echoes(f"{listed_line.words} {listed_line.hint}", number_reading.decision)
            or question.complains(listed_line.words, number_reading.decision)
        ):
            return number_reading
        words_reading = _parse_spoken(question, listed_line.words)
        if words_reading.by_number:
            return None
    except Refused:
        return None
    number_reading = number_reading or words_reading
    if listed_line.hint and not _is_beside(question, listed_line.hint, words_reading.decision):
        return None
    return question.agree([number_reading, words_reading], line)


def _may_be_amount(question: QuestionWords, words: str) -> bool:
    """Return whether a number with a blank behind it may be an amount: “2 und 0 für Priester”."""
    takes_amounts = any(
        isinstance(slot, Number) for choice in question.asked.choices for slot in choice.slots
    )
    return takes_amounts and question.forms.isdisjoint(notation.tokenize_line(words)[:1])


def _is_beside(question: QuestionWords, words: str, decision: Decision) -> bool:
    """Return whether words behind a dash are the answer's hint, or change nothing about it."""
    if small_talk.is_phrase(words) or small_talk.is_courtesy(words):
        return True
    if question.declines(decision) and small_talk.is_reason(words):
        return True
    return copied_options.is_hint(words, question.background.describe_hint(decision))


def _parse_spoken(question: QuestionWords, line: str) -> Reading:
    try:
        return question.parse(line)
    except UnreadableDecision:
        if reading := read_spoken(question, line):
            return reading
        raise


def read_with_hint(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer that a line names with its hint behind it: “I take it for 1 Pearl”."""
    tokens = notation.tokenize_line(line)
    for decision, hint in zip(question.offered, question.hints, strict=True):
        rest = tokens[: -len(hint)]
        is_price = rest[-1:] and rest[-1] in natural_answers.FOR
        # “Buy 1 Pearl” is something else.
        if tokens[-len(hint) :] != hint or not (is_price or len(hint) >= MIN_HINT_WORDS):
            continue
        rest = rest[:-1] if is_price else rest
        reading = read_spoken(question, " ".join(rest)) if rest else None
        if reading and reading.decision == decision and not reading.by_number:
            return reading
    return None
