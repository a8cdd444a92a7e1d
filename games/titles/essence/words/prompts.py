"""The texts of questions and hints; events and the text table have their own modules."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import text
from games.engine.contract import Argument, Decision, Pick, Prompt

from ..rules.building import segment_price
from ..rules.components import FRAGMENT, NAMES, TREATIES
from ..rules.island import worth_at
from ..rules.seats import Seat, Segment
from ..rules.view import View
from .labels import describe_piles
from .lexicon import name_of
from .meanings import describe_card_effects, describe_effect, describe_effects, describe_star_action
from .sentences import LABELS, QUESTIONS
from .story import join_as_prose


def describe_prompt(prompt: Prompt, view: View, language: str) -> str:
    """Return the question as one sentence or two."""
    values: dict[str, object] = {
        key: name_of(value, language) if isinstance(value, str) else value
        for key, value in prompt.facts.items()
    }
    if "tied" in values:
        values["tied"] = join_as_prose(
            [name_of(f, language) for f in prompt.facts["tied"]], language
        )
    kind = prompt.question
    if kind == "bid":
        kind = "bid" if prompt.facts["round"] == 1 else "bid.later"
        values["wishes"] = ", ".join(name_of(code, language) for code in _list_wishes(prompt)[:2])
    if kind in ("give", "discard") and prompt.facts["many"] == 1:
        kind = f"{kind}.one"
    if kind == "turn" and prompt.facts["main_done"]:
        kind = "turn.done"
    if kind == "cleaning" and prompt.facts["loss"]:
        kind = "cleaning.loss"
    for fact in ("player", "taker"):
        # A player by name, if the view has names, else by faction.
        if fact in prompt.facts:
            values[fact] = _find_player_name(prompt.facts[fact], view) or values[fact]
    return text.format_phrase(QUESTIONS, language, kind, **values)


def _list_wishes(prompt: Prompt) -> list[str]:
    """Return the Advisors that a bid may name, each once."""
    slots = (slot for choice in prompt.choices for slot in choice.slots)
    wish_slots = (slot.items for slot in slots if isinstance(slot, Pick) and slot.name == "wishes")
    return list(dict.fromkeys(next(wish_slots, ())))


def describe_cost(decision: Decision, view: View, language: str) -> str:
    """Return the cost or gain of an answer, in a few words; "" if the answer says it already."""
    args = decision.args
    match decision.verb:
        case "build":
            return _describe_placement(args, view, language)
        case "use" | "command" | "spy":
            number = args.get("action", 1)
            return describe_star_action(
                str(args["card"]), number if isinstance(number, int) else 1, language
            )
        case "read":
            return describe_card_effects(str(args["fragment"]), language)
        case "sign":
            return describe_effects(TREATIES[str(args["treaty"])].effect, language)
        case "take":
            return describe_card_effects(str(args["advisor"]), language)
        case "choose":
            return _describe_option(args["option"], view, language)
        case "clean":
            return describe_piles(decision, language)
        case "bid" if not args.get("wealth") and not args.get("influence"):
            return text.format_phrase(LABELS, language, "nothing")
        case "attack":
            return _describe_defense(str(args["target"]), view, language)
        case "pass" | "pass_first":
            return _describe_pass(decision, language)
        case "move" | "swap":
            own = view.own.island
            cells = [own[str(cell)].card for cell in args.values() if cell in own]
            return join_as_prose([name_of(code, language) for code in cells], language)
        case "first" | "name" | "exhaust" if "player" in args:
            return _find_player_name(str(args["player"]), view)
    return ""


def _describe_option(number: Argument, view: View, language: str) -> str:
    """Return one of the listed effects, and for whom an opponent chooses it."""
    if not isinstance(number, int):
        return ""
    gain = describe_effect(view.listed[number - 1], language)
    if view.question != "opponent_chooses" or not view.names or view.active is None:
        return gain
    return text.format_phrase(LABELS, language, "for", gain=gain, name=view.names[view.active])


def _describe_pass(decision: Decision, language: str) -> str:
    """Return the Wealth for what is discarded, and whether the turn goes on."""
    cards, parts = decision.args.get("cards"), []
    if cards:
        many = len(cards) if isinstance(cards, list) else 1
        parts.append(text.format_phrase(LABELS, language, "cards", many=many))
    if decision.verb == "pass_first":
        parts.append(text.format_phrase(LABELS, language, "stay"))
    return ", ".join(parts)


def _describe_placement(args: Mapping[str, Argument], view: View, language: str) -> str:
    """Return the Essence of a placement, and the price of the card."""
    own = view.own.island if view.you is not None else {}
    island = {cell: Segment(segment.card) for cell, segment in own.items()}
    code = str(args["card"])
    essence = worth_at(code, str(args["cell"]), island)
    gain = text.format_phrase(LABELS, language, "essence", many=essence)
    cost = segment_price(Seat(island=island), code, int(view.discount))
    return f"{gain}, {text.format_phrase(LABELS, language, 'costs', many=cost)}"


def _describe_defense(target: str, view: View, language: str) -> str:
    if target in FRAGMENT:
        return describe_card_effects(target, language)
    many, who = view.threat, ""
    for number, seat in enumerate(view.seats):
        if seat.faction == target:
            many = seat.defense_value
            who = f"{view.names[number]}, " if view.names else ""
    return who + text.format_phrase(LABELS, language, "defense", many=many)


def _find_player_name(faction: str, view: View) -> str:
    """Return who plays a faction, if the view has names."""
    for number, seat in enumerate(view.seats):
        if seat.faction == faction and view.names and faction in NAMES:
            return view.names[number]
    return ""
