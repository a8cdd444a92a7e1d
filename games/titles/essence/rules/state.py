"""The whole table of one match, with the questions that are still to be asked."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.chance import Chance

from .advisors import Bid, Recall, Take, Tie
from .attacking import Spoils, Target
from .building import Build
from .choosing import ChooseOne, DiscardCards, Give, Opponent, OpponentChooses, Spy
from .cleaning import Cleaning
from .exhausting import Exhaust, ExhaustOwn
from .faction import ChooseFaction
from .frames import Doing
from .moving import Rearrange
from .seats import Options, Seat
from .turn import Turn

Question = (
    ChooseFaction
    | Bid
    | Tie
    | Take
    | Turn
    | Build
    | Target
    | Spoils
    | Rearrange
    | Opponent
    | Give
    | OpponentChooses
    | ChooseOne
    | DiscardCards
    | ExhaustOwn
    | Exhaust
    | Spy
    | Recall
    | Cleaning
)


class Pile(Struct, omit_defaults=True):
    """A pile of Advisors, its top last; `up` if the top is face up, with `wealth` on it."""

    cards: list[str] = field(default_factory=list)
    up: bool = False
    wealth: int = 0


class State(Struct, omit_defaults=True):
    """Everything that lies on the table, seen and unseen.

    Decks keep their top last. `row` is the row of the prophecy from the left; `row[0]` can never be
    claimed and None is an empty space. `treaties[code]` are the seats on its spaces in order.
    """

    options: Options
    chance: Chance
    seats: list[Seat]
    # The order of this round, and of the players who passed in it.
    order: list[int]
    passed: list[int] = field(default_factory=list)
    # Whose turn it is, a place in `order`; how many turns have begun.
    active: int = 0
    turn: int = 0
    # Of this turn: whether the main action was taken, a prophecy read, the turn ended.
    main_done: bool = False
    read_done: bool = False
    turn_over: bool = False
    # The step of the round, see rounds.py; "over" after the end.
    step: str = "faction"
    round: int = 0

    piles: list[Pile] = field(default_factory=list)
    # Bidders in the order they pick; those who are tied share a list until it is settled.
    picks: list[list[int]] = field(default_factory=list)
    # What a bidder wants to take, first choice first.
    wishes: dict[int, list[str]] = field(default_factory=dict)

    market: list[str] = field(default_factory=list)
    location_deck: list[str] = field(default_factory=list)
    monument_deck: list[str] = field(default_factory=list)
    segment_discard: list[str] = field(default_factory=list)
    row: list[str | None] = field(default_factory=list)
    prophecy_deck: list[str] = field(default_factory=list)
    prophecy_discard: list[str] = field(default_factory=list)
    # Fragments taken out before the match, unseen.
    prophecies_out: list[str] = field(default_factory=list)
    treaties: dict[str, list[int]] = field(default_factory=dict)
    threat: int = 0

    # The stack of questions and of effects to be carried out, the next one last.
    agenda: list[Doing | Question] = field(default_factory=list)
    # How many prompt numbers have been given out.
    asked: int = 0

    def ask(self, question: Question) -> None:
        """Put a question on top of the agenda; seat s is asked under number `number + s`."""
        question.number = self.asked + 1
        self.asked += len(self.seats)
        self.agenda.append(question)

    def player(self) -> int:
        """Return the seat whose turn it is."""
        return self.order[self.active]

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from the left neighbour of `seat`."""
        many = len(self.seats)
        return [*range(seat + 1, many), *range(seat)]

    def seat_of(self, faction: object) -> int | None:
        """Return the seat of a faction, None if nobody plays it."""
        for number, seat in enumerate(self.seats):
            if seat.faction == faction and faction:
                return number
        return None
