"""Star actions: check whether one can be paid and makes sense, pay it, and start its effects."""

from __future__ import annotations

from typing import Any, assert_never

from .building import affordable_segments
from .choosing import DiscardCards, payable_tokens
from .components import ACTIONS, SEGMENT
from .exhausting import ExhaustOwn
from .frames import EffectFrame
from .schema import Action, Effect
from .seats import MAX_FOUNDATIONS, Seat
from .sources import exhaustible_segments, spyable_actions
from .state import State

# Effects that is_possible() checks.
NEEDS_OBJECT = {"spy", "rector", "build_action"}


def can_take(state: State, seat: int, action: Action, *, from_hand: bool, starless: bool) -> bool:
    """Return whether a seat could take this action now; `starless` ignores its star (H-23)."""
    own = state.seats[seat]
    if not starless and action.star == "main" and state.main_done:
        return False
    if action.cost and not can_pay(own, action, from_hand=from_hand):
        return False
    for effect in action.effect:
        if not NEEDS_OBJECT.isdisjoint(effect) and not is_possible(state, seat, effect, action):
            return False
    return True


def can_pay(own: Seat, action: Action, *, from_hand: bool) -> bool:
    for what, many in action.cost.items():
        match what:
            case "discard":
                if len(own.hand) - from_hand < many:
                    return False
            case "exhaust_own":
                # A segment cannot exhaust itself twice.
                if len(exhaustible_segments(own)) - (not from_hand) < many:
                    return False
            case "wealth" | "influence" | "attack" | "defense":
                if getattr(own, what) < many:
                    return False
            case _:
                assert_never(what)
    return True


def is_possible(state: State, seat: int, effect: Effect, action: Action) -> bool:
    """Return whether an effect that is not allowed to fail has something to act on (H-25)."""
    for kind, value in effect.items():
        match kind:
            case "spy":
                left = state.main_done or action.star == "main"
                return any(True for _ in spyable_actions(state, seat, without_main=left))
            case "rector":
                return any(pile.up for pile in state.piles)
            case "build_action":
                own, discount = state.seats[seat], int(value.get("discount", 0))
                if value.get("needs_foundation", True) and not own.ready:
                    return False
                return bool(
                    affordable_segments(state, own, discount + _discount_after_cost(action))
                )
    return True


def is_useful(state: State, seat: int, action: Action) -> bool:
    """Return whether any effect of an action would change anything now."""
    return any(
        _can_change_anything(state, seat, kind, value)
        for effect in action.effect
        for kind, value in effect.items()
    )


def _can_change_anything(state: State, seat: int, kind: str, value: Any) -> bool:
    own, others = state.seats[seat], state.opponents(seat)
    match kind:
        case "draw":
            return bool(own.draw_pile)
        case "foundation":
            return own.ready + own.spent < MAX_FOUNDATIONS
        case "move_segment" | "swap_segments":
            return len(own.island) > 1
        case "choose_one":
            return any(
                _can_change_anything(state, seat, *inner_effect)
                for o in value
                for inner_effect in o.items()
            )
        case "exhaust_segment":
            return any(exhaustible_segments(state.seats[other]) for other in others)
        case "opponent_gives":
            return any(payable_tokens(state, other, value["what"]) for other in others)
    return True


def _discount_after_cost(action: Action) -> int:
    """Wealth that the action itself costs is not there for the build any more."""
    return -action.cost.get("wealth", 0)


def usable_actions(state: State, seat: int) -> list[tuple[str, int]]:
    """Return (card, number of the action) of every star the seat may take, cards in hand first."""
    own, actions = state.seats[seat], []
    for code in dict.fromkeys(own.hand):
        for number, action in enumerate(ACTIONS[code], 1):
            if can_take(state, seat, action, from_hand=True, starless=False):
                actions.append((code, number))
    for code in exhaustible_segments(own):
        for number, action in enumerate(SEGMENT[code].actions, 1):
            if can_take(state, seat, action, from_hand=False, starless=False):
                actions.append((code, number))
    return actions


def take_action(state: State, seat: int, code: str, number: int, *, starless: bool = False) -> None:
    """Pay an action and put its effects on the agenda; costs that need a choice are asked first."""
    action = ACTIONS[code][number - 1]
    own = state.seats[seat]
    if action.star == "main" and not starless:
        state.main_done = True
    state.agenda.append(EffectFrame(seat, code, [dict(effect) for effect in action.effect]))
    for what, many in action.cost.items():
        if what == "discard":
            state.ask(DiscardCards(seat, many))
        elif what == "exhaust_own":
            state.ask(ExhaustOwn(seat))
        else:
            setattr(own, what, getattr(own, what) - many)
