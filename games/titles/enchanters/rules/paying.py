"""Use an action line: pay its cost in full, then apply its effect as far as possible (“Costs”)."""

from __future__ import annotations

from .card_checks import decode_cost
from .running import Run, register_step_as
from .state import Task


@register_step_as("use")
def use_action(run: Run, task: Task) -> None:
    """Pay for an action and carry it out; the line is then used up for this turn."""
    state, action = run.state, task.args
    seat, card = state.seats[task.seat], action["card"]
    if not any("discard_this_token" in cost for cost in action["cost"]):
        # A discarded token also removes its line.
        seat.used[action["label"]] = seat.used.get(action["label"], 0) + 1
    run.tell("used", seat=task.seat, card=card, label=action["label"])
    pearls = action["kind"] in ("minor", "when")
    for line in action["cost"]:
        for word, fields in line.items():
            decode_cost(word, fields).pay(run, task.seat, card, pearls=pearls)
    # A challenge is fought as the turn's main action.
    amount = 1 if action["kind"] == "challenge" else 0
    run.lines(action["effect"], task.seat, card=card, amount=amount)
