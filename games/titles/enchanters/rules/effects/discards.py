"""Effects that discard cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import field
from msgspec.structs import replace

from ..actions import card_offers, of_types, tops_of
from ..components import CARD
from ..effect import Effect, Speaker
from ..graveyard import uses_graveyard
from ..moves import pick_card
from ..overlords import remove_overlord_target
from ..people import resolve_targets
from ..running import Run
from ..stacks import discard_from_stack
from ..state import OVERLORD, Task
from ..vocabulary import CARD_TYPES, CardType, Icon, Who


class DiscardAny(Effect, frozen=True):
    """Let each target discard cards of its choice (D-18, A-08), all at the same moment (D-19)."""

    n: int
    who: Who = "self"
    types: tuple[CardType, ...] = field(name="from", default=())
    with_icon: Icon | None = None

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        state = run.state

        def list_cards(seat: int) -> list[str]:
            return of_types(state, seat, self.types or CARD_TYPES, self.with_icon or "")

        cards = discard_chosen(run, task, self.who, list_cards)
        if self.n > 1 and any(len(seat_cards) > 1 for seat_cards in cards.values()):
            for seat in cards:
                run.effects([replace(self, who="self", n=self.n - 1)], seat)

    def describe(self, speaker: Speaker) -> str:
        types = self.types or self.with_icon or "any"
        key = "discard_any.self" if self.who == "self" else "discard_any"
        return speaker.say(key, who=speaker.who(self.who), one=speaker.some_cards(self.n, types))


class DiscardTop(Effect, frozen=True):
    """Discard one of several top cards: never a dragon, the last item or the last enchantment."""

    types: tuple[CardType, ...] = field(name="from")
    who: Who = "self"

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        discard_chosen(run, task, self.who, lambda seat: tops_of(run.state, seat, self.types))

    def describe(self, speaker: Speaker) -> str:
        key = "discard_top.self" if self.who == "self" else "discard_top"
        return speaker.say(key, who=speaker.who(self.who), types=speaker.types(self.types))


def discard_chosen(
    run: Run, task: Task, who: Who, list_cards: Callable[[int], list[str]]
) -> dict[int, list[str]]:
    """Let each target discard one of its cards, all at the same moment; return what each could
    discard. `list_cards` returns the cards of a seat."""

    def able(other: int) -> bool:
        return other == OVERLORD or bool(list_cards(other))

    seats = remove_overlord_target(run, task, resolve_targets(run, task, who, may=able))
    cards = {seat: list_cards(seat) for seat in seats}
    offers = {
        seat: card_offers("discard", seat_cards) for seat, seat_cards in cards.items() if seat_cards
    }
    decisions = run.choose_all(task, "discard", offers)
    discards = {
        cards[seat][offers[seat].index(decision)]: seat for seat, decision in decisions.items()
    }
    for card in order_discards(run, task, list(discards)):
        discard_from_stack(run, discards[card], card)
    return cards


def order_discards(
    run: Run, task: Task, cards: Sequence[str], *, by: int | None = None
) -> list[str]:
    """Return cards that are discarded at once in the order in which they go (D-14).

    A seat says so, or else the active player, if the graveyard matters in this match; otherwise
    they go in the order in which they lay.
    """
    state = run.state
    rest, ordered = list(cards), list[str]()
    if state.options.small_choices == "automatic" or not uses_graveyard(state):
        return rest
    while rest:
        goes_there = [card for card in rest if CARD[card].kind in CARD_TYPES]
        offers = card_offers("first", goes_there)
        seat = state.from_active()[0] if by is None else by
        decision = run.choose(task, "discard_order", offers, by=seat)
        card = rest[0] if decision is None else goes_there[offers.index(decision)]
        rest.remove(card)
        ordered.append(card)
    return ordered


class PurgeEnchantments(Effect, frozen=True):
    """Keep the starting enchantment, or one of the player's choice (D-26), and discard the
    others."""

    who: Who

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        seat = run.state.seats[task.seat]
        cards = seat.stacks["enchantment"]
        starters = (card for card in cards if CARD[card].kind in ("class", "enchanting"))
        remaining_card = next(starters, None) or pick_card(run, task, "keep", cards)
        discards = [card for card in cards if card != remaining_card]
        for card in order_discards(run, task, discards, by=task.seat):
            discard_from_stack(run, task.seat, card)
