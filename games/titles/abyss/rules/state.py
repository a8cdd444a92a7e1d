"""The complete state of a match, with the questions that are still to be asked."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import StructConfig

from games.engine.chance import Chance
from games.engine.contract import Decision, Event, Prompt

from .components import RACES
from .seats import Options, Seat


class Debt(Struct):
    """A discard that a seat still owes because of an opponent's Lord, see debts.py.

    `bought` are the Allies that the seat has bought since: they neither pay the debt nor raise it.
    """

    seat: int
    by: Literal["jailer", "commander"]
    owner: int
    number: int = 0
    bought: list[str] = field(default_factory=list)


class Question(Protocol):
    """A question that the match waits for. Each is a Struct in the module of its rule;
    questions.py lists them."""

    number: int
    __struct_fields__: ClassVar[tuple[str, ...]]
    __struct_config__: ClassVar[StructConfig]

    def prompts(self, state: State) -> list[Prompt]:
        """Return the prompt of each seat that is asked."""

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        """Apply the answer of a seat. Raises IllegalDecision."""


Q = TypeVar("Q", bound=Question)


class Table(Struct, Generic[Q], omit_defaults=True):
    """The complete state, open and hidden; `Q` are the question types it can hold.

    Piles that are drawn from (`lord_deck`, `exploration_deck`, `location_stack`, `token_pile`) keep
    their top last. `court` is in order of arrival without gaps. `track` holds the Exploration cards
    from the first space on; a sold card leaves it, so the newest card is the last one and its space
    is the length.
    """

    options: Options
    chance: Chance
    seats: list[Seat]
    first_player: int
    active: int
    # The step of the turn, see turn.py; "over" after the end.
    step: str = "start"
    turn: int = 0

    court: list[str] = field(default_factory=list)
    lord_deck: list[str] = field(default_factory=list)
    # Lords that have left the match (Opportunist, Traitor, Schemer).
    lords_gone: list[str] = field(default_factory=list)

    exploration_deck: list[str] = field(default_factory=list)
    # Discarded face up; the Oracle's stacks lie face down in `discard_unseen`.
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
    # Whether the Invoker granted this turn, and how many more such turns follow.
    extra: bool = False
    extra_turns: int = 0
    # Whether a Lord was recruited this turn: the Court is refilled once the powers are resolved.
    recruited: bool = False
    # What seats still have to discard, the oldest debt first.
    debts: list[Debt] = field(default_factory=list)
    # Who triggered the last round; the match ends when it would be their turn again.
    ended_by: int | None = None

    # The stack of open questions; the current one is last.
    agenda: list[Q] = field(default_factory=list)
    # How many prompt numbers have been assigned.
    asked: int = 0

    def ask(self, question: Q) -> None:
        """Put a question on top of the agenda; seat s is asked under prompt number `number + s`."""
        question.number = self.asked + 1
        self.asked += len(self.seats)
        self.agenda.append(question)

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from the left neighbour of `seat`."""
        many = len(self.seats)
        return [*range(seat + 1, many), *range(seat)]


# A state with any questions; questions.py has the type to decode stored ones.
State = Table[Question]
