"""The house bot's valuations in points of Essence, computed from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from games.engine.contract import Decision

from ..rules.components import ACTIONS, CHARACTER, FRAGMENT, MODIFIERS, SEGMENT, TREATIES
from ..rules.island import free_cells, neighbour_cells
from ..rules.schema import Action, Effect
from ..rules.seats import apply_modifiers
from ..rules.view import View

WORTH = {
    "essence": 1.0,
    "shards": 6.0,
    "influence": 0.9,
    "wealth": 1.1,
    "attack": 0.6,
    "defense": 0.25,
    "draw": 1.3,
    "foundation": 1.2,
    "ignore_attack": 0.8,
}
# The worth of a point of income for every further round.
INCOME = {
    "influence": 0.8,
    "wealth": 1.0,
    "popularity": 1.2,
    "attack": 1.1,
    "defense": 0.4,
    "foundations": 1.0,
}
FRAGMENT_POINT = 1.4
# The expected worth of a passive effect per round.
PASSIVE = 0.8
# The worth of a first segment of a type, and of each neighbour of a new segment.
NEW_TYPE = 0.5
BESIDE = 0.1
# The worth of a further segment as such, and what a point of its price counts.
FURTHER = 1.0
PRICE = 0.85


def rounds_left(view: View) -> float:
    """Return an estimate of the number of rounds after this one."""
    best = max([seat.shards for seat in view.seats])
    return float(min(4.0, max(0.0, (view.goal - best) / 2.6 - 1)))


def count_amount_for_viewer(view: View, value: Any) -> float:
    """Return a number, or the viewer's value of a counted amount."""
    if not isinstance(value, dict):
        return float(value)
    own = view.own
    match value["per"]:
        case "segments":
            many = len(own.island)
        case "segments_of":
            types = [SEGMENT[segment.card].type for segment in own.island.values()]
            many = types.count(value["type"])
        case "prophecies":
            many = len(own.fragments)
        case "treaties":
            many = sum(signers.count(view.you or 0) for signers in view.treaties.values())
        case "hand":
            many = own.hand_size
        case "attack" | "defense" | "shards":
            many = own.count(value["per"])
    total = many // int(value.get("every", 1)) * int(value.get("times", 1))
    return float(max(value.get("min", 0), min(total, value.get("max", total))))


def best_attack(view: View, attack: float) -> tuple[float, str]:
    """Return the worth of the best attack with this value, and its target."""
    best = (attack - view.threat + 0.6 if attack > view.threat else 0.0, "threat")
    for number, seat in enumerate(view.seats):
        margin = attack - seat.defense_value
        if number != view.you and margin > 0 and not seat.shields:
            spoils = 1.1 if seat.wealth or seat.influence else 0.0
            # Attacking the leader is worth more.
            best = max(best, (margin + spoils + 0.05 * seat.shards, seat.faction))
    return best


def evaluate_effect(view: View, effect: Effect, *, attack: float = 0.0) -> float:
    """Return the current worth of an effect; `attack` is added to one's own."""
    ((kind, value),) = effect.items()
    own = view.own
    if kind in WORTH:
        many = count_amount_for_viewer(view, value)
        if kind == "draw":
            many = min(many, own.draw_pile)
        if kind == "foundation" and own.ready + own.spent >= 5:
            many = 0
        if kind == "foundation" and own.wealth < 2:
            many *= 0.3
        return WORTH[kind] * many
    match kind:
        case "attack_action":
            return best_attack(view, own.attack_value + attack)[0]
        case "build_action":
            return 2.5 + value.get("discount", 0) if own.ready else 0.0
        case "opponent_gives":
            others = len(view.seats) - 1 if value["who"] == "all" else 1
            return float(value["n"] * others)
        case "choose_one":
            return max(evaluate_effect(view, option) for option in value)
        case "opponent_chooses":
            return min(evaluate_effect(view, option) for option in value)
        case "raid":
            raised_attack = own.attack_value + own.defense
            return max(
                0.0,
                best_attack(view, raised_attack)[0] - best_attack(view, own.attack_value)[0] - 0.5,
            )
        case "exchange_attack_defense":
            return float(own.defense - own.attack - 1)
        case "rector":
            return 2.5
        case "spy":
            return 1.2
        case "move_segment" | "swap_segments":
            return 0.6
        case "add_location":
            return 0.2
    return 0.5


def evaluate_action(view: View, action: Action, *, now: bool = False) -> float:
    """Return the worth of an action minus its cost; a drawn or earned Attack helps a later one.

    `now`: the action can be taken, so that a granted Build is worth what would be built.
    """
    cost = 0.0
    for what, many in action.cost.items():
        cost += many * {"discard": 1.0, "exhaust_own": 0.5}.get(what, WORTH.get(what, 1.0))
    total, attack = 0.0, 0.0
    for part in action.effect:
        if now and "build_action" in part:
            total += evaluate_granted_build(view, part["build_action"].get("discount", 0))
        else:
            total += evaluate_effect(view, part, attack=attack)
        if "attack" in part:
            attack += count_amount_for_viewer(view, part["attack"])
    return total - cost


