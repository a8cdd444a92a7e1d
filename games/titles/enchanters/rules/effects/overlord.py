"""Effects on the Overlord: attacks, hit points, reinforcements, rewards, invasions and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..amounts import Amount
from ..components import CARD
from ..effect import Effect, Outlook, Speaker
from ..overlords import (
    add_reinforcements,
    change_hit_points,
    change_rewards,
    queue_overlord_attack,
    remove_reinforcements,
    resolve_invasion,
)
from ..people import resolve_amount, resolve_targets
from ..running import Run
from ..stacks import may_leave, put_in_discard, remove_from_stack, top_card
from ..state import State, Task
from ..values import fixed_amount
from ..vocabulary import CARD_TYPES, CREATURES, Invader, Who


class OverlordAttacks(Effect, frozen=True):
    who: Who

    is_harmful = True

    def apply(self, run: Run, task: Task) -> None:
        queue_overlord_attack(run, resolve_targets(run, task, self.who))

    def describe(self, speaker: Speaker) -> str:
        key = "overlord_attacks.self" if self.who == "self" else "overlord_attacks"
        return speaker.say(key, target=speaker.target(self.who))


class OverlordDamage(Effect, frozen=True):
    """Damage the Overlord; a negative score adds a reinforcement instead of healing (E170)."""

    n: Amount

    def apply(self, run: Run, task: Task) -> None:
        n = resolve_amount(run, task, self.n)
        if n < 0:
            add_reinforcements(run, 1)
        else:
            change_hit_points(run, -n)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("overlord_damage", points=speaker.many(self.n, "point"))

    def worth(self, outlook: Outlook) -> float:
        return 0.9 * outlook.estimate(self.n)


class OverlordHeal(Effect, frozen=True):
    n: Amount

    def apply(self, run: Run, task: Task) -> None:
        change_hit_points(run, resolve_amount(run, task, self.n))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("overlord_heal", points=speaker.many(self.n, "point"))


class OverlordRewards(Effect, frozen=True):
    add: Amount

    def apply(self, run: Run, task: Task) -> None:
        if run.state.overlord_active:
            change_rewards(run, fixed_amount(run.state, task.seat, self.add))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("overlord_rewards", change=speaker.signed(self.add, "reward"))


class AddReinforcement(Effect, frozen=True):
    n: Amount
    side: Literal["random", "health", "strength"] = "random"

    def apply(self, run: Run, task: Task) -> None:
        add_reinforcements(run, resolve_amount(run, task, self.n), self.side)

    def describe(self, speaker: Speaker) -> str:
        tokens = speaker.many(self.n, "reinforcement")
        if self.side == "random":
            return speaker.say("add_reinforcement", n=tokens)
        return speaker.say("add_reinforcement.side", n=tokens, side=speaker.noun(self.side, 1))


class RemoveReinforcement(Effect, frozen=True):
    n: Amount

    def apply(self, run: Run, task: Task) -> None:
        if (n := resolve_amount(run, task, self.n)) > 0:
            remove_reinforcements(run, task.seat, n)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("remove_reinforcement", n=speaker.many(self.n, "reinforcement"))


class TriggerInvasion(Effect, frozen=True):
    type: Invader

    def apply(self, run: Run, task: Task) -> None:
        resolve_invasion(run, [self.type])

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("trigger_invasion", types=speaker.types(self.type))


class PutOnOverlord(Effect, frozen=True):
    """Put the top enchantment, the invading card or the bottom of the graveyard on the Overlord."""

    what: Literal["top_enchantment", "invading_card", "graveyard_bottom"]
    n: int = 1

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        for code in self._take_cards(run, task):
            if code in state.graveyard:
                state.graveyard.remove(code)
            if state.overlord and CARD[code].kind in CARD_TYPES:
                state.overlord_cards.append(code)
                run.tell("on_overlord", card=code)
            else:
                put_in_discard(state, code)

    def _take_cards(self, run: Run, task: Task) -> Sequence[str]:
        """Return the cards; those of the graveyard are still there."""
        state = run.state
        if self.what == "invading_card":
            return [task.card] if task.card in state.graveyard else []
        if self.what == "graveyard_bottom":
            return state.graveyard[: self.n]
        code = top_card(state.seats[task.seat], "enchantment")
        if not may_leave(state.seats[task.seat], code):
            return []
        remove_from_stack(run, task.seat, code)
        return [code]

    def describe(self, speaker: Speaker) -> str:
        return speaker.say(f"put_on_overlord.{self.what}")

    def can_choose(self, state: State, seat: int) -> bool:
        if self.what != "top_enchantment":
            return True
        return len(state.seats[seat].stacks["enchantment"]) > 1


class OverlordConsumeTrackRewards(Effect, frozen=True):
    """Discard the reward tokens on the track; each one wounds and strengthens the Overlord
    (E171)."""

    damage_each: int
    reinforcement_each: int

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        many = sum(space.rewards for space in state.track)
        for space in state.track:
            space.rewards = 0
        change_hit_points(run, -many * self.damage_each)
        add_reinforcements(run, many * self.reinforcement_each)

    def describe(self, speaker: Speaker) -> str:
        points = speaker.many(self.damage_each, "point")
        return speaker.say("overlord_consume_track_rewards", points=points)


class ShuffleEvents(Effect, frozen=True):
    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        state.event_deck = state.chance.shuffle("events", sorted(state.event_deck))


class Watch(Struct, frozen=True):
    """What happens if Cerberus lies on a creature, and what otherwise."""

    creature: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


class Cerberus(Effect, frozen=True):
    """Put the Cerberus token on space 0, or resolve what it lies on (E172, E173)."""

    place: Literal["slot0"] | None = None
    check: Watch | None = None

    def apply(self, run: Run, task: Task) -> None:
        if self.place is not None:
            self._place(run)
        elif self.check is not None:
            track = run.state.track
            kinds = [CARD[space.card].kind for space in track if space.cerberus and space.card]
            is_creature = any(kind in CREATURES for kind in kinds)
            effects = self.check.creature if is_creature else self.check.otherwise
            run.effects(effects, task.seat, card=task.card)

    def _place(self, run: Run) -> None:
        track = run.state.track
        if track[0].card:
            for space in track:
                space.cerberus = False
            track[0].cerberus = True
            run.tell("cerberus", card=track[0].card)

    def describe(self, speaker: Speaker) -> str:
        if self.check is None or self.place is not None:
            return speaker.say("cerberus.place")
        text = speaker.follow(speaker.effects(self.check.creature))
        other = speaker.follow(speaker.effects(self.check.otherwise))
        return speaker.say("cerberus.check", text=text, other=other)


class LoseGame(Effect, frozen=True):
    """Make all players lose at once (E182); no effect in a competitive match."""

    def apply(self, run: Run, task: Task) -> None:
        if run.state.options.coop:
            run.state.result = "lost"
