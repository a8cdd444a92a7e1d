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
    said = notation.strip_courtesies(notation.tokenize_line(line))
    heard = _find_attempt(game.topics, prompt, (said, *ways), lexicons)
    if heard is None:
        return None
    shown = notation.shorten_line(line)
    tried, topic = heard.tried, game.topics.get(prompt.question)
    choices = [choice for choice in prompt.choices if choice.verb == tried.verb]
    if any(_offers(choice, tried) for choice in choices):
        if heard.unknown:
            # A misspelt name is not too few names: what is written most like it is proposed.
            return None
        found = next(filter(None, (_explain_number(one, tried) for one in choices)), None)
    elif topic is None or tried.verb not in topic.verbs:
        found = ImpossibleDecision("“{line}” does not answer this question.", line=shown)
    else:
        found = game.explain_impossible(build_view(), prompt, tried)
        if found is None and not heard.unknown:
            found = _name_possible_answers(choices, lexicons[0], shown)
    if found is None:
        return None
    return ImpossibleDecision(found.sentence, **{**found.facts, "line": shown})


# Reading ------------------------------------------------------------------------------------------


class _Found(Struct, frozen=True):
    """What a line tries, and how many of its words are not known."""

    tried: Attempt
    unknown: int


def _find_attempt(
    topics: Mapping[str, Topic],
    prompt: Prompt,
    ways: Iterable[Tokens],
    lexicons: Sequence[Lexicon],
) -> _Found | None:
    """Return what words try to do, by the prompt's own verbs first; None if it is not clear.

    A component without a verb counts if only one verb of the prompt can name it.
    """
    own = topics.get(prompt.question, Topic({}))
    others = [topic for name, topic in topics.items() if name != prompt.question]
    for said in dict.fromkeys(ways):
        for some in ([own], others):
            found = [one for words in lexicons for one in _iter_attempts(said, some, prompt, words)]
            if found:
                return min(found, key=lambda one: one.unknown)
        for words in lexicons:
            if bare := _find_without_verb(said, own, words):
                return _Found(bare, 0)
    return None


def _iter_attempts(
    said: Tokens, topics: Sequence[Topic], prompt: Prompt, words: Lexicon
) -> Iterator[_Found]:
    for topic in topics:
        for verb, codes in topic.verbs.items():
            for written in notation.list_written_verbs(verb, words):
                spoken = _tokenize(written)
                if said[: len(spoken)] != spoken:
                    continue
                names, numbers, unknown = _read_things(said[len(spoken) :], codes, words)
                if not unknown or unknown <= MAX_UNKNOWN and (names or numbers):
                    yield _Found(Attempt(verb, names, numbers), unknown)


def _find_without_verb(said: Tokens, topic: Topic, words: Lexicon) -> Attempt | None:
    found = []
    for verb, codes in topic.verbs.items():
        names, numbers, unknown = _read_things(said, codes, words)
        if names and not unknown:
            found.append(Attempt(verb, names, numbers))
    return found[0] if len(found) == 1 else None


def _read_things(
    said: Tokens, codes: Sequence[str], words: Lexicon
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Return the codes and numbers that words name, and how many words are neither.

    A longer word names the only component that has it in its name: “Stag”.
    """
    known: dict[Tokens, str] = {}
    parts: dict[str, set[str]] = {}
    for code in codes:
        spoken = _tokenize(words.get(code) or code.replace("_", " "))
        if not code.isdigit():
            known.setdefault(spoken, code)
            for word in spoken:
                parts.setdefault(word, set()).add(code)
    for word, having in parts.items():
        if len(having) == 1 and len(word) >= MIN_NAME_LENGTH:
            known.setdefault((word,), having.pop())
    longest = max(map(len, known), default=0)
    joints = _list_joints(words)
    names, numbers, unknown, at = list[str](), list[int](), 0, 0
    while at < len(said):
        ends = (end for end in range(min(len(said), at + longest), at, -1))
        end = next((one for one in ends if said[at:one] in known), at)
        if end > at:
            names.append(known[said[at:end]])
        elif said[at].lstrip("-").isdigit():
            numbers.append(int(said[at]))
        elif said[at] not in joints and said[at] not in _NAMELESS:
            unknown += 1
        at = max(end, at + 1)
    return tuple(names), tuple(numbers), unknown


def _list_joints(words: Lexicon) -> frozenset[str]:
    """Return the words that a game puts between a verb and its arguments, and behind numbers."""
    said = (word for code, word in words.items() if "." in (code[:1], code[-1:]))
    return frozenset(word for one in said for word in _tokenize(one))


# Explaining ---------------------------------------------------------------------------------------


def _offers(choice: Choice, tried: Attempt) -> bool:
    """Return whether a choice has all that is named: then only the form of the line is wrong."""
    having: set[object] = set()
    for value in choice.args.values():
        having.update(value) if isinstance(value, list | dict) else having.add(value)
    fits = having.issuperset(tried.numbers)
    for slot in choice.slots:
        if isinstance(slot, Pick):
            having.update(slot.items)
            # An item may be a place: “1,-2”.
            fits |= any(_numbers_of(item) == tried.numbers for item in slot.items)
        else:
            fits = True
    return fits and having.issuperset(tried.names)


def _numbers_of(item: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"-?\d+", item)))


def _explain_number(choice: Choice, tried: Attempt) -> ImpossibleDecision | None:
    """Return what is wrong with how many items are named."""
    many = len(tried.names)
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
    examples = (one for choice in choices for one in choice.examples()[:1])
    found = dict.fromkeys(notation.format_decision(one, words) for one in examples)
    if not found:
        return ImpossibleDecision("“{line}” is not possible now.", line=line)
    answers = list(found)[:MAX_LISTED]
    return ImpossibleDecision(
        "“{line}” is not possible now, but this is: {answers}.", line=line, answers=answers
    )
