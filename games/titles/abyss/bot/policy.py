"""The house bot: an opponent worth playing against that sees no more than its seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Argument, Choice, Decision, Prompt

from ..rules.components import CORRUPTOR_PRICE, LORDS, REWARDS, TRACK_SPACES, VALUE
from ..rules.view import View
from .evaluation import (
    ALLY_POINT,
    KEY,
    PEARL,
    TOKEN,
    UNSEEN_ALLY,
    affiliation_worth,
    card_worth,
    disabled_lord_loss,
    is_last_turn,
    location_worth,
    lord_worth,
    own_seat,
)

# Average worth of a turn of exploring.
EXPLORING = 2.6


def choose_decision(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return the answer that seems worth most. The bot is deterministic: `chance` is unused."""
    if len(prompt.choices) == 1 and not prompt.choices[0].slots:
        return prompt.choices[0].examples()[0]
    match prompt.question:
        case "turn":
            return _choose_best_answer(view, prompt.choices, _turn_worth)
        case "offer":
            return _answer_offer(view, prompt)
        case "explorer" | "beside":
            return _answer_explorer(view, prompt)
        case "monster":
            return _answer_monster(view, prompt)
        case "end":
            return _choose_best_answer(view, prompt.choices, _power_worth)
        case (
            "reward"
            | "affiliate"
            | "second_stack"
            | "apprentice"
            | "jailer"
            | "commander"
            | "commander_end"
            | "hand_limit"
            | "assassin"
            | "hunter"
            | "location"
            | "location_pick"
            | "keys"
            | "corruptor"
            | "traitor"
            | "schemer"
            | "illusionist"
            | "black_smokers"
        ):
            return _choose_best_answer(view, prompt.choices, _answer_worth)
    raise ValueError(f"Abyss has no question {prompt.question!r}.")


def _choose_best_answer(view: View, choices: tuple[Choice, ...], worth: Any) -> Decision:
    answers = [decision for choice in choices for decision in choice.examples()]
    return max(answers, key=lambda decision: worth(view, decision))


# “Sequence of Play” -------------------------------------------------------------------------------


def _turn_worth(view: View, decision: Decision) -> float:
    match decision.verb:
        case "recruit":
            return recruit_worth(view, decision)
        case "support":
            return _stack_worth(view, str(decision.args["stack"]))
        case "explore":
            return EXPLORING if view.own.hand_size < 11 else 1.5
        case "plot":
            return _plot_worth(view)
        case "use_slaver" | "use_oracle" | "use_opportunist" | "end":
            return _power_worth(view, decision)
    raise ValueError(f"{decision.verb!r} is no answer on a turn.")


def recruit_worth(view: View, decision: Decision) -> float:
    """Return the worth of a recruitment minus its payment."""
    lord, allies = str(decision.args["lord"]), decision.args["allies"]
    cards = [allies] if isinstance(allies, str) else list(allies)  # type: ignore[arg-type]
    values = [VALUE[ally] for ally in cards]
    points, lowest = sum(values), min(values)
    gains = [affiliation_worth(view, ally) for ally in cards if VALUE[ally] == lowest]
    gain = lord_worth(view, lord) + max(gains)
    if is_last_turn(view):
        return gain
    pearls = max(0, LORDS[lord].cost - points)
    return gain - ALLY_POINT * points - PEARL * pearls + 1.0


def _stack_worth(view: View, race: str) -> float:
    """Return the worth of an unseen stack; above the hand limit cards are worth little."""
    if is_last_turn(view):
        return 0.1
    room = max(0, 13 - view.own.hand_size)
    cards = view.council[race]
    lords = sum(LORDS[lord].mandatory == race for lord in view.court)
    return float(UNSEEN_ALLY * min(cards, room) + 0.2 * lords)


def _plot_worth(view: View) -> float:
    """Return the worth of plotting: high if there are Pearls and Allies, but the Court is poor."""
    seat = own_seat(view)
    spare = seat.pearls - 2
    rich = sum(VALUE[ally] for ally in seat.hand) + seat.pearls
    return 2.7 if spare > 0 and rich >= 12 and len(view.court) < 5 else -1.0


