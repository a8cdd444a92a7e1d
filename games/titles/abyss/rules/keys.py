"""Keys: which are usable, which sets pay for a Location, and what happens when one is taken."""

from __future__ import annotations

from itertools import combinations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import DECLINE, code_in, codes_in, decline_power, not_an_answer
from .components import BLACK_SMOKERS, KEYS_PER_LOCATION
from .scoring import KEYS, location_points
from .seats import Seat
from .state import State


def usable_keys(seat: Seat, ambassador_keys: int) -> int:
    """Return the number of key tokens and of keys on active Lords. “Keys”"""
    keys = seat.keys
    key_counts = KEYS[ambassador_keys]
    for lord in seat.lords:
        if lord.under is None and not lord.disabled:
            keys += key_counts[lord.id]
    return keys


def list_key_payments(seat: Seat, ambassador_keys: int) -> list[tuple[list[str], int]]:
    """Return every (Lords, tokens) whose keys add up to exactly three, most tokens first."""
    key_counts = KEYS[ambassador_keys]
    lords = [
        lord.id
        for lord in seat.lords
        if lord.under is None and not lord.disabled and key_counts[lord.id]
    ]
    payments = []
    for many in range(len(lords) + 1):
        for team in combinations(lords, many):
            tokens = KEYS_PER_LOCATION - sum(key_counts[lord] for lord in team)
            if 0 <= tokens <= seat.keys:
                payments.append((list(team), tokens))
    return sorted(payments, key=lambda payment: -payment[1])


def pay_keys(
    state: State,
    number: int,
    location: str,
    source: str,
    *,
    payer: str | None,
    events: list[Event],
) -> None:
    """Pay for a Location; ask only if several sets of keys make exactly three."""
    if payer is not None:
        place_location(state, number, location, source, payment=([payer], 0), events=events)
        return
    ways = list_key_payments(state.seats[number], state.options.ambassador_keys)
    if len(ways) == 1:
        place_location(state, number, location, source, payment=ways[0], events=events)
    else:
        state.ask(Keys(number, location, source))


def place_location(
    state: State,
    number: int,
    location: str,
    source: str,
    *,
    payment: tuple[list[str], int],
    events: list[Event],
) -> None:
    """Slide the paying Lords under the Location and return the tokens to the supply."""
    lords, tokens = payment
    seat = state.seats[number]
    for lord in seat.lords:
        if lord.id in lords:
            lord.under = location
    seat.keys -= tokens
    seat.locations.append(location)
    facts = {"seat": number, "location": location, "lords": lords, "tokens": tokens}
    facts["source"] = source
    events.append(Event(event_kinds.LOCATION_CONTROLLED, facts, reveals=source != "offer"))
    if location == BLACK_SMOKERS:
        offer_smokers_exchange(state, number, events)


class Keys(Struct, tag="keys", tag_field="question"):
    """“Control a Location”: which three keys pay for `location`, taken from `source`."""

    seat: int
    location: str
    source: str
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        ways = list_key_payments(state.seats[self.seat], state.options.ambassador_keys)
        return [Choice("pay_keys", {"lords": lords, "tokens": tokens}) for lords, tokens in ways]

    def prompts(self, state: State) -> list[Prompt]:
        choices = tuple(self.choices(state))
        return [
            Prompt(
                self.seat,
                "keys",
                self.number + self.seat,
                choices,
                Decision("pay_keys", choices[0].args),
                {
                    "turn": state.turn,
                    "location": self.location,
                    "tokens": state.seats[self.seat].keys,
                },
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "pay_keys":
            raise not_an_answer(decision)
        paying_lords = codes_in(decision, "lords", others=1)
        for way in list_key_payments(state.seats[seat], state.options.ambassador_keys):
            if sorted(paying_lords) == sorted(way[0]) and decision.args.get("tokens") == way[1]:
                state.agenda.pop()
                place_location(state, seat, self.location, self.source, payment=way, events=events)
                return
        raise IllegalDecision(
            "A Location costs exactly three keys, from tokens and active Lords.",
            code="three_keys_needed",
        )


# “Black Smokers” ----------------------------------------------------------------------------------


def best_location(state: State, number: int, locations: list[str]) -> str:
    """Return the Location that is worth most to this seat in the current state."""
    seat = state.seats[number]
    opponents = [other for other in state.seats if other is not seat]
    keys = state.options.ambassador_keys
    return max(locations, key=lambda place: location_points(place, seat, opponents, keys))


def offer_smokers_exchange(state: State, number: int, events: list[Event]) -> None:
    """“Black Smokers”: let the new owner exchange them if the stack is not empty."""
    stack = state.location_stack
    if len(stack) == 1 and state.options.black_smokers == "must":
        exchange_smokers(state, number, stack[0], events)
    elif stack:
        state.ask(BlackSmokers(number))


def exchange_smokers(state: State, number: int, location: str, events: list[Event]) -> None:
    """Replace the Black Smokers, which leave the match, by `location` from the stack."""
    seat = state.seats[number]
    state.location_stack.remove(location)
    state.location_stack = state.chance.shuffle("locations", sorted(state.location_stack))[::-1]
    state.locations_gone.append(BLACK_SMOKERS)
    move_lords(seat, BLACK_SMOKERS, location)
    facts = {"seat": number, "location": location}
    events.append(Event(event_kinds.SMOKERS_EXCHANGED, facts, reveals=True))


def move_lords(seat: Seat, old: str, new: str) -> None:
    """Replace a Location by another one and keep the Lords under it."""
    seat.locations[seat.locations.index(old)] = new
    for lord in seat.lords:
        if lord.under == old:
            lord.under = new


class BlackSmokers(Struct, tag="black_smokers", tag_field="question"):
    """“Black Smokers”: exchange them for a Location from the stack."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        # Sorted, because the order of the stack is secret.
        stack = sorted(state.location_stack)
        choices = [Choice("exchange", {"location": place}) for place in stack]
        return choices if state.options.black_smokers == "must" else [*choices, DECLINE]

    def prompts(self, state: State) -> list[Prompt]:
        best = best_location(state, self.seat, sorted(state.location_stack))
        return [
            Prompt(
                self.seat,
                "black_smokers",
                self.number + self.seat,
                tuple(self.choices(state)),
                Decision("exchange", {"location": best}),
                {"turn": state.turn, "stack": sorted(state.location_stack)},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "exchange":
            if state.options.black_smokers == "must":
                raise IllegalDecision("Black Smokers must be exchanged.", code="exchange_mandatory")
            decline_power(state, seat, decision, BLACK_SMOKERS, events)
            return
        place = code_in(decision, "location")
        if place not in state.location_stack:
            raise IllegalDecision(
                "That Location is not in the stack.", code="location_not_in_stack"
            )
        state.agenda.pop()
        exchange_smokers(state, seat, place, events)
