"""Effects that change powers and move crystals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import field

from games.engine.contract import Decision

from ..amounts import Amount, Per, is_known
from ..effect import Effect, Outlook, Speaker
from ..gains import change_crystals
from ..overlords import store_crystals
from ..people import reachable_seats, resolve_amount, resolve_targets
from ..running import Run
from ..stacks import change_powers, discard_excess_crystals
from ..state import OVERLORD, State, Task
from ..values import fixed_amount
from ..vocabulary import Who

# What bots count of a crystal, up to this number of them.
CRYSTAL, USEFUL_CRYSTALS = 0.45, 9


class Gain(Effect, frozen=True):
    """Change the running powers until the player's own clean-up."""

    attack: Amount | None = None
    defense: Amount | None = None

    is_free_of_order = True
    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        attack = 0 if self.attack is None else resolve_amount(run, task, self.attack)
        defense = 0 if self.defense is None else resolve_amount(run, task, self.defense)
        change_powers(run.state.seats[task.seat], attack, defense)
        run.tell("gained", seat=task.seat, attack=attack, defense=defense)

    def describe(self, speaker: Speaker) -> str:
        if self == Gain(attack=Per("attack")):
            return speaker.say("gain.double")
        powers = (("attack", self.attack), ("defense", self.defense))
        signed = [speaker.signed(amount, name) for name, amount in powers if amount is not None]
        return speaker.say("gain", powers=", ".join(signed))


class TakeCrystals(Effect, frozen=True):
    n: Amount
    who: Who = "self"

    is_free_of_order = True
    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        targets = resolve_targets(run, task, self.who)
        many = resolve_amount(run, task, self.n)
        for target in targets:
            if target == OVERLORD:
                store_crystals(run, many)
            else:
                change_crystals(run, target, many)

    def describe(self, speaker: Speaker) -> str:
        key = "take_crystals.self" if self.who == "self" else "take_crystals"
        crystals = speaker.many(self.n, "crystal")
        return speaker.say(key, who=speaker.who(self.who), crystals=crystals)

    def worth(self, outlook: Outlook) -> float:
        if self.who not in ("self", "another"):
            return 0.0
        return CRYSTAL * _count_useful(outlook, self.n)


def _count_useful(outlook: Outlook, many: Amount) -> float:
    """Return how many more crystals are of use."""
    return max(0.0, min(outlook.estimate(many), USEFUL_CRYSTALS - outlook.crystals))


class StealCrystals(Effect, frozen=True):
    """Take what the victim has; the Overlord's supply is unlimited (“the Overlord as a target”)."""

    victim: Who = field(name="from")
    n: int

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        for target in resolve_targets(run, task, self.victim):
            many = self.n
            if target == OVERLORD:
                state.overlord_crystals = max(0, state.overlord_crystals - many)
            else:
                many = min(many, state.seats[target].crystals)
                change_crystals(run, target, -many)
            change_crystals(run, task.seat, many)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("steal_crystals", crystals=speaker.many(self.n, "crystal"))

    def worth(self, outlook: Outlook) -> float:
        return CRYSTAL * _count_useful(outlook, self.n) + 0.2


class LoseCrystals(Effect, frozen=True):
    n: Amount
    who: Who = "self"

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        for target in resolve_targets(run, task, self.who):
            if target == OVERLORD:
                crystals = state.overlord_crystals
                loss = crystals if self.n == "all" else resolve_amount(run, task, self.n)
                state.overlord_crystals -= min(crystals, loss)
            elif self.n == "all":
                change_crystals(run, target, -state.seats[target].crystals)
            else:
                change_crystals(run, target, -resolve_amount(run, task, self.n))

    def describe(self, speaker: Speaker) -> str:
        key = "lose_crystals.self" if self.who == "self" else "lose_crystals"
        crystals = speaker.many(self.n, "crystal")
        return speaker.say(key, who=speaker.who(self.who), crystals=crystals)

    def worth(self, outlook: Outlook) -> float:
        loss = min(outlook.estimate(self.n), outlook.crystals)
        return -0.4 * loss if self.who == "self" else 0.3

    def can_choose(self, state: State, seat: int) -> bool:
        if self.who != "self" or not is_known(self.n):
            return True
        return state.seats[seat].crystals >= fixed_amount(state, seat, self.n)


class GiveCrystals(Effect, frozen=True):
    """Give crystals: all if there are too few, nothing if there are none."""

    to: Who
    n: int

    def apply(self, run: Run, task: Task) -> None:
        many = min(self.n, run.state.seats[task.seat].crystals)
        if many == 0:
            return
        for target in resolve_targets(run, task, self.to):
            change_crystals(run, task.seat, -many)
            if target == OVERLORD:
                store_crystals(run, many)
            else:
                change_crystals(run, target, many)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("give_crystals", crystals=speaker.many(self.n, "crystal"))


class OverlordCrystals(Effect, frozen=True):
    """Move crystals of a player, each player or the supply onto the Overlord, or from it."""

    n: Amount
    giver: Literal["self", "each", "supply"] = field(name="from", default="self")
    to: Literal["self"] | None = None

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if not state.overlord:
            return
        if self.to == "self":
            self._take(run, task)
        elif self.giver == "supply":
            store_crystals(run, resolve_amount(run, task, self.n))
        else:
            everybody = reachable_seats(state, state.from_active())
            for seat in [task.seat] if self.giver == "self" else everybody:
                many = min(state.seats[seat].crystals, resolve_amount(run, task, self.n))
                state.seats[seat].crystals -= many
                if many:
                    run.tell("crystals", seat=seat, n=-many)
                store_crystals(run, many)

    def _take(self, run: Run, task: Task) -> None:
        state = run.state
        lying = state.overlord_crystals
        many = lying if self.n == "all" else min(lying, resolve_amount(run, task, self.n))
        state.overlord_crystals -= many
        state.seats[task.seat].crystals += many
        if many:
            run.tell("crystals", seat=task.seat, n=many)
            discard_excess_crystals(run, task.seat)

    def describe(self, speaker: Speaker) -> str:
        way = "take" if self.to else self.giver
        return speaker.say(f"overlord_crystals.{way}", crystals=speaker.many(self.n, "crystal"))


class PayOr(Effect, frozen=True):
    """Pay crystals, or let the alternative effect happen (E068, D-21)."""

    crystals: int
    alternative: tuple[Effect, ...] = field(name="else")

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        price, decision = self.crystals, None
        if run.state.seats[task.seat].crystals >= price:
            decision = run.choose(task, "pay", [Decision("pay", {"number": price})], optional=True)
        if decision is None:
            run.effects(self.alternative, task.seat, card=task.card)
        else:
            change_crystals(run, task.seat, -price)

    def describe(self, speaker: Speaker) -> str:
        price = speaker.many(self.crystals, "crystal")
        return speaker.say("pay_or", crystals=price, text=speaker.effects(self.alternative))

    def contents(self) -> Sequence[Effect]:
        return self.alternative
