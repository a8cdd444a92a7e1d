"""The house bot of Pebbles, and what else the table could be."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Decision, Prompt, View

from .rules import MOST_TAKEN, State


def leave_multiple_of_four(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Leave a multiple of four if that can be done."""
    wish = view["pile"] % (MOST_TAKEN + 1) or 1
    return Decision("take", {"number": wish})


def copy_with_other_seed(state: State, seat: int | None, chance: Chance) -> State:
    """Only the seed is hidden."""
    return State(
        state.pile,
        list(state.taken),
        state.turn,
        Chance(chance.seed, dict(state.chance.counts)),
        state.asked,
    )
