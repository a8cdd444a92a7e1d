"""Count lost and duplicated cards: no move creates or destroys one."""

from __future__ import annotations

from collections import Counter

from .components import CARD, deck_of, of_kind
from .state import State


def count_components(state: State) -> dict[str, int]:
    """Return the numbers of lost and duplicated cards, which must both be 0.

    Before the kingdoms are chosen no card is in any pile.
    """
    piles = [
        state.deck,
        state.graveyard,
        state.box,
        state.box_unseen,
        state.won,
        state.wound_deck,
        state.banner_deck,
        state.class_deck,
        state.village_deck,
        state.overlord_deck,
        state.overlord_cards,
        state.event_deck,
        [space.card for space in state.track if space.card],
        [code for code in (state.village, state.overlord, state.event) if code],
        *state.dealt,
    ]
    for seat in state.seats:
        piles += seat.stacks.values()
    cards_on_table = Counter(card for pile in piles for card in pile)
    cards_of_match = Counter(_in_match(state)) if cards_on_table else Counter[str]()
    return {
        "lost": (cards_of_match - cards_on_table).total(),
        "created": (cards_on_table - cards_of_match).total(),
    }


def _in_match(state: State) -> list[str]:
    """Return every card that must be somewhere; the village is laid out after the starting
    cards."""
    options, many = state.options, len(state.seats)
    cards = [card for kingdom in state.kingdoms for card in deck_of(kingdom)]
    for kind in ("banner", "class"):
        cards += of_kind(kind, options.boxes)
    if options.start_item == "fist":
        cards += of_kind("fist")[:many]
    if options.start_enchantment == "enchanting":
        cards += of_kind("enchanting")[:many]
    if not state.village:
        return cards
    cards += of_kind("village", options.boxes) + of_kind("overlord", options.boxes)
    if not options.coop or options.coop_wounds == "printed":
        cards += of_kind("wound")
    if not options.coop:
        return cards
    events = of_kind("overlord_event", options.boxes)
    return cards + [code for code in events if CARD[code].overlord in ("", state.overlord)]
