"""Mages entering play: the Apprentice and the Illusionist."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import DECLINE, DECLINE_DECISION, code_in, decline_power, not_an_answer, two_codes_in
from .components import BLACK_SMOKERS
from .council import (
    TAKE_STACK,
    TAKE_STACK_DECISIONS,
    largest_stack,
    list_nonempty_stacks,
    stack_sizes,
    take_stack,
)
from .keys import move_lords, offer_smokers_exchange
from .scoring import location_points
from .state import State

MAX_EXAMPLES = 8


def resolve_apprentice(state: State, number: int, events: list[Event]) -> None:
    """“The Apprentice”: take a Council stack; ask only if there are several."""
    left = list_nonempty_stacks(state)
    if len(left) == 1:
        take_stack(state, number, left[0], "apprentice", events)
    elif left:
        state.ask(Apprentice(number))


class Apprentice(Struct, tag="apprentice", tag_field="question"):
    """“The Apprentice”: which Council stack is taken."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [TAKE_STACK[race] for race in list_nonempty_stacks(state)]

    def prompts(self, state: State) -> list[Prompt]:
        fallback = TAKE_STACK_DECISIONS[largest_stack(state)]
        facts = {"turn": state.turn, "stacks": stack_sizes(state)}
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "apprentice", number, choices, fallback, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "take_stack":
            raise not_an_answer(decision)
        take_stack(state, seat, code_in(decision, "stack"), "apprentice", events)
        state.agenda.pop()


def resolve_illusionist(state: State, number: int) -> None:
    """“The Illusionist”: ask for an exchange if there are two Locations to exchange."""
    if state.seats[number].locations and state.location_offer:
        state.ask(Illusionist(number))


class Illusionist(Struct, tag="illusionist", tag_field="question"):
    """“The Illusionist”: exchange a Location of one's own for a face-up one, or decline."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        owner = state.seats[self.seat]
        own, offer = tuple(owner.locations), tuple(state.location_offer)

        def fill() -> list[Decision]:
            opponents = [seat for seat in state.seats if seat is not owner]
            keys = state.options.ambassador_keys
            worth = {place: location_points(place, owner, opponents, keys) for place in own + offer}
            pairs = [(own_place, other_place) for own_place in own for other_place in offer]
            pairs.sort(key=lambda pair: worth[pair[0]] - worth[pair[1]])
            return [
                Decision("swap", {"own": own_place, "other": other_place})
                for own_place, other_place in pairs[:MAX_EXAMPLES]
            ]

        return [Choice("swap", {}, (Pick("own", own), Pick("other", offer)), fill), DECLINE]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {
            "turn": state.turn,
            "own": state.seats[self.seat].locations[:],
            "offer": state.location_offer[:],
        }
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "illusionist", number, choices, DECLINE_DECISION, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "swap":
            decline_power(state, seat, decision, "illusionist", events)
            return
        own, other = two_codes_in(decision, "own", "other")
        if own not in state.seats[seat].locations or other not in state.location_offer:
            raise IllegalDecision(
                "The Illusionist gives a Location of yours for a face-up one.",
                code="locations_not_exchangeable",
            )
        state.agenda.pop()
        state.location_offer[state.location_offer.index(other)] = own
        move_lords(state.seats[seat], own, other)
        events.append(
            Event(event_kinds.LOCATIONS_SWAPPED, {"seat": seat, "own": own, "other": other})
        )
        if other == BLACK_SMOKERS:
            offer_smokers_exchange(state, seat, events)
