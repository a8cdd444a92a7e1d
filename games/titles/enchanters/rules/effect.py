"""What each word of a card knows: an effect what it does, a cost how it is paid."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from msgspec import Struct

from .amounts import Amount
from .card_words import Word
from .running import Run
from .state import State, Task


class Speaker(Protocol):
    """What puts a card into words, in one language: `words/meanings.py`."""

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of `words/phrases.py` with its values filled in."""

    def noun(self, code: str, many: int = 2) -> str:
        """Return a noun, singular or plural."""

    def who(self, code: str) -> str:
        """Return who does something."""

    def target(self, code: str) -> str:
        """Return whom something is done to."""

    def types(self, codes: Sequence[str] | str, many: int = 1) -> str:
        """Return kinds of cards: “item or enchantment”."""

    def all_types(self, codes: Sequence[str]) -> str:
        """Return kinds of cards of which each is meant: “item and enchantment”."""

    def some_cards(self, number: int, codes: Sequence[str] | str) -> str:
        """Return so many cards of these kinds, as an object: “an item or an enchantment”."""

    def many(self, amount: Amount, noun: str) -> str:
        """Return “2 wounds”, “1 wound per 2 monsters”."""

    def signed(self, amount: Amount, noun: str) -> str:
        """Return “+2 attack”, “−1 defence”."""

    def effects(self, effects: Sequence[Effect]) -> str:
        """Return several effects, separated by semicolons."""

    def choice(self, effects: Sequence[Effect]) -> str:
        """Return several effects of which one happens."""

    def scope(self, word: str, fields: object) -> str:
        """Return a trigger or a scope."""

    def behind_scope(self, key: str, scope: str, text: str) -> str:
        """Return what happens, behind a trigger or scope: “after a rest, heal 1 wound”."""

    def follow(self, text: str) -> str:
        """Return a text as it stands behind a scope."""


class Outlook(Struct, frozen=True):
    """What the house bot knows of the player of an effect when it weighs it, from a view alone.

    `others` is the number of other players; `pool` are the wounds of all in a match together;
    `wound` is what a wound costs, in points; `estimate` returns the value of an amount.
    """

    crystals: int
    wounds: int
    pearls: int
    others: int
    is_together: bool
    pool: int
    wound: float
    has_graveyard: bool
    estimate: Callable[[Amount], float]


# Word -> its class.
EFFECT_WORDS: dict[str, type[Effect]] = {}
COST_WORDS: dict[str, type[Cost]] = {}
TEST_WORDS: dict[str, type[RewardTest]] = {}


class Effect(Word, frozen=True):
    """An effect of a card."""

    # Whether its order among other effects makes no difference, if it asks nothing.
    is_free_of_order: ClassVar[bool] = False
    # Whether it may damage the player who has just taken damage (ruling A-33).
    is_harmful: ClassVar[bool] = False
    # Whether it means “you” when it names nobody: on events each player (ruling A-42).
    means_you: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        EFFECT_WORDS[cls.word] = cls

    @abstractmethod
    def apply(self, run: Run, task: Task) -> None:
        """Carry it out for the player `task.seat`. Choices come before changes."""

    def describe(self, speaker: Speaker) -> str:
        """Return it in words."""
        return speaker.say(self.word)

    def worth(self, outlook: Outlook) -> float:
        """Return its approximate worth in points for its player; 0 where bots do not count it."""
        return 0.0

    def can_choose(self, state: State, seat: int) -> bool:
        """Return whether it is a possible branch: what it loses must be available in full (ruling
        A-09)."""
        return True

    def contents(self) -> Sequence[Effect]:
        """Return the effects that it contains."""
        return ()


class RewardTest(Word, frozen=True):
    """A condition: enough reward tokens for each player."""

    at_least_per_player: int

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        TEST_WORDS[cls.word] = cls

    def is_met(self, state: State) -> bool:
        """Return whether enough tokens lie there."""
        return self.count_rewards(state) >= self.at_least_per_player * len(state.seats)

    @abstractmethod
    def count_rewards(self, state: State) -> int:
        """Return the number of tokens."""

    def describe(self, speaker: Speaker) -> str:
        """Return it in words."""
        return speaker.scope(self.word, {"at_least_per_player": self.at_least_per_player})


class VillageRewardsTest(RewardTest, frozen=True):
    """Reward tokens on the village."""

    def count_rewards(self, state: State) -> int:
        return state.village_rewards


class OverlordRewardsTest(RewardTest, frozen=True):
    """Reward tokens on the Overlord."""

    def count_rewards(self, state: State) -> int:
        return state.overlord_rewards


class Cost(Word, frozen=True):
    """A cost of an action. `seat` pays; `card` has the action."""

    # Whether it moves cards or tokens; only one cost of an action may, so that all can be paid.
    moves_cards: ClassVar[bool] = True
    # Whether the card of the action is the payment.
    is_card_itself: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that describes nothing is the base of others.
        if "describe" in vars(cls):
            COST_WORDS[cls.word] = cls

    @property
    def price(self) -> int:
        """The crystals to pay; prices of several costs add up."""
        return 0

    @abstractmethod
    def can_pay(self, state: State, seat: int, card: str) -> bool:
        """Return whether it can be paid in full; crystals are counted apart."""

    @abstractmethod
    def pay(self, run: Run, seat: int, card: str, *, pearls: int) -> None:
        """Pay it; `pearls`: the maximum number of pearls that pay for crystals."""

    @abstractmethod
    def describe(self, speaker: Speaker) -> str:
        """Return it in words."""

    @abstractmethod
    def worth(self, outlook: Outlook) -> float:
        """Return what it costs, in points."""


def is_harmful(effect: Effect) -> bool:
    """Return whether an effect may damage the player who has just taken damage."""
    return effect.is_harmful or any(is_harmful(part) for part in effect.contents())


def describe_offer(speaker: Speaker, text: str, *, optional: bool) -> str:
    """Return what a player may do, if it is optional."""
    return speaker.say("may", text=text) if optional else text
