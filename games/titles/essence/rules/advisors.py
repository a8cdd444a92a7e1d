"""“Advisors”: simultaneous sealed bids, ranked; then each bidder takes one Advisor in that
order."""

from __future__ import annotations

from itertools import permutations

from msgspec import Struct, field

from games.engine.contract import Choice, Decision, Event, Number, Pick, Prompt

from . import event_kinds
from .answers import (
    codes_in,
    known_answer,
    make_seat_prompt,
    not_an_answer,
    number_in,
    require_exact_args,
)
from .components import BOX, SEGMENT
from .gains import trigger_passives
from .state import State

NO_BID = Decision("bid", {"wealth": 0, "influence": 0, "wishes": []})


def on_offer(state: State) -> list[str]:
    """Return the face-up Advisors in pile order."""
    return [pile.cards[-1] for pile in state.piles if pile.up]


def turn_up(state: State, events: list[Event]) -> None:
    """Turn up every face-down top of a pile; skip empty piles (H-03, H-04)."""
    for pile in state.piles:
        if pile.cards and not pile.up:
            pile.up = True
    events.append(Event(event_kinds.PILES_UP, {"cards": on_offer(state)}, reveals=True))


class Bid(Struct, tag="bid", tag_field="question"):
    """Everybody bids Wealth and Influence in secret, and may list Advisors in order of
    preference.

    `seats` are those asked, `answers` the sealed bids so far.
    """

    seats: list[int]
    answers: dict[int, Decision] = field(default_factory=dict)
    number: int = 0

    def prompts(self, state: State) -> list[Prompt]:
        offer = tuple(on_offer(state))
        return [self._prompt(state, seat, offer) for seat in self.seats]

    def _prompt(self, state: State, seat: int, offer: tuple[str, ...]) -> Prompt:
        own = state.seats[seat]
        slots = (
            Number("wealth", 0, own.wealth),
            Number("influence", 0, own.influence),
            Pick("wishes", offer, 0, len(offer), ranked=True),
        )
        return Prompt(
            seat,
            "bid",
            self.number + seat,
            (Choice("bid", {}, slots, lambda: _propose_bids(own.wealth, own.influence)),),
            NO_BID,
            {
                "round": state.round,
                "wealth": own.wealth,
                "influence": own.influence,
                "offered": list(offer),
            },
            self.number,
            self.answers.get(seat),
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "bid":
            raise not_an_answer(decision)
        require_exact_args(decision, "wealth", "influence", "wishes")
        own = state.seats[seat]
        wealth = number_in(decision, "wealth", own.wealth)
        influence = number_in(decision, "influence", own.influence)
        wishes = codes_in(decision, "wishes", on_offer(state))
        bid = Decision("bid", {"wealth": wealth, "influence": influence, "wishes": wishes})
        self.answers[seat] = bid
        events.append(Event(event_kinds.BID_SEALED, {"seat": seat, **bid.args}, audience=(seat,)))
        if len(self.answers) == len(self.seats):
            state.agenda.pop()
            open_bids(state, self.answers, events)


def _propose_bids(wealth: int, influence: int) -> list[Decision]:
    """Return proposed bids from nothing to everything."""
    bids = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (wealth, influence)]
    fair = [bid for bid in dict.fromkeys(bids) if bid[0] <= wealth and bid[1] <= influence]
    return [Decision("bid", {"wealth": w, "influence": i, "wishes": []}) for w, i in fair]