def evaluate_star_action(view: View, code: str, number: int) -> float:
    """Return the worth of one of a card's actions, taken now."""
    return evaluate_action(view, ACTIONS[code][number - 1], now=True)


def evaluate_card(view: View, code: str) -> float:
    """Return the worth of a card in hand in some round: that of its better action."""
    return max(max(0.3, evaluate_action(view, action)) for action in CHARACTER[code].actions)


def evaluate_segment(view: View, code: str, later: float) -> float:
    """Return the worth of a segment in addition to the Essence of its cell, with so many rounds
    left."""
    card = SEGMENT[code]
    total = sum([INCOME[stat] * many * (later + 0.7) for stat, many in card.income.items()])
    total += sum([evaluate_effect(view, effect) for effect in card.once])
    total += PASSIVE * len(card.passive) * later
    actions = sum([max(0.0, evaluate_action(view, effect)) for effect in card.actions])
    return total + actions * 0.7 * (later + 0.7)


def segment_prices(view: View, cards: Iterable[str], discount: int) -> dict[str, int]:
    """Return what the viewer pays for cards of the market."""
    cards_of = MODIFIERS["build_cost"]
    modifiers = [
        passive
        for segment in view.own.island.values()
        for passive in cards_of.get(segment.card, ())
    ]
    return {
        code: max(0, apply_modifiers(modifiers, SEGMENT[code].cost) - discount) for code in cards
    }


@cache
def evaluate_cell(code: str, types: tuple[str, ...]) -> float:
    """Return the worth of the cell in which a card is built, beside segments of these types."""
    card = SEGMENT[code]
    essence = max(0, card.essence + sum(card.bonus.get(kind, 0) for kind in types))
    # Compact Islands have better cells for later segments.
    return essence + BESIDE * len(types)


def find_best_placement(
    view: View, cards: Iterable[str], cells: Iterable[str], discount: int
) -> tuple[float, str, str]:
    """Return the worth of the best card in its best cell, the card, and the cell."""
    island = view.own.island
    types = {cell: SEGMENT[segment.card].type for cell, segment in island.items()}
    # One cell stands for all that have the same neighbours.
    alike = {
        tuple(sorted([types[beside] for beside in neighbour_cells(cell) if beside in types])): cell
        for cell in cells
    }
    placements = []
    later = rounds_left(view)
    for code, price in segment_prices(view, cards, discount).items():
        value, cell = max([(evaluate_cell(code, near), cell) for near, cell in alike.items()])
        value += evaluate_segment(view, code, later) + FURTHER
        value += NEW_TYPE if SEGMENT[code].type not in types.values() else 0.0
        placements.append((value - PRICE * price, code, cell))
    return max(placements)


def evaluate_granted_build(view: View, discount: int) -> float:
    """Return the worth of a Build that a card grants: that of the best affordable segment."""
    own = view.own
    prices = segment_prices(view, view.market, discount)
    cards = [code for code, price in prices.items() if price <= own.wealth]
    if not cards or not own.ready:
        return 0.0
    return max(0.0, find_best_placement(view, cards, free_cells(own.island), discount)[0])


def evaluate_rearrangement(view: View, decision: Decision) -> float:
    """Return the Essence gained by a move or a swap; 0 for leaving it."""
    island = {cell: first_cell.card for cell, first_cell in view.own.island.items()}
    args = {key: str(value) for key, value in decision.args.items()}
    if decision.verb == "move":
        card = island.pop(args["segment"])
        return _sum_neighbour_bonuses(island, card, args["to"])
    if decision.verb == "swap":
        first_cell, second_cell = args["segment"], args["other"]
        island[first_cell], island[second_cell] = island[second_cell], island[first_cell]
        return _sum_neighbour_bonuses(
            island, island[first_cell], first_cell
        ) + _sum_neighbour_bonuses(island, island[second_cell], second_cell)
    return 0.0


def _sum_neighbour_bonuses(island: Mapping[str, str], card: str, cell: str) -> float:
    types = [SEGMENT[island[c]].type for c in neighbour_cells(cell) if c in island]
    return float(sum(SEGMENT[card].bonus.get(kind, 0) for kind in types))


def evaluate_fragment(view: View, code: str) -> float:
    """Return the worth of a fragment minus its cost."""
    card = FRAGMENT[code]
    total = (
        sum(evaluate_effect(view, effect) for effect in card.bonus) + FRAGMENT_POINT * card.value
    )
    price = WORTH["influence"] * card.cost
    return total - price - sum(WORTH[what] * many for what, many in card.spend.items())


def evaluate_treaty(view: View, code: str) -> float:
    """Return the worth of a treaty's effect."""
    return sum(evaluate_effect(view, effect) for effect in TREATIES[code].effect)
