"""Say why a line that can be understood is no answer now: what it tries, and what is against it.

A line is understood if it names a verb of the game and what may stand with it, from the words that
standing orders know (`Topic.verbs`), whether they are on offer or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from . import notation
from .contract import (
    AnyGame,
    Attempt,
    Choice,
    ImpossibleDecision,
    Pick,
    Prompt,
    Topic,
    View,
)
from .notation import Lexicon, Tokens

# Maximum number of words in a line that nothing is known about.
MAX_UNKNOWN = 2
# Minimum length of a word that names a component by itself.
MIN_NAME_LENGTH = 4
# Words that name nothing by themselves: “then pass discarding all”.
_NAMELESS = frozenset(
    ["all", "everything", "tout", "tous", "toute", "toutes", "alle", "alles"]
    + ["then", "puis", "ensuite", "dann"]
)
# Maximum number of answers that a refusal lists.
MAX_LISTED = 8

_tokenize = lru_cache(maxsize=1 << 13)(notation.tokenize_line)


def explain_line(
    game: AnyGame,
    prompt: Prompt,
    line: str,
    lexicons: Sequence[Lexicon],
    build_view: Callable[[], View],
    *,
    ways: Iterable[Tokens] = (),
) -> ImpossibleDecision | None:
    """Return why a line cannot be played now; None if it does not name anything of the game, or
    something that is on offer.

    `lexicons`: the reader's language first. `ways` are the words of the line in other orders; None
    are given: as they stand. The line must have been refused as an answer before.
    """
    tokens = notation.strip_courtesies(notation.tokenize_line(line))
    match = _find_attempt(game.topics, prompt, (tokens, *ways), lexicons)
    if match is None:
        return None
    short_line = notation.shorten_line(line)
    attempt, topic = match.tried, game.topics.get(prompt.question)
    choices = [choice for choice in prompt.choices if choice.verb == attempt.verb]
    if any(_offers(choice, attempt) for choice in choices):
        if match.unknown:
            # A misspelt name is not too few names: what is written most like it is proposed.
            return None
        explanation = next(
            filter(None, (_explain_number(option, attempt) for option in choices)), None
        )
    elif topic is None or attempt.verb not in topic.verbs:
        explanation = ImpossibleDecision("“{line}” does not answer this question.", line=short_line)
    else:
        explanation = game.explain_impossible(build_view(), prompt, attempt)
        if explanation is None and not match.unknown:
            explanation = _name_possible_answers(choices, lexicons[0], short_line)
    if explanation is None:
        return None
    return ImpossibleDecision(explanation.sentence, **{**explanation.facts, "line": short_line})


# Reading ------------------------------------------------------------------------------------------


class _AttemptMatch(Struct, frozen=True):
    """What a line tries, and how many of its words are not known."""

    tried: Attempt
    unknown: int


def _find_attempt(
    topics: Mapping[str, Topic],
    prompt: Prompt,
    ways: Iterable[Tokens],
    lexicons: Sequence[Lexicon],
) -> _AttemptMatch | None:
    """Return what words try to do, by the prompt's own verbs first; None if it is not clear.

    A component without a verb counts if only one verb of the prompt can name it.
    """
    own = topics.get(prompt.question, Topic({}))
    others = [topic for name, topic in topics.items() if name != prompt.question]
    for tokens in dict.fromkeys(ways):
        for some in ([own], others):
            matches = [
                match for words in lexicons for match in _iter_attempts(tokens, some, prompt, words)
            ]
            if matches:
                return min(matches, key=lambda match: match.unknown)
        for words in lexicons:
            if bare := _find_without_verb(tokens, own, words):
                return _AttemptMatch(bare, 0)
    return None


def _iter_attempts(
    tokens: Tokens, topics: Sequence[Topic], prompt: Prompt, words: Lexicon
) -> Iterator[_AttemptMatch]:
    for topic in topics:
        for verb, codes in topic.verbs.items():
            for verb_text in notation.list_written_verbs(verb, words):
                verb_tokens = _tokenize(verb_text)
                if tokens[: len(verb_tokens)] != verb_tokens:
                    continue
                names, numbers, unknown = _read_things(tokens[len(verb_tokens) :], codes, words)
                if not unknown or unknown <= MAX_UNKNOWN and (names or numbers):
                    yield _AttemptMatch(Attempt(verb, names, numbers), unknown)


def _find_without_verb(tokens: Tokens, topic: Topic, words: Lexicon) -> Attempt | None:
    attempts = []
    for verb, codes in topic.verbs.items():
        names, numbers, unknown = _read_things(tokens, codes, words)
        if names and not unknown:
            attempts.append(Attempt(verb, names, numbers))
    return attempts[0] if len(attempts) == 1 else None


def _read_things(
    tokens: Tokens, codes: Sequence[str], words: Lexicon
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Return the codes and numbers that words name, and how many words are neither.

    A longer word names the only component that has it in its name: “Stag”.
    """
    code_of_tokens: dict[Tokens, str] = {}
    parts: dict[str, set[str]] = {}
    for code in codes:
        name_tokens = _tokenize(words.get(code) or code.replace("_", " "))
        if not code.isdigit():
            code_of_tokens.setdefault(name_tokens, code)
            for word in name_tokens:
                parts.setdefault(word, set()).add(code)
    for word, having in parts.items():
        if len(having) == 1 and len(word) >= MIN_NAME_LENGTH:
            code_of_tokens.setdefault((word,), having.pop())
    longest = max(map(len, code_of_tokens), default=0)
    joints = _list_joints(words)
    names, numbers, unknown, at = list[str](), list[int](), 0, 0
    while at < len(tokens):
        ends = (end for end in range(min(len(tokens), at + longest), at, -1))
        end = next((place for place in ends if tokens[at:place] in code_of_tokens), at)
        if end > at:
            names.append(code_of_tokens[tokens[at:end]])
        elif tokens[at].lstrip("-").isdigit():
            numbers.append(int(tokens[at]))
        elif tokens[at] not in joints and tokens[at] not in _NAMELESS:
            unknown += 1
        at = max(end, at + 1)
    return tuple(names), tuple(numbers), unknown


