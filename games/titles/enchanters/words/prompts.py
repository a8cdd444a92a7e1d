"""The texts of questions and hints."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import text
from games.engine.contract import Argument, Decision, Prompt

from ..rules.card_checks import decode_lines
from ..rules.components import CARD, STACK
from ..rules.view import View
from .card_texts import action_text, describe_alternative, lower_text, upper_text
from .meanings import Speaker
from .names import language_index, quote_name, theme_of
from .questions import HINTS, QUESTIONS, REFUSALS


def describe_prompt(prompt: Prompt, view: View, language: str) -> str:
    """Return the question, preceded by what it is about."""
    kind, column, speaker = prompt.question, language_index(language), Speaker(language)
    values: dict[str, object] = {}
    if kind == "turn":
        kind = "turn.after" if view.main_done else kind
        values["crystals"] = speaker.many(prompt.facts["crystals"], "crystal")
    if kind == "prepare":
        fight, attack = view.fight, view.seats[prompt.seat].attack
        values["card"] = quote_name(fight.card if fight else view.village, language)
        values["attack"] = speaker.many(attack, "attack")
        if fight:
            kind = "prepare.wins" if attack >= fight.health else "prepare.loses"
            values["health"] = fight.health
    card = prompt.facts.get("card")
    if kind == "pay":
        price = int(str(prompt.choices[0].args["number"]))
        values["price"] = speaker.many(price, "crystal")
        values["otherwise"] = describe_alternative(str(card), price, language) if card else ""
        kind = "pay.or" if values["otherwise"] else kind
    question = QUESTIONS[kind][column].format(**values)
    return text.join_head(quote_name(card, language), question, language) if card else question


def describe_cost(decision: Decision, view: View, language: str) -> str:
    """Return the cost or gain of an answer, in a few words; "" if the answer says it already."""
    args = decision.args
    match decision.verb:
        case "journey":
            return _describe_journey(view, int(str(args["at"])), language)
        case "rest" | "use" | "challenge":
            return _describe_action_line(decision, view, language)
        case "fight":
            fight = view.fight
            if not fight:
                return ""
            attack = view.seats[fight.seat].attack
            return _format_hint(language, "fight", attack=attack, health=fight.health)
        case "end":
            return _format_hint(language, "end")
        case "no" if view.question == "pay":
            return _format_hint(language, "no.pay")
        case "target":
            return player_at_side(view, str(args["who"]))
        case "player" if view.names:
            return view.names[int(str(args["number"])) - 1]
        case "swap":
            return _describe_swap(args, view, language)
        case "kingdom":
            return theme_of(str(args["name"]), language)
        case "branch" if view.branches:
            return describe_branch(decision, view, language)
        case "discard" | "give" | "take" | "keep" | "remove" | "visit" if "card" in args:
            return _describe_card(str(args["card"]), language)
    return ""


def _format_hint(language: str, kind: str, **values: object) -> str:
    return HINTS[kind][language_index(language)].format(**values)


def _describe_cost(crystals: int, language: str) -> str:
    if not crystals:
        return _format_hint(language, "free")
    return _format_hint(language, "costs", crystals=Speaker(language).many(crystals, "crystal"))


def _describe_journey(view: View, slot: int, language: str) -> str:
    """Return the cost of a journey, and the outcome of the fight in the current state."""
    space = view.track[slot]
    if space is None:
        return ""
    cost = _describe_cost(space.cost, language)
    powers = space.powers
    if powers is None:
        return text.join_sentences(filter(None, [cost, _describe_card(space.card, language)]))
    if powers.attack < powers.health:
        missing = str(powers.health - powers.attack)
        return _format_hint(language, "lose", cost=cost, missing=missing)
    flags = {a.fields for a in CARD[space.card].upper.abilities if a.word == "flag"}
    double = 2 if "double_damage" in flags else 1
    wounds = max(0, powers.strength - powers.defense) * double
    if not wounds:
        return _format_hint(language, "win.clean", cost=cost)
    return _format_hint(language, "win", cost=cost, wounds=Speaker(language).many(wounds, "wound"))


def _describe_card(design: str, language: str) -> str:
    """Return the printed text of both parts of a card."""
    upper, lower = upper_text(design, language), lower_text(design, language)
    if not lower or design not in STACK:
        return text.join_clauses(filter(None, [upper, lower]), language)
    return _format_hint(language, "now" if upper else "lasting", now=upper, lasting=lower)


def _describe_action_line(decision: Decision, view: View, language: str) -> str:
    """Return the effect of an action line: the only one of a card, or the one with its number."""
    design = str(decision.args["card"])
    if design.startswith("overlord."):
        return _overlord_line(decision, view, language)
    parts = [CARD[code] for code in (design, f"{design}/1") if code in CARD][0]
    kind = "minor" if decision.verb == "use" else decision.verb
    abilities = [
        ability.label
        for part in (parts.upper, parts.lower)
        for ability in part.abilities
        if ability.kind == kind or (kind == "minor" and ability.word == "once_per_turn")
    ]
    line = int(str(decision.args.get("line", 1)))
    return action_text(design, abilities[line - 1], language) if line <= len(abilities) else ""


def _overlord_line(decision: Decision, view: View, language: str) -> str:
    """Return the cost of a line of the Overlord or its reward, and the Overlord's current
    strength."""
    overlord = view.overlord
    assert overlord
    mode = "coop" if view.options.mode == "coop" else "competitive"
    side = CARD[overlord.card].sides[mode]
    kind = "minor" if decision.verb == "use" else decision.verb
    abilities = [a for part in (side.reward, side.part) for a in part.abilities if a.kind == kind]
    line = int(str(decision.args.get("line", 1)))
    words = Speaker(language).action(abilities[line - 1]) if line <= len(abilities) else ""
    if decision.verb != "challenge":
        return words
    attack = view.seats[max(view.active, 0)].attack
    fight = _format_hint(language, "fight", attack=attack, health=overlord.health)
    return text.join_clauses([words, fight], language)


def player_at_side(view: View, who: str) -> str:
    """Return the player at that side, if the view has names."""
    you, names = view.you, view.names
    if not names or you is None or who == "overlord":
        return ""
    away = {"other": 1, "left": 1, "across": 2, "right": -1}[who]
    return names[(you + away) % len(names)]


def describe_branch(decision: Decision, view: View, language: str) -> str:
    """Return the chosen one of the effects that the view lists."""
    branches, number = view.branches or [], int(str(decision.args["number"]))
    return Speaker(language).effects(decode_lines([branches[number - 1]]))


def _describe_swap(args: Mapping[str, Argument], view: View, language: str) -> str:
    slots = [args["at"], args["other"]] if "other" in args else [args["at"]]
    spaces = [view.track[int(str(slot))] for slot in slots]
    return ", ".join(quote_name(space.card, language) for space in spaces if space)


def describe_refusal(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """Return the text of a refusal of this game in a language; "" for any other one."""
    return text.translate_sentence(REFUSALS, sentence, facts, language)
