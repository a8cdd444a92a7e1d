"""Effects that swap top cards."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from games.engine.contract import Decision

from ..components import CARD, STACK
from ..effect import Effect, Speaker
from ..people import one_of, reachable_seats, resolve_targets
from ..running import Run
from ..stacks import StackChange, clear_card_uses
from ..state import Task
from ..vocabulary import CARD_TYPES, Stack, Who


class SwapTops(Effect, frozen=True):
    """Swap top cards simultaneously, even single ones."""

    stack: Stack
    partner: Who = field(name="with")

    def apply(self, run: Run, task: Task) -> None:
        state, stack = run.state, self.stack
        for target in self._find_partners(run, task):
            mine, theirs = state.seats[task.seat].stacks[stack], state.seats[target].stacks[stack]
            if mine and theirs:
                clear_card_uses(state.seats[task.seat], mine[-1])
                clear_card_uses(state.seats[target], theirs[-1])
                with StackChange(state, [task.seat, target]):
                    mine[-1], theirs[-1] = theirs[-1], mine[-1]
                run.tell("swapped", seat=task.seat, card=mine[-1], other=theirs[-1])

    def _find_partners(self, run: Run, task: Task) -> list[int]:
        """Return the seat to swap with, if it can be reached."""
        eligible = reachable_seats(run.state, run.state.others(task.seat))
        if self.partner == "another":
            partner = one_of(run, task, eligible)
            return [] if partner is None else [partner]
        return [t for t in resolve_targets(run, task, self.partner) if t in eligible][:1]

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("swap_tops", types=speaker.types(self.stack))


class PassTops(Effect, frozen=True):
    """Pass everybody's top cards on simultaneously, even single ones (E095), past whoever is out
    of reach (ruling A-47)."""

    stacks: tuple[Stack, ...]
    direction: Literal["left", "right"]

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        reachable = reachable_seats(state, list(range(len(state.seats))))
        seats = [state.seats[number] for number in reachable]
        step_ = 1 if self.direction == "left" else len(seats) - 1
        with StackChange(state, reachable):
            for stack in self.stacks:
                tops = [seat.stacks[stack].pop() if seat.stacks[stack] else "" for seat in seats]
                for place, card in enumerate(tops):
                    if card:
                        clear_card_uses(seats[place], card)
                        seats[(place + step_) % len(seats)].stacks[stack].append(card)
        run.tell("tops_passed", direction=self.direction)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say(f"pass_tops.{self.direction}", types=speaker.all_types(self.stacks))


class SwapWithTrack(Effect, frozen=True):
    """Swap one's own top card with a card of its type on the track (D-23); this is no journey."""

    stack: Stack

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        spaces = enumerate(state.track)
        slots = [n for n, space in spaces if space.card and STACK[space.card] == self.stack]
        own = state.seats[task.seat].stacks[self.stack]
        offers = [Decision("swap", {"at": slot}) for slot in slots]
        if not own or CARD[own[-1]].kind not in CARD_TYPES:
            # A starting card cannot go to the track.
            return
        decision = run.choose(task, "swap", offers)
        if decision is None:
            return
        space = state.track[int(str(decision.args["at"]))]
        with StackChange(state, [task.seat]):
            own[-1], space.card = space.card, own[-1]
        run.tell("swapped", seat=task.seat, card=own[-1], other=space.card)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("swap_with_track", types=speaker.types(self.stack))
