"""The printed designs: cards with an upper and a lower part, villages, Overlords and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import force_setattr

from .effect import Cost, Effect, RewardTest
from .vocabulary import CardKind

# The kinds of abilities that a player can choose to use.
ACTIONS = ("minor", "rest", "challenge")


class Ability(Struct, frozen=True):
    """One line of text on a card.

    `kind` is immediate, minor, rest, challenge, when, static or vp. `label` identifies a line of
    the card: “u0” is the first of its upper part. `word` and `fields` are the trigger of a `when`,
    the word of a `static`, or the amount of a `vp` (in `fields`).
    """

    kind: str
    label: str
    cost: tuple[Cost, ...] = ()
    effect: tuple[Effect, ...] = ()
    limit: str = "once"
    own_turn_only: bool = False
    word: str = ""
    fields: Any = None
    scope: tuple[str, Any] | None = None
    once_per_event: bool = False


class Part(Struct, frozen=True):
    """The upper or the lower part of a card."""

    icons: dict[str, int] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    # The abilities by kind, in their order: rules look for one kind at every step.
    by_kind: dict[str, list[Ability]] = field(default_factory=dict)
    # The abilities that a player can choose to use, in their order.
    actions: tuple[Ability, ...] = ()

    def __post_init__(self) -> None:
        by_kind: dict[str, list[Ability]] = {}
        for ability in self.abilities:
            by_kind.setdefault(ability.kind, []).append(ability)
        force_setattr(self, "by_kind", by_kind)
        actions = (a for a in self.abilities if a.kind in ACTIONS or a.word == "once_per_turn")
        force_setattr(self, "actions", tuple(actions))

    def of(self, kind: str) -> Sequence[Ability]:
        """Return the lines of one kind."""
        return self.by_kind.get(kind, ())


class Side(Struct, frozen=True):
    """One side of an Overlord: as printed, or the overlay for cooperative matches.

    `reward` is a small card; `reward_effects` happen after a won challenge in a cooperative match.
    """

    part: Part
    invasion: tuple[tuple[str, tuple[Effect, ...]], ...] = ()
    reward: Part = Part()
    reward_effects: tuple[Effect, ...] = ()


class EventLine(Struct, frozen=True):
    """One line of an event: effects, possibly with a condition, or a lasting static."""

    effects: tuple[Effect, ...] = ()
    test: RewardTest | None = None
    static: Ability | None = None


class Design(Struct, frozen=True):
    """One printed design, of which `copies` cards exist.

    `names` are by language, English always present; `two_player_copies` have the two-player mark.
    `setup` is what a village or class changes during set-up.
    """

    id: str
    kind: CardKind
    names: dict[str, str]
    kingdom: str = ""
    tier: str = ""
    copies: int = 1
    two_player_copies: int = 0
    health: int = 0
    strength: int = 0
    upper: Part = Part()
    lower: Part = Part()
    setup: dict[str, int] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    anger: dict[int, tuple[EventLine, ...]] = field(default_factory=dict)
    # Whether an Overlord is for cooperative matches only, and the Overlord an event belongs to.
    coop_only: bool = False
    overlord: str = ""
    # The number of the box that it came with.
    box: int = 1

    def parts(self) -> list[Part]:
        """Return every part with text: of an Overlord those of both sides."""
        sides = [part for side in self.sides.values() for part in (side.part, side.reward)]
        return [self.upper, self.lower, *sides]


class Kingdom(Struct, frozen=True):
    """A kingdom and the ids of its related cards; "" where it has none."""

    id: str
    names: dict[str, str]
    village: str
    banner: str
    class_: str
    overlord: str
    beginners: bool = False
    themes: dict[str, str] = field(default_factory=dict)
    box: int = 1
