"""The whole table of one match, with the questions that are still to be asked."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.chance import Chance

from .action import End, Turn
from .components import RACES
from .council import SecondStack
from .court import Affiliate
from .depths import Explorer, Offer
from .hand import Commander, CommanderEnd, Debt, HandLimit
from .keys import BlackSmokers, Keys
from .locations import Location, LocationPick
from .lords import Corruptor, Schemer, Traitor
from .mages import Apprentice, Illusionist
from .monsters import Monster, Reward
from .seats import Options, Seat
from .soldiers import Assassin, Hunter, Jailer

Question = (
    Turn
    | Affiliate
    | Offer
    | Explorer
    | Monster
    | Reward
    | SecondStack
    | Jailer
    | Assassin
    | Commander
    | CommanderEnd
    | Hunter
    | Apprentice
    | Illusionist
    | Corruptor
    | Traitor
    | Schemer
    | Location
    | LocationPick
    | Keys
    | BlackSmokers
    | End
    | HandLimit
)


class State(Struct, omit_defaults=True):
    """Everything that lies on the table, seen and unseen.

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
    agenda: list[Question] = field(default_factory=list)
    # How many prompt numbers have been given out.
    asked: int = 0

    def ask(self, question: Question) -> None:
        """Put a question on top of the agenda; seat s is asked under number `number + s`."""
        question.number = self.asked + 1
        self.asked += len(self.seats)
        self.agenda.append(question)

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from the left neighbour of `seat`."""
        many = len(self.seats)
        return [*range(seat + 1, many), *range(seat)]
