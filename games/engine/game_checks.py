"""The checks that every game must pass, run by `manage.py fuzz` and by the tests of every game.

A check in MOMENT_CHECKS takes one moment of a random match, including the last one; a check in
LANGUAGE_CHECKS also takes a language; a check in MATCH_CHECKS takes a game, a number of seats and
the number of a match. Each raises Broken.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from msgspec import msgpack

from . import notation, order_grammar, orders
from .addressing import mark_reader
from .chance import Chance
from .contract import AnyGame, Decision, Event, IllegalDecision, Outcome, Prompt
from .legal_answers import copy_state
from .random_match import MAX_MOVES, Broken, Moment, any_answer, any_filling, seed_of
from .state_differences import find_difference
from .text import COLUMNS

# No game knows the last language; texts then fall back to English.
LANGUAGES = ("en", "fr", "de", "xx")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
MAX_EXAMPLES = 8
# Characters that the sentence of an event may end with.
ENDS = ".!:)”»“"
# Minimum length of a refusal's message, in characters.
MIN_REFUSAL_LENGTH = 6


# Checks of a single moment.


def check_questions(now: Moment) -> None:
    """Check that no seat has two prompts, and that nobody has one exactly after the end."""
    seats = [prompt.seat for prompt in now.prompts]
    for seat in seats:
        if seats.count(seat) > 1:
            raise Broken("a seat is asked two questions", seat=seat)
    if bool(seats) == (now.game.find_outcome(now.state) is not None):
        raise Broken("questions and outcome disagree about the end")
    if seats and all(prompt.answered is not None for prompt in now.prompts):
        raise Broken("everybody has answered and nothing happens")


def check_components(now: Moment) -> None:
    """Check that no component was created or lost since the deal."""
    components = now.game.count_components(now.state)
    if components != now.components:
        differs = find_difference(components, now.components)
        raise Broken("components were created or lost", field=differs)


def check_storage(now: Moment) -> None:
    """Check that the state survives a round trip through bytes and through a position."""
    state = copy_state(now.game, now.state)
    if state != now.state:
        differs = find_difference(state, now.state)
        raise Broken("the state read back is another one", field=differs)
    read = now.game.read_position(now.game.write_position(now.state))
    if read != now.state:
        differs = find_difference(read, now.state)
        raise Broken("the position read back is another one", field=differs)


def check_views(now: Moment) -> None:
    """Check that views are plain JSON."""
    for seat in (None, *range(now.seats)):
        view = now.game.build_view(now.state, seat)
        again = msgpack.decode(msgpack.encode(view), type=now.game.view_type)
        if again != view:
            raise Broken("a view is not JSON", seat=seat, field=find_difference(again, view))


def check_answers(now: Moment) -> None:
    """Check that the examples of a choice, one to eight, and every fallback are legal."""
    for prompt in _open_prompts(now):
        examples = now.luck.choice(prompt.choices).examples()
        if not 1 <= len(examples) <= MAX_EXAMPLES:
            raise Broken(f"a choice has {len(examples)} examples", seat=prompt.seat)
        for decision in [*examples, prompt.fallback]:
            try:
                now.game.play_decision(copy_state(now.game, now.state), prompt.seat, decision)
            except IllegalDecision as refusal:
                raise Broken(
                    f"{decision} is offered and refused: {refusal.reason}", seat=prompt.seat
                ) from refusal


def check_written_answers(now: Moment, language: str) -> None:
    """Check that every offered answer can be written and is parsed back as itself."""
    lexicons = [now.game.list_words(language), now.game.list_words("en")]
    for prompt in now.prompts:
        for number, decision in enumerate(prompt.list_offered_decisions(), start=1):
            line = notation.format_decision(decision, lexicons[0])
            for answer_text in (line, str(number)):
                read = notation.parse_decision(prompt, answer_text, lexicons)
                if read != decision:
                    promise = f"“{answer_text}” ({language}) is read as {read}, not {decision}"
                    raise Broken(promise, seat=prompt.seat)


def check_wrong_answers(now: Moment) -> None:
    """Check that invalid answers are refused with a message, whatever is wrong with them."""
    if not now.prompts:
        return
    prompt, decision = any_answer(now.prompts, now.luck)
    refusals = 0
    for wrong in _iter_mutations(decision, now.luck):
        try:
            now.game.play_decision(copy_state(now.game, now.state), prompt.seat, wrong)
        except IllegalDecision as refusal:
            refusals += 1
            if len(refusal.reason) < MIN_REFUSAL_LENGTH:
                raise Broken(f"{wrong} is refused without words", seat=prompt.seat) from refusal
    if not refusals:
        raise Broken("answers with any verb are taken", seat=prompt.seat)


def check_words(now: Moment, language: str) -> None:
    """Check that tables fit into 72 columns, and that questions and costs have words."""
    seat = now.luck.choice([None, *range(now.seats)])
    view = now.game.build_view(now.state, seat)
    for line in now.game.describe_table(view, NAMES[: now.seats], language).splitlines():
        if len(line) > COLUMNS:
            raise Broken(f"a line of the table is too long: “{line}”", seat=seat)
    for prompt in now.prompts:
        if prompt.seat == seat:
            if not now.game.describe_prompt(prompt, view, language):
                raise Broken(f"there are no words for {prompt.question}", seat=seat)
            for decision in prompt.list_offered_decisions():
                now.game.describe_cost(decision, view, language)


def check_events(now: Moment, language: str) -> None:
    """Check that every event is described as a sentence, which calls its reader “you”."""
    if not now.prompts:
        return
    prompt, decision = any_answer(now.prompts, now.luck)
    state = copy_state(now.game, now.state)
    events = now.game.play_decision(state, prompt.seat, decision)
    names = NAMES[: now.seats]
    for event in events:
        plain_sentence = now.game.describe_event(event, names, language)
        addressed_sentences = [
            now.game.describe_event(event, mark_reader(names, seat), language)
            for seat in range(now.seats)
        ]
        for sentence in (plain_sentence, *addressed_sentences):
            if re.search(r"[][{|]", sentence) or sentence[-1:] not in ENDS or not sentence:
                raise Broken(f"{event.kind} is told as “{sentence}” ({language})", seat=prompt.seat)
        for name, sentence in zip(names, addressed_sentences, strict=True):
            if re.search(rf"\b{name}\b", sentence) and event.kind not in now.game.result_events:
                raise Broken(f"{event.kind} names its reader: “{sentence}” ({language})")


def check_secrets(now: Moment) -> None:
    """Check that shuffling what a seat cannot see changes nothing that it is shown or told."""
    game, state = now.game, now.state
    seat = now.luck.choice([None, *range(now.seats)])
    other = game.imagine_state(state, seat, Chance(now.luck.randbytes(32)))
    if differs := find_difference(game.build_view(other, seat), game.build_view(state, seat)):
        raise Broken("a view shows what its seat may not see", seat=seat, field=differs)
    again = now.luck.randbytes(32)
    positions = [game.imagine_state(table, seat, Chance(again)) for table in (other, state)]
    if differs := find_difference(*map(game.write_position, positions)):
        raise Broken("a sample depends on what its seat may not see", seat=seat, field=differs)
    if differs := find_difference(
        _prompts_for_seat(game, other, seat), _prompts_for_seat(game, state, seat)
    ):
        raise Broken("a question shows what its seat may not see", seat=seat, field=differs)
    for prompt in _open_prompts(now):
        if prompt.seat == seat:
            decision = any_filling(now.luck.choice(prompt.choices), now.luck)
            events_then, events_now = (
                _events_before_reveal(game, table, prompt, decision) for table in (other, state)
            )
            # What one of them reveals, for instance that a hand has no choice, ends both.
            ends = [len(events) for events, reveals in (events_then, events_now) if reveals]
            fewest = min(ends, default=None)
            if differs := find_difference(events_then[0][:fewest], events_now[0][:fewest]):
                raise Broken("a seat is told what it may not see", seat=seat, field=differs)


def _prompts_for_seat(game: AnyGame, state: object, seat: int | None) -> list[object]:
    return [
        [p.question, p.number, p.facts, p.fallback, p.answered, p.list_offered_decisions()]
        for p in game.list_prompts(state)
        if p.seat == seat
    ]


def _events_before_reveal(
    game: AnyGame, state: object, prompt: Prompt, decision: Decision
) -> tuple[list[Event], bool]:
    """Return the events of its own move that a seat sees before one that reveals something.

    Also returns whether there is such an event.
    """
    events = list[Event]()
    for event in game.play_decision(copy_state(game, state), prompt.seat, decision):
        if event.reveals:
            return events, True
        if event.audience is None or prompt.seat in event.audience:
            events.append(event)
    return events, False


def check_order(now: Moment) -> None:
    """Check that a sealed group does not depend on the order in which its answers arrive."""
    group = [p for p in now.prompts if p.group is not None]
    if len(group) < 2 or any(p.answered for p in group):
        return
    answers = {p.seat: any_filling(now.luck.choice(p.choices), now.luck) for p in group}
    first, *others = (_answer_group(now, answers) for _ in range(3))
    for other in others:
        if differs := find_difference(first, other):
            raise Broken("a sealed group depends on the order of arrival", field=differs)


def _answer_group(now: Moment, answers: dict[int, Decision]) -> object:
    """Return the state after a group has answered in random order, as far as it was still asked."""
    state = copy_state(now.game, now.state)
    numbers = {(p.seat, p.number) for p in now.prompts}
    for seat in now.luck.sample(sorted(answers), len(answers)):
        for prompt in now.game.list_prompts(state):
            if prompt.seat == seat and (seat, prompt.number) in numbers:
                now.game.play_decision(state, seat, answers[seat])
    return state


def check_end(now: Moment) -> None:
    """Check that a finished match has a place for every seat, and hides nothing from anybody."""
    if now.prompts:
        return
    outcome = now.game.find_outcome(now.state)
    if outcome is None:
        raise Broken("nobody is asked, and there is no outcome")
    _check_outcome(outcome, now.seats)
    position = now.game.write_position(now.state)
    for seat in (None, *range(now.seats)):
        other = now.game.imagine_state(now.state, seat, Chance(now.luck.randbytes(32)))
        # The seed, from which the whole match follows, stays hidden.
        actual = now.game.write_position(other) | {"chance": position["chance"]}
        if differs := find_difference(actual, position):
            raise Broken("something is hidden after the end", seat=seat, field=differs)


def _check_outcome(outcome: Outcome, seats: int) -> None:
    if len(outcome.places) != seats:
        raise Broken(f"{len(outcome.places)} places for {seats} seats", field="places")
    # In a cooperative game all may lose.
    if 1 not in outcome.places and set(outcome.places) != {2}:
        raise Broken(f"nobody wins, and not all lose: {outcome.places}", field="places")
    for field, rows in (("scores", outcome.scores), ("lines", outcome.lines)):
        if len(rows) not in (0, seats):
            raise Broken(f"{len(rows)} rows for {seats} seats", field=field)


def _open_prompts(now: Moment) -> list[Prompt]:
    return [prompt for prompt in now.prompts if prompt.answered is None]


def _iter_mutations(decision: Decision, luck: random.Random) -> Iterator[Decision]:
    yield Decision("dance", decision.args)
    yield Decision(decision.verb, {**decision.args, "extra": 1})
    junk: Any
    for name, junk in product(decision.args, ("junk", -1, 10**9, ["junk"], {"junk": 3}, [])):
        yield Decision(decision.verb, {**decision.args, name: junk})
    if decision.args:
        key = luck.choice(list(decision.args))
        yield Decision(decision.verb, {k: v for k, v in decision.args.items() if k != key})


MOMENT_CHECKS: tuple[Callable[[Moment], None], ...] = (
    check_questions,
    check_components,
    check_storage,
    check_views,
    check_answers,
    check_wrong_answers,
    check_secrets,
    check_order,
    check_end,
)
LANGUAGE_CHECKS: tuple[Callable[[Moment, str], None], ...] = (
    check_written_answers,
    check_words,
    check_events,
)


# Checks of whole matches.


def check_deal(game: AnyGame, seats: int, number: int) -> None:
    """Check that the same seed gives the same deal, and another seed a different one."""
    first, same, other = (game.set_up_match(seats, seed_of(number, n), {}) for n in (1, 1, 2))
    if differs := find_difference(first, same):
        raise Broken("the same seed deals another table", field=differs)
    if first == other:
        raise Broken("another seed deals the same table")


def check_silence(game: AnyGame, seats: int, number: int) -> None:
    """Check that a match in which nobody ever answers ends."""
    state = game.set_up_match(seats, seed_of("silence", number), {})
    _play_to_end(game, state, lambda prompt: prompt.fallback)


def check_bot(game: AnyGame, seats: int, number: int) -> None:
    """Check that the house bot answers legally, from views alone, until the match is over."""
    state, chance = game.set_up_match(seats, seed_of("bots", number), {}), Chance(b"bot")
    _play_to_end(
        game,
        state,
        lambda prompt: game.bot.choose_decision(
            game.build_view(state, prompt.seat), prompt, chance
        ),
    )


def _play_to_end(game: AnyGame, state: object, choose: Callable[[Prompt], Decision]) -> None:
    for ply in range(MAX_MOVES):
        waiting = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not waiting:
            break
        prompt = waiting[0]
        decision = choose(prompt)
        try:
            game.play_decision(state, prompt.seat, decision)
        except IllegalDecision as refusal:
            promise = f"ply {ply}: {decision} is refused: {refusal.reason}"
            raise Broken(promise, seat=prompt.seat) from refusal
    if game.find_outcome(state) is None:
        raise Broken("the match does not end")


def check_options(game: AnyGame, seats: int, number: int) -> None:
    """Check that presets use known options that go together, and that every option has a word in
    every language."""
    options = {option.name: option for option in game.options}
    game.check_options(seats, {})
    for preset, values in game.presets.items():
        game.check_options(seats, values)
        for name, value in values.items():
            if name not in options or not options[name].allows(value):
                raise Broken(f"the preset {preset} has an unknown value", field=name)
    for language, name in product(LANGUAGES, options):
        if not game.list_words(language).get(name):
            raise Broken(f"an option has no word ({language})", field=name)


def check_suggested_orders(game: AnyGame, seats: int, number: int) -> None:
    """Check that suggested orders last, and that they are parsed back as written in every
    language."""
    for order in order_grammar.parse_suggested_orders(game):
        if order.term != orders.Term():
            raise Broken("a suggested order has an end")
        for language in LANGUAGES:
            words = game.list_words(language)
            line = orders.format_order(order, words, language)
            if order_grammar.parse_order(line, game.topics, [words], language) != order:
                raise Broken(f"a suggested order is read as another one ({language}): {line}")


MATCH_CHECKS: tuple[Callable[[AnyGame, int, int], None], ...] = (
    check_deal,
    check_silence,
    check_bot,
    check_options,
    check_suggested_orders,
)
