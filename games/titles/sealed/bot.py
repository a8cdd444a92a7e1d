"""The house bot of Sealed, and its sampling of hidden information."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Decision, Prompt

from .rules import State, View, read_position, write_position


def choose_any_stake(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return a random stake of the stones left."""
    return chance.choose("bot", prompt.list_offered_decisions())


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return the state with the bag and the other hands dealt anew; sealed stakes are replaced
    too."""
    other = read_position(write_position(state))
    other.chance.seed = chance.seed
    if state.round > state.rounds:
        return other
    hidden = [s for s in range(len(other.hands)) if s != seat]
    pool = other.bag + [stone for s in hidden for stone in other.hands[s]]
    pool = chance.shuffle("imagine", sorted(pool))
    for s in hidden:
        other.hands[s] = sorted(pool.pop() for _ in other.hands[s])
        if s in other.stakes:
            other.stakes[s] = other.hands[s][:1]
    other.bag = pool
    return other
