"""What stands before one player, and the options of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from .components import STARTING_PEARLS


class Options(Struct, frozen=True, omit_defaults=True):
    """What the players agreed on before the match; the defaults are the printed rules."""

    # How many Allies may be kept at the end of the own turn.
    hand_limit: Literal[12, "none"] = 12
    # True: each card over the limit is paid for or discarded. False: all of them one way.
    hand_limit_mix: bool = True
    # Whether cards may be played that the Lord's cost does not need.
    superfluous_cards: Literal["forbid", "allow"] = "forbid"
    # True: the Commander strikes right after a purchase too.
    commander_on_purchase: bool = False
    # Keys printed on the Ambassadors.
    ambassador_keys: Literal[3, 0] = 3
    # The Court ends the match when a refill falls short, or when it is short at a turn's end.
    end_trigger_court: Literal["short_refill", "deck_empty"] = "short_refill"
    # Whether Black Smokers may be kept.
    black_smokers: Literal["may", "must"] = "may"
    # When too few Monster tokens are left: the reward is not offered, or a Pearl replaces a token.
    exhausted_monster_tokens: Literal["drop_option", "pearl_instead"] = "drop_option"
    # What an Ambassador does when the Location stack is empty.
    ambassador_empty_stack: Literal["take_face_up", "nothing"] = "take_face_up"
    # Whether the table shows what lies in the Council stacks.
    council_memory: Literal["counts_only", "full_log"] = "counts_only"
    # When score, Pearls and best Lord are level.
    tie_after_all: Literal["shared", "earlier_seat_last"] = "shared"
    # Whether a turned-up Ally is offered to all opponents at once or to one after another.
    offers: Literal["sealed", "one_by_one"] = "sealed"
    # True: nobody waits for discards of the Jailer and the Commander. A lobby proposes it; what
    # says nothing, a position or an older match, plays as printed.
    lazy_discards: bool = False
    # Whether the discard pile is shuffled when a card is needed or as soon as the deck is empty.
    reshuffle: Literal["lazy", "eager"] = "lazy"


class Lord(Struct, omit_defaults=True):
    """A Lord before a player: free while `under` (a Location) is None, active if not disabled."""

    id: str
    disabled: bool = False
    under: str | None = None


class Seat(Struct, omit_defaults=True):
    """One place at the table. `hand` is sorted by code; `keys` are key tokens."""

    pearls: int = STARTING_PEARLS
    keys: int = 0
    hand: list[str] = field(default_factory=list)
    affiliated: list[str] = field(default_factory=list)
    lords: list[Lord] = field(default_factory=list)
    locations: list[str] = field(default_factory=list)
    monster_tokens: list[int] = field(default_factory=list)

    def has(self, lord_id: str) -> bool:
        """Whether this Lord stands here with a working power."""
        for lord in self.lords:
            if lord.id == lord_id:
                return lord.under is None and not lord.disabled
        return False

    def lord(self, lord_id: str) -> Lord | None:
        """Return this Lord if it is here, free or not."""
        for lord in self.lords:
            if lord.id == lord_id:
                return lord
        return None
