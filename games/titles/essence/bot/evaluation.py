"""What things are worth to the house bot, in points of Essence, from what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.contract import Decision, View

from ..rules.components import ACTIONS, CHARACTER, FRAGMENT, SEGMENT, TREATIES
from ..rules.island import neighbour_cells
from ..rules.schema import Action, Effect

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
# What a point of income is worth in every further round.
INCOME = {
    "influence": 0.8,
    "wealth": 1.0,
    "popularity": 1.2,
    "attack": 1.1,
    "defense": 0.4,
    "foundations": 1.0,
}
FRAGMENT_POINT = 1.4
# What a passive effect may be expected to bring in a round.
PASSIVE = 0.8


def own_seat(view: View) -> Mapping[str, Any]:
    seat: Mapping[str, Any] = view["seats"][view["you"]]
    return seat


def rounds_left(view: View) -> float:
    """Guess how many rounds follow this one."""
    best = max(seat["shards"] for seat in view["seats"])
    return float(min(4.0, max(0.0, (view["goal"] - best) / 2.6 - 1)))


def count_amount_for_viewer(view: View, value: Any) -> float:
    """Return a number, or what is counted for the viewer."""
    if not isinstance(value, Mapping):
        return float(value)
    own = own_seat(view)
    match value["per"]:
        case "segments":
            many = len(own["island"])
        case "segments_of":
            types = [SEGMENT[segment["card"]].type for segment in own["island"].values()]
            many = types.count(value["type"])
        case "prophecies":
            many = len(own["fragments"])
        case "treaties":
            many = sum(seats.count(view["you"]) for seats in view["treaties"].values())
        case "hand":
            many = own["hand_size"]
        case _:
            many = own[value["per"]]
    total = many // int(value.get("every", 1)) * int(value.get("times", 1))
    return float(max(value.get("min", 0), min(total, value.get("max", total))))


def best_attack(view: View, attack: float) -> tuple[float, str]:
    """Return what the best attack with this value brings, and its target."""
    found = (attack - view["threat"] + 0.6 if attack > view["threat"] else 0.0, "threat")
    for number, seat in enumerate(view["seats"]):
        won = attack - seat["defense_value"]
        if number != view["you"] and won > 0 and not seat["shields"]:
            spoils = 1.1 if seat["wealth"] or seat["influence"] else 0.0
            # Whoever leads is worth more.
            found = max(found, (won + spoils + 0.05 * seat["shards"], seat["faction"]))
    return found


def evaluate_effect(view: View, one: Effect, *, attack: float = 0.0) -> float:
    """Return what an effect is worth now; `attack` comes on top of one's own."""
    ((kind, value),) = one.items()
    own = own_seat(view)
    if kind in WORTH:
        many = count_amount_for_viewer(view, value)
        if kind == "draw":
            many = min(many, own["draw_pile"])
        if kind == "foundation" and own["ready"] + own["spent"] >= 5:
            many = 0
        if kind == "foundation" and own["wealth"] < 2:
            many *= 0.3
        return WORTH[kind] * many
    match kind:
        case "attack_action":
            return best_attack(view, own["attack_value"] + attack)[0]
        case "build_action":
            return 2.5 + value.get("discount", 0) if own["ready"] else 0.0
        case "opponent_gives":
            others = len(view["seats"]) - 1 if value["who"] == "all" else 1
            return float(value["n"] * others)
        case "choose_one":
            return max(evaluate_effect(view, option) for option in value)
        case "opponent_chooses":
            return min(evaluate_effect(view, option) for option in value)
        case "raid":
            raised = own["attack_value"] + own["defense"]
            return max(
                0.0, best_attack(view, raised)[0] - best_attack(view, own["attack_value"])[0] - 0.5
            )
        case "exchange_attack_defense":
            return float(own["defense"] - own["attack"] - 1)
        case "rector":
            return 2.5
        case "spy":
            return 1.2
        case "move_segment" | "swap_segments":
            return 0.6
        case "add_location":
            return 0.2
    return 0.5


