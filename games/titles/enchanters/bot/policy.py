"""The house bot: looks one turn ahead and values cards by the remaining turns."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Decision, Prompt

from ..rules.amounts import Per
from ..rules.components import CARD, DESIGNS, LOWER_POWER, UPPER_POWER
from ..rules.costs import LOST_CARD, DiscardAnyCost
from ..rules.designs import Ability, Design
from ..rules.effect import Effect
from ..rules.effects.combat import Duel
from ..rules.effects.crystals import Gain
from ..rules.effects.track import FreeJourney
from ..rules.view import Powers, View
from .evaluation import ability_worth, card_worth, line_of, points_of_design

# The worth of a crystal in points; it decreases beyond a handful.
CRYSTAL = 0.45
# The cost of a wound: a point in a competitive match; in a cooperative one more, the nearer the end
# is.
WOUND = 1.0


def choose_decision(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return the answer that seems worth most; the first one on a tie."""
    offers = [choice.examples()[0] for choice in prompt.choices]
    ranking = [(evaluate_offer(view, prompt, offer), -place) for place, offer in enumerate(offers)]
    return offers[-max(ranking)[1]]


def evaluate_offer(view: View, prompt: Prompt, offer: Decision) -> float:
    match offer.verb:
        case "journey":
            return _evaluate_journey(view, int(str(offer.args["at"])))
        case "rest":
            return _evaluate_rest(view, offer)
        case "challenge":
            return _evaluate_challenge(view)
        case "use":
            return _evaluate_minor_action(view, prompt, offer)
        case "end" | "fight" | "ready":
            return 0.05
        case "no":
            return 0.1
        case "target" if _offers_duel(prompt):
            return _evaluate_duel(view, str(offer.args["who"]))
        case "target":
            return _evaluate_target(view, str(offer.args["who"]))
        case "discard" | "give" | "remove":
            return -_evaluate_kept_card(view, offer)
        case "keep" | "visit" | "kingdom":
            return _evaluate_kept_card(view, offer) if "card" in offer.args else 0.0
        case "take":
            return _wound_card(str(offer.args["card"]))
        case "branch":
            return _evaluate_branch(view, int(str(offer.args["number"])))
        case "pay":
            return 0.5
    return 0.0


# The main action ----------------------------------------------------------------------------------


def wound_cost(view: View) -> float:
    """Return what one more wound costs a seat."""
    if view.threshold is None:
        return WOUND
    return float(0.3 + 2.6 * view.pool / view.threshold)


def _evaluate_journey(view: View, slot: int, *, is_free: bool = False) -> float:
    you, space = view.own_seat, view.track[slot]
    if space is None:
        return -9.0
    card = CARD[space.card]
    price = 0.0 if is_free else CRYSTAL * 0.9 * space.cost
    powers = space.powers
    if powers is None:
        return float(card_worth(view, you, card) - price)
    if powers.attack < powers.health:
        return float(-1.5 - price)
    return float(_evaluate_defeat(view, you, card, powers) - price)


def _evaluate_defeat(view: View, you: int, card: Design, powers: Powers) -> float:
    """Return the worth of defeating a creature minus its damage."""
    flags = {a.fields for a in card.upper.abilities if a.word == "flag"}
    blows: int = max(0, powers.strength - powers.defense) * (2 if "double_damage" in flags else 1)
    prize = card_worth(view, you, card) - wound_cost(view) * blows
    if "attacks_all" in flags and view.threshold is None:
        for number, seat in enumerate(view.seats):
            if number != you:
                prize += 0.3 * max(0, powers.strength - seat.defense)
    return prize


def _evaluate_rest(view: View, offer: Decision) -> float:
    ability = line_of(view, offer, "rest")
    return 0.2 + (ability_worth(view, view.own_seat, ability) if ability else 0.0)


def _evaluate_challenge(view: View) -> float:
    """A challenge that would be won: the reward, or hit points, less the blow."""
    you, overlord, seat = view.own_seat, view.overlord, view.own
    assert overlord
    if seat.attack < overlord.health:
        return -3.0
    blow = max(0, overlord.strength - seat.defense)
    if view.threshold is None:
        side = CARD[overlord.card].sides["competitive"]
        brings = sum(points_of_design(view, you, ability) for ability in side.reward.of("vp"))
        return float(brings - blow - 0.5)
    left = view.threshold - view.pool
    if blow > left:
        return -5.0
    return float(0.9 * seat.attack - wound_cost(view) * blow)


# Minor actions ------------------------------------------------------------------------------------


def _evaluate_minor_action(view: View, prompt: Prompt, offer: Decision) -> float:
    """Return the worth of a minor action: its gain, or an attack raised above the health of a
    creature."""
    ability = line_of(view, offer, "minor")
    if ability is None:
        return -1.0
    you = view.own_seat
    worth = ability_worth(view, you, ability) + _sale_correction(view, ability)
    if any(isinstance(effect, FreeJourney) for effect in ability.effect):
        return worth + _evaluate_free_journey(view)
    gain: float = sum(_attack_gain(view, you, effect) for effect in ability.effect)
    if gain > 0:
        return worth + _evaluate_attack_gain(view, prompt, gain)
    return worth


