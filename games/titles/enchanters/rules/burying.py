"""Effects that bury tops and unbury bottoms (“Stack operations” 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Decision

from .moves import SPARE, has_spare_cards
from .people import resolve_targets
from .running import Run, register_effect, register_step
from .stacks import bury_top_card, unbury_bottom_card
from .state import OVERLORD, State, Task


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
        run.then("bury_more", seat, {"stacks": rest, "mode": mode, "up": up}, card=task.card)


def _is_order_free(state: State, seat: int, stacks: list[str]) -> bool:
    """Return whether the order makes no difference; it may only when a power is near 0, its
    minimum."""
    owner = state.seats[seat]
    return len(stacks) < SPARE or min(owner.attack, owner.defense) > 8


@register_step
def bury_more(run: Run, task: Task) -> None:
    args = task.args
    bury_some(run, task, task.seat, args["stacks"], args["mode"], up=args["up"])


@register_effect
def bury_(run: Run, task: Task) -> None:
    _each_buries(run, task, up=False)


@register_effect
def unbury_(run: Run, task: Task) -> None:
    _each_buries(run, task, up=True)


def _each_buries(run: Run, task: Task, *, up: bool) -> None:
    state, stacks = run.state, task.args["stacks"]
    mode = task.args.get("mode", "one")

    def able(other: int) -> bool:
        return other >= 0 and any(has_spare_cards(state, other, stack) for stack in stacks)

    if task.args.get("optional"):
        mode = "any"
    for seat in resolve_targets(run, task, task.args.get("who", "self"), may=able):
        if seat != OVERLORD:
            run.then("bury_more", seat, {"stacks": stacks, "mode": mode, "up": up}, card=task.card)


@register_effect
def bury_or_unbury(run: Run, task: Task) -> None:
    """Let the targets bury the top or unbury the bottom of each stack, all at once (E098, D-19)."""
    for stack in task.args["stacks"]:
        run.then("bury_or_unbury_one", task.seat, {**task.args, "stack": stack}, card=task.card)


@register_step
def bury_or_unbury_one(run: Run, task: Task) -> None:
    stack = task.args["stack"]
    offers = {
        seat: [
            Decision("no"),
            Decision("bury", {"stack": stack}),
            Decision("unbury", {"stack": stack}),
        ]
        for seat in resolve_targets(run, task, task.args["who"])
        if seat != OVERLORD and has_spare_cards(run.state, seat, stack)
    }
    for seat, decision in run.choose_all(task, "turn_over", offers).items():
        if decision.verb == "bury":
            bury_top_card(run, seat, stack)
        elif decision.verb == "unbury":
            unbury_bottom_card(run, seat, stack)
