"""Whether the order of the cards on the graveyard can matter in a match (D-14)."""

from __future__ import annotations

from functools import cache

from .components import CARD, deck_of
from .state import State


@cache
def list_graveyard_cards() -> frozenset[str]:
    """Return the cards whose text is about the graveyard, by the names of its words and zones.

    Effects need it, so cards are not read yet when this module is imported.
    """
    return frozenset(code for code, card in CARD.items() if "graveyard" in repr(card).lower())


def uses_graveyard(state: State) -> bool:
    """Return whether a card of this match, as far as everybody knows, looks at the graveyard."""
    decks = [card for kingdom in state.kingdoms for card in deck_of(kingdom)]
    stacks = [card for seat in state.seats for stack in seat.stacks.values() for card in stack]
    return not list_graveyard_cards().isdisjoint(
        [*decks, *stacks, *state.event_deck, state.village, state.overlord]
    )
