"""Debts: discards that opponents owe to the Jailer or the Commander while the match goes on.

With the option `lazy_discards` nobody waits for them. A seat that owes is asked for its debt at
once and may pay at any time, but answers nothing else before; and the table waits for all debts
before the discard pile is shuffled and before the end.
"""

from __future__ import annotations

from games.engine.contract import Decision, Event, Prompt

from .hand import Commander, commanded_allies, discard_commanded_allies
from .soldiers import Jailer, give_up, given_ally
from .state import Debt, State


def first_debts(state: State) -> dict[int, Debt]:
    """Return by seat what each has to pay next."""
    first: dict[int, Debt] = {}
    for debt in state.debts:
        first.setdefault(debt.seat, debt)
    return first


def debt_prompts(state: State) -> list[Prompt]:
    """Return one question for each seat that owes, about its oldest debt."""
    return [
        _build_debt_question(debt).prompt(state, seat) for seat, debt in first_debts(state).items()
    ]


def _build_debt_question(debt: Debt) -> Jailer | Commander:
    kind = Jailer if debt.by == "jailer" else Commander
    return kind(debt.owner, [debt.seat], number=debt.number)


def pay_debt(state: State, debt: Debt, decision: Decision, events: list[Event]) -> None:
    """Discard what is owed; it is in the sight of all."""
    if debt.by == "jailer":
        ally = given_ally(state, debt.seat, decision)
        state.debts.remove(debt)
        give_up(state, debt.seat, ally, debt.owner, events)
    else:
        allies = commanded_allies(state.seats[debt.seat].hand, decision)
        state.debts.remove(debt)
        discard_commanded_allies(state, debt.seat, allies, events)


def waits_for_debts(state: State) -> bool:
    """Whether the sequence of play stops until debts are paid: before the debtor's own turn, before
    the discard pile is shuffled, and before the final affiliation."""
    if not state.debts:
        return False
    match state.step:
        case "start":
            return state.active in first_debts(state)
        case "explore":
            return not state.exploration_deck
        case "next":
            next_seat = (state.active + 1) % len(state.seats)
            return not state.extra_turns and next_seat == state.ended_by
    return False
