"""The market: face-up Locations and Monuments, and what happens when a deck is empty (H-34)."""

from __future__ import annotations

from games.engine.contract import Event

from . import event_kinds
from .components import SEGMENT
from .state import State

MONUMENTS = 2
# Number of Locations per player; in round 1 two more.
LOCATIONS_EACH = 2


def reveal_locations(state: State, many: int, events: list[Event]) -> None:
    """Turn up Locations; an empty deck is rebuilt from the discarded Locations."""
    _reveal_segments(state, "location", many, events)


def reveal_monuments(state: State, many: int, events: list[Event]) -> None:
    _reveal_segments(state, "monument", many, events)


def _reveal_segments(state: State, kind: str, many: int, events: list[Event]) -> None:
    deck = state.location_deck if kind == "location" else state.monument_deck
    cards = []
    for _ in range(many):
        if not deck:
            again = [code for code in state.segment_discard if SEGMENT[code].kind == kind]
            if not again:
                break
            state.segment_discard = [c for c in state.segment_discard if SEGMENT[c].kind != kind]
            stream = "locations" if kind == "location" else "monuments"
            deck += state.chance.shuffle(stream, sorted(again))[::-1]
        cards.append(deck.pop())
    if cards:
        state.market += cards
        events.append(Event(event_kinds.MARKET_FILLED, {"cards": cards}, reveals=True))
