"""Enumerate all legal answers to a prompt by trying them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import msgspec

from .contract import (
    AnyGame,
    Argument,
    Choice,
    Decision,
    IllegalDecision,
    Number,
    Pick,
    Prompt,
    Slot,
)

# Maximum number of fillings of a choice to try: enough for twelve different cards.
MAX_FILLINGS = 1 << 12


def copy_state(game: AnyGame, state: object) -> Any:
    """Return a copy of a state that may be modified."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=game.state_type)


def legal_decisions(game: AnyGame, state: object, prompt: Prompt) -> list[Decision]:
    """Return every legal answer to a prompt, the proposed ones first.

    A choice with more than `MAX_FILLINGS` fillings is represented by its examples.
    """
    decisions: dict[str, Decision] = {}
    packed_state = msgspec.msgpack.encode(state)
    for choice in prompt.choices:
        for decision in choice.examples():
            decisions.setdefault(canonical_text(decision), decision)
        if not choice.slots:
            continue
        fillings = list(islice(_iter_decisions(choice), MAX_FILLINGS + 1))
        for decision in fillings if len(fillings) <= MAX_FILLINGS else []:
            if canonical_text(decision) not in decisions and _is_legal(
                game, packed_state, prompt.seat, decision
            ):
                decisions[canonical_text(decision)] = decision
    return list(decisions.values())


def _is_legal(game: AnyGame, packed_state: bytes, seat: int, decision: Decision) -> bool:
    try:
        game.play_decision(
            msgspec.msgpack.decode(packed_state, type=game.state_type), seat, decision
        )
    except IllegalDecision:
        return False
    except ValueError:
        # A fixed result of chance is malformed; that is not the answer's fault.
        return True
    return True


def _iter_decisions(choice: Choice) -> Iterator[Decision]:
    """Yield every decision of a choice, legal or not."""
    for arguments in product(*(_iter_arguments(slot) for slot in choice.slots)):
        names = [slot.name for slot in choice.slots]
        yield Decision(choice.verb, {**choice.args, **dict(zip(names, arguments, strict=True))})


def _iter_arguments(slot: Slot) -> Iterator[Argument]:
    if isinstance(slot, Number):
        yield from range(slot.low, slot.high + 1)
    elif isinstance(slot, Pick):
        yield from _iter_picks(slot)
    else:
        codes = list(slot.bins)
        for amounts in product(*(range(most + 1) for most in slot.bins.values())):
            if sum(amounts) == slot.total:
                yield {code: many for code, many in zip(codes, amounts, strict=True) if many}


def _iter_picks(slot: Pick) -> Iterator[Argument]:
    if slot.least == slot.most == 1:
        yield from dict.fromkeys(slot.items)
        return
    counts = sorted(Counter(slot.items).items())
    for many in range(slot.least, min(slot.most, len(slot.items)) + 1):
        yield from _iter_multisets(counts, many)


def _iter_multisets(counts: list[tuple[str, int]], many: int) -> Iterator[list[str]]:
    """Yield every distinct multiset of `many` items; `counts` has the available number of each."""
    if not many:
        yield []
        return
    if sum(count for _, count in counts) < many:
        return
    (item, count), *others = counts
    for copies in range(min(count, many), -1, -1):
        for heap in _iter_multisets(others, many - copies):
            yield [item] * copies + heap


def canonical_text(decision: Decision) -> str:
    """Return the decision as text that does not depend on the order of picked items."""

    def plain(argument: Argument) -> object:
        if isinstance(argument, list):
            return argument[0] if len(argument) == 1 else sorted(argument)
        return sorted(argument.items()) if isinstance(argument, dict) else argument

    return repr((decision.verb, sorted((k, plain(v)) for k, v in decision.args.items())))
