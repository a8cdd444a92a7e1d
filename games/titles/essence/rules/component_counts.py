"""Count all cards, wherever they lie, which no move creates or destroys."""

from __future__ import annotations

from collections import Counter

from .components import BOX
from .faction import followers_of
from .state import State


def count_components(state: State) -> dict[str, int]:
    """Return the number of every card, wherever it lies."""
    piles: list[list[str]] = [
        *(state.market, state.location_deck, state.monument_deck, state.segment_discard),
        *(state.prophecy_deck, state.prophecy_discard, state.prophecies_out),
        [code for code in state.row if code is not None],
        *(pile.cards for pile in state.piles),
    ]
    factions = [seat.faction for seat in state.seats]
    for palace in BOX.palaces.values():
        if palace.faction not in factions:
            # Nobody plays this faction (yet): its cards stay in the box.
            piles += [[palace.id], followers_of(palace.faction)]
    for seat in state.seats:
        segments = [segment.card for segment in seat.island.values()]
        piles += [seat.hand, seat.draw_pile, seat.discard, seat.fragments, segments]
    count = Counter(code for pile in piles for code in pile)
    return dict(sorted(count.items()))
