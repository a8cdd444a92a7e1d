"""“Reading the prophecy”: requirements, the row and the bonus of a fragment."""

from __future__ import annotations

from games.engine.contract import Event

from . import event_kinds
from .components import FRAGMENT
from .frames import EffectFrame
from .gains import treaties_of, trigger_passives
from .island import has_patterns, needed_types
from .seats import Seat, apply_modifiers
from .state import State
from .vocabulary import ANY


def cost_of(own: Seat, code: str) -> int:
    """Return the Influence that a fragment costs a seat."""
    return own.modified("prophecy_cost", FRAGMENT[code].cost)


def claimable_fragments(state: State) -> list[str]:
    """Return the fragments in the row but the leftmost space, from left to right."""
    return [code for code in state.row[1:] if code is not None]


def fragments_within_reach(state: State, seat: int, *, monsters: bool) -> list[str]:
    """Return the fragments of the row, with or without a monster, whose requirements the seat
    meets, if it has a reading left."""
    if state.read_done:
        return []
    own = state.seats[seat]
    modifiers, types = own.modifiers("prophecy_cost"), own.types()
    return [
        code
        for code in claimable_fragments(state)
        if bool(FRAGMENT[code].monster) == monsters
        and own.influence
        >= apply_modifiers(modifiers, FRAGMENT[code].cost)
        + FRAGMENT[code].spend.get("influence", 0)
        and _meets_other_requirements(state, seat, code, types)
    ]


def _meets_other_requirements(state: State, seat: int, code: str, types: list[str]) -> bool:
    """Return whether all requirements but Influence are met by a seat with segments of these types;
    a monster is ignored."""
    # Most Islands have too few segments of a type.
    for kind, many in needed_types(code):
        if (len(types) if kind == ANY else types.count(kind)) < many:
            return False
    own, fragment = state.seats[seat], FRAGMENT[code]
    if own.wealth < fragment.spend.get("wealth", 0) or own.attacks_won < fragment.attacks:
        return False
    if fragment.treaties and treaties_of(state, seat) < fragment.treaties:
        return False
    return has_patterns(fragment, own.island, types)


def readable_fragments(state: State, seat: int) -> list[str]:
    """Return the fragments that the seat can read now without a fight."""
    return fragments_within_reach(state, seat, monsters=False)


def attackable_monsters(state: State, seat: int) -> list[str]:
    """Return the monsters that the seat may attack: it has a reading left and can pay all costs."""
    return fragments_within_reach(state, seat, monsters=True)


def read_fragment(state: State, seat: int, code: str, events: list[Event]) -> None:
    """Pay, take the fragment, shift the row to the right, refill it and resolve the bonus."""
    own, fragment = state.seats[seat], FRAGMENT[code]
    own.influence -= cost_of(own, code)
    for what, many in fragment.spend.items():
        setattr(own, what, getattr(own, what) - many)
    state.read_done = True
    own.fragments.append(code)
    events.append(Event(event_kinds.READ, {"seat": seat, "card": code}))
    at = state.row.index(code)
    state.row[: at + 1] = [None, *state.row[:at]]
    refill_row(state, events)
    trigger_passives(state, seat, "prophecy_read", events)
    state.agenda.append(EffectFrame(seat, code, [dict(effect) for effect in fragment.bonus]))


def slide_row(state: State) -> None:
    """Move the fragments right over empty spaces."""
    cards = [code for code in state.row if code is not None]
    state.row = [None] * (len(state.row) - len(cards)) + cards


def refill_row(state: State, events: list[Event]) -> None:
    """Fill the empty spaces on the left, starting with the rightmost of them."""
    for at in range(len(state.row) - 1, -1, -1):
        if state.row[at] is None and state.prophecy_deck:
            code = state.row[at] = state.prophecy_deck.pop()
            events.append(Event(event_kinds.CARD_REVEALED, {"card": code}, reveals=True))
