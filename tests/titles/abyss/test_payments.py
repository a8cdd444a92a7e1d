"""Payments against a second reading of the rules: every payment of a hand is judged twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games.engine.contract import Argument, Decision, IllegalDecision
from games.engine.legal_answers import legal_decisions
from games.titles import GAMES
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.components import ALLIES, LORDS
from games.titles.abyss.rules.payment import cheapest_payments

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
def test_just_the_allowed_payments_are_legal(position: dict[str, Any]) -> None:
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


def proposals(position: dict[str, Any]) -> list[list[str]]:
    """Return the payments proposed for the only Lord in the Court, in their order."""
    (prompt,) = ABYSS.list_prompts(ABYSS.read_position(position))
    found = []
    for decision in prompt.list_offered_decisions():
        if decision.verb == "recruit":
            allies = decision.args["allies"]
            cards = [allies] if isinstance(allies, str) else list(allies)  # type: ignore[arg-type]
            found.append(sorted(cards, reverse=True))
    return found


@pytest.mark.parametrize(
    ("lord", "hand", "pearls", "expected"),
    [
        # The only way costs a point too many.
        ("diplomat", "squid 5, squid 4", 0, [["squid5", "squid4"]]),
        # Exactly the cost first: of the same sum those cards whose lowest is highest.
        ("commander", "crab 5, crab 3, crab 4, crab 4", 0, [["crab4", "crab4"]]),
        # A single card before two of the same sum.
        ("seeker", "crab 5, crab 4, crab 1, squid 2", 0, [["squid2", "crab5"]]),
        # What is exact, then with Pearls, the fewest first, then what wastes something.
        (
            "commander",
            "crab 5, crab 4, crab 3",
            1,
            [["crab5", "crab3"], ["crab4", "crab3"], ["crab5", "crab4"]],
        ),
        # The last Pearl may be spent, not one more.
        ("shepherd", "seahorse 5", 3, [["seahorse5"]]),
        ("shepherd", "seahorse 5", 2, []),
        # More than the cost in Pearls: any single card will do.
        ("shepherd", "seahorse 1, crab 5", 9, [["seahorse1"]]),
        # The mandatory race and the best other one; a race too few is none.
        ("seeker", "crab 2, squid 4, jellyfish 5", 0, [["jellyfish5", "crab2"]]),
        ("seeker", "crab 2, crab 5", 9, []),
    ],
)
def test_payments_are_proposed_least_wasted_first(
    lord: str, hand: str, pearls: int, expected: list[list[str]]
) -> None:
    """Then with the fewest Pearls, then with the fewest cards."""
    position = {"hand": hand.split(", "), "pearls": pearls, "court": [lord]}
    assert proposals(position)[: max(1, len(expected))] == expected


def test_at_most_eight_payments_are_proposed() -> None:
    """All of them may be played; the others can be named as well."""
    hand = "crab 5, crab 4, crab 3, crab 2, crab 1, squid 5, squid 4, squid 3, squid 2, squid 1"
    assert len(proposals({"hand": hand.split(", "), "pearls": 9, "court": ["seeker"]})) == 8


@pytest.mark.parametrize(
    "position",
    [
        # Nine different Allies for the Slaver.
        {
            "lords": ["slaver"],
            "pearls": 1,
            "hand": "crab 5, crab 4, crab 3, crab 2, crab 1, squid 5, squid 4, squid 3, squid 2",
        },
        # Three own Locations and three on offer; three Lords and three in the Court.
        {
            "agenda": ["illusionist"],
            "locations": ["jail", "chasm", "depths"],
            "location_offer": ["barracks", "parliament", "dockworks"],
        },
        {
            "agenda": ["traitor"],
            "lords": ["traitor", "keeper", "miller", "oracle"],
            "court": ["trader", "peddler", "shepherd"],
        },
        # Nine Allies over twelve, and Pearls for all of them.
        {
            "agenda": ["hand_limit"],
            "pearls": 9,
            "hand": "crab 5, crab 4, crab 3, crab 2, crab 1, squid 5, squid 4, squid 3, squid 2, "
            "squid 1, jellyfish 1, jellyfish 2, jellyfish 3, jellyfish 4, jellyfish 5, "
            "shellfish 1, shellfish 2, shellfish 3, shellfish 4, shellfish 5, seahorse 1",
        },
    ],
)
def test_of_many_answers_exactly_eight_are_proposed(position: dict[str, Any]) -> None:
    """E-mails number one to eight examples of an answer with parts."""
    (prompt,) = ABYSS.list_prompts(ABYSS.read_position(position))
    assert max(len(choice.examples()) for choice in prompt.choices) == 8


def test_an_ally_that_is_not_held_is_refused_first() -> None:
    """Whatever else is wrong with the payment."""
    state = ABYSS.read_position({"hand": ["crab 5"], "pearls": 9, "court": ["seeker"]})
    allies: Argument = ["crab5", "crab4"]
    with pytest.raises(IllegalDecision) as refused:
        ABYSS.play_decision(state, 0, Decision("recruit", {"lord": "seeker", "allies": allies}))
    assert refused.value.code == "hand"


def test_of_the_same_sum_fewer_cards_come_first() -> None:
    """Crab 1 with Squid 5 and 2 is found before Crab 4 with Squid 4."""
    payments = cheapest_payments(("crab1", "crab4", "squid5", "squid4", "squid2"), 8, 2, None, 0)
    sizes = [len(cards) for cards in payments if sum(int(card[-1]) for card in cards) == 8]

    assert payments[0] == ("crab4", "squid4")
    assert sizes == [2, 3]
