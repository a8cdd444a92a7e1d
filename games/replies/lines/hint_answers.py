"""Read lines that name an answer by the hint behind it: “me reposer et soigner mes blessures”."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import notation
from games.engine.contract import Decision
from games.engine.notation import Reading, Tokens
from games.replies.lines import gist, natural_answers, number_words, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.question_words import QuestionWords

# Words between an answer and its hint.
_BETWEEN = (
    gist.AROUND
    | natural_answers.CHOOSES
    | small_talk.list_words("for to and pour de d et um für und zu this time diesmal cette fois")
)
# What those mean who do nothing: “nothing”, “diesmal nichts bieten”.
_NOTHING = small_talk.list_words("nothing rien nichts")


def read_by_hint(question: QuestionWords, line: str) -> Reading | None:
    """Return the only answer whose hint a line has words of, among those that its verb and names
    leave.

    Without a verb, there must be nothing else in the line: “the 2 Wealth”. A number must stand
    before the same word as in the hint.
    """
    if notation.is_question(line) or natural_answers.begins_question(line):
        return None
    if small_talk.is_retraction(line) or not question.offered:
        return None
    words = tuple(number_words.NUMBERS.get(word, word) for word in notation.split_words(line))
    tokens = notation.drop_fillers(small_talk.cut_talk(words))
    if not 0 < len(tokens) <= gist.MAX_WORDS:
        return None
    if reading := _read_nothing(question, tokens):
        return reading
    codes = gist.find_verbs(question, line)
    if len(codes) > 1 or gist.NO_MOVE.intersection(tokens):
        return None
    answers = _list_answers(question, tokens, codes)
    if len(answers) < 2 or any(map(question.has_longer, answers)):
        return None
    forms = gist.list_forms(question, next(iter(codes))) if codes else set[str]()
    fitting = [
        decision
        for decision in answers
        if _fits(question, decision, answers, [word for word in tokens if word not in forms])
    ]
    if len(fitting) != 1 or not _is_only_about(question, fitting[0], tokens, strictly=not codes):
        return None
    return Reading(fitting[0], False, True)


def _read_nothing(question: QuestionWords, tokens: Tokens) -> Reading | None:
    """Return the only answer whose hint is “nothing”, if words say no more than that."""
    rest = set(tokens) - gist.AROUND - question.forms - small_talk.list_words("cette fois time")
    if not rest or not rest <= _NOTHING:
        return None
    hints = zip(question.offered, question.hints, strict=True)
    decisions = [decision for decision, hint in hints if hint and _NOTHING.issuperset(hint)]
    return Reading(decisions[0], False, True) if len(decisions) == 1 else None


def _list_answers(question: QuestionWords, tokens: Tokens, codes: set[str]) -> list[Decision]:
    """Return the answers of a verb, or all if there is only one, with every name in a line."""
    choices = [choice for choice in question.asked.choices if not codes or choice.verb in codes]
    if any(choice.slots for choice in choices) or len({choice.verb for choice in choices}) != 1:
        return []
    decisions = [Decision(choice.verb, choice.args) for choice in choices]
    names = {_stem(word) for word in question.names if len(word) >= MIN_NAME_LENGTH}
    line_names = {_stem(word) for word in tokens if word.isalpha()} & names
    line_names -= {_stem(word) for word in natural_answers.COMMON}
    return [row for row in decisions if line_names <= _list_stems(question, row)]


def _fits(
    question: QuestionWords, decision: Decision, answers: Sequence[Decision], tokens: Sequence[str]
) -> bool:
    """Return whether words that only one of several answers has are in this one alone."""
    own = _list_stems(question, decision)
    others = {stem for row in answers if row != decision for stem in _list_stems(question, row)}
    stems = {_stem(word) for word in tokens if len(word) >= MIN_NAME_LENGTH and word.isalpha()}
    return bool(stems & (own - others)) and not stems & (others - own)


def _is_only_about(
    question: QuestionWords, decision: Decision, tokens: Tokens, *, strictly: bool
) -> bool:
    """Return whether nothing in a line is about anything but an answer.

    Each number stands before the word of the hint behind it; `strictly`: no other word is known.
    """
    text = _describe(question, decision)
    pairs = set(zip(text, text[1:], strict=False))
    own = _list_stems(question, decision)
    following = [*tokens[1:], ""]
    if any(
        word.isdigit() and (word, behind) not in pairs
        for word, behind in zip(tokens, following, strict=True)
    ):
        return False
    rest = {word for word in tokens if word.isalpha() and _stem(word) not in own}
    if strictly:
        return rest <= _BETWEEN | question.forms | {"1"}
    vocabulary = {
        _stem(word)
        for word in question.names | question.background.game_names
        if len(word) >= MIN_NAME_LENGTH and word not in natural_answers.COMMON
    }
    verbs = question.attempts.forms - gist.list_forms(question, decision.verb)
    return not any(_stem(word) in vocabulary or word in verbs for word in rest - _BETWEEN)


def _describe(question: QuestionWords, decision: Decision) -> Tokens:
    """Return the words of an answer and of its hint."""
    words = notation.format_decision(decision, question.lexicons[0])
    return notation.tokenize_line(f"{words} {question.background.describe_hint(decision)}")


def _list_stems(question: QuestionWords, decision: Decision) -> set[str]:
    return {_stem(word) for word in _describe(question, decision) if word.isalpha()}


def _stem(word: str) -> str:
    return natural_answers.cut_case(word)
