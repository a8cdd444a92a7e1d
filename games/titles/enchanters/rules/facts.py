"""The facts in a prompt, for standing orders and pages."""

from __future__ import annotations

from typing import Any

from .components import CARD
from .state import Asked, State
from .values import wound_count


def facts_of(state: State, seat: int, asked: Asked) -> dict[str, Any]:
    """Return flat facts about the question of one seat."""
    held = state.seats[seat]
    facts: dict[str, Any] = {
        "turn": state.turn,
        "crystals": held.crystals,
        "wounds": wound_count(state, seat),
    }
    if asked.question in ("turn", "prepare", "duel_prep"):
        facts |= {"attack": held.attack, "defense": held.defense}
    if asked.question == "turn":
        facts["track"] = [CARD[space.card].id for space in state.track if space.card]
    # The card whose text asks, "" if none.
    facts["card"] = asked.about.get("card", "").split("/")[0]
    if asked.question == "wound":
        facts["drawn"] = [str(offer.args["card"]).split("/")[0] for offer in asked.offers[0]]
    return facts
