"""“Build”: what is affordable, where it may be placed, and what happens afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import (
    LEAVE,
    LEAVE_DECISION,
    code_in,
    make_seat_prompt,
    not_an_answer,
    require_exact_args,
)
from .components import SEGMENT
from .frames import EffectFrame
from .gains import apply_gain, draw_into_hand, trigger_passives
from .island import free_cells, neighbour_cells, worth_at
from .seats import Seat, Segment, apply_modifiers
from .state import State

# Maximum number of placements in a prompt; any other legal one can be written as well.
MAX_PROPOSALS = 8


def segment_price(own: Seat, code: str, discount: int) -> int:
    """Return what a card in the market costs a seat."""
    return max(0, own.modified("build_cost", SEGMENT[code].cost) - discount)


def affordable_segments(state: State, own: Seat, discount: int) -> list[str]:
    """Return the cards in the market that a seat can pay, without duplicates, in market order.

    A negative discount stands for Wealth that is spent elsewhere.
    """
    most, modifiers = own.wealth + discount, own.modifiers("build_cost")
    return [
        code
        for code in dict.fromkeys(state.market)
        if apply_modifiers(modifiers, SEGMENT[code].cost) <= most
    ]


def build_choice(state: State, seat: int, discount: int = 0) -> Choice | None:
    """Return the choice to build any affordable card in any free cell; None if there is none."""
    own = state.seats[seat]
    cards = affordable_segments(state, own, discount)
    if not cards:
        return None
    cells = free_cells(own.island)

    def placements() -> list[Decision]:
        return [
            Decision("build", {"card": card, "cell": cell})
            for card, cell in best_placements(own, cards, cells, discount)
        ]

    slots = (Pick("card", tuple(cards)), Pick("cell", tuple(cells)))
    return Choice("build", {}, slots, placements)


def best_placements(
    own: Seat, cards: Sequence[str], cells: Sequence[str], discount: int
) -> list[tuple[str, str]]:
    """Return up to eight (card, cell), most Essence first, with at most two cells per card."""
    types = {
        cell: [
            SEGMENT[own.island[beside].card].type
            for beside in neighbour_cells(cell)
            if beside in own.island
        ]
        for cell in cells
    }
    placements = []
    for order, card in enumerate(cards):
        segment_card = SEGMENT[card]
        worths = [
            (-sum(segment_card.bonus.get(kind, 0) for kind in kinds), -len(kinds), n, cell)
            for n, (cell, kinds) in enumerate(types.items())
        ]
        worths.sort()
        for less, _, _, cell in worths[:2]:
            placements.append(
                (less - segment_card.essence, segment_price(own, card, discount), order, card, cell)
            )
    placements.sort()
    return [(card, cell) for _, _, _, card, cell in placements[:MAX_PROPOSALS]]


def build_segment(
    state: State, seat: int, decision: Decision, events: list[Event], *, discount: int = 0,
    needs_foundation: bool = True,
) -> None:  # fmt: skip
    """Exhaust a Foundation, pay, place the segment and put its consequences on the agenda."""
    require_exact_args(decision, "card", "cell")
    code, cell = code_in(decision, "card"), code_in(decision, "cell")
    own = state.seats[seat]
    if code not in state.market:
        raise IllegalDecision("That card is not in the market.", code="market")
    if needs_foundation and not own.ready:
        raise IllegalDecision("Building needs a readied Foundation.", code="foundation")
    cost = segment_price(own, code, discount)
    if own.wealth < cost:
        raise IllegalDecision(
            "That costs {price} Wealth; you have {yours}.",
            code="wealth",
            price=cost,
            yours=own.wealth,
        )
    if cell not in free_cells(own.island):
        raise IllegalDecision("A segment stands on a free cell beside your Island.", code="cell")
    own.wealth -= cost
    if needs_foundation:
        own.ready -= 1
        own.spent += 1
    state.market.remove(code)
    place_segment(state, seat, code, cell, cost, events)


def place_segment(
    state: State, seat: int, code: str, cell: str, cost: int, events: list[Event]
) -> None:
    """“After placing a segment”: Essence at once, the rest on the agenda."""
    own = state.seats[seat]
    essence = worth_at(code, cell, own.island)
    own.island[cell] = Segment(code)
    own.essence += essence
    facts = {"seat": seat, "card": code, "cell": cell, "price": cost, "essence": essence}
    events.append(Event(event_kinds.SEGMENT_BUILT, facts))
    once = [dict(effect) for effect in SEGMENT[code].once]
    state.agenda.append(EffectFrame(seat, code, [*once, {"settle": code}]))


def resolve_build(state: State, seat: int, code: str, events: list[Event]) -> None:
    """Add a new segment's income at once, then fire the triggers of a build."""
    own = state.seats[seat]
    for stat, many in SEGMENT[code].income.items():
        if stat == "popularity":
            draw_into_hand(own, seat, many, events)
        else:
            kind = "foundation" if stat == "foundations" else stat
            apply_gain(state, seat, kind, many, code, events)
    trigger_passives(state, seat, "successful_build", events, SEGMENT[code].type)


class Build(Struct, tag="build", tag_field="question"):
    """A Build action granted by a card, cheaper by `discount` (H-38)."""

    seat: int
    discount: int
    needs_foundation: bool = True
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        choice = build_choice(state, self.seat, self.discount)
        return [choice, LEAVE] if choice else [LEAVE]

    def prompts(self, state: State) -> list[Prompt]:
        own = state.seats[self.seat]
        facts = {
            "turn": state.turn,
            "wealth": own.wealth,
            "discount": self.discount,
            "market": sorted(set(state.market)),
        }
        return make_seat_prompt(self, self.choices(state), LEAVE_DECISION, facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        state.agenda.pop()
        if decision == LEAVE_DECISION:
            events.append(Event(event_kinds.LEFT, {"seat": seat}))
            return
        if decision.verb != "build":
            raise not_an_answer(decision)
        build_segment(
            state,
            seat,
            decision,
            events,
            discount=self.discount,
            needs_foundation=self.needs_foundation,
        )
