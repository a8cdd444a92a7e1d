"""Every question that a match can wait for, and the type of stored states."""

from __future__ import annotations

from typing import cast, get_args

from .action import End, Turn
from .council import SecondStack
from .court import Affiliate
from .depths import Explorer, Offer
from .hand import Commander, CommanderEnd, HandLimit
from .keys import BlackSmokers, Keys
from .locations import Location, LocationPick
from .lords import Corruptor, Schemer, Traitor
from .mages import Apprentice, Illusionist
from .monsters import Monster, Reward
from .soldiers import Assassin, Hunter, Jailer
from .state import Question, State, Table

# Asked of several seats at the same time.
AskedTogether = Offer | Jailer | Commander
# Asked of a single seat.
AskedAlone = (
    Turn
    | Affiliate
    | Explorer
    | Monster
    | Reward
    | SecondStack
    | Assassin
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
AnyQuestion = AskedAlone | AskedTogether
# As a tuple, which is compared faster.
_TOGETHER = get_args(AskedTogether)

# The type to decode stored states: a `State` whose questions are distinguished by their tags.
STORED_STATE = cast(type[State], Table[AnyQuestion])


def asked_seats(question: Question) -> list[int]:
    """Return the seats that a question is asked of."""
    if isinstance(question, _TOGETHER):
        return sorted(question.seats())
    return [cast(AskedAlone, question).seat]
