"""Use an action line: pay its cost in full, then apply its effect as far as possible (“Costs”)."""

from __future__ import annotations

from games.engine.contract import Decision

from .actions import list_pearl_payments
from .card_checks import decode_cost
from .running import Run, register_step_as
from .state import Task


@register_step_as("use")
def use_action(run: Run, task: Task) -> None:
    """Pay for an action and carry it out; the line is then used up for this turn."""
    state, action = run.state, task.args
    seat, card = state.seats[task.seat], action["card"]
    pearls = _choose_pearls(run, task)
    if not any("discard_this_token" in cost for cost in action["cost"]):
        # A discarded token also removes its line.
        seat.used[action["label"]] = seat.used.get(action["label"], 0) + 1
    run.tell("used", seat=task.seat, card=card, label=action["label"])
    for line in action["cost"]:
        for word, fields in line.items():
            cost = decode_cost(word, fields)
            cost.pay(run, task.seat, card, pearls=pearls)
            pearls = max(0, pearls - cost.price)
    # A challenge is fought as the turn's main action.
    amount = 1 if action["kind"] == "challenge" else 0
    run.lines(action["effect"], task.seat, card=card, amount=amount)


def _choose_pearls(run: Run, task: Task) -> int:
    """Return how many pearls pay for a part of the crystals: of minor actions only.

    Most of them are offered first, because they come back every turn (D-10).
    """
    action = task.args
    if action["kind"] not in ("minor", "when"):
        return 0
    costs = [decode_cost(word, fields) for line in action["cost"] for word, fields in line.items()]
    payments = list_pearl_payments(run.state, task.seat, sum(cost.price for cost in costs))
    if run.state.options.small_choices == "automatic" or len(payments) < 2:
        return payments[0]
    offers = [Decision("spend", {"number": pearls}) for pearls in payments]
    decision = run.choose(task, "pearls", offers)
    assert decision is not None
    return payments[offers.index(decision)]
