"""Controlling Locations: three keys, a face-up tile or a draw, and which Lords go under it."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import code_in, not_an_answer, number_in
from .components import KEYS_PER_LOCATION, MAX_DRAWN
from .keys import best_location, list_key_payments, pay_keys, usable_keys
from .powers import power_choices, usable_powers, use_power
from .state import State

DRAWS = tuple(Choice("draw", {"number": number}) for number in range(1, MAX_DRAWN + 1))
DRAW_ONE = Decision("draw", {"number": 1})


# “Control a Location” -----------------------------------------------------------------------------


def control_locations(state: State, events: list[Event]) -> bool:
    """Ask for one Location while three keys are usable. Return whether there is nothing to
    control."""
    seat = state.seats[state.active]
    if usable_keys(seat, state.options.ambassador_keys) < KEYS_PER_LOCATION:
        return True
    if not state.location_stack and not state.location_offer:
        # Ruling: the keys are kept until the next control step.
        return True
    choose_location(state, state.active, None, events)
    return False


def choose_location(state: State, number: int, payer: str | None, events: list[Event]) -> None:
    """Ask where the Location comes from, unless there is only one possibility.

    Ruling: the owner of a power that can still be used is asked even then, if the power could go
    under the Location.
    """
    if payer is None and could_lose_power(state, number):
        state.ask(Location(number, payer))
    elif len(state.location_offer) == 1 and not state.location_stack:
        place = state.location_offer.pop()
        pay_keys(state, number, place, "offer", payer=payer, events=events)
    elif len(state.location_stack) == 1 and not state.location_offer:
        draw_locations(state, number, 1, payer, events)
    else:
        state.ask(Location(number, payer))


def could_lose_power(state: State, number: int) -> bool:
    """Return whether a Lord whose power can be used now might pay for a Location."""
    seat = state.seats[number]
    ways = list_key_payments(seat, state.options.ambassador_keys)
    payers = {lord for lords, _ in ways for lord in lords}
    return not payers.isdisjoint(usable_powers(state, seat))


def draw_locations(
    state: State, number: int, many: int, payer: str | None, events: list[Event]
) -> None:
    """Draw Locations, of which exactly one is kept."""
    locations = [state.location_stack.pop() for _ in range(many)]
    events.append(Event(event_kinds.LOCATIONS_DRAWN, {"seat": number, "number": many}))
    facts = {"seat": number, "locations": locations[:]}
    events.append(Event(event_kinds.LOCATIONS_SEEN, facts, audience=(number,), reveals=True))
    if many == 1:
        keep_location(state, number, locations, locations[0], payer=payer, events=events)
    else:
        state.ask(LocationPick(number, locations, payer))


def keep_location(
    state: State,
    number: int,
    locations: list[str],
    location: str,
    *,
    payer: str | None,
    events: list[Event],
) -> None:
    """Keep one of the drawn Locations; the others become face-up."""
    others = [place for place in locations if place != location]
    if others:
        state.location_offer += others
        events.append(Event(event_kinds.LOCATIONS_OFFERED, {"locations": others}, reveals=True))
    pay_keys(state, number, location, payer or "stack", payer=payer, events=events)


class Location(Struct, tag="location", tag_field="question"):
    """“Control a Location”: a face-up one or a draw; `payer` is the Ambassador who pays alone."""

    seat: int
    payer: str | None = None
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        offer = [Choice("control", {"location": place}) for place in state.location_offer]
        draws = list(DRAWS[: len(state.location_stack)])
        # During the power of an Ambassador no other power can be used.
        powers = [] if self.payer else power_choices(state, state.seats[self.seat])
        return offer + draws + powers

    def prompts(self, state: State) -> list[Prompt]:
        fallback = DRAW_ONE
        if not state.location_stack:
            fallback = Decision("control", {"location": state.location_offer[0]})
        facts = {
            "turn": state.turn,
            "offer": state.location_offer[:],
            "stack": len(state.location_stack),
        }
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "location", number, choices, fallback, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb == "control":
            place = code_in(decision, "location")
            if place not in state.location_offer:
                raise IllegalDecision("That Location is not face up.", code="location_not_face_up")
            state.agenda.pop()
            state.location_offer.remove(place)
            pay_keys(state, seat, place, "offer", payer=self.payer, events=events)
        elif decision.verb == "draw":
            many = number_in(decision, "number")
            if not 1 <= many <= min(MAX_DRAWN, len(state.location_stack)):
                raise IllegalDecision(
                    "You draw one to four Locations, no more than the stack holds.",
                    code="location_count",
                )
            state.agenda.pop()
            draw_locations(state, seat, many, self.payer, events)
        elif self.payer:
            raise not_an_answer(decision)
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
            choose_location(state, seat, None, events)


class LocationPick(Struct, tag="location_pick", tag_field="question"):
    """“Control a Location”: one of the drawn ones is kept."""

    seat: int
    drawn: list[str]
    payer: str | None = None
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [Choice("keep", {"location": place}) for place in self.drawn]

    def prompts(self, state: State) -> list[Prompt]:
        best = best_location(state, self.seat, self.drawn)
        return [
            Prompt(
                self.seat,
                "location_pick",
                self.number + self.seat,
                tuple(self.choices(state)),
                Decision("keep", {"location": best}),
                {"turn": state.turn, "drawn": self.drawn[:]},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "keep":
            raise not_an_answer(decision)
        place = code_in(decision, "location")
        if place not in self.drawn:
            raise IllegalDecision(
                "You keep one of the Locations just drawn.", code="location_not_drawn"
            )
        state.agenda.pop()
        keep_location(state, seat, self.drawn, place, payer=self.payer, events=events)
