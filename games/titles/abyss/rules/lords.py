"""Lords entering play: the table of their powers, Merchants, Politicians and Ambassadors."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import DECLINE, DECLINE_DECISION, code_in, decline_power, two_codes_in
from .components import AMBASSADOR_DRAWS, CORRUPTOR_PRICE, LORDS, LORDS_TO_END
from .hand import resolve_commander
from .locations import choose_location, draw_locations
from .mages import resolve_apprentice, resolve_illusionist
from .seats import Lord, Seat
from .soldiers import resolve_assassin, resolve_hunter, resolve_jailer, resolve_seeker
from .state import State

MAX_EXAMPLES = 8
INCOMES = {"trader": 3, "peddler": 2, "shopkeeper": 1, "landlord": 1}


# “Recruit a Lord”: entering play ------------------------------------------------------------------


def trigger_end(state: State, number: int, reason: str, events: list[Event]) -> None:
    """Start the last round with this seat, unless it has started already. “End of the Game”"""
    if state.ended_by is None:
        state.ended_by = number
        events.append(Event(event_kinds.END_TRIGGERED, {"seat": number, "reason": reason}))


def put_lord_into_play(
    state: State, number: int, lord: str, events: list[Event], at: int | None = None
) -> None:
    """Put a Lord before a seat, free, and resolve his power; `at` is the place of the Lord he
    replaces."""
    lords = state.seats[number].lords
    lords.insert(len(lords) if at is None else at, Lord(lord))
    if len(lords) >= LORDS_TO_END:
        trigger_end(state, number, "lords", events)
    if LORDS[lord].power is None:
        return
    match lord:
        case "jailer":
            resolve_jailer(state, number, events)
        case "seeker":
            resolve_seeker(state, number, events)
        case "assassin":
            resolve_assassin(state, number, state.opponents(number), events)
        case "commander":
            resolve_commander(state, number, state.opponents(number), events)
        case "hunter":
            resolve_hunter(state, number, events)
        case "invoker":
            state.extra_turns += 1
            events.append(Event(event_kinds.EXTRA_TURN, {"seat": number}))
        case "apprentice":
            resolve_apprentice(state, number, events)
        case "illusionist":
            resolve_illusionist(state, number)
        case "trader" | "peddler" | "landlord" | "shopkeeper":
            collect_merchant_income(state, number, lord, events)
        case "corruptor":
            if state.court and state.seats[number].pearls >= CORRUPTOR_PRICE:
                state.ask(Corruptor(number))
        case "traitor":
            if state.court and replaceable_lords(state.seats[number], lord):
                state.ask(Traitor(number))
        case "schemer":
            if state.lord_deck and replaceable_lords(state.seats[number], lord):
                state.ask(Schemer(number))
        case "sage" | "hermit" | "elder":
            resolve_ambassador(state, number, lord, events)


def collect_merchant_income(state: State, number: int, lord: str, events: list[Event]) -> None:
    """Pay out the income of a Merchant."""
    pearls = INCOMES[lord]
    state.seats[number].pearls += pearls
    events.append(Event(event_kinds.INCOME, {"seat": number, "pearls": pearls, "source": lord}))


def resolve_ambassador(state: State, number: int, lord: str, events: list[Event]) -> None:
    """Let an Ambassador fetch a Location and slide under it.

    If the stack is empty, his three keys are used in the control step. Without keys on him (an
    option) he takes a face-up Location or, depending on another option, none.
    """
    many = min(AMBASSADOR_DRAWS[lord], len(state.location_stack))
    if many:
        draw_locations(state, number, many, lord, events)
    elif (
        not state.options.ambassador_keys
        and state.options.ambassador_empty_stack == "take_face_up"
        and state.location_offer
    ):
        choose_location(state, number, lord, events)


# Politicians --------------------------------------------------------------------------------------


def replaceable_lords(seat: Seat, newcomer: str) -> list[str]:
    """Return the free Lords, disabled or not, that Traitor or Schemer may discard; never
    himself."""
    return [lord.id for lord in seat.lords if lord.under is None and lord.id != newcomer]


def replace_lord(
    state: State, number: int, lord: str, by: str, *, power: str, events: list[Event]
) -> None:
    """Discard a Lord, put another one in his place and resolve the power of the new Lord."""
    lords = state.seats[number].lords
    at = next(place for place, stands in enumerate(lords) if stands.id == lord)
    del lords[at]
    state.lords_gone.append(lord)
    facts = {"seat": number, "lord": lord, "by": by, "power": power}
    events.append(Event(event_kinds.LORD_REPLACED, facts, reveals=power == "schemer"))
    put_lord_into_play(state, number, by, events, at)


class Corruptor(Struct, tag="corruptor", tag_field="question"):
    """“The Corruptor”: another Lord for five Pearls, or none."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [*(Choice("bribe", {"lord": lord}) for lord in state.court), DECLINE]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {
            "turn": state.turn,
            "court": state.court[:],
            "pearls": state.seats[self.seat].pearls,
        }
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "corruptor", number, choices, DECLINE_DECISION, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "bribe":
            decline_power(state, seat, decision, "corruptor", events)
            return
        lord = code_in(decision, "lord")
        if lord not in state.court:
            raise IllegalDecision(
                "The Corruptor bribes a Lord of the Court.", code="lord_not_in_court"
            )
        state.agenda.pop()
        state.seats[seat].pearls -= CORRUPTOR_PRICE
        state.court.remove(lord)
        facts = {"seat": seat, "lord": lord, "pearls": CORRUPTOR_PRICE}
        events.append(Event(event_kinds.BRIBE, facts))
        put_lord_into_play(state, seat, lord, events)


