"""The facts in a prompt, for standing orders and pages."""

from __future__ import annotations

from games.engine.contract import Facts

from .components import CARD
from .state import OpenQuestion, State
from .values import wound_count


def facts_of(state: State, seat: int, question: OpenQuestion) -> Facts:
    """Return flat facts about the question of one seat."""
    owner = state.seats[seat]
    facts: Facts = {
        "turn": state.turn,
        "crystals": owner.crystals,
        "wounds": wound_count(state, seat),
    }
    if question.question in ("turn", "prepare", "duel_prep"):
        facts |= {"attack": owner.attack, "defense": owner.defense}
    if question.question == "turn":
        facts["track"] = [CARD[space.card].id for space in state.track if space.card]
    # The card whose text asks, "" if none.
    facts["card"] = question.about.get("card", "").split("/")[0]
    if question.question == "wound":
        facts["drawn"] = [str(offer.args["card"]).split("/")[0] for offer in question.offers[0]]
    return facts