def _power_worth(view: View, decision: Decision) -> float:
    """Return the worth of a per-turn power; not using it is worth 0."""
    match decision.verb:
        case "use_slaver":
            ally = str(decision.args["ally"])
            gain = 2 * PEARL - card_worth(view, ally)
            return 3.0 + gain if gain > 0 else -1.0
        case "use_oracle" | "use_opportunist":
            return -1.0
        case "end":
            return 0.0
    raise ValueError(f"{decision.verb!r} is no use of a power.")


# “Explore the Depths” -----------------------------------------------------------------------------


def _answer_offer(view: View, prompt: Prompt) -> Decision:
    card = f"{prompt.facts['race']}{prompt.facts['value']}"
    price = prompt.facts["price"]
    gain = card_worth(view, card) - PEARL * price
    return Decision("buy" if gain > 0.4 else "pass")


def _answer_explorer(view: View, prompt: Prompt) -> Decision:
    """Take a card that is better than the average next one; every card left behind goes to
    others."""
    card = f"{prompt.facts['race']}{prompt.facts['value']}"
    spaces = TRACK_SPACES - prompt.facts["space"]
    enough = 2.0 + 0.35 * spaces
    return Decision("take" if card_worth(view, card) >= enough else "continue")


def _answer_monster(view: View, prompt: Prompt) -> Decision:
    row, spaces = prompt.facts["row"], TRACK_SPACES - prompt.facts["space"]
    return Decision("fight" if row >= 2 or spaces <= 1 or is_last_turn(view) else "continue")


# All the others -----------------------------------------------------------------------------------


def _answer_worth(view: View, decision: Decision) -> float:
    args = decision.args
    match decision.verb:
        case "reward":
            pearls, tokens, keys = REWARDS[str(args["take"])]
            pearl = 0.05 if is_last_turn(view) else PEARL + 0.8
            return pearl * pearls + TOKEN * tokens + KEY * keys
        case "affiliate":
            return affiliation_worth(view, str(args["ally"]))
        case "take_stack":
            return _stack_worth(view, str(args["stack"]))
        case "discard":
            return _discard_worth(view, args)
        case "disable":
            return disabled_lord_loss(str(args["lord"]), view.options.ambassador_keys)
        case "rob":
            return float(view.seats[int(str(args["seat"]))].monster_token_count)
        case "bribe":
            return lord_worth(view, str(args["lord"])) - CORRUPTOR_PRICE * PEARL
        case "replace":
            return _replace_worth(view, args)
        case "pay_keys":
            return _keys_worth(view, args)
        case "decline":
            return 0.5
        case "control" | "keep" | "exchange" | "draw" | "swap":
            return _location_answer_worth(view, decision)
        case "use_slaver" | "use_oracle" | "use_opportunist":
            return _power_worth(view, decision) - 5.0
    raise ValueError(f"{decision.verb!r} is no answer of Abyss.")


def _discard_worth(view: View, args: dict[str, Any]) -> float:
    discards = args.get("allies", args.get("ally"))
    cards: list[str] = [discards] if isinstance(discards, str) else discards or []
    loss: float = sum([card_worth(view, card) + 0.1 * VALUE[card] for card in cards])
    # Above the hand limit a card that is not discarded costs a Pearl.
    saving = PEARL * len(cards) if view.question == "hand_limit" else 0
    return saving - loss


def _replace_worth(view: View, args: Mapping[str, Argument]) -> float:
    lord = str(args["lord"])
    loss = LORDS[lord].influence + disabled_lord_loss(lord, view.options.ambassador_keys)
    # An unseen Lord counts as an average one.
    gain = lord_worth(view, str(args["by"])) if "by" in args else 7.5
    return gain - loss - 0.5


def _keys_worth(view: View, args: dict[str, Any]) -> float:
    return -sum(
        disabled_lord_loss(lord, view.options.ambassador_keys) - KEY for lord in args["lords"]
    )


def _location_answer_worth(view: View, decision: Decision) -> float:
    args = decision.args
    match decision.verb:
        case "control" | "keep" | "exchange":
            return location_worth(view, str(args["location"]))
        case "draw":
            # The best of several; but the others become available to the opponents.
            return 8.0 + {1: 0.0, 2: 1.6, 3: 2.2, 4: 2.3}[int(str(args["number"]))]
        case "swap":
            own, other = str(args["own"]), str(args["other"])
            return location_worth(view, other) - location_worth(view, own)
    raise ValueError(f"{decision.verb!r} is no answer about Locations.")