class Traitor(Struct, tag="traitor", tag_field="question"):
    """“The Traitor”: exchange a free Lord of one's own for one in the Court, or decline."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        own = tuple(replaceable_lords(state.seats[self.seat], "traitor"))
        court = tuple(state.court)

        def fill() -> list[Decision]:
            # The weakest own Lord for the strongest one in the Court comes first.
            pairs = [(lord, by) for lord in own for by in court]
            pairs.sort(key=lambda pair: LORDS[pair[0]].influence - LORDS[pair[1]].influence)
            return [
                Decision("replace", {"lord": lord, "by": by}) for lord, by in pairs[:MAX_EXAMPLES]
            ]

        return [Choice("replace", {}, (Pick("lord", own), Pick("by", court)), fill), DECLINE]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {"turn": state.turn, "court": state.court[:]}
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "traitor", number, choices, DECLINE_DECISION, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "replace":
            decline_power(state, seat, decision, "traitor", events)
            return
        lord, by = two_codes_in(decision, "lord", "by")
        if lord not in replaceable_lords(state.seats[seat], "traitor"):
            raise IllegalDecision(
                "The Traitor discards another free Lord of yours.", code="lord_not_replaceable"
            )
        if by not in state.court:
            raise IllegalDecision(
                "The Traitor brings a Lord of the Court.", code="lord_not_in_court"
            )
        state.agenda.pop()
        state.court.remove(by)
        replace_lord(state, seat, lord, by, power="traitor", events=events)


class Schemer(Struct, tag="schemer", tag_field="question"):
    """“The Schemer”: exchange a free Lord of one's own for the top of the deck, or decline."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        own = replaceable_lords(state.seats[self.seat], "schemer")
        return [*(Choice("replace", {"lord": lord}) for lord in own), DECLINE]

    def prompts(self, state: State) -> list[Prompt]:
        facts = {"turn": state.turn, "deck": len(state.lord_deck)}
        number = self.number + self.seat
        choices = tuple(self.choices(state))
        return [Prompt(self.seat, "schemer", number, choices, DECLINE_DECISION, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "replace":
            decline_power(state, seat, decision, "schemer", events)
            return
        lord = code_in(decision, "lord")
        if lord not in replaceable_lords(state.seats[seat], "schemer"):
            raise IllegalDecision(
                "The Schemer discards another free Lord of yours.", code="lord_not_replaceable"
            )
        state.agenda.pop()
        by = state.lord_deck.pop()
        replace_lord(state, seat, lord, by, power="schemer", events=events)
