"""Say why a line that can be understood is no answer now: what it tries, and what is against it.

A line is understood if it names a verb of the game and what may stand with it, from the words that
standing orders know (`Topic.verbs`), whether they are on offer or not.
"""

from __future__ import annotations

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
    """Return why a line cannot be played now; None if it does not name anything of the game.

    `lexicons`: the reader's language first. `ways` are the words of the line in other orders; None
    are given: as they stand. The line must have been refused as an answer before.
    """
    said = notation.strip_courtesies(notation.tokenize_line(line))
    tried = find_attempt(game.topics, prompt, (said, *ways), lexicons)
    if tried is None:
        return None
    found = None
    if prompt.question in game.topics and tried.verb in game.topics[prompt.question].verbs:
        found = game.explain_impossible(build_view(), prompt, tried)
    found = found or _explain_by_choices(game, prompt, tried, line, lexicons)
    shown = {"line": notation.shorten_line(line), **found.facts}
    return ImpossibleDecision(found.sentence, code=found.code, **shown)


# Reading ------------------------------------------------------------------------------------------


class _Found(Struct, frozen=True):
    """What a line tries, and how many of its words are not known."""

    tried: Attempt
    unknown: int


def find_attempt(
    topics: Mapping[str, Topic],
    prompt: Prompt,
    ways: Iterable[Tokens],
    lexicons: Sequence[Lexicon],
) -> Attempt | None:
    """Return what words try to do, by the prompt's own verbs first; None if it is not clear.

    A component without a verb counts if only one verb of the prompt can name it.
    """
    own = topics.get(prompt.question, Topic({}))
    others = [topic for name, topic in topics.items() if name != prompt.question]
    for said in dict.fromkeys(ways):
        for some in ([own], others):
            found = [one for words in lexicons for one in _iter_attempts(said, some, prompt, words)]
            if found:
                return min(found, key=lambda one: one.unknown).tried
        for words in lexicons:
            if bare := _find_without_verb(said, own, words):
                return bare
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
        elif said[at] not in joints:
            unknown += 1
        at = max(end, at + 1)
    return tuple(names), tuple(numbers), unknown


def _list_joints(words: Lexicon) -> frozenset[str]:
    """Return the words that a game puts between a verb and its arguments, and behind numbers."""
    said = (word for code, word in words.items() if "." in (code[:1], code[-1:]))
    return frozenset(word for one in said for word in _tokenize(one))


# Explaining ---------------------------------------------------------------------------------------


def _explain_by_choices(
    game: AnyGame, prompt: Prompt, tried: Attempt, line: str, lexicons: Sequence[Lexicon]
) -> ImpossibleDecision:
    """Return what the choices of the prompt say against an attempt."""
    shown = notation.shorten_line(line)
    topic = game.topics.get(prompt.question)
    if topic is None or tried.verb not in topic.verbs:
        return ImpossibleDecision("“{line}” does not answer this question.", line=shown)
    choices = [choice for choice in prompt.choices if choice.verb == tried.verb]
    for choice in choices:
        if found := _explain_slots(choice, tried):
            return found
    answers = _list_answers(choices, lexicons[0])
    if answers:
        return ImpossibleDecision(
            "“{line}” is not possible now, but this is: {answers}.", line=shown, answers=answers
        )
    return ImpossibleDecision("“{line}” is not possible now.", line=shown)


def _explain_slots(choice: Choice, tried: Attempt) -> ImpossibleDecision | None:
    """Return what is wrong with how much is named."""
    for slot in choice.slots:
        if isinstance(slot, Pick) and not choice.args and set(tried.names) <= set(slot.items):
            many = len(tried.names)
            if slot.least == slot.most != many:
                return ImpossibleDecision(
                    "You have named {many}; it must be {low}.", many=many, low=slot.least
                )
            if not slot.least <= many <= slot.most:
                return ImpossibleDecision(
                    "You have named {many}; it must be from {low} to {high}.",
                    many=many,
                    low=slot.least,
                    high=slot.most,
                )
    return None


def _list_answers(choices: Sequence[Choice], words: Lexicon) -> list[str]:
    """Return the first answers of choices, in words."""
    found = dict.fromkeys(
        notation.format_decision(one, words) for choice in choices for one in choice.examples()[:1]
    )
    return list(found)[:MAX_LISTED]
