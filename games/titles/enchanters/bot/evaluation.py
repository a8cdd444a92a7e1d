"""Valuations of cards and lines, in points, computed from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from games.engine.contract import Decision

from ..rules.amounts import Amount, Die, Per, RemovedScore
from ..rules.components import CARD, LOWER_POWER, STACK, UPPER_POWER
from ..rules.designs import Ability, Design
from ..rules.effect import Effect, Outlook
from ..rules.view import View

# The worth of a point of attack and of defense for each remaining turn, up to a dozen: while an
# Overlord attacks, and without one, when attack is worth more.
UNDER_THREAT, AT_PEACE = (0.42, 0.42), (0.44, 0.38)
MAX_TURNS = 12
# The approximate number of turns a card stays on top of its stack.
TURNS_ON_TOP = 4


def turns_left(view: View) -> float:
    """Return the number of turns each player still has."""
    cards = view.deck + sum(space is not None for space in view.track)
    return float(cards / len(view.seats))


def visible_counter(view: View, seat: int, counter: str) -> int:
    """Return a counter of a seat as shown in the view."""
    seat_view = view.seats[seat]
    stacks = seat_view.stacks
    creatures = [CARD[code].kind for code in stacks["creature"]]
    items, enchantments = len(stacks["item"]), len(stacks["enchantment"])
    counts = {
        "wounds": seat_view.wound_count,
        "items": items,
        "enchantments": enchantments,
        "pairs": min(items, enchantments),
        "artifacts": items + enchantments,
        "monsters": creatures.count("monster"),
        "dragons": creatures.count("dragon"),
        "creatures": len(creatures),
        "players": len(view.seats),
    }
    return int(counts.get(counter, seat_view.count(counter)))


def estimate_amount(view: View, seat: int, amount: Amount) -> float:
    """Return the approximate value of an amount."""
    match amount:
        case int():
            return float(amount)
        case "all":
            return 5.0
        case Die():
            return 3.5
        case RemovedScore():
            return 0.0
        case Per(per=counter, every=every, times=times):
            return float(visible_counter(view, seat, counter) // every * times)
    assert_never(amount)


def look_ahead(view: View, seat: int) -> Outlook:
    """Return what the effects of cards are weighed by."""
    own = view.seats[seat]
    return Outlook(
        crystals=own.crystals,
        wounds=own.wound_count,
        pearls=own.pearls,
        others=len(view.seats) - 1,
        is_together=view.threshold is not None,
        pool=view.pool,
        wound=wound_weight(view),
        has_graveyard=bool(view.graveyard),
        estimate=lambda amount: estimate_amount(view, seat, amount),
    )


def points_of_design(view: View, seat: int | None, ability: Ability) -> float:
    """Return the points of one `vp` line."""
    return estimate_amount(view, seat or 0, ability.fields)


def power_worth(view: View, attack: float, defense: float) -> float:
    """Return the worth of powers for the rest of the match."""
    left = min(MAX_TURNS, turns_left(view) - 1)
    together = 1.6 if view.threshold is not None else 1.0
    overlord = view.overlord
    weights = UNDER_THREAT if overlord and overlord.active else AT_PEACE
    return together * max(0.0, left) * (weights[0] * attack + weights[1] * defense)


def card_worth(view: View, seat: int, card: Design) -> float:
    """Return the worth of taking a card: icons of both parts minus those it covers, and points."""
    code = card.id if card.id in CARD else f"{card.id}/1"
    upper, lower = UPPER_POWER.get(code, (0, 0)), LOWER_POWER.get(code, (0, 0))
    stack = view.seats[seat].stacks[STACK[code]]
    top_powers = UPPER_POWER.get(stack[-1], (0, 0)) if stack else (0, 0)
    # An upper part lasts until the next card of its stack: about a third of the time.
    attack = lower[0] + 0.5 * (upper[0] - top_powers[0])
    defense = lower[1] + 0.5 * (upper[1] - top_powers[1])
    worth = power_worth(view, attack, defense)
    worth += effects_worth(view, seat, [e for a in card.upper.of("immediate") for e in a.effect])
    worth += sum(_line_worth(view, seat, ability) for ability in card.upper.abilities)
    worth -= 0.3 * (card.lower.icons.get("weight", 0) + card.upper.icons.get("weight", 0))
    worth += 0.3 * (card.lower.icons.get("speed", 0) + card.upper.icons.get("speed", 0))
    if view.threshold is None:
        worth += sum(points_of_design(view, seat, a) for a in card.lower.of("vp"))
        worth += sum(0.5 * points_of_design(view, seat, a) for a in card.upper.of("vp"))
    return worth


def _line_worth(view: View, seat: int, ability: Ability) -> float:
    """Return the worth of a line on top: its worth per turn until the next card, or a little."""
    if ability.word in ("turn_begin", "turn_end"):
        turns = min(TURNS_ON_TOP, turns_left(view) - 1)
        return max(0.0, turns) * effects_worth(view, seat, ability.effect)
    return 0.4 if ability.kind in ("minor", "rest", "when") else 0.0


def ability_worth(view: View, seat: int, ability: Ability) -> float:
    """Return the worth of using a line minus its cost."""
    outlook = look_ahead(view, seat)
    worth = sum(effect.worth(outlook) for effect in ability.effect)
    for cost in ability.cost:
        worth -= cost.worth(outlook)
    return worth


def wound_weight(view: View) -> float:
    """Return the cost of a wound for the player who has it."""
    if view.threshold is None:
        return 1.0
    return 0.3 + 2.6 * float(view.pool) / float(view.threshold)


def effects_worth(view: View, seat: int, effects: Sequence[Effect]) -> float:
    """Return the approximate worth of effects for their controller."""
    outlook = look_ahead(view, seat)
    return sum(effect.worth(outlook) for effect in effects)


def line_of(view: View, offer: Decision, kind: str) -> Ability | None:
    """Return the line that an answer like “rest normaltown 2” names."""
    design = str(offer.args["card"])
    code = design if design in CARD else f"{design}/1"
    card = CARD[code]
    mode = "coop" if view.threshold is not None else "competitive"
    parts = [card.upper, card.lower]
    if mode in card.sides:
        parts += [card.sides[mode].reward, card.sides[mode].part]
    abilities = [
        ability
        for part in parts
        for ability in part.abilities
        if ability.kind == kind or (kind == "minor" and ability.word == "once_per_turn")
    ]
    number = int(str(offer.args.get("line", 1)))
    return abilities[number - 1] if number <= len(abilities) else None
