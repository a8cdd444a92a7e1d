"""Changes of the village and the desert token during the match."""

from __future__ import annotations

from games.engine.contract import Decision

from .components import GUILD, KINGDOMS
from .running import Run, register_effect
from .stacks import sync_pearls
from .state import State, Task


def draw_village(state: State) -> str:
    """Return another village, drawn as during set-up; "" if none is left."""
    if state.options.related == "kingdom":
        own = [KINGDOMS[kingdom].village for kingdom in state.kingdoms]
        pool = [village for village in own if village in state.village_deck]
    else:
        pool = []
    pool = pool or [village for village in state.village_deck if village != GUILD]
    if not pool:
        return ""
    return state.chance.choose("village", sorted(pool))


@register_effect
def replace_village(run: Run, task: Task) -> None:
    """Replace the village, which leaves the match with its tokens (E132); the set-up text of the
    new one is ignored (ruling A-40)."""
    state = run.state
    village = draw_village(state)
    if village:
        state.village_deck.remove(village)
        state.box.append(state.village)
        state.village, state.village_rewards = village, 0
        sync_pearls(state)
        run.tell("village_replaced", card=village, reveals=True)
    run.effects(task.args.get("then", []), task.seat, card=task.card)


@register_effect
def desert(run: Run, task: Task) -> None:
    """Flip the desert token, turn it to a side, or double or ignore it for this turn."""
    state, args = run.state, task.args
    if not state.desert:
        return
    if "double_until" in args:
        state.desert_doubled += 1
    elif "ignore_until" in args:
        state.desert_ignored = True
    else:
        other = "calm" if state.desert == "sandstorm" else "sandstorm"
        may = bool(args.get("optional"))
        if may and run.choose(task, "desert", [Decision("flip")], optional=True) is None:
            return
        new_side = args.get("set", other)
        if new_side != state.desert:
            state.desert = new_side
            run.tell("desert", side=new_side)
