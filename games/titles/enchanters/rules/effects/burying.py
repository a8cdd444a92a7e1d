"""Effects that bury tops and unbury bottoms (“Stack operations” 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.engine.contract import Decision

from ..burying import queue_burying
from ..card_words import write_fields
from ..effect import Effect, Speaker, describe_offer
from ..moves import has_spare_cards
from ..people import resolve_targets
from ..running import Run, register_step
from ..stacks import bury_top_card, unbury_bottom_card
from ..state import OVERLORD, Task
from ..vocabulary import Stack, Who

Mode = Literal["all", "one", "any"]


class Bury(Effect, frozen=True):
    stacks: tuple[Stack, ...]
    who: Who = "self"
    mode: Mode = "one"
    optional: bool = False

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        mode = "any" if self.optional else self.mode
        for seat in find_buriers(run, task, self.who, self.stacks):
            queue_burying(run, task, seat, self.stacks, mode, up=False)

    def describe(self, speaker: Speaker) -> str:
        key = "bury.self" if self.who == "self" else "bury"
        types = name_stacks(speaker, self.stacks, is_each=self.mode == "all" and not self.optional)
        text = speaker.say(key, who=speaker.who(self.who), types=types)
        return describe_offer(speaker, text, optional=self.optional)


class Unbury(Effect, frozen=True):
    stacks: tuple[Stack, ...]
    who: Who = "self"
    mode: Literal["all", "one"] = "one"

    means_you = True

    def apply(self, run: Run, task: Task) -> None:
        for seat in find_buriers(run, task, self.who, self.stacks):
            queue_burying(run, task, seat, self.stacks, self.mode, up=True)

    def describe(self, speaker: Speaker) -> str:
        key = "unbury.self" if self.who == "self" else "unbury"
        types = name_stacks(speaker, self.stacks, is_each=self.mode == "all")
        return speaker.say(key, who=speaker.who(self.who), types=types)


def name_stacks(speaker: Speaker, stacks: Sequence[Stack], *, is_each: bool) -> str:
    """Return “item and enchantment” if cards of each stack are meant, else with “or”."""
    return speaker.all_types(stacks) if is_each else speaker.types(stacks)


def find_buriers(run: Run, task: Task, who: Who, stacks: Sequence[Stack]) -> list[int]:
    """Return the players who bury or unbury; another player has something to bury."""
    state = run.state

    def able(other: int) -> bool:
        return other >= 0 and any(has_spare_cards(state, other, stack) for stack in stacks)

    return [seat for seat in resolve_targets(run, task, who, may=able) if seat != OVERLORD]


class BuryOrUnbury(Effect, frozen=True):
    """Let the targets bury the top or unbury the bottom of each stack, all at once (E098, D-19)."""

    who: Who
    stacks: tuple[Stack, ...]
    optional: bool = False

    def apply(self, run: Run, task: Task) -> None:
        for stack in self.stacks:
            args = {**write_fields(self), "stack": stack}
            run.then("bury_or_unbury_one", task.seat, args, card=task.card)

    def describe(self, speaker: Speaker) -> str:
        types = speaker.types(self.stacks)
        return speaker.say("bury_or_unbury", who=speaker.who(self.who), types=types)


@register_step
def bury_or_unbury_one(run: Run, task: Task) -> None:
    stack = task.args["stack"]
    offers = {
        seat: [
            Decision("no"),
            Decision("bury", {"stack": stack}),
            Decision("unbury", {"stack": stack}),
        ]
        for seat in resolve_targets(run, task, task.args["who"])
        if seat != OVERLORD and has_spare_cards(run.state, seat, stack)
    }
    for seat, decision in run.choose_all(task, "turn_over", offers).items():
        if decision.verb == "bury":
            bury_top_card(run, seat, stack)
        elif decision.verb == "unbury":
            unbury_bottom_card(run, seat, stack)
