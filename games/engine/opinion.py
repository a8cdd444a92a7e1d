"""A bot's opinion of the answers to a question: how good each of them is, from its seat's view."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from .analysis import Position, Report, try_answers
from .chance import Chance
from .contract import AnyGame, Decision, Prompt
from .random_match import seed_of
from .search import list_candidates

# Number of deals on which all answers are tried.
DEALS = 24


class Estimate(Struct, frozen=True):
    """An answer, and by how many points its seat may expect to lead after it.

    In a match that is won or lost together: -10 to 10 is the range from lost to won.
    """

    decision: Decision
    lead: float


def estimate_answers(
    game: AnyGame, state: object, prompt: Prompt, seed: bytes, report: Report
) -> list[Estimate]:
    """Return the answers with the lead that each may be expected to bring, the best first.

    Like the strong bot, it knows of the state only what the seat could know. `report` is called
    after each deal. The game has to be one that can estimate leads.
    """
    luck = Chance(seed_of(seed, "quick", prompt.seat, prompt.number))
    answers = list_candidates(game, game.build_view(state, prompt.seat), prompt, luck)
    position = Position(0, prompt, msgspec.msgpack.encode(state), answers, 0)
    totals = [0.0] * len(answers)
    for deal in range(DEALS):
        leads = try_answers(game, position, range(len(answers)), seed_of(seed, "opinion", deal))
        for number, lead in leads.items():
            totals[number] += lead
        report()
    opinions = [
        Estimate(answer, round(total / DEALS, 2))
        for answer, total in zip(answers, totals, strict=True)
    ]
    return sorted(opinions, key=lambda opinion: -opinion.lead)
