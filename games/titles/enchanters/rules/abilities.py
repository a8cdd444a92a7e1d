"""Parse the parts of a card: icons and lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.scenario_fields import Fields, suggest_nearest

from . import card_checks as checks
from . import vocabulary as words
from .card_checks import Problems, WrongCard, check_keys
from .designs import Ability, Part
from .effect import is_harmful


def read_part(data: Any, letter: str, where: str) -> Part:
    check_keys(data or {}, ("icons", "abilities"), where)
    icons = (data or {}).get("icons") or {}
    problems, abilities = Problems(), list[Ability]()
    with problems:
        check_keys(icons, words.ICONS, f"{where}.icons")
        for icon, many in icons.items():
            with problems:
                checks.read_number(many, f"{where}.icons.{icon}")
    with problems:
        abilities += read_abilities((data or {}).get("abilities"), letter, f"{where}.abilities")
    problems.report()
    return Part(dict(icons), tuple(abilities))


def read_abilities(entries: object, letter: str, where: str) -> list[Ability]:
    if entries is not None and not isinstance(entries, list):
        raise WrongCard(f"{where}: this must be a list")
    problems, abilities = Problems(), []
    for place, ability in enumerate(entries or []):
        with problems:
            abilities.append(read_ability(ability, f"{letter}{place}", f"{where}[{place}]"))
    problems.report()
    return abilities


def read_ability(data: object, label: str, where: str) -> Ability:
    if not isinstance(data, Mapping):
        raise WrongCard(f"{where}: this must be a mapping")
    if "static" in data:
        return _read_static_ability(data, label, where)
    kind, value = checks.one_key(data, where)
    where = f"{where}.{kind}"
    if kind == "vp":
        return Ability("vp", label, fields=checks.read_amount(value, where))
    if kind == "immediate":
        if letter_of(label) == "l":
            raise WrongCard(f"{where}: only upper parts and rewards have immediate effects")
        return Ability("immediate", label, effect=checks.read_effects(value, where))
    if kind == "when":
        return _read_when_ability(value, label, where)
    if kind in ("minor", "rest", "challenge"):
        return read_action(kind, value, label, where)
    kinds = ("minor", "rest", "challenge", "when", "static", "vp", "immediate")
    raise WrongCard(f"{where}: there is no such ability{suggest_nearest(kind, kinds)}")


def letter_of(label: str) -> str:
    """Return the part that a label belongs to: u, l, v (village), o (Overlord), r (reward)."""
    return label[0]


def _read_static_ability(data: Fields, label: str, where: str) -> Ability:
    check_keys(data, ("static", "while"), where)
    problems, scope = Problems(), None
    with problems:
        word, fields = checks.read_word(data["static"], words.STATICS, f"{where}.static", "static")
    with problems:
        if "while" in data:
            scope = checks.read_word(data["while"], words.SCOPES, f"{where}.while", "scope")
    problems.report()
    return Ability("static", label, word=word, fields=fields, scope=scope)


def _read_when_ability(value: Any, label: str, where: str) -> Ability:
    check_keys(value, ("trigger", "effect", "once_per_event"), where)
    problems = Problems()
    with problems:
        word, fields = checks.read_word(
            value.get("trigger"), words.TRIGGERS, f"{where}.trigger", "trigger"
        )
    with problems:
        effect = checks.read_effects(value.get("effect"), f"{where}.effect")
    problems.report()
    once = bool(value.get("once_per_event", False))
    if word == "damage_taken" and any(map(is_harmful, effect)) and not once:
        # Ruling A-33: otherwise two such cards would damage each other forever.
        raise WrongCard(f"{where}: damage that answers damage needs `once_per_event: true`")
    return Ability("when", label, effect=effect, word=word, fields=fields, once_per_event=once)


def read_action(kind: str, value: Any, label: str, where: str) -> Ability:
    check_keys(value, ("cost", "effect", "limit", "own_turn_only"), where)
    problems, limit = Problems(), value.get("limit", "once")
    with problems:
        cost = checks.read_costs(value.get("cost", []), f"{where}.cost")
        if any(payment.is_card_itself for payment in cost) and letter_of(label) not in "ulr":
            message = "only a card of one's own stacks can pay with itself"
            raise WrongCard(f"{where}.cost: {message}")
        if limit == "multi" and not cost:
            raise WrongCard(f"{where}.limit: what may be used again and again needs a cost")
    with problems:
        effect = checks.read_effects(value.get("effect"), f"{where}.effect")
    with problems:
        checks.read_signature(limit, f"@{'|'.join(words.LIMITS)}", f"{where}.limit")
    problems.report()
    own = bool(value.get("own_turn_only", False))
    return Ability(kind, label, cost, effect, limit=limit, own_turn_only=own)
