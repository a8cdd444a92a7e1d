"""What cards do, in words: built from their data, so that text and rules cannot differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from games.engine import text

from .cards import ACTIONS, CHARACTER, FRAGMENT, SEGMENT
from .schema import Action, Effect, Passive
from .sentences import MEANINGS
from .vocabulary import GAINS
from .words import STATS, TYPES, index, words


def said(language: str, kind: str, **values: object) -> str:
    return text.phrase(MEANINGS, language, kind, **values)


def stat(code: str, language: str) -> str:
    """Return the word for what is counted or changed."""
    return (
        words(language)[code] if code in ("wealth", "influence") else STATS[code][index(language)]
    )


def amount(value: Any, language: str) -> str:
    """Return a number, or how something is counted: “1 per cultural segment, at most 4”."""
    if not isinstance(value, Mapping):
        return str(value)
    per = value["per"]
    kind = TYPES[value["type"]][index(language)] if "type" in value else ""
    counted = said(language, f"per.{per}", type=kind)
    parts = [said(language, "per", times=value.get("times", 1), counted=counted)]
    parts += [said(language, key, many=value[key]) for key in ("min", "max") if key in value]
    return ", ".join(parts)


def effect(one: Effect, language: str) -> str:
    """Return one effect in words."""
    ((kind, value),) = one.items()
    if kind in GAINS:
        key = "draw" if kind == "draw" else "ignore_attack" if kind == "ignore_attack" else "gain"
        what = "" if key != "gain" else stat(kind, language)
        if isinstance(value, Mapping):
            key = f"{key}.counted"
        return said(language, key, what=what, many=amount(value, language))
    match kind:
        case "attack_action" if isinstance(value, Mapping):
            return said(language, "slaver")
        case "build_action":
            free = "" if value.get("needs_foundation", True) else ".free"
            return said(language, f"build{free}", discount=value.get("discount", 0))
        case "choose_one":
            return said(language, "choose_one", options=_options(value, language))
        case "opponent_chooses":
            return said(language, "opponent_chooses", options=_options(value, language))
        case "opponent_gives":
            what = (
                said(language, "mix")
                if value["what"] == "any_mix"
                else stat(value["what"], language)
            )
            return said(language, f"gives.{value['who']}", many=value["n"], what=what)
        case "exhaust_segment":
            return said(language, f"exhaust.{value['whose']}")
        case "add_location":
            return said(language, kind, many=amount(value, language))
    return said(language, kind)


def _options(options: Sequence[Effect], language: str) -> str:
    numbered = [f"({n}) {effect(option, language)}" for n, option in enumerate(options, 1)]
    return " / ".join(numbered)


def effects(many: Sequence[Effect], language: str) -> str:
    return ", ".join(effect(one, language) for one in many)


def action(one: Action, language: str) -> str:
    """Return an action: its star, its cost, its effects."""
    costs = [said(language, one.star)]
    for what, many in one.cost.items():
        if what in ("discard", "exhaust_own"):
            costs.append(said(language, f"cost.{what}", many=many))
        else:
            costs.append(f"{many} {stat(what, language)}")
    return said(language, "action", cost=", ".join(costs), effects=effects(one.effect, language))


def passive(one: Passive, language: str) -> str:
    if one.modify:
        return said(language, f"modify.{one.modify}", by=f"{one.by:+d}")
    kind = TYPES[one.type][index(language)] if one.type else ""
    key = f"when.{one.when}.type" if kind else f"when.{one.when}"
    return said(language, key, effects=effects(one.do, language), type=kind)


@cache
def star(code: str, number: int, language: str) -> str:
    """Return what one action of a card costs and does."""
    return action(ACTIONS[code][number - 1], language)


@cache
def character(code: str, language: str) -> str:
    """Return what the actions of a Follower or Advisor are."""
    return _actions(CHARACTER[code].actions, language)


def _actions(actions: Sequence[Action], language: str) -> str:
    if len(actions) == 1:
        return action(actions[0], language)
    return "; ".join(f"{n}) {action(one, language)}" for n, one in enumerate(actions, 1))


@cache
def segment(code: str, language: str, *, priced: bool = False) -> str:
    """Return what a segment is: its type, price, Essence, modifiers and all of its effects."""
    card = SEGMENT[code]
    column = index(language)
    parts = [TYPES[card.type][column]]
    if priced:
        parts.append(said(language, "costs", many=card.cost))
    if card.kind != "palace":
        parts.append(f"{card.essence} {STATS['essence'][column]}")
    parts += [
        said(language, "beside", many=f"{many:+d}", type=TYPES[kind][column])
        for kind, many in card.bonus.items()
    ]
    parts += [
        said(language, "income", many=many, what=stat(what, language))
        for what, many in card.income.items()
    ]
    if card.once:
        parts.append(said(language, "once", effects=effects(card.once, language)))
    parts += [passive(one, language) for one in card.passive]
    if card.actions:
        parts.append(_actions(card.actions, language))
    return "; ".join(parts)


@cache
def fragment(code: str, language: str) -> str:
    """Return what a fragment is worth, asks for and brings."""
    card = FRAGMENT[code]
    column = index(language)
    wanted = [pattern(cells, language) for cells in card.patterns]
    for kind, many in card.count.items():
        wanted.append(f"{many}× {TYPES[kind][column]}")
    if card.attacks:
        wanted.append(said(language, "attacks", many=card.attacks))
    if card.treaties:
        wanted.append(said(language, "treaties", many=card.treaties))
    if card.spend:
        spent = ", ".join(f"{many} {stat(what, language)}" for what, many in card.spend.items())
        wanted.append(said(language, "spend", spent=spent))
    if card.monster:
        wanted.append(said(language, "monster", many=card.monster))
    return said(
        language,
        "fragment",
        value=card.value * "I",
        cost=f"{card.cost} {stat('influence', language)}",
        wanted=", ".join(wanted),
        bonus=effects(card.bonus, language),
    )


def pattern(cells: Sequence[tuple[int, int, str]], language: str) -> str:
    """Return a pattern row by row, “.” where nothing is asked, “/” between rows from the top."""
    column = index(language)
    types = {(x, y): TYPES[kind][column] for x, y, kind in cells}
    rows = sorted({y for _, y in types}, reverse=True)
    columns = range(min(x for x, _ in types), max(x for x, _ in types) + 1)
    lines = [" ".join(types.get((x, y), "·") for x in columns).rstrip(" ·") for y in rows]
    return "[" + " / ".join(lines) + "]"


def meaning(code: str, language: str) -> str:
    """Return what any card does, "" for what is none."""
    if code in CHARACTER:
        return character(code, language)
    if code in SEGMENT:
        return segment(code, language)
    return fragment(code, language) if code in FRAGMENT else ""
