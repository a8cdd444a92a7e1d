"""“Taking damage” and “Healing”: tokens, wound cards, the shared pool, the Overlord's hit
points."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Decision

from .actions import card_offers
from .components import WOUNDS_PER_CARD
from .overlords import change_hit_points, starting_hit_points
from .people import other_targets, relative_side
from .running import Run, register_step
from .stacks import add_to_stack, put_in_discard, remove_from_stack
from .state import OVERLORD, State, Task
from .statics import active_statics, is_seat_affected
from .triggers import Occasion, fire_triggers
from .values import wound_count


def inflict_damage(run: Run, target: int, n: int) -> None:
    """Let a player or the Overlord take damage; 0 does not count as damage."""
    state = run.state
    if n <= 0:
        return
    if target == OVERLORD:
        change_hit_points(run, -n)
        return
    run.tell("hurt", seat=target, n=n)
    if state.options.coop:
        state.pool += n
    else:
        take_tokens(run, target, n)
    fire_triggers(run, target, Occasion("damage_taken", amount=n))


def take_tokens(run: Run, target: int, n: int) -> None:
    """Give wound tokens; ten of them become a wound card while the deck lasts (ruling A-15)."""
    state, seat = run.state, run.state.seats[target]
    seat.wounds += n
    left = len(state.wound_deck)
    while seat.wounds >= WOUNDS_PER_CARD and left > 0:
        seat.wounds -= WOUNDS_PER_CARD
        left -= 1
        run.then("wound_card", target)


@register_step
def wound_card(run: Run, task: Task) -> None:
    """Draw two wound cards, keep one, put the other under the deck (D-11)."""
    state = run.state
    if not state.wound_deck:
        state.seats[task.seat].wounds += WOUNDS_PER_CARD
        return
    wounds = state.wound_deck[-2:][::-1]
    offers = card_offers("take", wounds)
    decision = run.choose(task, "wound", offers)
    assert decision is not None
    wound = wounds[offers.index(decision)]
    del state.wound_deck[-len(wounds) :]
    for code in wounds:
        if code != wound:
            state.wound_deck.insert(0, code)
    run.tell("wound_card", seat=task.seat, card=wound, reveals=True)
    add_to_stack(run, task.seat, wound)


def cannot_heal(state: State, number: int) -> bool:
    """Return whether a player's wounds cannot be healed."""
    return any(
        is_seat_affected(fields, owner, number)
        for fields, owner in active_statics(state, "no_heal")
    )


def heal_wounds(run: Run, target: int, n: int | str) -> int:
    """Heal a player or the Overlord; return how many wounds were healed."""
    state = run.state
    if target == OVERLORD:
        before = state.hit_points
        change_hit_points(run, starting_hit_points(state) if n == "all" else int(n))
        return state.hit_points - before
    if cannot_heal(state, target):
        return 0
    had = wound_count(state, target)
    healing = had if n == "all" else min(int(n), had)
    if healing <= 0:
        return 0
    if state.options.coop:
        state.pool -= healing
    else:
        seat = state.seats[target]
        while seat.wounds < healing and seat.stacks["wound"]:
            card = seat.stacks["wound"][-1]
            remove_from_stack(run, target, card)
            put_in_discard(state, card)
            run.tell("wound_healed", seat=target, card=card)
            seat.wounds += WOUNDS_PER_CARD
        seat.wounds -= healing
    run.tell("healed", seat=target, n=healing)
    return healing


def transfer_wounds(run: Run, source: int, target: int, n: int) -> None:
    """Move wounds from a player to another player or the Overlord."""
    if run.state.options.coop and target != OVERLORD:
        return
    inflict_damage(run, target, heal_wounds(run, source, n))


def split_wounds(run: Run, task: Task, most: int) -> None:
    """Split up to `most` wounds among the others (D-20)."""
    state = run.state
    n = min(most, wound_count(state, task.seat))
    targets = other_targets(state, task.seat)
    if n == 0 or not targets or cannot_heal(state, task.seat):
        return
    if state.options.coop:
        # Only what the Overlord takes leaves the pool.
        transfer_wounds(run, task.seat, OVERLORD, n)
        return
    spread = split_among(run, task, targets, n)
    heal_wounds(run, task.seat, n)
    for target, many in spread.items():
        inflict_damage(run, target, many)


def split_among(run: Run, task: Task, targets: list[int], n: int) -> dict[int, int]:
    """Return how many wounds each target gets."""
    if len(targets) == 1:
        return {targets[0]: n}
    from_codes = _targets_by_code(run.state, task.seat, targets)
    offers = [Decision("give", {"wounds": bins}) for bins in _possible_splits(n, list(from_codes))]
    decision = run.choose(task, "split", offers)
    assert decision is not None
    bins: Any = decision.args["wounds"]
    return {target: bins[code] for code, target in from_codes.items() if bins.get(code)}


def _targets_by_code(state: State, seat: int, targets: list[int]) -> dict[str, int]:
    return {relative_side(state, seat, target): target for target in targets}


def _possible_splits(n: int, codes: list[str]) -> list[dict[str, int]]:
    """Return every way to split `n` among the codes, at most 35 (4 among 4)."""
    if len(codes) == 1:
        return [{codes[0]: n}] if n else [{}]
    splits = []
    for many in range(n, -1, -1):
        first = {codes[0]: many} if many else {}
        splits += [first | rest for rest in _possible_splits(n - many, codes[1:])]
    return splits
