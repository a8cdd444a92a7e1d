"""Count all components, wherever they lie, which no move creates or destroys."""

from __future__ import annotations

from collections import Counter

from .court import Affiliate
from .keys import Keys
from .locations import LocationPick
from .state import State


def count_components(state: State) -> dict[str, int]:
    """Return the number of every card, Lord, Location and Monster token, wherever it lies."""
    piles: list[list[str]] = [
        state.exploration_deck,
        state.discard,
        state.discard_unseen,
        state.track,
        *state.council.values(),
        state.court,
        state.lord_deck,
        state.lords_gone,
        state.location_stack,
        state.location_offer,
        state.locations_gone,
    ]
    tokens = state.token_pile[:]
    for seat in state.seats:
        piles += [seat.hand, seat.affiliated, seat.locations, [lord.id for lord in seat.lords]]
        tokens += seat.monster_tokens
    for question in state.agenda:
        if isinstance(question, Affiliate):
            piles += [question.allies, [question.lord]]
        elif isinstance(question, LocationPick):
            piles.append(question.drawn)
        elif isinstance(question, Keys):
            piles.append([question.location])
    count = Counter(code for pile in piles for code in pile)
    count.update(f"token{token}" for token in tokens)
    return dict(sorted(count.items()))
