"""Why an answer to a question was refused: which part of it, what could stand there, what was
first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal, TypeVar, get_args

from msgspec import Struct

from games.engine import contract
from games.engine.contract import Argument, Choice, Decision, Number, Pick, Slot, Split
from games.models import Move, Prompt, Status
from games.presentation.offered_answers import can_fill_slot

# What closes a question, as the player to whom it was put may know.
ClosedBy = Literal[
    "own_answer",
    "order",
    "rules",
    "clock",
    "replacement",
    "staff",
    "undo",
    "other_answer",
    "match_end",
]
CLOSED_BY: tuple[ClosedBy, ...] = get_args(ClosedBy)
# Move.source -> what has closed a question that was answered by such a move.
_BY_SOURCE: dict[str, ClosedBy] = {
    **dict.fromkeys(Move.OWN_HANDS, "own_answer"),
    "order": "order",
    "rules": "rules",
    "clock": "clock",
    "bot": "replacement",
    "staff": "staff",
}
# How many alternatives are named, and how many characters of each are compared.
MAX_NEAREST, MAX_LENGTH = 5, 200


# What can stand in a part of an answer: a verb, an argument, or all arguments.
Value = Argument | Mapping[str, Argument]
Item = TypeVar("Item")


class WrongPart(Struct, frozen=True):
    """The part of an answer that cannot be, by name, and what could stand there instead, the most
    similar first."""

    field: str
    nearest: Sequence[Value]


def find_closer(row: Prompt) -> ClosedBy | None:
    """Return what has closed a question, None if it is open.

    `other_answer` is a public answer of another seat. That others have answered sealed questions
    closes none: each of those is closed by its own answer.
    """
    if row.closed_at is None:
        return None
    move = row.moves.exclude(source="undo").order_by("-ply").first()
    if move is not None:
        return "undo" if move.undone is not None else _BY_SOURCE[move.source]
    closing_moves = row.match.moves.filter(played_at=row.closed_at)
    if closing_moves.filter(source="undo").exists():
        return "undo"
    if row.match.status == Status.FINISHED and row.match.finished_at == row.closed_at:
        return "match_end"
    return "other_answer" if closing_moves.filter(prompt__sealed=False).exists() else "rules"


def find_wrong_part(prompt: contract.Prompt, decision: Decision) -> WrongPart:
    """Return the part of a decision for which it is none of the answers to a prompt.

    If each part could stand there, it is their combination that the rules refuse: `args`.
    """
    choices = [choice for choice in prompt.choices if choice.verb == decision.verb]
    if not choices:
        return WrongPart("verb", sort_alike(decision.verb, (c.verb for c in prompt.choices)))
    choice = max(choices, key=lambda choice: _count_fitting(choice, decision))
    slots = {slot.name: slot for slot in choice.slots}
    for name in decision.args:
        if name not in choice.args and name not in slots:
            return WrongPart(f"args.{name}", sort_alike(name, [*choice.args, *slots]))
    for name, argument in choice.args.items():
        if decision.args.get(name) != argument:
            values = (other.args[name] for other in choices if name in other.args)
            return WrongPart(f"args.{name}", sort_alike(decision.args.get(name), values))
    for name, slot in slots.items():
        if name not in decision.args or not can_fill_slot(decision.args[name], slot):
            return WrongPart(f"args.{name}", _list_fillings(choice, slot, decision.args.get(name)))
    examples = (example.args for choice in choices for example in choice.examples())
    return WrongPart("args", sort_alike(decision.args, examples))


def _count_fitting(choice: Choice, decision: Decision) -> int:
    """Return how many arguments of a decision fit a choice."""
    equal_args = sum(decision.args.get(name) == value for name, value in choice.args.items())
    return equal_args + sum(
        slot.name in decision.args and can_fill_slot(decision.args[slot.name], slot)
        for slot in choice.slots
    )


def _list_fillings(choice: Choice, slot: Slot, argument: Argument | None) -> list[Value]:
    """Return what can fill a slot, the most similar to an argument first."""
    match slot:
        case Number(low=low, high=high) if isinstance(argument, int):
            return [min(max(argument, low), high)]
        case Number(low=low, high=high):
            return list(range(low, high + 1)[:MAX_NEAREST])
        case Pick(items=items, least=1, most=1):
            return sort_alike(argument, items)
        case Pick() | Split():
            return sort_alike(argument, (e.args[slot.name] for e in choice.examples()))


def sort_alike(value: object, candidates: Iterable[Item]) -> list[Item]:
    """Return the candidates that are most similar to a value, each once."""
    by_text = {json.dumps(candidate, sort_keys=True): candidate for candidate in candidates}
    unique = list(by_text.values())
    return sorted(unique, key=lambda other: _compare(value, other), reverse=True)[:MAX_NEAREST]


def _compare(value: object, other: object) -> float:
    """Return how similar two values are, from 0 to 1: numbers by distance, others as text."""
    if isinstance(value, int) and isinstance(other, int):
        return 1 / (1 + abs(value - other))
    text, other_text = (json.dumps(item, sort_keys=True)[:MAX_LENGTH] for item in (value, other))
    return SequenceMatcher(None, text, other_text).ratio()
