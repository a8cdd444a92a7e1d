"""Burying tops and unburying bottoms (“Stack operations” 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Decision

from .moves import SPARE, has_spare_cards
from .running import Run, register_step
from .stacks import bury_top_card, unbury_bottom_card
from .state import State, Task


def bury_some(
    run: Run, task: Task, seat: int, stacks: Sequence[str], mode: str, *, up: bool = False
) -> None:
    """Bury top cards, or unbury bottom cards.

    `mode`: all in an order of the player's choice, one, or any (D-22).
    """
    state = run.state
    verb, move = ("unbury", unbury_bottom_card) if up else ("bury", bury_top_card)
    able = [stack for stack in stacks if has_spare_cards(state, seat, stack)]
    offers = [Decision(verb, {"stack": stack}) for stack in able]
    if mode == "all" and _is_order_free(state, seat, able):
        for stack in able:
            move(run, seat, stack)
        return
    decision = run.choose(task, verb, offers, by=seat, optional=mode == "any")
    if decision is None:
        return
    stack = str(decision.args["stack"])
    move(run, seat, stack)
    rest = [other for other in able if other != stack]
    if mode in ("all", "any") and rest:
        queue_burying(run, task, seat, rest, mode, up=up)


def _is_order_free(state: State, seat: int, stacks: list[str]) -> bool:
    """Return whether the order makes no difference; it may only when a power is near 0, its
    minimum."""
    owner = state.seats[seat]
    return len(stacks) < SPARE or min(owner.attack, owner.defense) > 8


@register_step
def bury_more(run: Run, task: Task) -> None:
    args = task.args
    bury_some(run, task, task.seat, args["stacks"], args["mode"], up=args["up"])


def queue_burying(
    run: Run, task: Task, seat: int, stacks: Sequence[str], mode: str, *, up: bool
) -> None:
    """Let a player bury or unbury next."""
    args = {"stacks": list(stacks), "mode": mode, "up": up}
    run.then("bury_more", seat, args, card=task.card)