def _evaluate_free_journey(view: View) -> float:
    """Return by how much the best journey is better if it costs nothing; it is the main action."""
    if view.main_done:
        return -1.0
    crystals = view.own.crystals
    slots = [number for number, space in enumerate(view.track) if space]
    paid = [_evaluate_journey(view, slot) for slot in slots if _price_of(view, slot) <= crystals]
    free = [_evaluate_journey(view, slot, is_free=True) for slot in slots]
    return max(free, default=0.0) - max(paid, default=0.0)


def _price_of(view: View, slot: int) -> int:
    space = view.track[slot]
    return space.cost if space else 0


def _sale_correction(view: View, ability: Ability) -> float:
    """Return by how much a discarded card costs less than a usual one: the least worth one goes."""
    correction = 0.0
    for cost in ability.cost:
        if not isinstance(cost, DiscardAnyCost):
            continue
        cards = [
            code.split("/")[0]
            for stack, codes in view.own.stacks.items()
            if stack in cost.types and len(codes) > 1
            for code in codes
        ]
        discards = [Decision("discard", {"card": card}) for card in cards]
        least = min([_evaluate_kept_card(view, discard) for discard in discards], default=LOST_CARD)
        correction += LOST_CARD - min(LOST_CARD, least)
    return correction


def _attack_gain(view: View, you: int, effect: Effect) -> float:
    match effect:
        case Gain(attack=int(attack)):
            return attack
        case Gain(attack=Per(per=counter, every=every, times=times)):
            units = view.seats[you].count(counter)
            return float(units // every * times) if units else 0.0
    return 0.0


def _evaluate_attack_gain(view: View, prompt: Prompt, gain: float) -> float:
    """Return the worth of what that much more attack makes possible at once."""
    you, own, fight = view.own_seat, view.own, view.fight
    if prompt.question == "duel_prep":
        return 0.4 * gain
    if prompt.question == "prepare" and fight:
        missing = fight.health - own.attack
        return 3.0 if 0 < missing <= gain + 4 else -0.5
    if view.main_done:
        return -1.0
    best = 0.0
    for space in view.track:
        powers = space.powers if space and space.cost <= own.crystals else None
        if not space or not powers:
            continue
        missing = powers.health - powers.attack
        if 0 < missing <= gain:
            prize = _evaluate_defeat(view, you, CARD[space.card], powers)
            best = max(best, prize - CRYSTAL * space.cost - 1.2)
    return best - 0.3


# Other questions ----------------------------------------------------------------------------------


def _offers_duel(prompt: Prompt) -> bool:
    """Return whether a target is one for an optional duel, which may also be declined."""
    if prompt.question == "duel":
        return True
    design = DESIGNS.get(str(prompt.facts.get("card", "")))
    if design is None or all(choice.verb != "no" for choice in prompt.choices):
        return False
    abilities = [*design.upper.abilities, *design.lower.abilities]
    return any(isinstance(effect, Duel) for ability in abilities for effect in ability.effect)


def _evaluate_duel(view: View, who: str) -> float:
    """Return what an optional duel brings: the wounds dealt, less those taken."""
    own = view.own
    if who == "overlord":
        overlord = view.overlord
        assert overlord
        blow = max(0, overlord.strength - own.defense)
        return 0.9 * max(0, own.attack - overlord.health) - wound_cost(view) * blow
    other = view.seats[_seat_beside(view, who)]
    dealt, taken = max(0, own.attack - other.defense), max(0, other.attack - own.defense)
    # A wound of one of several others is worth less than an own one.
    return WOUND * (dealt / (len(view.seats) - 1) - taken)


def _seat_beside(view: View, who: str) -> int:
    many = len(view.seats)
    away = {"other": 1, "left": 1, "across": 2, "right": many - 1}[who]
    return (view.own_seat + away) % many


def _evaluate_target(view: View, who: str) -> float:
    """Return the worth of a target: high for the leader, or in a cooperative match the Overlord."""
    if who == "overlord":
        return 99.0
    return 1.0 + float(view.seats[_seat_beside(view, who)].points) / 100


def _evaluate_kept_card(view: View, offer: Decision) -> float:
    design = str(offer.args.get("card", ""))
    code = design if design in CARD else f"{design}/1"
    if code not in CARD:
        return 0.0
    card = CARD[code]
    seat = view.own if view.you is not None else None
    top = seat and any(
        stack and stack[-1].split("/")[0] == design for stack in seat.stacks.values()
    )
    points = sum(points_of_design(view, view.you or 0, a) for a in card.lower.of("vp"))
    lower = LOWER_POWER.get(code, (0, 0))
    upper = UPPER_POWER.get(code, (0, 0)) if top or offer.verb != "discard" else (0, 0)
    return points + 0.6 * (sum(lower) + 0.6 * sum(upper))


def _wound_card(design: str) -> float:
    code = design if design in CARD else f"{design}/1"
    card = CARD[code]
    points = sum(a.fields for a in card.lower.of("vp") if isinstance(a.fields, int))
    icons = sum(UPPER_POWER.get(code, (0, 0))) + 2 * sum(LOWER_POWER.get(code, (0, 0)))
    weight = card.upper.icons.get("weight", 0) + 2 * card.lower.icons.get("weight", 0)
    return points + 0.7 * icons - 0.5 * weight


def _evaluate_branch(view: View, number: int) -> float:
    """Of wounds or crystals: crystals while there are some to spare."""
    crystals = view.own.crystals if view.you is not None else 0
    return 1.0 if (number == 2) == (crystals >= 5) else 0.0
