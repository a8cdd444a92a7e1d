"""Why something cannot be done now, from what the player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.engine.contract import Attempt, ImpossibleDecision, Prompt

from ..rules.building import segment_price
from ..rules.components import CHARACTER, FRAGMENT, SEGMENT
from ..rules.island import free_cells
from ..rules.prophecy import cost_of
from ..rules.seats import Seat, Segment
from ..rules.view import SeatView, View

# The main actions of a turn, of which one is allowed.
MAIN = ("build", "sign", "pass", "pass_first")


def explain_impossible(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    """Return why an attempt is impossible now; None if nothing is known against it."""
    if prompt.question == "turn" and view.main_done and attempt.verb in MAIN:
        return ImpossibleDecision(
            "You have taken the main action of this turn; side actions and “end” are left."
        )
    explain = EXPLANATIONS.get((prompt.question, attempt.verb))
    return explain(view, prompt, attempt) if explain else None


def _island_of(own: SeatView) -> Seat:
    """Return a seat with the Island of a view, for the prices that it modifies."""
    return Seat(
        island={
            cell: Segment(segment.card, exhausted=segment.exhausted)
            for cell, segment in own.island.items()
        }
    )


def _explain_build(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    own, card = view.seats[prompt.seat], next(iter(attempt.names), "")
    if card and card not in view.market:
        return ImpossibleDecision("{card} is not in the market.", card=card)
    if prompt.question == "turn" and not own.ready:
        return ImpossibleDecision("Building needs a readied Foundation.")
    seat = _island_of(own)
    price = segment_price(seat, card, view.discount) if card in SEGMENT else 0
    if price > own.wealth:
        return ImpossibleDecision(
            "That costs {price} Wealth; you have {yours}.", price=price, yours=own.wealth
        )
    cell = ",".join(map(str, attempt.numbers))
    if len(attempt.numbers) == 2 and cell not in free_cells(seat.island):
        return ImpossibleDecision("A segment stands on a free cell beside your Island.")
    return None


def _explain_sign(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    own, treaty = view.seats[prompt.seat], next(iter(attempt.names), "")
    if treaty not in view.prices:
        return None
    price = view.prices[treaty]
    if price is None:
        return ImpossibleDecision("That treaty has no free space for you.")
    if price > own.wealth + own.influence:
        return ImpossibleDecision(
            "That costs {price} in Wealth and Influence; you have {yours} in all.",
            price=price,
            yours=own.wealth + own.influence,
        )
    return None


def _explain_use(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    own, card = view.seats[prompt.seat], next(iter(attempt.names), "")
    if not card:
        return None
    hand = own.hand or []
    cells = [segment for segment in own.island.values() if segment.card == card]
    if card not in hand and not cells:
        return ImpossibleDecision("You have no such card in hand, and no such readied segment.")
    if card not in hand and all(segment.exhausted for segment in cells):
        return ImpossibleDecision("{card} is exhausted.", card=card)
    uses = (choice.args for choice in prompt.choices if choice.verb == "use")
    actions = {args.get("action", 1) for args in uses if args["card"] == card}
    if actions.issuperset(attempt.numbers) and actions:
        # It is the rest of the line that does not fit: “use Forum for 1 Influence”.
        return None
    return ImpossibleDecision("You cannot take that action now, or you cannot pay for it.")


def _explain_read(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    own, code = view.seats[prompt.seat], next(iter(attempt.names), "")
    if code not in FRAGMENT:
        return None
    if code not in view.row:
        return ImpossibleDecision("{card} is not in the prophecy row.", card=code)
    if code == view.row[0]:
        return ImpossibleDecision("The leftmost fragment of the row cannot be read yet.")
    if view.read_done:
        return ImpossibleDecision("You have already read a fragment this turn.")
    if FRAGMENT[code].monster:
        return ImpossibleDecision("{card} is a monster: you read it by attacking it.", card=code)
    price = cost_of(_island_of(own), code) + FRAGMENT[code].spend.get("influence", 0)
    if price > own.influence:
        return ImpossibleDecision(
            "That costs {price} Influence; you have {yours}.",
            price=price,
            yours=own.influence,
        )
    return ImpossibleDecision("You do not have all that {card} requires.", card=code)


def _explain_advisor(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    missing = [name for name in attempt.names if name not in prompt.facts["offered"]]
    if not missing:
        return None
    return ImpossibleDecision("{card} is not among the Advisors on offer.", card=missing[0])


def _explain_discard(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    cards = Counter(name for name in attempt.names if name in CHARACTER)
    if not cards - Counter(view.seats[prompt.seat].hand):
        return None
    return ImpossibleDecision("You do not have all of these cards in hand.")


Explain = Callable[[View, Prompt, Attempt], ImpossibleDecision | None]
# By question and verb.
EXPLANATIONS: dict[tuple[str, str], Explain] = {
    ("turn", "build"): _explain_build,
    ("build", "build"): _explain_build,
    ("turn", "sign"): _explain_sign,
    ("turn", "use"): _explain_use,
    ("turn", "read"): _explain_read,
    ("turn", "pass"): _explain_discard,
    ("turn", "pass_first"): _explain_discard,
    ("discard", "discard"): _explain_discard,
    ("bid", "bid"): _explain_advisor,
    ("take", "take"): _explain_advisor,
}
