"""Effects that give cards to other players and take them away."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from ..actions import card_offers, of_types, tops_of
from ..effect import Effect, Outlook, Speaker, describe_offer
from ..moves import give_away, has_spare_cards, pick_card
from ..overlords import offer_card, remove_overlord_target
from ..people import resolve_targets
from ..running import Run, register_step
from ..stacks import add_to_stack, move_to_player, place_or_discard_card, top_card
from ..state import OVERLORD, Task
from ..vocabulary import Stack, Who

MONSTERS = ("monster",)


class GiveThis(Effect, frozen=True):
    """Put the card just won on another player's stack."""

    to: Who
    optional: bool = False

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if task.card not in state.won:
            return
        for target in resolve_targets(run, task, self.to, optional=self.optional):
            if target == OVERLORD:
                offer_card(run, task.seat, task.card)
            else:
                state.won.remove(task.card)
                run.tell("passed", seat=task.seat, to=target, card=task.card)
                place_or_discard_card(run, target, task.card)

    def describe(self, speaker: Speaker) -> str:
        return describe_offer(speaker, speaker.say("give_this"), optional=self.optional)


class BuryThis(Effect, frozen=True):
    """Put the card just won at the bottom of its stack (E077)."""

    this: Literal[True] = True

    plain = "this"

    def apply(self, run: Run, task: Task) -> None:
        if task.card in run.state.won:
            run.state.won.remove(task.card)
            add_to_stack(run, task.seat, task.card, bottom=True)
            run.tell("buried", seat=task.seat, card=task.card)


class GiveMonster(Effect, frozen=True):
    to: Who
    which: Literal["any", "top"]
    optional: bool = False

    def apply(self, run: Run, task: Task) -> None:
        list_cards = tops_of if self.which == "top" else of_types
        cards = list_cards(run.state, task.seat, MONSTERS)
        give_away(run, task, cards, optional=self.optional)

    def describe(self, speaker: Speaker) -> str:
        return describe_offer(
            speaker, speaker.say(f"give_monster.{self.which}"), optional=self.optional
        )


class GiveTop(Effect, frozen=True):
    stacks: tuple[Stack, ...]
    choose: int
    to: Who

    def apply(self, run: Run, task: Task) -> None:
        give_away(run, task, tops_of(run.state, task.seat, self.stacks))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("give_top", types=speaker.types(self.stacks))


class DemandMonster(Effect, frozen=True):
    """Make each victim give a monster of its choice (D-18)."""

    giver: Who = field(name="from")
    n: int

    def apply(self, run: Run, task: Task) -> None:
        state = run.state

        def able(other: int) -> bool:
            return other == OVERLORD or bool(of_types(state, other, MONSTERS))

        givers = resolve_targets(run, task, self.giver, may=able)
        seats = remove_overlord_target(run, task, givers)
        cards = {seat: of_types(state, seat, MONSTERS) for seat in seats}
        offers = {
            seat: card_offers("give", monsters) for seat, monsters in cards.items() if monsters
        }
        for seat, decision in run.choose_all(task, "give", offers).items():
            move_to_player(run, seat, task.seat, cards[seat][offers[seat].index(decision)])
        left = {seat: self.n - 1 for seat, monsters in cards.items() if len(monsters) > 1}
        for seat, n in left.items():
            if n > 0:
                run.then("hand_over", seat, {"to": task.seat, "n": n}, card=task.card)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("demand_monster", who=speaker.who(self.giver))

    def worth(self, outlook: Outlook) -> float:
        return 3.0


@register_step
def hand_over(run: Run, task: Task) -> None:
    """Make a victim give further monsters, up to the required number and as many as it has."""
    card = pick_card(run, task, "give", of_types(run.state, task.seat, MONSTERS))
    if card is None:
        return
    move_to_player(run, task.seat, task.args["to"], card)
    if task.args["n"] > 1:
        run.then("hand_over", task.seat, {**task.args, "n": task.args["n"] - 1}, card=task.card)


class StealTop(Effect, frozen=True):
    stack: Stack
    victim: Who = field(name="from")

    def apply(self, run: Run, task: Task) -> None:
        state, stack = run.state, self.stack

        def able(other: int) -> bool:
            return other == OVERLORD or has_spare_cards(state, other, stack)

        victims = resolve_targets(run, task, self.victim, may=able)
        for victim in remove_overlord_target(run, task, victims):
            if has_spare_cards(state, victim, stack):
                move_to_player(run, victim, task.seat, top_card(state.seats[victim], stack))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("steal_top", types=speaker.types(self.stack))
