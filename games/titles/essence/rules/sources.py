"""Actions borrowed from other players' cards, and segments that can be exhausted."""

from __future__ import annotations

from collections.abc import Iterator

from .components import ACTIONS, SEGMENT
from .seats import Seat
from .state import State

# What a Spy can pay.
PLAIN = ("wealth", "influence", "attack", "defense")
# The cards that a Slaver can command.
COMMAND_CARDS = ("a.spy", "a.priest", "a.engineer", "a.mayor")


def exhaustible_segments(own: Seat) -> list[str]:
    """Return the cards of unexhausted segments with a star action, without duplicates (H-36)."""
    cards = [
        segment.card
        for segment in own.island.values()
        if not segment.exhausted and SEGMENT[segment.card].actions
    ]
    return list(dict.fromkeys(cards))


def exhaust_segment(own: Seat, code: str) -> None:
    """Exhaust the first unexhausted segment with this card."""
    segment = next(s for s in own.island.values() if s.card == code and not s.exhausted)
    segment.exhausted = True


def spyable_actions(
    state: State, seat: int, *, without_main: bool
) -> Iterator[tuple[int, str, int]]:
    """Yield (opponent, Location, number) of the actions that a Spy could use and pay for (H-22)."""
    own = state.seats[seat]
    for other in state.opponents(seat):
        for code in exhaustible_segments(state.seats[other]):
            if SEGMENT[code].kind != "location":
                continue
            for number, action in enumerate(SEGMENT[code].actions, 1):
                is_payable = all(
                    what in PLAIN and getattr(own, what) >= many
                    for what, many in action.cost.items()
                )
                if is_payable and not (without_main and action.star == "main"):
                    yield other, code, number


def commandable_actions(state: State, victim: int) -> Iterator[tuple[str, int]]:
    """Yield (card, number) of the actions in the victim's discard pile that a Slaver can use
    (H-23)."""
    for code in dict.fromkeys(state.seats[victim].discard):
        if code in COMMAND_CARDS:
            for number in range(1, len(ACTIONS[code]) + 1):
                yield code, number
