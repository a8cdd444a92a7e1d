"""The complete state of a match, with the questions that are still to be asked."""

from __future__ import annotations

from typing import ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import StructConfig

from games.engine.chance import Chance
from games.engine.contract import Decision, Event, Prompt

from .frames import EffectFrame
from .seats import Options, Seat


class Question(Protocol):
    """A question that the match waits for. Each is a Struct in the module of its rule; questions.py
    lists them."""

    number: int
    __struct_fields__: ClassVar[tuple[str, ...]]
    __struct_config__: ClassVar[StructConfig]

    def prompts(self, state: State) -> list[Prompt]:
        """Return the prompt of each seat that is asked."""

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        """Apply the answer of a seat. Raises IllegalDecision."""


Q = TypeVar("Q", bound=Question)


class Pile(Struct, omit_defaults=True):
    """A pile of Advisors, its top last; `up` if the top is face up, with `wealth` on it."""

    cards: list[str] = field(default_factory=list)
    up: bool = False
    wealth: int = 0


class Table(Struct, Generic[Q], omit_defaults=True):
    """The complete state, open and hidden; `Q` are the question types it can hold.

    Decks keep their top last. `row` is the row of the prophecy from the left; `row[0]` can never be
    claimed and None is an empty space. `treaties[code]` are the seats on its spaces in order.
    """

    options: Options
    chance: Chance
    seats: list[Seat]
    # The order of play in this round, and the players who have passed, in order.
    order: list[int]
    passed: list[int] = field(default_factory=list)
    # Whose turn it is, as an index in `order`; and how many turns have begun.
    active: int = 0
    turn: int = 0
    # About this turn: whether the main action was taken, a prophecy read, the turn ended.
    main_done: bool = False
    read_done: bool = False
    turn_over: bool = False
    # The step of the round, see rounds.py; "over" after the end.
    step: str = "faction"
    round: int = 0

    piles: list[Pile] = field(default_factory=list)
    # Bidders in the order they pick; tied bidders share a list until the tie is settled.
    picks: list[list[int]] = field(default_factory=list)
    # The Advisors that a bidder wants, first choice first.
    wishes: dict[int, list[str]] = field(default_factory=dict)

    market: list[str] = field(default_factory=list)
    location_deck: list[str] = field(default_factory=list)
    monument_deck: list[str] = field(default_factory=list)
    segment_discard: list[str] = field(default_factory=list)
    row: list[str | None] = field(default_factory=list)
    prophecy_deck: list[str] = field(default_factory=list)
    prophecy_discard: list[str] = field(default_factory=list)
    # Fragments removed before the match, unseen.
    prophecies_out: list[str] = field(default_factory=list)
    treaties: dict[str, list[int]] = field(default_factory=dict)
    threat: int = 0

    # The stack of open questions and pending effects, the next one last.
    agenda: list[EffectFrame | Q] = field(default_factory=list)
    # How many prompt numbers have been assigned.
    asked: int = 0

    def ask(self, question: Q) -> None:
        """Put a question on top of the agenda; seat s is asked under prompt number `number + s`."""
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
        """Return the seat with a faction, None if nobody plays it."""
        for number, seat in enumerate(self.seats):
            if seat.faction == faction and faction:
                return number
        return None


# A state with any questions; questions.py has the type to decode stored ones.
State = Table[Question]
