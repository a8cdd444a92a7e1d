"""The whole table of one match, with the questions that are still to be asked."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import StructConfig

from games.engine.chance import Chance
from games.engine.contract import Decision, Event, Prompt

from .components import RACES
from .seats import Options, Seat


class Debt(Struct):
    """What a seat still has to discard for an opponent's Lord, see debts.py."""

    seat: int
    by: Literal["jailer", "commander"]
    owner: int
    number: int = 0


class Question(Protocol):
    """What the table waits for. Each is a Struct beside the rules it belongs to; questions.py lists
    them."""

    number: int
    __struct_fields__: ClassVar[tuple[str, ...]]
    __struct_config__: ClassVar[StructConfig]

    def prompts(self, state: State) -> list[Prompt]:
        """Return the question as it is put to each seat."""

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        """Let a seat answer. Raises IllegalDecision."""


Q = TypeVar("Q", bound=Question)


class Table(Struct, Generic[Q], omit_defaults=True):
    """Everything that lies on the table, seen and unseen; `Q` are the questions that it knows.

    Piles that are drawn from (`lord_deck`, `exploration_deck`, `location_stack`, `token_pile`) keep
    their top last. `court` is packed in the order the Lords came, `track` holds the Exploration
    cards from the first space on; a card that is sold leaves it, so the newest card is the last one
    and its space is the length.
    """

    options: Options
    chance: Chance
    seats: list[Seat]
    first_player: int
    active: int
    # The step of the turn's sequence, see turn.py; "over" after the end.
    step: str = "start"
    turn: int = 0

    court: list[str] = field(default_factory=list)
    lord_deck: list[str] = field(default_factory=list)
    # Lords out of the match (Opportunist, Traitor, Schemer).
    lords_gone: list[str] = field(default_factory=list)

    exploration_deck: list[str] = field(default_factory=list)
    # Discarded in the sight of all; the Oracle's stacks lie face down beside them.
    discard: list[str] = field(default_factory=list)
    discard_unseen: list[str] = field(default_factory=list)
    track: list[str] = field(default_factory=list)
    # Who has bought an Ally this turn, in order; the price is one more than their number.
    buyers: list[int] = field(default_factory=list)
    threat: int = 1
    # council[race], oldest card first.
    council: dict[str, list[str]] = field(default_factory=lambda: {race: [] for race in RACES})

    location_stack: list[str] = field(default_factory=list)
    location_offer: list[str] = field(default_factory=list)
    # Black Smokers after their exchange.
    locations_gone: list[str] = field(default_factory=list)
    token_pile: list[int] = field(default_factory=list)

    # Per-turn powers (slaver, oracle, opportunist) already used this turn.
    powers_used: list[str] = field(default_factory=list)
    # Whether this turn is one that the Invoker granted, and how many more of them follow.
    extra: bool = False
    extra_turns: int = 0
    # The Lords in Court are counted after a recruitment, once its powers are done.
    recruited: bool = False
    # What seats still have to discard, the oldest debt first.
    debts: list[Debt] = field(default_factory=list)
    # Who brought about the last round; the match ends when it would be their turn again.
    ended_by: int | None = None

    # The stack of questions still to be asked, the one that is asked now last.
    agenda: list[Q] = field(default_factory=list)
    # How many prompt numbers have been given out.
    asked: int = 0

    def ask(self, question: Q) -> None:
        """Put a question on top of the agenda; seat s is asked under number `number + s`."""
        question.number = self.asked + 1
        self.asked += len(self.seats)
        self.agenda.append(question)

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from the left neighbour of `seat`."""
        many = len(self.seats)
        return [*range(seat + 1, many), *range(seat)]


# A table, whatever is asked; for reading stored ones see questions.py.
State = Table[Question]
