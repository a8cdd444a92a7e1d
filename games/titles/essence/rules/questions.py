"""Every question that a match can wait for, and the type of stored states."""

from __future__ import annotations

from typing import cast

from .advisors import Bid, Recall, Take, Tie
from .attacking import Spoils, Target
from .building import Build
from .choosing import ChooseOne, DiscardCards, Give, Opponent, OpponentChooses, Spy
from .cleaning import Cleaning
from .exhausting import Exhaust, ExhaustOwn
from .faction import ChooseFaction
from .moving import Rearrange
from .state import Question, State, Table
from .turn import Turn

# Asked of several seats at the same time.
AskedTogether = Bid | Cleaning
# Asked of a single seat.
AskedAlone = (
    ChooseFaction
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
)
AnyQuestion = AskedAlone | AskedTogether

# The type to decode stored states: a `State` whose questions are distinguished by their tags.
STORED_STATE = cast(type[State], Table[AnyQuestion])


def asked_seats(question: Question) -> list[int]:
    """Return the seats that a question is asked of."""
    if isinstance(question, AskedTogether):
        return sorted(question.seats)
    return [cast(AskedAlone, question).seat]
