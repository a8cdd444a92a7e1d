"""The Court: plotting, recruiting, paying and affiliating."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from games.engine.contract import Argument, Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import code_in, codes_in, not_an_answer, take_from_hand
from .components import COURT_BONUS, COURT_SPACES, FEW_LORDS, LORDS, RACE, VALUE
from .lords import put_lord_into_play, trigger_end
from .payment import best_total_of_sums, cheapest_payments, pearls_due, sum_races
from .seats import Seat
from .state import State

RECRUITER_SURCHARGE = 2
TREASURER_REBATE = 2


# “Plot at the Court” ------------------------------------------------------------------------------


def can_plot(state: State, seat: Seat) -> bool:
    """Return whether the seat has a Pearl, the Court a free space and the deck a Lord."""
    return bool(seat.pearls and state.lord_deck and len(state.court) < COURT_SPACES)


def plot_at_court(state: State, number: int, events: list[Event]) -> None:
    """Pay a Pearl and turn up the top Lord of the deck in the Court."""
    seat = state.seats[number]
    if not can_plot(state, seat):
        raise IllegalDecision(
            "Plotting needs a Pearl, an empty space in the Court and a Lord in the deck.",
            code="cannot_plot",
        )
    seat.pearls -= 1
    lord = state.lord_deck.pop()
    state.court.append(lord)
    events.append(Event(event_kinds.PLOT, {"seat": number, "lord": lord}, reveals=True))


# “Recruit a Lord” ---------------------------------------------------------------------------------


def lord_cost_adjustment(state: State, number: int) -> int:
    """Return what Recruiter and Treasurer add to the cost of every Lord for this seat."""
    seat = state.seats[number]
    extra = -TREASURER_REBATE if seat.has("treasurer") else 0
    for other in state.seats:
        if other is not seat and other.has("recruiter"):
            if not seat.has("shaman"):
                extra += RECRUITER_SURCHARGE
            break
    return extra


def recruit_choices(state: State, number: int) -> list[Choice]:
    """Return one choice for each Lord in the Court that the seat can pay for."""
    seat = state.seats[number]
    if not seat.hand:
        return []
    hand = tuple(seat.hand)
    sums = sum_races(hand)
    extra = lord_cost_adjustment(state, number)
    diplomat = seat.has("diplomat")
    choices = []
    for lord in state.court:
        card = LORDS[lord]
        mandatory = None if diplomat else card.mandatory
        total = best_total_of_sums(sums, card.races, mandatory)
        if total >= 0 and total + seat.pearls >= card.cost + extra:
            cost = max(0, card.cost + extra)
            items = hand
            if card.races == 1 and mandatory is not None:
                items = tuple([ally for ally in hand if RACE[ally] == mandatory])
            fill = partial(
                _build_recruit_decisions, lord, items, cost, card.races, mandatory, seat.pearls
            )
            slot = Pick("allies", items, card.races, len(items))
            choices.append(Choice("recruit", {"lord": lord}, (slot,), fill))
    return choices


def _build_recruit_decisions(
    lord: str, items: tuple[str, ...], cost: int, races: int, mandatory: str | None, pearls: int
) -> list[Decision]:
    # A slot that takes a single item is filled with the bare code.
    single = len(items) == 1
    decisions = []
    for allies in cheapest_payments(items, cost, races, mandatory, pearls):
        filling: Argument = allies[0] if single else list(allies)
        decisions.append(Decision("recruit", {"lord": lord, "allies": filling}))
    return decisions


class Payment(Struct):
    """The payment for a Lord: Allies, and Pearls for the rest of `cost`."""

    lord: str
    allies: list[str]
    pearls: int
    cost: int


def parse_payment(state: State, number: int, decision: Decision) -> Payment:
    """Parse the payment in a decision, or refuse it and name the broken rule."""
    seat = state.seats[number]
    lord = decision.args.get("lord")
    allies = codes_in(decision, "allies", others=1)
    if not isinstance(lord, str) or lord not in state.court:
        raise IllegalDecision("That Lord is not in the Court.", code="lord_not_in_court")
    card = LORDS[lord]
    cost = max(0, card.cost + lord_cost_adjustment(state, number))
    take_from_hand(seat.hand[:], allies)
    pearls = pearls_due(
        allies,
        cost,
        card.races,
        None if seat.has("diplomat") else card.mandatory,
        allow_superfluous=state.options.superfluous_cards == "allow",
        lord=lord,
    )
    if pearls > seat.pearls:
        raise IllegalDecision(
            (
                "With these Allies you still have to pay {pearls} of the cost of {cost} in Pearls; "
                "you have {yours}."
            ),
            code="cost_not_covered",
            pearls=pearls,
            cost=cost,
            yours=seat.pearls,
        )
    return Payment(lord, list(allies), pearls, cost)


def recruit_lord(state: State, number: int, payment: Payment, events: list[Event]) -> None:
    """Pay for a Lord in the Court, affiliate an Ally, and put the Lord into play."""
    seat = state.seats[number]
    lord, allies = payment.lord, payment.allies
    take_from_hand(seat.hand, allies)
    seat.pearls -= payment.pearls
    state.court.remove(lord)
    state.recruited = True
    facts = {
        "seat": number,
        "lord": lord,
        "allies": allies[:],
        "pearls": payment.pearls,
        "cost": payment.cost,
    }
    events.append(Event(event_kinds.RECRUITMENT, facts))
    possible = affiliation_candidates(seat, allies)
    if len(possible) > 1:
        state.ask(Affiliate(number, lord, allies))
    else:
        affiliate_ally(state, number, lord, allies, possible[0], events)


def affiliation_candidates(seat: Seat, allies: list[str]) -> list[str]:
    """Return which of the played Allies may be affiliated, without duplicates: those of the lowest
    value, or any with the Master of Magic."""
    different = sorted(set(allies))
    if seat.has("master_of_magic"):
        return different
    lowest = min([VALUE[ally] for ally in allies])
    return [ally for ally in different if VALUE[ally] == lowest]


def affiliate_ally(
    state: State, number: int, lord: str, allies: list[str], ally: str, events: list[Event]
) -> None:
    """Place one Ally face up, discard the others, then put the Lord into play."""
    rest = list(allies)
    rest.remove(ally)
    state.discard += rest
    state.seats[number].affiliated.append(ally)
    events.append(Event(event_kinds.AFFILIATION, {"seat": number, "ally": ally}))
    put_lord_into_play(state, number, lord, events)


class Affiliate(Struct, tag="affiliate", tag_field="question"):
    """“Recruit a Lord”: which of the played Allies, `allies`, is affiliated."""

    seat: int
    lord: str
    allies: list[str]
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [
            Choice("affiliate", {"ally": ally})
            for ally in affiliation_candidates(state.seats[self.seat], self.allies)
        ]

    def prompts(self, state: State) -> list[Prompt]:
        seat = state.seats[self.seat]
        own_races = [RACE[ally] for ally in seat.affiliated]
        # The race with the fewest affiliated Allies; among these the highest value.
        proposal = min(
            affiliation_candidates(seat, self.allies),
            key=lambda ally: (own_races.count(RACE[ally]), -VALUE[ally]),
        )
        return [
            Prompt(
                self.seat,
                "affiliate",
                self.number + self.seat,
                tuple(self.choices(state)),
                Decision("affiliate", {"ally": proposal}),
                {"lord": self.lord, "allies": self.allies[:], "affiliated": seat.affiliated[:]},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "affiliate":
            raise not_an_answer(decision)
        ally = code_in(decision, "ally")
        if ally not in self.allies:
            raise IllegalDecision(
                "Only an Ally that you played can be affiliated.", code="ally_not_played"
            )
        if ally not in affiliation_candidates(state.seats[seat], self.allies):
            raise IllegalDecision(
                "You affiliate an Ally of the lowest value among those played.",
                code="lowest_ally_only",
            )
        state.agenda.pop()
        affiliate_ally(state, seat, self.lord, self.allies, ally, events)


# “Refilling the Court” ----------------------------------------------------------------------------


def refill_court(state: State, events: list[Event]) -> None:
    """Refill the Court after a recruitment and all its powers.

    If two Lords or fewer are left, the recruiter gets two Pearls and new Lords fill the empty
    spaces.
    """
    state.recruited = False
    if len(state.court) > FEW_LORDS:
        return
    state.seats[state.active].pearls += COURT_BONUS
    income = {"seat": state.active, "pearls": COURT_BONUS, "source": "court"}
    events.append(Event(event_kinds.INCOME, income))
    free_spaces = COURT_SPACES - len(state.court)
    newcomers = [state.lord_deck.pop() for _ in range(min(free_spaces, len(state.lord_deck)))]
    if newcomers:
        state.court += newcomers
        events.append(Event(event_kinds.COURT_REFILLED, {"lords": newcomers}, reveals=True))
    if len(newcomers) < free_spaces and state.options.end_trigger_court == "short_refill":
        trigger_end(state, state.active, "court", events)