def _list_joints(words: Lexicon) -> frozenset[str]:
    """Return the words that a game puts between a verb and its arguments, and behind numbers."""
    joint_names = (word for code, word in words.items() if "." in (code[:1], code[-1:]))
    return frozenset(word for name in joint_names for word in _tokenize(name))


# Explaining ---------------------------------------------------------------------------------------


def _offers(choice: Choice, attempt: Attempt) -> bool:
    """Return whether a choice has all that is named: then only the form of the line is wrong."""
    having: set[object] = set()
    for value in choice.args.values():
        having.update(value) if isinstance(value, list | dict) else having.add(value)
    fits = having.issuperset(attempt.numbers)
    for slot in choice.slots:
        if isinstance(slot, Pick):
            having.update(slot.items)
            # An item may be a place: “1,-2”.
            fits |= any(_numbers_of(item) == attempt.numbers for item in slot.items)
        else:
            fits = True
    return fits and having.issuperset(attempt.names)


def _numbers_of(item: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"-?\d+", item)))


def _explain_number(choice: Choice, attempt: Attempt) -> ImpossibleDecision | None:
    """Return what is wrong with how many items are named."""
    many = len(attempt.names)
    if choice.args or len(choice.slots) != 1 or not isinstance(choice.slots[0], Pick):
        return None
    slot = choice.slots[0]
    if slot.least == slot.most != many:
        return ImpossibleDecision(
            "You have named {many}; name exactly {low}.", many=many, low=slot.least
        )
    if not slot.least <= many <= slot.most:
        return ImpossibleDecision(
            "You have named {many}; name {low} to {high}.",
            many=many,
            low=slot.least,
            high=slot.most,
        )
    return None


def _name_possible_answers(
    choices: Sequence[Choice], words: Lexicon, line: str
) -> ImpossibleDecision:
    """Return a refusal of a line with the first answers of choices, in words."""
    examples = (example for choice in choices for example in choice.examples()[:1])
    lines = dict.fromkeys(notation.format_decision(example, words) for example in examples)
    if not lines:
        return ImpossibleDecision("“{line}” is not possible now.", line=line)
    answers = list(lines)[:MAX_LISTED]
    return ImpossibleDecision(
        "“{line}” is not possible now, but this is: {answers}.", line=line, answers=answers
    )
