"""Moving cards between players: the choices that effects and costs share."""

from __future__ import annotations

from collections.abc import Sequence

from .actions import card_offers
from .overlords import offer_card
from .people import one_of, other_targets
from .running import Run
from .stacks import move_to_player
from .state import OVERLORD, State, Task

# Number of cards a stack needs before its top can move to another player.
SPARE = 2


def pick_card(run: Run, task: Task, verb: str, cards: Sequence[str]) -> str | None:
    """Return the card that the controller picks; None if there is none."""
    offers = card_offers(verb, cards)
    decision = run.choose(task, verb, offers)
    return None if decision is None else cards[offers.index(decision)]


def has_spare_cards(state: State, seat: int, stack: str) -> bool:
    return len(state.seats[seat].stacks[stack]) >= SPARE


def give_away(run: Run, task: Task, cards: Sequence[str], *, optional: bool = False) -> None:
    """Give one of these cards to a player of one's choice; the Overlord discards it."""
    if not cards:
        return
    if optional:
        target = one_of(run, task, other_targets(run.state, task.seat), optional=True)
    else:
        target = one_of(run, task, other_targets(run.state, task.seat))
    if target is None:
        return
    card = pick_card(run, task, "give", cards)
    assert card is not None
    if target == OVERLORD:
        offer_card(run, task.seat, card)
    else:
        move_to_player(run, task.seat, target, card)
