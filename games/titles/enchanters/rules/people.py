"""Resolve the targets of an effect: “another player”, “other players”, the left neighbour, the
Overlord."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract import Decision

from .amounts import Amount, Die, Per, RemovedScore
from .running import Run
from .state import OVERLORD, State, Task
from .statics import active_statics
from .values import effective_power, fixed_amount, wound_count


def relative_side(state: State, seat: int, other: int) -> str:
    """Return the position of `other` seen from `seat`: other (of two), left, across, right or
    overlord."""
    if other == OVERLORD:
        return "overlord"
    many = len(state.seats)
    if many == 2:
        return "other"
    away = (other - seat) % many
    return {1: "left", many - 1: "right"}.get(away, "across")


def seat_beside(state: State, seat: int, code: str) -> int:
    """Return the seat at a position given by `relative_side`."""
    seats = [
        other
        for other in [*state.others(seat), OVERLORD]
        if relative_side(state, seat, other) == code
    ]
    return seats[0]


def find_neighbour(state: State, seat: int, side: str) -> int:
    """Return the player to the left (clockwise) or to the right."""
    many = len(state.seats)
    return (seat + (1 if side == "left" else many - 1)) % many


def reachable_seats(state: State, seats: list[int]) -> list[int]:
    """Leave out players whom card abilities cannot reach while another player is active."""
    safe = {owner for _, owner in active_statics(state, "untargetable") if owner != state.active}
    # Overlord turns still reach everybody.
    return seats if state.active < 0 else [seat for seat in seats if seat not in safe]


def other_targets(state: State, seat: int) -> list[int]:
    """Return the other players that an effect reaches, and in a cooperative match the Overlord."""
    seats = reachable_seats(state, state.others(seat))
    return [*seats, OVERLORD] if state.options.coop else seats


def one_of(
    run: Run, task: Task, seats: list[int], question: str = "target", *, optional: bool = False
) -> int | None:
    """Return the seat that the controller picks; None if there is none or none is picked."""
    state = run.state
    offers = [
        Decision("target", {"who": relative_side(state, task.seat, other)}) for other in seats
    ]
    decision = run.choose(task, question, offers, optional=optional)
    return None if decision is None else seat_beside(state, task.seat, str(decision.args["who"]))


def resolve_targets(
    run: Run,
    task: Task,
    word: str,
    *,
    may: Callable[[int], bool] | None = None,
    optional: bool = False,
) -> list[int]:
    """Return the seats that a word of the vocabulary names, clockwise; may include OVERLORD.

    `may` excludes seats that cannot be picked for “another”.
    """
    state, seat = run.state, task.seat
    match word:
        case "self":
            return [seat]
        case "another":
            eligible = [other for other in other_targets(state, seat) if may is None or may(other)]
            target = one_of(run, task, eligible, optional=optional)
            return [] if target is None else [target]
        case "each_other" | "others":
            return other_targets(state, seat)
        case "each":
            return reachable_seats(state, state.from_active())
        case "left" | "right":
            return reachable_seats(state, [find_neighbour(state, seat, word)])
        case "active":
            return [state.active if state.active >= 0 else state.starting]
        case "overlord":
            return [OVERLORD]
    return _find_extreme_seats(run, task, word)


def _find_extreme_seats(run: Run, task: Task, word: str) -> list[int]:
    """Return the seat within reach with the most wounds, or the lowest or highest defense; a tie
    is a choice (D-25)."""
    state = run.state
    ranks: dict[str, Callable[[int], int]] = {
        "most_wounded": lambda seat: wound_count(state, seat),
        "lowest_defense": lambda seat: -effective_power(state, seat, "defense"),
        "highest_defense": lambda seat: effective_power(state, seat, "defense"),
    }
    rank = ranks[word]
    seats = reachable_seats(state, state.from_active())
    best = max(rank(seat) for seat in seats)
    leaders = [seat for seat in seats if rank(seat) == best]
    offers = [Decision("player", {"number": seat + 1}) for seat in leaders]
    decision = run.choose_together(task, "tie", offers)
    assert decision is not None
    return [int(str(decision.args["number"])) - 1]


def resolve_amount(run: Run, task: Task, amount: Amount, seat: int | None = None) -> int:
    """Return an amount for the player who controls a task; a die is rolled in public."""
    state = run.state
    number = task.seat if seat is None else seat
    match amount:
        case Die(die=sides):
            cast = state.chance.choose("die", list(range(1, sides + 1)))
            run.tell("die", seat=number, n=cast, reveals=True)
            return int(cast)
        case RemovedScore():
            return task.amount
        case Per() if number < 0:
            return 0
    return fixed_amount(state, number, amount, task.amount)
