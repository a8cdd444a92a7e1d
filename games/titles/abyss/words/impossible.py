"""Why something cannot be done now, from what the player sees."""

from __future__ import annotations

from collections import Counter

from games.engine.contract import Attempt, Facts, IllegalDecision, ImpossibleDecision, Prompt

from ..rules.components import ALLIES, LORDS, RACE
from ..rules.payment import best_total, pearls_due
from ..rules.powers import POWERS
from ..rules.view import View
from .text_table import cost_for, has_active


def explain_impossible(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    """Return why an attempt is impossible now; None if nothing is known against it."""
    names = attempt.names
    if attempt.verb == "recruit" and prompt.question == "turn":
        return _explain_recruitment(view, prompt.seat, names)
    if attempt.verb == "plot" and prompt.question == "turn":
        return ImpossibleDecision(
            "Plotting needs a Pearl, an empty space in the Court and a Lord in the deck."
        )
    if attempt.verb == "explore" and prompt.question == "turn":
        return ImpossibleDecision("No Exploration card is left to reveal.")
    if attempt.verb in ("support", "take_stack") and names and not view.council.get(names[0]):
        return ImpossibleDecision("That Council stack is empty or unknown.")
    if attempt.verb in POWERS:
        return _explain_power(view, prompt, attempt)
    if attempt.verb in ("discard", "affiliate") and not _holds(view, prompt, names):
        return ImpossibleDecision("You do not hold all of these Allies.")
    return _explain_place(view, prompt, attempt)


def _explain_recruitment(
    view: View, seat: int, names: tuple[str, ...]
) -> ImpossibleDecision | None:
    lord = next((name for name in names if name in LORDS), "")
    if not lord:
        return None
    if lord not in view.court:
        return ImpossibleDecision("{lord} is not in the Court.", lord=lord)
    own, card = view.seats[seat], LORDS[lord]
    mandatory = None if has_active(view, seat, "diplomat") else card.mandatory
    allies, hand = [name for name in names if name in ALLIES], tuple(own.hand or ())
    if Counter(allies) - Counter(hand):
        return ImpossibleDecision("You do not hold all of these Allies.")
    cost, best = cost_for(view, lord), best_total(hand, card.races, mandatory)
    if best >= 0 and best + own.pearls < cost:
        return ImpossibleDecision(
            "{lord} costs {cost}: your Allies for it are worth {best} at most, and your Pearls "
            "{yours}.",
            lord=lord,
            cost=cost,
            best=best,
            yours=own.pearls,
        )
    try:
        # If the hand is not enough for the Lord, all of it is judged.
        payment = list(hand) if best < 0 else allies
        pearls_due(payment, cost, card.races, mandatory, allow_superfluous=True, lord=lord)
    except IllegalDecision as refusal:
        if allies or best < 0:
            return ImpossibleDecision(refusal.sentence, **refusal.facts)
    return None


def _explain_power(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    lord = POWERS[attempt.verb]
    if not has_active(view, prompt.seat, lord):
        return ImpossibleDecision("You have no such Lord with a working power.")
    if lord in view.powers_used:
        return ImpossibleDecision("This power works only once on each of your turns.")
    codes = attempt.names[:1]
    if lord == "slaver" and Counter(codes) - Counter(view.seats[prompt.seat].hand):
        return ImpossibleDecision("The Slaver sells only Allies that you hold.")
    if lord == "oracle" and codes and not view.council.get(codes[0]):
        return ImpossibleDecision("The Oracle needs a Council stack that is not empty.")
    if lord == "opportunist" and codes and codes[0] not in view.court:
        return ImpossibleDecision("The Opportunist needs a Lord of the Court.")
    return None


def _holds(view: View, prompt: Prompt, names: tuple[str, ...]) -> bool:
    """Return whether the player holds the named Allies, or played them to recruit a Lord."""
    hand = view.played if prompt.question == "affiliate" else view.seats[prompt.seat].hand
    allies = [name for name in names if name in RACE]
    return not Counter(allies) - Counter(hand)


def _explain_place(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    """Return why a Location, Lord or reward cannot be chosen."""
    name = next(iter(attempt.names), "")
    facts: Facts = prompt.facts
    if attempt.verb == "control" and name and name not in view.location_offer:
        return ImpossibleDecision("That Location is not face up.")
    if attempt.verb == "keep" and name and name not in facts.get("drawn", ()):
        return ImpossibleDecision("You keep one of the Locations just drawn.")
    if attempt.verb == "draw" and attempt.numbers:
        return ImpossibleDecision("You draw one to four Locations, no more than the stack holds.")
    if attempt.verb == "bribe" and name and name not in view.court:
        return ImpossibleDecision("The Corruptor bribes a Lord of the Court.")
    if attempt.verb == "reward" and attempt.names:
        return ImpossibleDecision("This Threat space has no such reward.")
    if attempt.verb == "pay_keys":
        return ImpossibleDecision(
            "A Location costs exactly three keys, from tokens and active Lords."
        )
    return None
