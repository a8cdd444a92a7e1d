"""Effects that contain others: choices, conditions, and what happens to each player."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from games.engine.contract import Decision

from ..effect import Effect, Outlook, RewardTest, Speaker
from ..people import resolve_targets
from ..running import Run
from ..state import OVERLORD, State, Task
from ..vocabulary import Who


def possible_branches(state: State, seat: int, effects: Sequence[Effect]) -> list[Decision]:
    """Return the possible branches of a `choose_one`, numbered from 1."""
    return [
        Decision("branch", {"number": number})
        for number, effect in enumerate(effects, start=1)
        if effect.can_choose(state, seat)
    ]


class ChooseOne(Effect, frozen=True):
    """Carry out one of several effects (D-22)."""

    effects: tuple[Effect, ...]

    plain = "effects"

    def apply(self, run: Run, task: Task) -> None:
        branches = possible_branches(run.state, task.seat, self.effects)
        decision = run.choose(task, "branch", branches)
        if decision is not None:
            effect = self.effects[int(str(decision.args["number"])) - 1]
            run.effects([effect], task.seat, card=task.card, amount=task.amount)

    def describe(self, speaker: Speaker) -> str:
        return speaker.choice(self.effects)

    def contents(self) -> Sequence[Effect]:
        return self.effects


class All(Effect, frozen=True):
    effects: tuple[Effect, ...]

    plain = "effects"

    def apply(self, run: Run, task: Task) -> None:
        run.effects(self.effects, task.seat, card=task.card, amount=task.amount)

    def describe(self, speaker: Speaker) -> str:
        return speaker.effects(self.effects)

    def worth(self, outlook: Outlook) -> float:
        return sum(effect.worth(outlook) for effect in self.effects)

    def contents(self) -> Sequence[Effect]:
        return self.effects


class If(Effect, frozen=True):
    test: RewardTest
    effects: tuple[Effect, ...] = field(name="do")

    def apply(self, run: Run, task: Task) -> None:
        if self.test.is_met(run.state):
            run.effects(self.effects, task.seat, card=task.card, amount=task.amount)

    def describe(self, speaker: Speaker) -> str:
        scope, text = self.test.describe(speaker), speaker.effects(self.effects)
        return speaker.behind_scope("if", scope, text)

    def contents(self) -> Sequence[Effect]:
        return self.effects


class EachPlayer(Effect, frozen=True):
    """Apply an effect to each player; their choices are asked at the same time (D-19, A-07)."""

    who: Who
    effects: tuple[Effect, ...] = field(name="do")

    def apply(self, run: Run, task: Task) -> None:
        seats = [seat for seat in resolve_targets(run, task, self.who) if seat != OVERLORD]
        if len(self.effects) == 1 and isinstance(self.effects[0], ChooseOne):
            branches = self.effects[0].effects
            offers = {seat: possible_branches(run.state, seat, branches) for seat in seats}
            decisions = run.choose_all(task, "branch", offers)
            for seat, decision in decisions.items():
                effect = branches[int(str(decision.args["number"])) - 1]
                run.effects([effect], seat, card=task.card)
        else:
            for seat in seats:
                run.effects(self.effects, seat, card=task.card)

    def describe(self, speaker: Speaker) -> str:
        text = speaker.effects(self.effects)
        return speaker.say("each_player", who=speaker.who(self.who), text=text)

    def contents(self) -> Sequence[Effect]:
        return self.effects
