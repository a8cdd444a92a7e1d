"""What lies before one player, and the options of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from .components import MODIFIERS, SEGMENT
from .schema import Passive

# Maximum number of Foundation tokens of one player, readied and exhausted together (H-40).
MAX_FOUNDATIONS = 5


class Options(Struct, frozen=True, omit_defaults=True):
    """What the players agreed on before the match.

    The defaults are those of matches that were dealt before an option or its printed value existed;
    new matches name every option (setup.py).
    """

    # Factions are dealt, or chosen one after another.
    factions: Literal["random", "choose"] = "random"
    # Who orders tied bids: the order of this round, or its first player (H-06).
    ties: Literal["order", "first_player"] = "order"
    # Whether the External Threat falls back to 1 in every round (H-10).
    threat_resets: bool = False
    # Starting Wealth by place in the first round: 0, 1, 2, 3, 4, or 1 for the first as well (H-44).
    start_wealth: Literal["printed", "balanced"] = "balanced"
    # Whether the Threat strikes in the round that ends the match, too, before it ends (H-45).
    threat_at_end: bool = False


class Segment(Struct, omit_defaults=True):
    """A card on an Island."""

    card: str
    exhausted: bool = False


NO_CARDS: dict[str, list[Passive]] = {}


def apply_modifiers(modifiers: list[Passive], value: int) -> int:
    """Return a price or value after some grey effects."""
    for passive in modifiers:
        # The text of a card can be left out.
        if passive.modify:
            value = max(min(value, passive.least), value + passive.by)
    return value


class Seat(Struct, omit_defaults=True):
    """One seat. `hand` is sorted; `draw_pile` keeps its top last.

    `island` maps a cell, “x,y”, to the segment on it. `ready` and `spent` are Foundations.
    """

    faction: str = ""
    island: dict[str, Segment] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    draw_pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    fragments: list[str] = field(default_factory=list)
    wealth: int = 0
    influence: int = 0
    attack: int = 0
    defense: int = 0
    ready: int = 0
    spent: int = 0
    essence: int = 0
    shards: int = 0
    revenge: int = 0
    # Attack from a Pirate's raid, kept until the next attack.
    raid: int = 0
    # Charges that cancel an attack; removed at the end of the round.
    shields: int = 0
    # In this round: successful attacks, and turn slots since passing (1, 2, 3 Essence).
    attacks_won: int = 0
    slots_passed: int = 0

    def types(self) -> list[str]:
        """Return the type of every segment, with duplicates."""
        return [SEGMENT[segment.card].type for segment in self.island.values()]

    def modified(self, what: str, value: int) -> int:
        """Return a price or value after the modifications of the Island's grey effects."""
        return apply_modifiers(self.modifiers(what), value)

    def modifiers(self, what: str) -> list[Passive]:
        """Return the grey effects of the Island that modify a price or value."""
        cards = MODIFIERS.get(what, NO_CARDS)
        passives: list[Passive] = []
        for segment in self.island.values():
            if segment.card in cards:
                passives += cards[segment.card]
        return passives

    def add_foundations(self, many: int) -> int:
        """Add readied Foundations up to the limit; return the number added."""
        more = max(0, min(many, MAX_FOUNDATIONS - self.ready - self.spent))
        self.ready += more
        return more
