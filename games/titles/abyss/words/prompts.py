"""The texts of questions and hints; events and the text table have their own modules."""

from __future__ import annotations

from games.engine import text
from games.engine.contract import Decision, Prompt

from ..rules.components import LORDS, REWARDS, THREAT_REWARDS, VALUE
from ..rules.view import View
from .lexicon import list_words
from .meanings import describe_location_scoring, describe_lord_power
from .names import (
    exploration_card_name,
    language_column,
    name_with_article,
    this_exploration_card,
)
from .questions import EXPLORER, HINTS, QUESTIONS
from .story import format_counted_noun
from .text_table import cost_for, has_active


def describe_prompt(prompt: Prompt, view: View, language: str) -> str:
    """Return the question as one sentence or two."""
    facts = prompt.facts
    values: dict[str, object] = {
        key: facts[key] for key in ("space", "threat", "excess") if key in facts
    }
    if "pearls" in facts:
        values["pearls"] = format_counted_noun(facts["pearls"], "pearls", language)
    if "price" in facts:
        values["price"] = format_counted_noun(facts["price"], "pearls", language)
    if "race" in facts and "value" in facts:
        code = f"{facts['race']}{facts['value']}"
        values["card"] = exploration_card_name(code, language)
        values["this"] = this_exploration_card(code, language)
        values["on"] = this_exploration_card(code, language, is_object=False)
    if "hand" in facts:
        values["hand"] = len(facts["hand"])
    for key in ("lord", "location"):
        if key in facts:
            values[key] = name_with_article(facts[key], language)
    kind = prompt.question
    if kind == "offer":
        values["explorer"] = name_explorer(view, language)
        kind = "offer" if prompt.group is not None else "offer.alone"
    sentence = text.format_phrase(QUESTIONS, language, kind, **values)
    return sentence[0].upper() + sentence[1:]


def name_explorer(view: View, language: str) -> str:
    """Return who has revealed the card on offer: by name, if the view has names."""
    return view.names[view.active] if view.names else EXPLORER[language_column(language)]


def describe_cost(decision: Decision, view: View, language: str) -> str:
    """Return the cost or gain of an answer, in a few words; "" if the answer says it already."""
    args = decision.args
    match decision.verb:
        case "plot":
            return _format_hint(language, "plot", pearls=format_counted_noun(1, "pearls", language))
        case "buy":
            return _describe_price(view, language)
        case "support" | "take_stack":
            return format_counted_noun(view.council[str(args["stack"])], "cards", language)
        case "use_oracle":
            cards = format_counted_noun(view.council[str(args["stack"])], "cards", language)
            return _format_hint(language, "oracle", cards=cards)
        case "use_slaver":
            pearls = format_counted_noun(2, "pearls", language)
            return _format_hint(language, "gain", gained=pearls)
        case "recruit":
            return _describe_payment(decision, view, language)
        case "continue" if view.track[-1:] == ["monster"]:
            return _format_hint(language, "threat", threat=min(view.threat + 1, 6))
        case "fight":
            return _format_hint(language, "gain", gained=_describe_reward(view, language))
        case "control" | "keep" | "exchange":
            return describe_location_scoring(str(args["location"]), language)
        case "swap":
            return describe_location_scoring(str(args["other"]), language)
        case "bribe" | "disable" | "use_opportunist":
            return _describe_lord(str(args["lord"]), language)
        case "decline" if view.question in ("traitor", "schemer"):
            return _format_hint(language, "keep_lords")
        case "replace" if "by" in args:
            return _describe_lord(str(args["by"]), language)
        case "draw":
            return _format_hint(language, "draw", number=args["number"])
        case "rob":
            return _describe_victim(view, int(str(args["seat"])), language)
        case "discard" if view.question == "hand_limit":
            return _paid_for(decision, view, language)
    return ""


def label_answer(decision: Decision, view: View | None, language: str) -> str:
    """Return the label of a button for this answer; "" if its written form says it well.

    That of the Hunter has the number of a seat, which players know by name.
    """
    if decision.verb != "rob" or view is None or not view.names:
        return ""
    victim = _describe_victim(view, int(str(decision.args["seat"])), language)
    return _format_hint(language, "rob", victim=victim)


