"""Every question that the table may wait for, and the table as it is stored."""

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

# Asked of several seats at once.
AskedTogether = Bid | Cleaning
# Asked of one seat.
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

# What stored states are read as: a `State` whose questions are told apart by their names.
STORED_STATE = cast(type[State], Table[AnyQuestion])


def asked_seats(question: Question) -> list[int]:
    """Return the seats that a question is put to."""
    if isinstance(question, AskedTogether):
        return sorted(question.seats)
    assert isinstance(question, AskedAlone)
    return [question.seat]
