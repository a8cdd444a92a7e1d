"""What the quick bot chooses where it used to choose without looking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Decision
from games.titles.enchanters.bot.policy import choose_decision, evaluate_offer
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State

Lay = Callable[..., State]
# A card with such a duel.
CARD_WITH_DUEL = "gladiators.arena_blade/1"
DUEL = {"duel": {"with": "another", "optional": True}}


def decide(state: State) -> Decision:
    prompt = ENCHANTERS.list_prompts(state)[0]
    return choose_decision(ENCHANTERS.build_view(state, prompt.seat), prompt, Chance(bytes(32)))


@pytest.mark.parametrize(("attack", "verb"), [(9, "target"), (1, "no")])
def test_an_optional_duel_is_fought_if_it_pays(
    attack: int, verb: str, lay: Lay, cause: Any
) -> None:
    seats = {"A": {"attack": attack, "defense": 2}, "B": {"attack": 6, "defense": 3}}
    state = lay({"seats": seats, "track": ["foal"]})
    cause(state, DUEL, card=CARD_WITH_DUEL)

    assert decide(state).verb == verb


def test_a_free_journey_is_paid_for_if_it_leads_to_a_better_card(lay: Lay) -> None:
    """Pyrkonia: two wounds for the dragon at the far end, which nine crystals would not buy."""
    seats = {"A": {"attack": 30, "defense": 30, "crystals": 0}, "B": {}}
    track = ["runt 1", "runt 2", "acolyte 1", "acolyte 2", "runt 3", "plague_wyrm"]
    state = lay({"seats": seats, "track": track, "village": "pyrkonia"})

    assert decide(state) == Decision("use", {"card": "village.pyrkonia"})


def test_scarabvan_buys_a_card_that_is_worth_little(lay: Lay) -> None:
    """A covered starting card is worth less than two crystals, a good one more."""
    sale = Decision("use", {"card": "village.scarabvan"})
    worths = []
    for items in (["banner.northern", "fist"], ["scrap_maul", "door_shield"]):
        seats: dict[str, Any] = {"A": {"item": items}, "B": {}}
        state = lay({"seats": seats, "track": ["plague_wyrm"], "village": "scarabvan"})
        prompt = ENCHANTERS.list_prompts(state)[0]
        worths.append(evaluate_offer(ENCHANTERS.build_view(state, 0), prompt, sale))

    # Ending the turn is worth 0.05.
    assert worths[0] > 0.05
