"""Find the lines of text on cards that never matter: without them every match goes the same way.

Matches of house bots, who answer at random now and then, are recorded once. For each line they are
replayed by rules without it until something differs: the answers that somebody may give, or places
and scores at the end, line by line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from msgspec import Struct

from .chance import Chance
from .contract import AnyGame, CardTexts, Decision, Prompt, Refused, serialize_view
from .random_match import MAX_MOVES, Broken, any_filling, draw_options, seed_of

# The share of answers given at random, drawn for each match: without any, so that matches are won
# as bots win them, and with some, so that what no bot would do is tried, too.
AT_RANDOM = (0.0, 0.25, 0.5)
# After as many answers a match has begun, and its end may be brought nearer.
ANSWERS_AT_FIRST = 20


class RecordedMatch(Struct):
    """A match of house bots: its decisions, and after each a digest of what may be answered next.

    `codes` are those that occurred in the first views, in events and in decisions. The last of
    `digests` is that of the outcome.
    """

    seats: int
    seed: bytes
    options: dict[str, object]
    decisions: list[tuple[int, Decision]]
    digests: list[int]
    codes: frozenset[str]


class LineWeight(Struct):
    """How a line of text fared: in how many matches its card occurred, and whether it mattered.

    `matches` is counted up to the first match in which it mattered.
    """

    line: str
    matches: int
    mattered: bool


def record_match(game: AnyGame, number: int) -> RecordedMatch:
    """Let house bots play a match with random seats and options; `number` decides everything."""
    luck = random.Random(f"{game.name} lines {number}")
    seats = luck.choice(game.seats)
    options = draw_options(game, seats, luck)
    at_random = luck.choice(AT_RANDOM)
    seed, chance = seed_of(game.name, "lines", number), Chance(seed_of("lines", number))
    state = game.set_up_match(seats, seed, options)
    decisions: list[tuple[int, Decision]] = []
    digests: list[int] = []
    first_views = [serialize_view(game.build_view(state, seat)) for seat in range(seats)]
    codes = {word for view in first_views for word in _iter_words(view)}
    for answers in range(MAX_MOVES):
        _bring_end_near(game, state, seed, answers)
        prompts = game.list_prompts(state)
        digests.append(_digest_moment(game, state, prompts))
        open_prompts = [prompt for prompt in prompts if prompt.answered is None]
        if not open_prompts:
            return RecordedMatch(seats, seed, options, decisions, digests, frozenset(codes))
        prompt = open_prompts[0]
        if luck.random() < at_random:
            decision = any_filling(luck.choice(prompt.choices), luck)
        else:
            view = game.build_view(state, prompt.seat)
            decision = game.bot.choose_decision(view, prompt, chance)
        events = game.play_decision(state, prompt.seat, decision)
        decisions.append((prompt.seat, decision))
        codes.update(_iter_words(decision.args))
        for event in events:
            codes.update(_iter_words(event.args))
    raise Broken("the match does not end")


def weigh_line(
    game: AnyGame, texts: CardTexts, line: str, matches: list[RecordedMatch]
) -> LineWeight:
    """Return whether any match goes differently without a line."""
    card = line.partition(" ")[0]
    tries = 0
    with texts.leave_out(line):
        for match in matches:
            if card in match.codes:
                tries += 1
                if not _goes_the_same_way(game, match):
                    return LineWeight(line, tries, True)
    return LineWeight(line, tries, False)


def _goes_the_same_way(game: AnyGame, match: RecordedMatch) -> bool:
    """Replay a match with the rules as they are now, up to the first difference."""
    state = game.set_up_match(match.seats, match.seed, match.options)
    moments = zip(match.decisions, match.digests, strict=False)
    for answers, ((seat, decision), digest) in enumerate(moments):
        _bring_end_near(game, state, match.seed, answers)
        if _digest_moment(game, state, game.list_prompts(state)) != digest:
            return False
        try:
            game.play_decision(state, seat, decision)
        except Refused:
            return False
    return _digest_moment(game, state, game.list_prompts(state)) == match.digests[-1]


def _bring_end_near(game: AnyGame, state: object, seed: bytes, answers: int) -> None:
    """Let the end of a match come sooner as its seed says, once."""
    if game.texts and answers == ANSWERS_AT_FIRST:
        game.texts.bring_end_near(state, Chance(seed))


def _digest_moment(game: AnyGame, state: object, prompts: list[Prompt]) -> int:
    """Return a number for what may be answered now, or for the outcome."""
    questions = [
        (prompt.seat, prompt.question, [(c.verb, c.args, c.slots) for c in prompt.choices])
        for prompt in prompts
    ]
    outcome = None if prompts else game.find_outcome(state)
    return hash(repr((questions, outcome)))


def _iter_words(value: object) -> Iterator[str]:
    """Yield every word in plain values, without the number of a copy."""
    if isinstance(value, str):
        yield value.partition("/")[0].partition(" ")[0]
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _iter_words(key)
            yield from _iter_words(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iter_words(item)
