"""Valuations of cards and lines, in points, computed from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Decision

from ..rules.components import CARD, LOWER_POWER, STACK, UPPER_POWER
from ..rules.designs import Ability, Design
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


def estimate_amount(view: View, seat: int, amount: Any) -> float:
    """Return the approximate value of an amount."""
    if isinstance(amount, int):
        return float(amount)
    if amount == "all":
        return 5.0
    if "die" in amount:
        return 3.5
    if "per" not in amount:
        return 0.0
    many = visible_counter(view, seat, amount["per"])
    return float(many // amount.get("every", 1) * amount.get("times", 1))


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
    worth = effects_worth(view, seat, ability.effect)
    for cost in ability.cost:
        for word, fields in cost.items():
            worth -= _cost_worth(view, seat, word, fields)
    return worth


def _cost_worth(view: View, seat: int, word: str, fields: Any) -> float:
    match word:
        case "crystals":
            pearls = view.seats[seat].pearls
            return float(0.42 * max(0, fields - pearls))
        case "take_damage":
            return estimate_amount(view, seat, fields["n"]) * wound_weight(view)
        case "defense":
            return 0.25 * int(fields)
        case "discard_any" | "give_monster" | "discard_top" | "remove_top":
            return 3.5
        case "bury_this" | "bury":
            return 0.8
        case "discard_this_token":
            return 5.0
    return 0.5


def wound_weight(view: View) -> float:
    """Return the cost of a wound for the player who has it."""
    if view.threshold is None:
        return 1.0
    return 0.3 + 2.6 * float(view.pool) / float(view.threshold)


def effects_worth(view: View, seat: int, effects: Sequence[Any]) -> float:
    """Return the approximate worth of effects for their controller."""
    return sum(_effect_worth(view, seat, op, args) for e in effects for op, args in e.items())


def _effect_worth(view: View, seat: int, op: str, args: Any) -> float:
    own = view.seats[seat]
    others = len(view.seats) - 1
    together = view.threshold is not None
    wound = wound_weight(view)
    fields = args if isinstance(args, dict) else {}
    many = estimate_amount(view, seat, fields.get("n", 0))
    who = fields.get("who") or fields.get("to") or "self"
    match op:
        case "take_crystals" | "steal_crystals":
            if who not in ("self", "another") and op == "take_crystals":
                return 0.0
            useful = max(0.0, min(many, 9 - own.crystals))
            return float(0.45 * useful + (0.2 if op == "steal_crystals" else 0.0))
        case "lose_crystals":
            return -0.4 * min(many, own.crystals) if who == "self" else 0.3
        case "heal":
            if who == "self":
                return float(wound * min(many, own.wound_count) * 0.95)
            return wound * many if together else -0.3
        case "take_damage":
            return -wound * many
        case "deal_damage":
            if who == "each":
                return -wound * many
            sign = 0.0 if together else 1.0
            return sign * many * (0.6 if who == "another" else 0.5 * others)
        case "move_wounds":
            if together:
                return float(wound * min(many, view.pool) * 0.9)
            return 1.4 * min(many, own.wound_count) if fields.get("from") == "self" else -1.0
        case "gain":
            return 0.0
        case "demand_monster":
            return 3.0
        case "journey_from":
            return 1.5 if view.graveyard else 0.0
        case "swap_track_graveyard" | "swap_track":
            return 0.1
        case "overlord_damage":
            return 0.9 * many
        case "all":
            return effects_worth(view, seat, args)
    return 0.0


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
