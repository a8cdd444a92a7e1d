"""What the prompts tell standing orders and pages about a question."""

from __future__ import annotations

from typing import Any

from .state import Asked, State
from .values import wound_count


def facts_of(state: State, seat: int, asked: Asked) -> dict[str, Any]:
    """Return flat facts of one seat's question."""
    held = state.seats[seat]
    facts: dict[str, Any] = {
        "turn": state.turn,
        "crystals": held.crystals,
        "wounds": wound_count(state, seat),
    }
    if asked.question in ("turn", "prepare", "duel_prep"):
        facts |= {"attack": held.attack, "defense": held.defense}
    if asked.question == "turn":
        facts["track"] = [space.card.split("/")[0] for space in state.track if space.card]
    # The card whose text asks, "" if none does.
    facts["card"] = asked.about.get("card", "").split("/")[0]
    if asked.question == "wound":
        facts["drawn"] = [str(offer.args["card"]).split("/")[0] for offer in asked.offers[0]]
    return facts
