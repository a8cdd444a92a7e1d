"""R5.1 to R5.6 against a second reading of the rules: every payment of a hand is judged twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games.engine.legal_answers import legal_decisions
from games.titles import GAMES
from games.titles.abyss.game import ABYSS
from games.titles.abyss.rules.components import ALLIES, LORDS

Payment = tuple[str, ...]


def allowed(lord: str, hand: list[str], pearls: int, modifier: int, *, lax: bool) -> set[Payment]:
    """Return every payment that the rulings allow, cards sorted; written without the engine."""
    card = LORDS[lord]
    cost = max(0, card.cost + modifier)
    return {
        played
        for many in range(1, len(hand) + 1)
        for played in combinations(sorted(hand), many)
        if _is_allowed(played, cost, card.races, card.mandatory, pearls)
        and (lax or not any(_is_needless(played, at, cost) for at in range(many)))
    }


def _is_allowed(played: Payment, cost: int, races: int, mandatory: str | None, pearls: int) -> bool:
    found = {ally[:-1] for ally in played}
    if len(found) != races or (mandatory is not None and mandatory not in found):
        return False
    return cost - sum(int(ally[-1]) for ally in played) <= pearls


def _is_needless(played: Payment, at: int, cost: int) -> bool:
    """Whether the card at this place could be left out: its race and the cost stay covered."""
    rest = played[:at] + played[at + 1 :]
    same_race = any(ally[:-1] == played[at][:-1] for ally in rest)
    return same_race and sum(int(ally[-1]) for ally in rest) >= cost


def tables() -> Iterator[Any]:
    luck = random.Random(7)
    for number in range(40):
        hand = luck.sample(ALLIES, luck.randint(3, 8))
        lords = luck.sample(sorted(set(LORDS) - {"treasurer", "recruiter", "shaman"}), 6)
        mine = luck.choice([[], ["treasurer"], ["shaman"], ["treasurer", "shaman"]])
        theirs = luck.choice([[], ["recruiter"]])
        position = {
            "options": {"superfluous_cards": luck.choice(["forbid", "allow"])},
            "seats": {
                "A": {"hand": hand, "pearls": luck.randint(0, 6), "lords": mine},
                "B": {"lords": theirs},
            },
            "court": lords,
        }
        yield pytest.param(position, id=str(number))


@pytest.mark.parametrize("position", list(tables()))
def test_R5_5_just_the_allowed_payments_are_legal(position: dict[str, Any]) -> None:
    """A Lord is offered if, and only if, some payment is allowed, and just those are accepted."""
    state = ABYSS.read_position(position)
    (prompt,) = ABYSS.list_prompts(state)
    mine, theirs = position["seats"]["A"]["lords"], position["seats"]["B"]["lords"]
    modifier = 2 * ("recruiter" in theirs and "shaman" not in mine) - 2 * ("treasurer" in mine)
    lax = position["options"]["superfluous_cards"] == "allow"

    found: dict[str, set[Payment]] = {lord: set() for lord in position["court"]}
    for decision in legal_decisions(GAMES["abyss"], state, prompt):
        if decision.verb == "recruit":
            allies = decision.args["allies"]
            cards = [allies] if isinstance(allies, str) else allies
            found[str(decision.args["lord"])].add(tuple(sorted(cards)))  # type: ignore[arg-type]

    hand, pearls = state.seats[0].hand, state.seats[0].pearls
    for lord, payments in found.items():
        assert payments == allowed(lord, hand, pearls, modifier, lax=lax), lord