def open_bids(state: State, answers: dict[int, Decision], events: list[Event]) -> None:
    """Pay every bid and rank those above 0: by total, then by Influence, then by the option
    `ties`."""
    bids: dict[int, tuple[int, int]] = {}
    for seat in state.order:
        args = answers[seat].args if seat in answers else NO_BID.args
        wealth, influence = int(str(args["wealth"])), int(str(args["influence"]))
        wishes = args["wishes"]
        own = state.seats[seat]
        own.wealth -= wealth
        own.influence -= influence
        facts = {"seat": seat, "wealth": wealth, "influence": influence}
        events.append(Event(event_kinds.BID, facts, reveals=True))
        if wealth + influence:
            bids[seat] = (wealth + influence, influence)
            if isinstance(wishes, list) and wishes:
                state.wishes[seat] = wishes
    if not bids:
        events.append(Event(event_kinds.NO_BIDS))
    order = sorted(bids, key=lambda seat: bids[seat], reverse=True)
    groups: list[list[int]] = []
    for seat in order:
        if groups and bids[groups[-1][0]] == bids[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    if state.options.ties == "order":
        # Ruling H-06: in a game by e-mail nobody waits for a tie; the order of the round settles
        # it.
        groups = [[seat] for group in groups for seat in sorted(group, key=state.order.index)]
    state.picks = groups


class Tie(Struct, tag="tie", tag_field="question"):
    """The first player says which of the tied players comes first, possibly the first player
    too.

    If it makes no difference, only the order of the round is offered.
    """

    seat: int
    tied: list[int]
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        if can_order_matter(state, self.tied):
            return _name_first(state, self.tied)
        return _name_first(state, [min(self.tied, key=state.order.index)])

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        facts = {"round": state.round, "tied": [state.seats[seat].faction for seat in self.tied]}
        best = min(self.tied, key=state.order.index)
        fallback = Decision("first", {"player": state.seats[best].faction})
        return make_seat_prompt(self, choices, fallback, facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, _name_first(state, self.tied))
        state.agenda.pop()
        first = state.seat_of(decision.args["player"])
        assert first is not None
        at = state.picks.index(self.tied)
        rest = [other for other in self.tied if other != first]
        state.picks[at : at + 1] = [[first], rest]
        events.append(Event(event_kinds.TIE_SETTLED, {"seat": first}))


def _name_first(state: State, seats: list[int]) -> list[Choice]:
    return [Choice("first", {"player": state.seats[seat].faction}) for seat in seats]


def can_order_matter(state: State, bidders: list[int]) -> bool:
    """Return whether the order of tied bidders can change what anybody gets."""
    before = [seat for group in state.picks[: state.picks.index(bidders)] for seat in group]
    if not before and any(_has_winner_reward(state, seat) for seat in bidders):
        return True
    if len(on_offer(state)) <= len(before):
        # No Advisor is left for any of them.
        return False
    ways = [foresee_picks(state, [*before, *order]) for order in permutations(bidders)]
    return None in ways or any(way != ways[0] for way in ways)


def _has_winner_reward(state: State, seat: int) -> bool:
    cards = [SEGMENT[segment.card] for segment in state.seats[seat].island.values()]
    return any(passive.when == "bidding_won" for card in cards for passive in card.passive)


def foresee_picks(state: State, bidders: list[int]) -> dict[int, tuple[str, int]] | None:
    """Return (Advisor, Wealth on it) for each bidder who gets one, in this order of bidders; None
    if anybody would have to be asked."""
    left = [(pile.cards[-1], pile.wealth) for pile in state.piles if pile.up]
    picks: dict[int, tuple[str, int]] = {}
    for seat in bidders[: len(left)]:
        codes = {code for code, _ in left}
        wish = next((code for code in state.wishes.get(seat, []) if code in codes), None)
        if wish is None and len(codes) > 1:
            return None
        picks[seat] = max(entry for entry in left if wish in (None, entry[0]))
        left.remove(picks[seat])
    return picks


class Take(Struct, tag="take", tag_field="question"):
    """A bidder must take one of the face-up Advisors."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        offer = dict.fromkeys(on_offer(state))
        return [Choice("take", {"advisor": code}) for code in offer]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        facts = {"round": state.round, "offered": on_offer(state)}
        return make_seat_prompt(self, choices, choices[0].examples()[0], facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        take_advisor(state, seat, str(decision.args["advisor"]), events)


class Recall(Struct, tag="recall", tag_field="question"):
    """The Rector takes an Advisor left on the piles, with the Wealth on it."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        left = dict.fromkeys(pile.cards[-1] for pile in state.piles if pile.up)
        return [Choice("take", {"advisor": code}) for code in left]

    def prompts(self, state: State) -> list[Prompt]:
        choices = self.choices(state)
        return make_seat_prompt(self, choices, choices[0].examples()[0], {"turn": state.turn})

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        take_advisor(state, seat, str(decision.args["advisor"]), events)


def take_advisor(state: State, seat: int, code: str, events: list[Event]) -> None:
    """Take a face-up Advisor into hand; of two copies the one with more Wealth on it."""
    piles = [pile for pile in state.piles if pile.up and pile.cards[-1] == code]
    pile = max(piles, key=lambda pile: pile.wealth)
    own = state.seats[seat]
    own.hand = sorted([*own.hand, pile.cards.pop()])
    own.wealth += pile.wealth
    facts = {"seat": seat, "card": code, "wealth": pile.wealth}
    events.append(Event(event_kinds.ADVISOR_TAKEN, facts))
    pile.up, pile.wealth = False, 0


def settle_ties(state: State) -> bool:
    """Ask about the first remaining tie; return whether there is none."""
    for group in state.picks:
        if len(group) > 1:
            state.ask(Tie(state.order[0], group[:]))
            return False
    return True


def reward_winner(state: State, events: list[Event]) -> None:
    if state.picks:
        trigger_passives(state, state.picks[0][0], "bidding_won", events)


def pick_advisors(state: State, events: list[Event]) -> bool:
    """Let each bidder take an Advisor, in rank order; return whether all have done so."""
    while state.picks:
        seat = state.picks.pop(0)[0]
        offer = on_offer(state)
        wish = next((code for code in state.wishes.pop(seat, []) if code in offer), None)
        if not offer:
            events.append(Event(event_kinds.NO_ADVISOR, {"seat": seat}))
        elif wish or len(set(offer)) == 1:
            take_advisor(state, seat, wish or offer[0], events)
        else:
            state.ask(Take(seat))
            return False
    return True


def add_wealth(state: State) -> None:
    """Put 1 Wealth on each Advisor left."""
    for pile in state.piles:
        if pile.up:
            pile.wealth += 1


PILES, PILE = 6, 5
assert sum(advisor.copies for advisor in BOX.advisors.values()) == PILES * PILE
