"""What lies before one player, and the options of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from .components import LORDS, STARTING_PEARLS


class Options(Struct, frozen=True, omit_defaults=True):
    """What the players agreed on before the match; the defaults are the printed rules."""

    # How many Allies a player may keep at the end of their turn.
    hand_limit: Literal[12, "none"] = 12
    # True: each card above the limit is paid for or discarded. False: all of them the same way.
    hand_limit_mix: bool = True
    # Whether cards may be played that the Lord's cost does not need.
    superfluous_cards: Literal["forbid", "allow"] = "forbid"
    # True: the Commander also takes effect right after a purchase.
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
    # Whether the cards in the Council stacks are shown.
    council_memory: Literal["counts_only", "full_log"] = "counts_only"
    # What happens on a tie in score, Pearls and best Lord.
    tie_after_all: Literal["shared", "earlier_seat_last"] = "shared"
    # Whether a revealed Ally is offered to all opponents at once or to one after another.
    offers: Literal["sealed", "one_by_one"] = "sealed"
    # True: nobody waits for discards of the Jailer and the Commander. New matches set it by
    # default; a position or older match without the option plays as printed.
    lazy_discards: bool = False
    # Slaver, Oracle and Opportunist: at any moment of the own turn when a question is asked, or at
    # those of a list. Matches that were dealt before the printed rule name none.
    power_moments: Literal["any", "listed"] = "listed"
    # Whether the discard pile is shuffled when a card is needed or as soon as the deck is empty.
    reshuffle: Literal["lazy", "eager"] = "lazy"


# What a position plays by that does not name an option of a later printed rule.
POSITION_DEFAULTS = {"power_moments": "any"}


class Lord(Struct, omit_defaults=True):
    """A Lord before a player: free while `under` (a Location) is None, active if not disabled."""

    id: str
    disabled: bool = False
    under: str | None = None


class Seat(Struct, omit_defaults=True):
    """One seat. `hand` is sorted by code; `keys` are key tokens."""

    pearls: int = STARTING_PEARLS
    keys: int = 0
    hand: list[str] = field(default_factory=list)
    affiliated: list[str] = field(default_factory=list)
    lords: list[Lord] = field(default_factory=list)
    locations: list[str] = field(default_factory=list)
    monster_tokens: list[int] = field(default_factory=list)

    def has(self, lord_id: str) -> bool:
        """Return whether this Lord is here with a working power."""
        for lord in self.lords:
            if lord.id == lord_id:
                works = lord.under is None and not lord.disabled
                return works and LORDS[lord_id].power is not None
        return False

    def lord(self, lord_id: str) -> Lord | None:
        """Return this Lord, free or not; None if it is not here."""
        for lord in self.lords:
            if lord.id == lord_id:
                return lord
        return None
