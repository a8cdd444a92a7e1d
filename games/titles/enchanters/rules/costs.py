"""The costs of actions, one class for each word of the card files (“Costs”).

A word is the name of its class without “Cost”, its fields are those of the class. A cost that asks
the player something is paid in a task of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from .actions import of_types, tops_of
from .amounts import Amount
from .burying import bury_some
from .card_checks import decode_cost
from .card_words import write_fields
from .components import CARD
from .effect import COST_WORDS, Cost, Outlook, Speaker
from .moves import give_away, pick_card
from .people import one_of, other_targets
from .running import STEPS, Run
from .stacks import bury_top_card, change_powers, discard_from_stack, remove_from_stack
from .state import State, Task
from .values import fixed_amount, wound_count
from .vocabulary import ARTIFACTS, CardType, Stack, Who
from .wounds import heal_wounds, inflict_damage

# What bots think that a card costs which leaves the stacks, and one that is buried.
LOST_CARD, BURIED_CARD = 3.5, 0.8


class TakeDamageCost(Cost, frozen=True):
    n: Amount

    moves_cards = False

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return True

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        inflict_damage(run, seat, fixed_amount(run.state, seat, self.n))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.take_damage", wounds=speaker.many(self.n, "wound"))

    def worth(self, outlook: Outlook) -> float:
        return outlook.estimate(self.n) * outlook.wound


class CrystalsCost(Cost, frozen=True):
    """Crystals, or pearls where they count (D-10)."""

    n: int

    plain = "n"
    moves_cards = False

    @property
    def price(self) -> int:
        return self.n

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return True

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        owner = run.state.seats[seat]
        pearl_payment = min(self.n, pearls)
        owner.pearls -= pearl_payment
        owner.pearls_used += pearl_payment
        owner.crystals -= self.n - pearl_payment
        if self.n - pearl_payment:
            run.tell("crystals", seat=seat, n=pearl_payment - self.n)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.crystals", crystals=speaker.many(self.n, "crystal"))

    def worth(self, outlook: Outlook) -> float:
        return 0.42 * max(0, self.n - outlook.pearls)


class DefenseCost(Cost, frozen=True):
    n: int

    plain = "n"
    moves_cards = False

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return state.seats[seat].defense >= self.n

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        change_powers(run.state.seats[seat], 0, -self.n)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.defense", n=self.n)

    def worth(self, outlook: Outlook) -> float:
        return 0.25 * self.n


class BuryThisCost(Cost, frozen=True):
    this: Literal[True] = True

    plain = "this"
    is_card_itself = True

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        stacks = state.seats[seat].stacks.values()
        return any(len(stack) > 1 and stack[-1] == card for stack in stacks)

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        stacks = run.state.seats[seat].stacks
        bury_top_card(run, seat, next(kind for kind, cards in stacks.items() if card in cards))

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.bury_this")

    def worth(self, outlook: Outlook) -> float:
        return BURIED_CARD


class DiscardThisTokenCost(Cost, frozen=True):
    this: Literal[True] = True

    plain = "this"
    moves_cards = False
    is_card_itself = True

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return state.seats[seat].rewards > 0

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        run.state.seats[seat].rewards -= 1

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.discard_this_token")

    def worth(self, outlook: Outlook) -> float:
        return 5.0


# Costs with a choice ------------------------------------------------------------------------------


class ChosenCost(Cost, frozen=True):
    """A cost that asks the payer something, in a task named after its word."""

    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        run.then(f"pay_{self.word}", seat, write_fields(self), card=card)

    @abstractmethod
    def choose(self, run: Run, task: Task) -> None:
        """Let the payer choose, and pay."""


class OtherHealsCost(ChosenCost, frozen=True):
    """Pay by letting another player heal (C002)."""

    n: int

    moves_cards = False

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return bool(self._list_able(state, seat))

    def _list_able(self, state: State, seat: int) -> list[int]:
        return [other for other in state.others(seat) if wound_count(state, other) >= self.n]

    def choose(self, run: Run, task: Task) -> None:
        target = one_of(run, task, self._list_able(run.state, task.seat))
        if target is not None:
            heal_wounds(run, target, self.n)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.other_heals", wounds=speaker.many(self.n, "wound"))

    def worth(self, outlook: Outlook) -> float:
        return 0.5


class DiscardAnyCost(ChosenCost, frozen=True):
    n: int
    types: tuple[CardType, ...] = field(name="from")

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        # The card itself may be the payment: its effect still happens.
        cards = of_types(state, seat, self.types)
        # Of items and enchantments one always stays.
        stacks = [state.seats[seat].stacks[stack] for stack in ARTIFACTS]
        return len(cards) - sum(not {*cards}.isdisjoint(stack) for stack in stacks) >= self.n

    def choose(self, run: Run, task: Task) -> None:
        cards = of_types(run.state, task.seat, self.types)
        if (card := pick_card(run, task, "discard", cards)) is not None:
            discard_from_stack(run, task.seat, card)
            if self.n > 1:
                replace(self, n=self.n - 1).pay(run, task.seat, task.card, pearls=0)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.discard_any", one=speaker.some_cards(self.n, self.types))

    def worth(self, outlook: Outlook) -> float:
        return LOST_CARD


class DiscardTopCost(ChosenCost, frozen=True):
    types: tuple[CardType, ...] = field(name="from")

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return bool(tops_of(state, seat, self.types))

    def choose(self, run: Run, task: Task) -> None:
        cards = tops_of(run.state, task.seat, self.types)
        if (card := pick_card(run, task, "discard", cards)) is not None:
            discard_from_stack(run, task.seat, card)

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.discard_top", types=speaker.types(self.types))

    def worth(self, outlook: Outlook) -> float:
        return LOST_CARD


class RemoveTopCost(ChosenCost, frozen=True):
    """Take a top card out of the match; a later effect may count its score (E170)."""

    stacks: tuple[Stack, ...] = field(name="from")

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return bool(tops_of(state, seat, self.stacks))

    def choose(self, run: Run, task: Task) -> None:
        cards = tops_of(run.state, task.seat, self.stacks)
        card = pick_card(run, task, "remove", cards)
        if card is None:
            return
        remove_from_stack(run, task.seat, card)
        run.state.box.append(card)
        run.tell("removed", seat=task.seat, card=card)
        points = sum(
            fixed_amount(run.state, task.seat, ability.fields)
            for part in (CARD[card].upper, CARD[card].lower)
            for ability in part.of("vp")
        )
        for waiting in run.state.tasks:
            if waiting.card == task.card and _has_removed_card_score(waiting.args):
                waiting.amount = points

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("cost.remove_top", types=speaker.types(self.stacks))

    def worth(self, outlook: Outlook) -> float:
        return LOST_CARD


def _has_removed_card_score(args: object) -> bool:
    """Return whether an effect counts the score of the removed card."""
    return isinstance(args, dict) and any(
        isinstance(value, dict) and "score_of" in value for value in args.values()
    )


class BuryCost(ChosenCost, frozen=True):
    stacks: tuple[Stack, ...]
    mode: Literal["all", "one"] = "one"

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        quantifier = all if self.mode == "all" else any
        return quantifier(len(state.seats[seat].stacks[stack]) > 1 for stack in self.stacks)

    def choose(self, run: Run, task: Task) -> None:
        bury_some(run, task, task.seat, self.stacks, self.mode)

    def describe(self, speaker: Speaker) -> str:
        is_each = self.mode == "all"
        types = speaker.all_types(self.stacks) if is_each else speaker.types(self.stacks)
        return speaker.say("cost.bury", types=types)

    def worth(self, outlook: Outlook) -> float:
        return BURIED_CARD


class GiveMonsterCost(ChosenCost, frozen=True):
    to: Who
    which: Literal["any", "top"]

    def can_pay(self, state: State, seat: int, card: str) -> bool:
        return bool(self._list_cards(state, seat)) and bool(other_targets(state, seat))

    def choose(self, run: Run, task: Task) -> None:
        give_away(run, task, self._list_cards(run.state, task.seat))

    def _list_cards(self, state: State, seat: int) -> list[str]:
        list_cards = tops_of if self.which == "top" else of_types
        return list_cards(state, seat, ["monster"])

    def describe(self, speaker: Speaker) -> str:
        return speaker.say(f"give_monster.{self.which}")

    def worth(self, outlook: Outlook) -> float:
        return LOST_CARD


def pay_task(run: Run, task: Task) -> None:
    """Pay the cost of a task."""
    cost = decode_cost(task.op.removeprefix("pay_"), task.args)
    assert isinstance(cost, ChosenCost)
    cost.choose(run, task)


STEPS.update(
    {f"pay_{word}": pay_task for word, cls in COST_WORDS.items() if issubclass(cls, ChosenCost)}
)
