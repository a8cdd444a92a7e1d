"""Standing orders: which Advisor, what to reserve, what the Threat takes, what to bid."""

from __future__ import annotations

import pytest

from games.engine import notation, orders
from games.engine.contract import Decision
from games.engine.order_grammar import parse_order
from games.titles import GAMES
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.components import SEGMENT

from .conftest import Scene

WORDS = ESSENCE.list_words("en")

TAKING = """
    agenda: [take]
    seats: {A: {}, B: {}}
    advisors: [Priest, Mayor, Sage]
"""
CLEANING = """
    agenda: [cleaning]
    passed: [A, B]
    threat: 5
    row: [First Blood, Twin Forts, Tithe, Old Favour]
    seats:
      A: {faction: Court of Masks, defense: 2, wealth: 4, influence: 4, discard: [Sage]}
      B: {discard: [Priest]}
"""
BIDDING = """
    agenda: [bid]
    seats: {A: {wealth: 4, influence: 2}, B: {wealth: 1}}
    advisors: [Priest, Mayor, Sage]
"""
SPOILS = """
    agenda: [target]
    seats: {A: {attack: 5}, B: {faction: Court of Masks, defense: 2, influence: 1}}
"""


@pytest.mark.parametrize(
    ("table", "order", "answer"),
    [
        (TAKING, "take Admiral, else take Sage", "take Sage"),
        (TAKING, "take Mayor if offered has Mayor, else ask", "take Mayor"),
        (CLEANING, "clean Tithe + Twin Forts", "clean reserve Tithe, Twin Forts keep piles"),
        (CLEANING, "clean shuffle piles if draw pile <= 8", "clean shuffle piles"),
        (CLEANING, "clean Wealth if loss >= 1", "clean keep piles lose 3 Wealth"),
        (CLEANING, "clean Influence + Tithe", "clean reserve Tithe keep piles lose 3 Influence"),
        (BIDDING, "bid 2 + 1 + Mayor", "bid 2 Wealth 1 Influence for Mayor"),
        (BIDDING, "bid 2 if wealth >= 5, else bid 0", "bid 0 Wealth 0 Influence"),
        (SPOILS, "attack Court of Masks if defense of Court of Masks < 5", "attack Court of Masks"),
        (SPOILS, "attack Threat if attack >= 9, else ask", "ask"),
    ],
)
def test_an_order_answers(scene: Scene, table: str, order: str, answer: str) -> None:
    prompt = ESSENCE.list_prompts(scene(table).state)[0]
    read = parse_order(order, GAMES["essence"].topics, [WORDS], "en")

    found = orders.find_answer(read, prompt)

    if answer == "ask":
        assert found == "ask"
        return
    assert isinstance(found, Decision)
    written = notation.format_decision(found, WORDS)
    assert written == answer or written.startswith(answer)


def test_an_order_bids_up_to_nine_of_a_token() -> None:
    """And names cards, tokens and options, nothing else."""
    verbs = {
        (question, verb): codes
        for question, topic in ESSENCE.topics.items()
        for verb, codes in topic.verbs.items()
    }
    numbers = {
        key: [code for code in codes if code.isdigit()]
        for key, codes in verbs.items()
        if any(code.isdigit() for code in codes)
    }
    assert numbers == {
        ("bid", "bid"): [str(number) for number in range(10)],
        ("turn", "use"): ["1", "2"],
        ("spoils", "command"): ["1", "2"],
        ("spy", "spy"): ["1", "2"],
        ("opponent_chooses", "choose"): ["1", "2", "3"],
        ("choose_one", "choose"): ["1", "2", "3"],
    }
    starred = [card.id for card in SEGMENT.values() if card.actions]
    assert [*verbs["exhaust_own", "exhaust"]] == starred
    assert [name for name, topic in ESSENCE.topics.items() if topic.begins_turn] == ["turn"]
