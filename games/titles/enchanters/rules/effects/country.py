"""Effects on the village and the desert token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import field

from games.engine.contract import Decision

from ..amounts import Amount
from ..components import GUILD, KINGDOMS
from ..effect import Effect, Speaker, describe_offer
from ..running import Run
from ..stacks import sync_pearls
from ..state import State, Task
from ..values import fixed_amount


class ReplaceVillage(Effect, frozen=True):
    """Replace the village, which leaves the match with its tokens (E132); the set-up text of the
    new one is ignored (ruling A-40)."""

    then: tuple[Effect, ...] = ()

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        village = draw_village(state)
        if village:
            state.village_deck.remove(village)
            state.box.append(state.village)
            state.village, state.village_rewards = village, 0
            sync_pearls(state)
            run.tell("village_replaced", card=village, reveals=True)
        run.effects(self.then, task.seat, card=task.card)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("replace_village", text=speaker.effects(self.then))

    def contents(self) -> Sequence[Effect]:
        return self.then


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


class VillageRewards(Effect, frozen=True):
    add: Amount

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        add = fixed_amount(state, task.seat, self.add)
        state.village_rewards = max(0, state.village_rewards + add)
        run.tell("village_rewards", n=state.village_rewards)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("village_rewards", change=speaker.signed(self.add, "reward"))


class Desert(Effect, frozen=True):
    """Flip the desert token, turn it to a side, or double or ignore it for this turn."""

    flip: bool = False
    side: Literal["calm", "sandstorm"] | None = field(name="set", default=None)
    optional: bool = False
    double_until: Literal["end_of_turn"] | None = None
    ignore_until: Literal["end_of_turn"] | None = None

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if not state.desert:
            return
        if self.double_until:
            state.desert_doubled += 1
        elif self.ignore_until:
            state.desert_ignored = True
        else:
            self._turn(run, task)

    def _turn(self, run: Run, task: Task) -> None:
        state = run.state
        other = "calm" if state.desert == "sandstorm" else "sandstorm"
        if self.optional and not run.choose(task, "desert", [Decision("flip")], optional=True):
            return
        new_side = self.side or other
        if new_side != state.desert:
            state.desert = new_side
            run.tell("desert", side=new_side)

    def describe(self, speaker: Speaker) -> str:
        return describe_offer(speaker, self._describe(speaker), optional=self.optional)

    def _describe(self, speaker: Speaker) -> str:
        if self.side is not None:
            return speaker.say("desert.set", side=speaker.say(self.side))
        if self.double_until:
            return speaker.say("desert.double")
        return speaker.say("desert.ignore" if self.ignore_until else "desert.flip")
