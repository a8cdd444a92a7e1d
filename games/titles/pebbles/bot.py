"""The house bot of Pebbles, and its sampling of hidden information."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Decision, Prompt

from .rules import MAX_TAKEN, State, View


def leave_multiple_of_four(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return a decision that leaves a multiple of four, if possible."""
    wish = view.pile % (MAX_TAKEN + 1) or 1
    return Decision("take", {"number": wish})


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return the state with another seed; nothing else is hidden."""
    return State(
        state.pile,
        list(state.taken),
        state.turn,
        Chance(chance.seed, dict(state.chance.counts)),
        state.asked,
    )
