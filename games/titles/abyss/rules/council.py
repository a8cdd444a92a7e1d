"""The Council: taking stacks of Allies."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import code_in, put_in_hand
from .components import RACES
from .powers import power_choices, use_power
from .state import State

SUPPORT = {race: Choice("support", {"stack": race}) for race in RACES}
TAKE_STACK = {race: Choice("take_stack", {"stack": race}) for race in RACES}
SUPPORT_DECISIONS = {race: Decision("support", {"stack": race}) for race in RACES}
TAKE_STACK_DECISIONS = {race: Decision("take_stack", {"stack": race}) for race in RACES}


def list_nonempty_stacks(state: State) -> list[str]:
    """Return the races whose Council stack is not empty."""
    return [race for race, stack in state.council.items() if stack]


def stack_sizes(state: State) -> dict[str, int]:
    """Return how many cards lie in each Council stack that is not empty."""
    return {race: len(stack) for race, stack in state.council.items() if stack}


def largest_stack(state: State) -> str:
    """Return the race with the most cards in the Council."""
    return max(state.council, key=lambda race: len(state.council[race]))


def take_stack(state: State, number: int, race: str, by: str, events: list[Event]) -> None:
    """Put a whole stack into the hand; only the taker sees the faces."""
    stack = state.council.get(race)
    if not stack:
        raise IllegalDecision("That Council stack is empty or unknown.", code="council_stack_empty")
    put_in_hand(state.seats[number].hand, stack)
    events.append(
        Event(
            event_kinds.STACK_TAKEN, {"seat": number, "race": race, "cards": len(stack), "by": by}
        )
    )
    events.append(
        Event(
            event_kinds.STACK_SEEN,
            {"seat": number, "race": race, "allies": sorted(stack)},
            audience=(number,),
            reveals=True,
        )
    )
    stack.clear()


def request_support(state: State, number: int, race: str, events: list[Event]) -> None:
    """“Request Support from the Council”: take a stack, and another one with the Alchemist."""
    take_stack(state, number, race, "support", events)
    if state.seats[number].has("alchemist"):
        take_second_stack(state, number, events)


def take_second_stack(state: State, number: int, events: list[Event]) -> None:
    """“The Alchemist”: take a second stack; ask only if there is a choice."""
    left = list_nonempty_stacks(state)
    if len(left) == 1:
        take_stack(state, number, left[0], "alchemist", events)
    elif left:
        state.ask(SecondStack(number))


class SecondStack(Struct, tag="second_stack", tag_field="question"):
    """“Request Support from the Council”: the Alchemist's owner takes a second stack."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        stacks = [TAKE_STACK[race] for race in list_nonempty_stacks(state)]
        return stacks + power_choices(state, state.seats[self.seat])

    def prompts(self, state: State) -> list[Prompt]:
        return [
            Prompt(
                self.seat,
                "second_stack",
                self.number + self.seat,
                tuple(self.choices(state)),
                TAKE_STACK_DECISIONS[largest_stack(state)],
                {
                    "turn": state.turn,
                    "stacks": stack_sizes(state),
                    "hand": state.seats[self.seat].hand[:],
                },
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb == "take_stack":
            take_stack(state, seat, code_in(decision, "stack"), "alchemist", events)
            state.agenda.pop()
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
            take_second_stack(state, seat, events)
