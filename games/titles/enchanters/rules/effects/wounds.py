"""Effects that wound, heal and move wounds (“Taking damage”, “Healing”)."""

from __future__ import annotations

from msgspec import field

from ..amounts import Amount, Per
from ..effect import Effect, Outlook, Speaker
from ..people import resolve_amount, resolve_targets
from ..running import Run
from ..state import OVERLORD, Task
from ..values import wound_count
from ..vocabulary import Who
from ..wounds import cannot_heal, heal_wounds, inflict_damage, split_wounds, transfer_wounds


class TakeDamage(Effect, frozen=True):
    n: Amount

    is_harmful = True
    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        inflict_damage(run, task.seat, resolve_amount(run, task, self.n))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("take_damage", wounds=speaker.many(self.n, "wound"))

    def worth(self, outlook: Outlook) -> float:
        return -outlook.wound * outlook.estimate(self.n)


class DealDamage(Effect, frozen=True):
    """Deal damage to each target: the same amount, or by the target's own counter (`of:
    target`)."""

    to: Who
    n: Amount

    is_harmful = True
    is_free_of_order = True

    @property
    def is_own(self) -> bool:
        """Whether the counters of the targets decide."""
        return isinstance(self.n, Per) and self.n.of == "target"

    def apply(self, run: Run, task: Task) -> None:
        targets = resolve_targets(run, task, self.to)
        each = 0 if self.is_own else resolve_amount(run, task, self.n)
        for target in targets:
            own = resolve_amount(run, task, self.n, target) if self.is_own else each
            inflict_damage(run, target, own)

    def describe(self, speaker: Speaker) -> str:
        key = "deal_damage.own" if self.is_own else "deal_damage"
        wounds = speaker.many(self.n, "wound")
        return speaker.say(key, who=speaker.who(self.to), wounds=wounds)

    def worth(self, outlook: Outlook) -> float:
        many = outlook.estimate(self.n)
        if self.to == "each":
            return -outlook.wound * many
        sign = 0.0 if outlook.is_together else 1.0
        return sign * many * (0.6 if self.to == "another" else 0.5 * outlook.others)


class Heal(Effect, frozen=True):
    who: Who
    n: Amount

    is_free_of_order = True
    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        targets = self._find_targets(run, task)
        size: int | str = "all" if self.n == "all" else resolve_amount(run, task, self.n)
        for target in targets:
            heal_wounds(run, target, size)

    def _find_targets(self, run: Run, task: Task) -> list[int]:
        """Return the targets. All wounds of a pool are everybody's: whoever can heal heals, and
        nobody is asked which of the tied players it is (A-16)."""
        state = run.state
        is_shared = state.options.coop and state.options.coop_wounds == "printed"
        if self.who == "most_wounded" and is_shared:
            return [seat for seat in state.from_active() if not cannot_heal(state, seat)][:1]
        return resolve_targets(run, task, self.who)

    def describe(self, speaker: Speaker) -> str:
        key = "heal.self" if self.who == "self" else "heal"
        return speaker.say(key, who=speaker.who(self.who), wounds=speaker.many(self.n, "wound"))

    def worth(self, outlook: Outlook) -> float:
        many = outlook.estimate(self.n)
        if self.who == "self":
            return outlook.wound * min(many, outlook.wounds) * 0.95
        return outlook.wound * many if outlook.is_together else -0.3


class MoveWounds(Effect, frozen=True):
    """Heal some players and wound others by as much; within a shared pool nothing moves (ruling
    A-16)."""

    giver: Who = field(name="from")
    to: Who
    n: int
    split: bool = False

    def apply(self, run: Run, task: Task) -> None:
        if self.giver == "self" and self.split:
            split_wounds(run, task, self.n)
        elif self.giver == "self":
            self._give(run, task)
        else:
            self._take(run, task)

    def _give(self, run: Run, task: Task) -> None:
        n = min(self.n, wound_count(run.state, task.seat))
        if n == 0 or cannot_heal(run.state, task.seat):
            return
        for target in resolve_targets(run, task, self.to):
            transfer_wounds(run, task.seat, target, n)

    def _take(self, run: Run, task: Task) -> None:
        state = run.state

        def has_wounds(other: int) -> bool:
            if other == OVERLORD:
                return False
            return wound_count(state, other) > 0 and not cannot_heal(state, other)

        for source in resolve_targets(run, task, self.giver, may=has_wounds):
            n = min(self.n, wound_count(state, source))
            for target in resolve_targets(run, task, self.to):
                transfer_wounds(run, source, target, n)

    def describe(self, speaker: Speaker) -> str:
        wounds = speaker.many(self.n, "wound")
        if self.giver != "self":
            return speaker.say("move_wounds.take", wounds=wounds)
        key = "move_wounds.split" if self.split else "move_wounds"
        return speaker.say(key, who=speaker.who(self.to), wounds=wounds)

    def worth(self, outlook: Outlook) -> float:
        if outlook.is_together:
            return outlook.wound * min(self.n, outlook.pool) * 0.9
        return 1.4 * min(self.n, outlook.wounds) if self.giver == "self" else -1.0
