"""Why something cannot be done now, from what the player sees."""

from __future__ import annotations

from games.engine.contract import Attempt, ImpossibleDecision, Prompt

from ..rules.components import CARD
from ..rules.view import View

# The main actions of a turn, of which one is allowed.
MAIN = ("journey", "rest", "challenge")


def explain_impossible(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    """Return why an attempt is impossible now; None if nothing is known against it."""
    if prompt.question == "turn" and attempt.verb in MAIN and view.main_done:
        return ImpossibleDecision(
            "You have taken the main action of this turn; minor actions and “end” are left."
        )
    if prompt.question == "turn" and attempt.verb == "journey":
        return _explain_journey(view, prompt.seat, attempt)
    if attempt.verb in ("rest", "challenge", "use") and attempt.names:
        return _explain_action(view, prompt, attempt)
    if prompt.question == "wound" and set(attempt.names) - set(prompt.facts["drawn"]):
        return ImpossibleDecision("You take one of the wound cards that you have drawn.")
    return None


def _explain_journey(view: View, seat: int, attempt: Attempt) -> ImpossibleDecision | None:
    """Return why the card or space that is named cannot be reached."""
    track = view.track
    slots = [
        slot
        for slot, space in enumerate(track)
        if space is not None and CARD[space.card].id in attempt.names
    ]
    if attempt.names and not slots:
        return ImpossibleDecision("That card is not on the track.")
    if attempt.names and attempt.numbers and attempt.numbers[0] not in slots:
        return ImpossibleDecision("That card lies on space {space} of the track.", space=slots[0])
    if not attempt.names and attempt.numbers and 0 <= attempt.numbers[0] < len(track):
        slots = [attempt.numbers[0]]
    space = track[slots[0]] if slots else None
    if space is None:
        return ImpossibleDecision("No card lies on that space.") if attempt.numbers else None
    crystals = view.seats[seat].crystals
    if space.cost > crystals:
        return ImpossibleDecision(
            "That journey costs {price} in crystals; you have {yours}.",
            price=space.cost,
            yours=crystals,
        )
    powers = space.powers
    if powers and powers.health > powers.attack:
        return ImpossibleDecision(
            "Your attack of {attack} is too low for its health of {health}.",
            attack=powers.attack,
            health=powers.health,
        )
    return None


def _explain_action(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision:
    """Return why a card of the player's, the village or the Overlord does not help now."""
    own = view.seats[prompt.seat]
    own_cards = {CARD[card].id for stack in own.stacks.values() for card in stack}
    visible_cards = own_cards | {CARD[view.village].id}
    if view.overlord is not None:
        visible_cards.add(CARD[view.overlord.card].id)
    if not visible_cards.intersection(attempt.names):
        return ImpossibleDecision(
            "You do not have that card, and it is not open to everybody either."
        )
    return ImpossibleDecision(
        "That card has no such action now: it is covered or used, or you cannot pay for it."
    )
