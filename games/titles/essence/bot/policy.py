"""The house bot: an opponent worth playing against that sees no more than its seat."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.chance import Chance
from games.engine.contract import Choice, Decision, Pick, Prompt

from ..rules.components import ACTIONS, FRAGMENT
from ..rules.view import SeatView, View
from . import evaluation as worth

# The minimum worth of a main action, and of a side action.
MAIN, SIDE = 0.8, 0.05

# What comes before the main action, because it adds to it, is valued so much higher.
ADDITION = 10


def choose_decision(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return the answer that seems worth most; `chance` decides where the bot has no valuation."""
    choose = CHOOSERS.get(prompt.question)
    if choose:
        return choose(view, prompt)
    return chance.choose("bot", prompt.list_offered_decisions())


def _choose_bid(view: View, prompt: Prompt) -> Decision:
    """Bid a little of the more plentiful token, and prefer the best Advisors."""
    facts, own = prompt.facts, view.own
    wealth, influence = facts["wealth"], facts["influence"]
    offer = list(dict.fromkeys(facts["offered"]))
    wishes = sorted(offer, key=lambda code: -_evaluate_advisor(view, code))
    best = _evaluate_advisor(view, wishes[0]) if wishes else 0.0
    total = 0 if best < 1.5 else 1 if len(own.discard) > 8 else 2
    from_influence = min(total, max(0, influence - 1))
    from_wealth = min(total - from_influence, max(0, wealth - 3))
    pick = next(s for s in prompt.choices[0].slots if isinstance(s, Pick))
    bid = {"wealth": from_wealth, "influence": from_influence}
    return Decision("bid", {**bid, "wishes": wishes[: pick.most]})


def _evaluate_advisor(view: View, code: str) -> float:
    lying = [pile.wealth for pile in view.advisors if pile.card == code]
    return worth.evaluate_card(view, code) + 1.1 * max(lying, default=0)


def _choose_advisor(view: View, prompt: Prompt) -> Decision:
    return _choose_best_decision(prompt, lambda d: _evaluate_advisor(view, str(d.args["advisor"])))


def _choose_best_decision(prompt: Prompt, value: Callable[[Decision], float]) -> Decision:
    return max(prompt.list_offered_decisions(), key=value)


def _choose_turn_decision(view: View, prompt: Prompt) -> Decision:
    """Take what is worth it: readings, side actions, then a main action; else end or pass."""
    decisions: list[tuple[float, int, Decision]] = []
    for order, choice in enumerate(prompt.choices):
        value, decision = evaluate_choice(view, choice)
        decisions.append((value, -order, decision))
    value, _, decision = max(decisions)
    return decision if value > 0 else _choose_ending(view, prompt)


def evaluate_choice(view: View, choice: Choice) -> tuple[float, Decision]:
    """Return the urgency of a choice, above 0 if it is worth it, and its best decision.

    Side actions and readings come first, because they add to a main action.
    """
    args = choice.args
    match choice.verb:
        case "build":
            value, decision = _find_best_placement(view, choice, 0)
            return value - MAIN, decision
        case "sign":
            return _evaluate_treaty(view, choice)
        case "read":
            code = str(args["fragment"])
            return worth.evaluate_fragment(view, code) + 2 * ADDITION, Decision("read", dict(args))
        case "use":
            number = args.get("action", 1)
            code, star = str(args["card"]), number if isinstance(number, int) else 1
            value = worth.evaluate_star_action(view, code, star)
            decision = Decision("use", dict(args))
            if ACTIONS[code][star - 1].star == "main":
                return value - MAIN, decision
            return (value + ADDITION, decision) if value > SIDE else (-1.0, decision)
    return 0.0, choice.examples()[0]


def _find_best_placement(view: View, choice: Choice, discount: int) -> tuple[float, Decision]:
    cards, cells = (slot.items for slot in choice.slots if isinstance(slot, Pick))
    value, code, at = worth.find_best_placement(view, cards, cells, discount)
    return value, Decision("build", {"card": code, "cell": at})


def _evaluate_treaty(view: View, choice: Choice) -> tuple[float, Decision]:
    """Return the worth of a treaty, paid with the more plentiful token."""
    code = str(choice.args["treaty"])
    own = view.own
    decision = min(choice.examples(), key=lambda d: _evaluate_payment(d, own))
    price = _evaluate_payment(decision, own)
    return worth.evaluate_treaty(view, code) - price - MAIN, decision


def _evaluate_payment(decision: Decision, own: SeatView) -> float:
    tokens = decision.args["payment"]
    assert isinstance(tokens, dict)
    price, rest = 0.0, 0
    for what, many in tokens.items():
        price += many * worth.WORTH[what]
        rest += own.count(what) - many
    return price - 0.1 * float(rest)