def name_purchase(decision: Decision) -> str:
    """Return the Lord that an answer recruits, "" for any other answer."""
    return str(decision.args["lord"]) if decision.verb == "recruit" else ""


def _describe_victim(view: View, seat: int, language: str) -> str:
    """Return who would be robbed, if the view has names, and how many tokens there are to take."""
    tokens = format_counted_noun(view.seats[seat].monster_token_count, "tokens", language)
    return f"{view.names[seat]}, {tokens}" if view.names else tokens


def _format_hint(language: str, kind: str, **values: object) -> str:
    return text.format_phrase(HINTS, language, kind, **values)


def _describe_payment(decision: Decision, view: View, language: str) -> str:
    """Return the Pearls that must be added to the Allies, what is left, who is affiliated, and
    the influence of the Lord."""
    cards = decision.args["allies"]
    allies = [cards] if isinstance(cards, str) else cards if isinstance(cards, list) else []
    lord = str(decision.args["lord"])
    pearls = max(0, cost_for(view, lord) - sum(VALUE[ally] for ally in allies))
    hints = [_describe_added_pearls(pearls, language)]
    if pearls and view.you is not None:
        price = format_counted_noun(pearls, "pearls", language)
        left = view.own.pearls - pearls
        hints = [_format_hint(language, "payment.left", pearls=price, left=left)]
    if ally := _find_affiliated_ally(allies, view):
        name = exploration_card_name(ally, language)
        hints.append(_format_hint(language, "affiliates", ally=name))
    influence = format_counted_noun(LORDS[lord].influence, "influence", language)
    return f"{text.join_clauses(hints, language)} ({influence})"


def _find_affiliated_ally(allies: list[str], view: View) -> str:
    """Return the Ally that will be affiliated; "" if its player will be asked which."""
    if view.you is None or not allies or has_active(view, view.you, "master_of_magic"):
        return ""
    lowest = min(VALUE[ally] for ally in allies)
    candidates = {ally for ally in allies if VALUE[ally] == lowest}
    return candidates.pop() if len(candidates) == 1 else ""


def _describe_price(view: View, language: str) -> str:
    """Return what the revealed card costs, and what would be left."""
    price = format_counted_noun(view.price, "pearls", language)
    if view.you is None:
        return price
    return _format_hint(language, "buy", pearls=price, left=view.own.pearls - view.price)


def _describe_added_pearls(pearls: int, language: str) -> str:
    if not pearls:
        return _format_hint(language, "payment.none")
    return _format_hint(language, "payment", pearls=format_counted_noun(pearls, "pearls", language))


def _describe_reward(view: View, language: str) -> str:
    """Return the reward of the fight, or the choice of rewards."""
    you, row = view.you, view.threat
    others = [number for number in range(len(view.seats)) if number != you]
    is_tamed = any(has_active(view, number, "tamer") for number in others)
    if is_tamed and not (you is not None and has_active(view, you, "shaman")):
        row = max(1, row - 1)
    left = view.token_pile
    if view.options.exhausted_monster_tokens == "pearl_instead":
        left = max(left, 2)
    lexicon = list_words(language)
    rewards = [lexicon[take] for take in THREAT_REWARDS[row] if REWARDS[take][1] <= left]
    return text.join_words(rewards, ("or", "ou", "oder")[language_column(language)])


def _describe_lord(lord: str, language: str) -> str:
    word = ("influence", "influence", "Einfluss")[language_column(language)]
    influence = f"{LORDS[lord].influence} {word}"
    return f"{influence}. {describe_lord_power(lord, language)}".strip() if lord in LORDS else ""


def _paid_for(decision: Decision, view: View, language: str) -> str:
    """Return the price of the Allies kept above the limit."""
    cards = decision.args["allies"]
    many = 1 if isinstance(cards, str) else len(cards) if isinstance(cards, list) else 0
    limit = view.options.hand_limit
    if view.you is None or limit == "none":
        return ""
    pearls = view.own.hand_size - limit - many
    return _describe_added_pearls(max(0, pearls), language)