def evaluate_action(view: View, one: Action) -> float:
    """Return what an action brings after its cost; a drawn or earned Attack helps a later one."""
    cost = 0.0
    for what, many in one.cost.items():
        cost += many * {"discard": 1.0, "exhaust_own": 0.5}.get(what, WORTH.get(what, 1.0))
    total, attack = 0.0, 0.0
    for part in one.effect:
        total += evaluate_effect(view, part, attack=attack)
        if "attack" in part:
            attack += count_amount_for_viewer(view, part["attack"])
    return total - cost


def evaluate_star_action(view: View, code: str, number: int) -> float:
    """Return what one of a card's actions is worth."""
    return evaluate_action(view, ACTIONS[code][number - 1])


def evaluate_card(view: View, code: str) -> float:
    """Return what a card in hand is worth in some round: its better action."""
    return max(max(0.3, evaluate_action(view, one)) for one in CHARACTER[code].actions)


def evaluate_segment(view: View, code: str) -> float:
    """Return what a segment brings beside the Essence of its place."""
    printed, later = SEGMENT[code], rounds_left(view)
    total = sum(INCOME[stat] * many * (later + 0.7) for stat, many in printed.income.items())
    total += sum(evaluate_effect(view, one) for one in printed.once)
    total += PASSIVE * len(printed.passive) * later
    total += (
        sum(max(0.0, evaluate_action(view, one)) for one in printed.actions) * 0.7 * (later + 0.7)
    )
    return total


def evaluate_placement(view: View, code: str, cell: str, cost: float) -> float:
    """Return what building a card in a cell is worth: now, later, and for the neighbours."""
    island = own_seat(view)["island"]
    printed = SEGMENT[code]
    beside = [SEGMENT[island[c]["card"]].type for c in neighbour_cells(cell) if c in island]
    essence = max(0, printed.essence + sum(printed.bonus.get(kind, 0) for kind in beside))
    types = {SEGMENT[one["card"]].type for one in island.values()}
    variety = 0.5 if printed.type not in types else 0.0
    # Room for what comes: compact Islands have better places.
    return essence + evaluate_segment(view, code) + variety + 0.1 * len(beside) + 1.0 - 0.85 * cost


def evaluate_rearrangement(view: View, decision: Decision) -> float:
    """Return the Essence that a move or a swap brings; leaving it brings none."""
    island = {cell: one["card"] for cell, one in own_seat(view)["island"].items()}
    args = {key: str(value) for key, value in decision.args.items()}
    if decision.verb == "move":
        card = island.pop(args["segment"])
        return _sum_neighbour_bonuses(island, card, args["to"])
    if decision.verb == "swap":
        one, other = args["segment"], args["other"]
        island[one], island[other] = island[other], island[one]
        return _sum_neighbour_bonuses(island, island[one], one) + _sum_neighbour_bonuses(
            island, island[other], other
        )
    return 0.0


def _sum_neighbour_bonuses(island: Mapping[str, str], card: str, cell: str) -> float:
    types = [SEGMENT[island[c]].type for c in neighbour_cells(cell) if c in island]
    return float(sum(SEGMENT[card].bonus.get(kind, 0) for kind in types))


def evaluate_fragment(view: View, code: str) -> float:
    """Return what a fragment brings beside its cost."""
    printed = FRAGMENT[code]
    total = (
        sum(evaluate_effect(view, one) for one in printed.bonus) + FRAGMENT_POINT * printed.value
    )
    paid = WORTH["influence"] * printed.cost
    return total - paid - sum(WORTH[what] * many for what, many in printed.spend.items())


def evaluate_treaty(view: View, code: str) -> float:
    """Return what a treaty's effect is worth."""
    return sum(evaluate_effect(view, one) for one in TREATIES[code].effect)