def _choose_ending(view: View, prompt: Prompt) -> Decision:
    """End the turn, or pass and sell the cards that are worth less than Wealth."""
    verbs = {choice.verb: choice for choice in prompt.choices}
    if "end" in verbs:
        return Decision("end")
    hand = view.own_hand
    if not hand:
        return Decision("pass")
    cards = [code for code in hand if worth.evaluate_card(view, code) < 2.2]
    return Decision("pass", {"cards": cards})


def _choose_build(view: View, prompt: Prompt) -> Decision:
    choice = prompt.choices[0]
    if not choice.slots:
        return Decision("leave")
    value, decision = _find_best_placement(view, choice, prompt.facts["discount"])
    return decision if value > 0 else Decision("leave")


def _choose_attack_target(view: View, prompt: Prompt) -> Decision:
    attack = prompt.facts["attack"]

    def value(decision: Decision) -> float:
        target = str(decision.args["target"])
        if target in FRAGMENT:
            is_win = attack > FRAGMENT[target].monster
            return worth.evaluate_fragment(view, target) + 3 if is_win else -1.0
        best, whom = worth.best_attack(view, attack)
        return best if whom == target else 0.0

    return _choose_best_decision(prompt, value)


def _choose_spoils(view: View, prompt: Prompt) -> Decision:
    def value(decision: Decision) -> float:
        match decision.verb:
            case "seize":
                return worth.WORTH[str(decision.args["token"])]
            case "exhaust":
                return 0.8
            case "command":
                number = decision.args.get("action", 1)
                star = number if isinstance(number, int) else 1
                return worth.evaluate_star_action(view, str(decision.args["card"]), star)
        return 0.0

    return _choose_best_decision(prompt, value)


def _choose_rearrangement(view: View, prompt: Prompt) -> Decision:
    """Move or swap for the most Essence, but not at a loss."""
    return _choose_best_decision(prompt, lambda d: worth.evaluate_rearrangement(view, d))


def _choose_tokens_to_give(view: View, prompt: Prompt) -> Decision:
    """Give the tokens that are worth less."""
    return prompt.list_offered_decisions()[-1]


def _choose_opponent(view: View, prompt: Prompt) -> Decision:
    """Name the leader."""
    shards = {seat.faction: seat.shards + seat.wealth / 9 for seat in view.seats}
    return _choose_best_decision(prompt, lambda d: shards[str(d.args["player"])])


def _choose_effect(view: View, prompt: Prompt) -> Decision:
    """Pick the best effect for oneself, the worst for somebody else."""
    sign = 1 if prompt.question == "choose_one" else -1

    def value(decision: Decision) -> float:
        number = decision.args["option"]
        assert isinstance(number, int)
        return sign * worth.evaluate_effect(view, view.listed[number - 1])

    return _choose_best_decision(prompt, value)


def _choose_discard(view: View, prompt: Prompt) -> Decision:
    def value(decision: Decision) -> float:
        cards = decision.args["cards"]
        several = [cards] if isinstance(cards, str) else cards
        assert isinstance(several, list)
        return -sum(worth.evaluate_card(view, code) for code in several)

    return _choose_best_decision(prompt, value)


def _choose_spied_action(view: View, prompt: Prompt) -> Decision:
    def value(decision: Decision) -> float:
        if decision.verb == "leave":
            return 0.0
        number = decision.args.get("action", 1)
        star = number if isinstance(number, int) else 1
        return worth.evaluate_star_action(view, str(decision.args["card"]), star)

    return _choose_best_decision(prompt, value)


def _fill_cleaning_form(view: View, prompt: Prompt) -> Decision:
    """Reserve the most expensive affordable fragment; shuffle if good cards are in the discard
    pile."""
    decision = prompt.fallback
    args = dict(decision.args)
    if "reserve" in args:
        row = sorted(prompt.facts["row"], key=lambda code: -worth.evaluate_fragment(view, code))
        args["reserve"] = [code for code in row if worth.evaluate_fragment(view, code) > 3]
    if "piles" in args:
        good = [code for code in prompt.facts["discard"] if worth.evaluate_card(view, code) > 2]
        args["piles"] = "shuffle" if len(good) > prompt.facts["draw_pile"] / 2 else "keep"
    return Decision("clean", args)


CHOOSERS: dict[str, Callable[[View, Prompt], Decision]] = {
    "bid": _choose_bid,
    "take": _choose_advisor,
    "turn": _choose_turn_decision,
    "build": _choose_build,
    "target": _choose_attack_target,
    "spoils": _choose_spoils,
    "rearrange": _choose_rearrangement,
    "opponent": _choose_opponent,
    "give": _choose_tokens_to_give,
    "opponent_chooses": _choose_effect,
    "choose_one": _choose_effect,
    "discard": _choose_discard,
    "spy": _choose_spied_action,
    "recall": _choose_advisor,
    "cleaning": _fill_cleaning_form,
}
