"""Use an action line: pay its cost in full, then apply its effect as far as possible (“Costs”)."""

from __future__ import annotations

from typing import Any

from .actions import of_types, tops_of
from .burying import bury_some
from .components import CARD
from .moves import give_away, pick_card
from .running import Run, register_step, register_step_as
from .stacks import bury_top_card, change_powers, discard_from_stack, remove_from_stack
from .state import Task
from .values import fixed_amount
from .wounds import inflict_damage

# Costs that involve a choice, so a separate task pays them.
CHOICE_COSTS = ("discard_any", "remove_top", "discard_top", "bury", "give_monster", "other_heals")


@register_step_as("use")
def use_action(run: Run, task: Task) -> None:
    """Pay for an action and carry it out; the line is then used up for this turn."""
    state, action = run.state, task.args
    seat, card = state.seats[task.seat], action["card"]
    if not any("discard_this_token" in cost for cost in action["cost"]):
        # A discarded token also removes its line.
        seat.used[action["label"]] = seat.used.get(action["label"], 0) + 1
    run.tell("used", seat=task.seat, card=card, label=action["label"])
    for cost in action["cost"]:
        for word, fields in cost.items():
            if word in CHOICE_COSTS:
                run.then(f"pay_{word}", task.seat, fields, card=card)
            else:
                _pay_cost(
                    run, task.seat, card, word, fields, pearls=action["kind"] in ("minor", "when")
                )
    # A challenge is fought as the turn's main action.
    run.effects(
        action["effect"], task.seat, card=card, amount=1 if action["kind"] == "challenge" else 0
    )


def _pay_cost(run: Run, number: int, card: str, word: str, fields: Any, *, pearls: bool) -> None:
    seat = run.state.seats[number]
    match word:
        case "crystals":
            pay_crystals(run, number, fields, pearls=pearls)
        case "take_damage":
            inflict_damage(run, number, fixed_amount(run.state, number, fields["n"]))
        case "defense":
            change_powers(seat, 0, -fields)
        case "bury_this":
            stack = next(kind for kind, cards in seat.stacks.items() if card in cards)
            bury_top_card(run, number, stack)
        case "discard_this_token":
            seat.rewards -= 1


def pay_crystals(run: Run, number: int, price: int, *, pearls: bool) -> None:
    """Pay with pearls first, because they come back every turn (D-10)."""
    seat = run.state.seats[number]
    pearl_payment = min(price, seat.pearls) if pearls else 0
    seat.pearls -= pearl_payment
    seat.pearls_used += pearl_payment
    seat.crystals -= price - pearl_payment
    if price - pearl_payment:
        run.tell("crystals", seat=number, n=pearl_payment - price)


@register_step
def pay_discard_any(run: Run, task: Task) -> None:
    cards = of_types(run.state, task.seat, task.args["from"])
    if (card := pick_card(run, task, "discard", cards)) is not None:
        discard_from_stack(run, task.seat, card)
        if task.args["n"] > 1:
            run.then(task.op, task.seat, {**task.args, "n": task.args["n"] - 1}, card=task.card)


@register_step
def pay_discard_top(run: Run, task: Task) -> None:
    cards = tops_of(run.state, task.seat, task.args["from"])
    if (card := pick_card(run, task, "discard", cards)) is not None:
        discard_from_stack(run, task.seat, card)


@register_step
def pay_remove_top(run: Run, task: Task) -> None:
    """Take a top card out of the match; a later effect may count its score (E170)."""
    cards = tops_of(run.state, task.seat, task.args["from"])
    card = pick_card(run, task, "remove", cards)
    if card is None:
        return
    remove_from_stack(run, task.seat, card)
    run.state.box.append(card)
    run.tell("removed", seat=task.seat, card=card)
    points = sum(
        fixed_amount(run.state, task.seat, ability.fields)
        for part in (CARD[card].upper, CARD[card].lower)
        for ability in part.of("vp")
    )
    for waiting in run.state.tasks:
        if waiting.card == task.card and _has_removed_card_score(waiting.args):
            waiting.amount = points


def _has_removed_card_score(args: object) -> bool:
    """Return whether an effect counts the score of the removed card."""
    return isinstance(args, dict) and any(
        isinstance(value, dict) and "score_of" in value for value in args.values()
    )


@register_step
def pay_bury(run: Run, task: Task) -> None:
    bury_some(run, task, task.seat, task.args["stacks"], task.args.get("mode", "one"))


@register_step
def pay_give_monster(run: Run, task: Task) -> None:
    give_away(run, task, of_types(run.state, task.seat, ["monster"]))
