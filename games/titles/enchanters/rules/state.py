"""The complete state of a match, with the pending tasks."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from games.engine.chance import Chance
from games.engine.contract import Decision, Facts

from .vocabulary import STACKS, TRACK_SPACES

# The Overlord, used in place of a seat.
OVERLORD = -1
# No seat: nobody's turn.
NOBODY = -2


class Options(Struct, frozen=True, omit_defaults=True):
    """The options of a match; setup.py lists the possible values."""

    mode: str = "competitive"
    start_item: str = "banner"
    start_enchantment: str = "class"
    kingdom_selection: str = "group"
    kingdom_pool: str = "beginners"
    short: bool = False
    related: str = "kingdom"
    overlord: bool = True
    # Kingdoms that are in the match whoever chooses; the rest is chosen or drawn.
    kingdoms: list[str] = []
    # "auto", or the code of an Overlord.
    chosen_overlord: str = "auto"
    # "auto", or the last part of the code of a village.
    village: str = "auto"
    coop_tier: str = "easier"
    coop_difficulty: str = "normal"
    reinforcements: bool = False
    priming_factor: int = 2
    hopeless_fights: bool = True
    group_decisions: str = "leader"
    # Matches that were dealt when there was one box do not name it.
    boxes: int = 1
    # So do those from before the printed rules were the defaults.
    # Whether the desert token changes the Overlord, too.
    desert_overlords: bool = False
    # The Overlord's points in a match together: "printed" are 99 for all.
    hit_points: str = "balanced"
    # Whether pearls or crystals pay, and the order of discards, are "asked" or "automatic".
    small_choices: str = "automatic"
    # Whether a wound card is a card where “a card” is discarded.
    discard_wounds: bool = False
    # Together: whether the wound deck is laid out and nobody is asked who heals in the shared pool
    # ("printed"), or as before ("earlier").
    coop_wounds: str = "earlier"

    @property
    def coop(self) -> bool:
        return self.mode == "coop"


# What a position plays by that does not name an option of the printed rules; it names the points of
# the Overlord itself.
POSITION_DEFAULTS: dict[str, str | bool] = {
    "group_decisions": "vote",
    "desert_overlords": True,
    "small_choices": "asked",
    "discard_wounds": True,
    "coop_wounds": "printed",
}


class Seat(Struct, omit_defaults=True):
    """What lies in front of one player.

    `stacks[kind]` have their top last. `attack` and `defense` are running values that cannot be
    derived from the cards. `pearls` are active tokens, `pearls_used` inactive ones. `used[label]`
    counts how often an action line was used since the last clean-up.
    """

    stacks: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in STACKS})
    crystals: int = 0
    wounds: int = 0
    rewards: int = 0
    attack: int = 0
    defense: int = 0
    pearls: int = 0
    pearls_used: int = 0
    used: dict[str, int] = field(default_factory=dict)


class Space(Struct, omit_defaults=True):
    """One space of the journey track: a card ("" for none) and the tokens on it."""

    card: str = ""
    wounds: int = 0
    rewards: int = 0
    cerberus: bool = False


class Trip(Struct, omit_defaults=True):
    """A journey or challenge in progress.

    `zone`: track, graveyard, overlord (a card lying on it) or challenge. `main`: whether it is the
    turn's main action. `fighting`: true during combat.
    """

    seat: int
    card: str = ""
    zone: Literal["track", "graveyard", "overlord", "challenge"] = "track"
    slot: int = -1
    main: bool = False
    fighting: bool = False


class Task(Struct, omit_defaults=True):
    """A pending task: an effect of a card, or a step of the turn.

    `seat` controls it, `card` carries the text, `amount` is the damage that triggered it. `said`
    are the answers already given to its questions, in the order of the questions.
    """

    op: str
    seat: int = NOBODY
    args: Any = None
    card: str = ""
    amount: int = 0
    said: list[Any] = field(default_factory=list)


class OpenQuestion(Struct, omit_defaults=True):
    """The question that the topmost task waits for: `offers[n]` are the possible answers of
    `seats[n]`.

    A `sealed` question is answered by all seats before anything happens; with `first` the first
    answer counts for all. Seat s is asked under prompt number `number + s`.
    """

    question: str
    number: int
    seats: list[int]
    offers: list[list[Decision]]
    sealed: bool = False
    first: bool = False
    answers: dict[int, Decision] = field(default_factory=dict)
    about: Facts = field(default_factory=dict)


class State(Struct, omit_defaults=True):
    """The complete state, open and hidden. Piles have their top last."""

    options: Options
    chance: Chance
    seats: list[Seat]
    starting: int
    active: int = NOBODY
    turn: int = 0
    round: int = 0
    kingdoms: list[str] = field(default_factory=list)

    deck: list[str] = field(default_factory=list)
    track: list[Space] = field(default_factory=lambda: [Space() for _ in range(TRACK_SPACES)])
    graveyard: list[str] = field(default_factory=list)
    # Cards out of the match: known ones, and those removed unseen for the shorter game.
    box: list[str] = field(default_factory=list)
    box_unseen: list[str] = field(default_factory=list)
    # Won, but not in a stack yet.
    won: list[str] = field(default_factory=list)
    wound_deck: list[str] = field(default_factory=list)
    banner_deck: list[str] = field(default_factory=list)
    class_deck: list[str] = field(default_factory=list)
    village_deck: list[str] = field(default_factory=list)
    # Two banners and two classes per seat while these are being chosen.
    dealt: list[list[str]] = field(default_factory=list)

    village: str = ""
    village_rewards: int = 0
    overlord: str = ""
    overlord_active: bool = False
    overlord_rewards: int = 0
    overlord_health: int = 0
    overlord_strength: int = 0
    overlord_crystals: int = 0
    overlord_cards: list[str] = field(default_factory=list)
    overlord_deck: list[str] = field(default_factory=list)
    hit_points: int = 0
    event_deck: list[str] = field(default_factory=list)
    event: str = ""
    anger: int = 0
    pool: int = 0
    desert: str = ""

    # Whether the active player has made a journey this turn.
    journeyed: bool = False
    main_done: bool = False
    free_journey: bool = False
    desert_doubled: int = 0
    desert_ignored: bool = False
    # Lines that have reacted to damage since the last choice of an action.
    answered_damage: list[str] = field(default_factory=list)

    trips: list[Trip] = field(default_factory=list)
    duels: list[list[int]] = field(default_factory=list)
    # The pending tasks, the next one last; and the question of the top task, if it waits.
    tasks: list[Task] = field(default_factory=list)
    asked: OpenQuestion | None = None
    numbers: int = 0
    # "", "scored", or in cooperative matches "won" or "lost".
    result: str = ""

    def others(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from the left neighbour of `seat`."""
        many = len(self.seats)
        return [*range(seat + 1, many), *range(min(seat, many))] if seat >= 0 else [*range(many)]

    def from_active(self) -> list[int]:
        """Return all seats clockwise from the active one, or else from the starting one."""
        first = self.active if self.active >= 0 else self.starting
        return [first, *self.others(first)]
