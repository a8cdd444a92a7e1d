"""Debts: discards that opponents owe because of the Jailer or the Commander during the match.

With the option `lazy_discards` nobody waits for them. A seat in debt is asked for it at once, and
may pay whenever it is not asked to buy an Ally, which it answers first. All debts must be paid
before the discard pile is shuffled and before the end.
"""

from __future__ import annotations

from games.engine.contract import Decision, Event, Prompt

from .hand import Commander, commanded_allies, discard_commanded_allies, list_payable_allies
from .soldiers import Jailer, give_up, given_ally
from .state import Debt, State


def first_debts(state: State) -> dict[int, Debt]:
    """Return the oldest debt of each seat that has one."""
    first: dict[int, Debt] = {}
    for debt in state.debts:
        first.setdefault(debt.seat, debt)
    return first


def debt_prompts(state: State, seats: list[int]) -> list[Prompt]:
    """Return one prompt for each seat in debt, about its oldest debt; none for the seats `seats`,
    which have the question of the turn to answer first."""
    return [
        _build_debt_question(debt).build_prompt(seat, list_payable_allies(state, debt))
        for seat, debt in first_debts(state).items()
        if seat not in seats
    ]


def renew_debt_numbers(state: State, seats: list[int]) -> None:
    """Number the debts of these seats anew: they are asked for again, which is a new prompt."""
    for debt in state.debts:
        if debt.seat in seats:
            debt.number = state.asked + 1
            state.asked += len(state.seats)


def _build_debt_question(debt: Debt) -> Jailer | Commander:
    kind = Jailer if debt.by == "jailer" else Commander
    return kind(debt.owner, [debt.seat], number=debt.number)


def pay_debt(state: State, debt: Debt, decision: Decision, events: list[Event]) -> None:
    """Discard what is owed, visible to everybody."""
    payable = list_payable_allies(state, debt)
    if debt.by == "jailer":
        ally = given_ally(payable, decision)
        state.debts.remove(debt)
        give_up(state, debt.seat, ally, debt.owner, events)
    else:
        allies = commanded_allies(payable, decision)
        state.debts.remove(debt)
        discard_commanded_allies(state, debt.seat, allies, events)


def waits_for_debts(state: State) -> bool:
    """Return whether the sequence of play stops until the debts are paid: before the debtor's own
    turn, before the discard pile is shuffled, and before the final affiliation."""
    match state.step:
        case "start":
            return state.active in first_debts(state)
        case "explore":
            return not state.exploration_deck
        case "next":
            next_seat = (state.active + 1) % len(state.seats)
            return not state.extra_turns and next_seat == state.ended_by
    return False
