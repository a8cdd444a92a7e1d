"""“Stack operations”: each change of visible icons is one net change of the running powers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from .components import CARD, STACK
from .running import Run
from .state import NOBODY, Seat, State
from .statics import active_statics, is_seat_affected
from .values import icon_modifiers, icon_powers, icon_value
from .vocabulary import ARTIFACTS


class StackChange:
    """A context in which stacks change; on exit the powers are adjusted once, with a minimum of
    0."""

    def __init__(self, state: State, seats: Iterable[int]) -> None:
        self.state = state
        self.before = {number: icon_powers(state.seats[number]) for number in seats}

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        for number, (attack, defense) in self.before.items():
            seat = self.state.seats[number]
            now = icon_powers(seat)
            change_powers(seat, now[0] - attack, now[1] - defense)
        sync_pearls(self.state)


def change_powers(seat: Seat, attack: int, defense: int) -> None:
    """Add to the running powers, which cannot fall below 0."""
    seat.attack = max(0, seat.attack + attack)
    seat.defense = max(0, seat.defense + defense)


def sync_pearls(state: State) -> None:
    """Set the number of pearl tokens to the pearl value; inactive ones are removed first (D-12)."""
    modifiers = icon_modifiers(state)
    for number, seat in enumerate(state.seats):
        target = icon_value(state, number, "pearl", modifiers)
        pearls = seat.pearls + seat.pearls_used
        if pearls < target:
            seat.pearls += target - pearls
        elif pearls > target:
            loss = min(seat.pearls_used, pearls - target)
            seat.pearls_used -= loss
            seat.pearls -= pearls - target - loss


def recompute_powers(seat: Seat) -> None:
    """Set the running powers to the visible icons (at clean-up and before scoring)."""
    attack, defense = icon_powers(seat)
    seat.attack, seat.defense = max(0, attack), max(0, defense)


# Moving cards -------------------------------------------------------------------------------------


def may_leave(seat: Seat, code: str) -> bool:
    """Return whether a card may leave its stack: never the last item or enchantment."""
    stack = STACK[code]
    return code in seat.stacks[stack] and (stack not in ARTIFACTS or len(seat.stacks[stack]) > 1)


def is_blocked(state: State, number: int, code: str) -> bool:
    """Return whether a player cannot take cards of this type (E081, E102)."""
    return STACK[code] in blocked_stacks(state, number)


def blocked_stacks(state: State, number: int) -> list[str]:
    """Return the stacks for which a player cannot take cards."""
    blocks = active_statics(state, "block_take", number)
    return [fields["type"] for fields, owner in blocks if owner in (number, NOBODY)]


def add_to_stack(run: Run, number: int, code: str, *, bottom: bool = False) -> None:
    """Put a card on top of its stack, or at the bottom."""
    seat = run.state.seats[number]
    with StackChange(run.state, [number]):
        stack = seat.stacks[STACK[code]]
        stack.insert(0 if bottom else len(stack), code)


def place_or_discard_card(run: Run, number: int, code: str) -> bool:
    """Put a card on its stack, or discard it if it may not be taken. Return whether it was put
    there."""
    if is_blocked(run.state, number, code):
        put_in_discard(run.state, code)
        run.tell("discarded", seat=number, card=code)
        return False
    add_to_stack(run, number, code)
    return True


def remove_from_stack(run: Run, number: int, code: str) -> None:
    """Remove a card from its stack."""
    seat = run.state.seats[number]
    with StackChange(run.state, [number]):
        seat.stacks[STACK[code]].remove(code)


def clear_card_uses(seat: Seat, code: str) -> None:
    """Make a card that moves to another player usable again."""
    for label in [label for label in seat.used if label.split("|")[0] == code]:
        del seat.used[label]


def bury_top_card(run: Run, number: int, stack: str) -> bool:
    """Move the top of a stack of two or more to the bottom."""
    cards = run.state.seats[number].stacks[stack]
    if len(cards) < 2:
        return False
    with StackChange(run.state, [number]):
        cards.insert(0, cards.pop())
    run.tell("buried", seat=number, card=cards[0])
    return True


def unbury_bottom_card(run: Run, number: int, stack: str) -> bool:
    """Move the bottom of a stack of two or more to the top."""
    cards = run.state.seats[number].stacks[stack]
    if len(cards) < 2:
        return False
    with StackChange(run.state, [number]):
        cards.append(cards.pop(0))
    run.tell("unburied", seat=number, card=cards[-1])
    return True


def put_in_discard(state: State, code: str) -> None:
    """Put a card where discarded cards of its kind go (“Discarding”)."""
    kind = CARD[code].kind
    match kind:
        case "banner":
            state.banner_deck.insert(0, code)
        case "class":
            state.class_deck.insert(0, code)
        case "wound":
            state.wound_deck.insert(0, code)
        case "overlord_event":
            state.event_deck.insert(0, code)
        case "fist" | "enchanting":
            state.box.append(code)
        case "item" | "enchantment" | "monster" | "dragon" | "village" | "overlord":
            state.graveyard.append(code)
        case _:
            assert_never(kind)


def discard_from_stack(run: Run, number: int, code: str) -> None:
    """Discard a card from a player's stacks."""
    remove_from_stack(run, number, code)
    put_in_discard(run.state, code)
    run.tell("discarded", seat=number, card=code)


def move_to_player(run: Run, giver: int, taker: int, code: str) -> None:
    """Move a card from one player's stacks onto another's; this triggers nothing."""
    remove_from_stack(run, giver, code)
    clear_card_uses(run.state.seats[giver], code)
    run.tell("passed", seat=giver, to=taker, card=code)
    place_or_discard_card(run, taker, code)


def top_card(seat: Seat, stack: str) -> str:
    """Return the top of a stack, "" if it is empty."""
    return seat.stacks[stack][-1] if seat.stacks[stack] else ""


def discard_excess_crystals(run: Run, number: int) -> None:
    """Discard the crystals above a player's limit."""
    seat = run.state.seats[number]
    statics = active_statics(run.state, "crystal_cap")
    caps = [fields["max"] for fields, owner in statics if is_seat_affected(fields, owner, number)]
    if caps and seat.crystals > min(caps):
        run.tell("crystals", seat=number, n=min(caps) - seat.crystals)
        seat.crystals = min(caps)
