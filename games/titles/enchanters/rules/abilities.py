"""Parse the parts of a card: icons and lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.scenario_fields import suggest_nearest

from . import card_checks as checks
from . import vocabulary as words
from .card_checks import WrongCard, check_keys
from .designs import Ability, Part

# Effects that may damage the player who has just taken damage.
HURTING = ("take_damage", "deal_damage", "player_attacks", "duel", "overlord_attacks")


def read_part(data: Any, letter: str, where: str) -> Part:
    check_keys(data or {}, ("icons", "abilities"), where)
    icons = (data or {}).get("icons") or {}
    check_keys(icons, words.ICONS, f"{where}.icons")
    for icon, many in icons.items():
        checks.check_number(many, f"{where}.icons.{icon}")
    abilities = (data or {}).get("abilities")
    return Part(dict(icons), tuple(read_abilities(abilities, letter, f"{where}.abilities")))


def read_abilities(entries: object, letter: str, where: str) -> Iterator[Ability]:
    if entries is not None and not isinstance(entries, list):
        raise WrongCard(f"{where}: this must be a list")
    for place, ability in enumerate(entries or []):
        yield read_ability(ability, f"{letter}{place}", f"{where}[{place}]")


def read_ability(data: object, label: str, where: str) -> Ability:
    if not isinstance(data, Mapping):
        raise WrongCard(f"{where}: this must be a mapping")
    if "static" in data:
        check_keys(data, ("static", "while"), where)
        word, fields = checks.check_word(data["static"], words.STATICS, f"{where}.static", "static")
        scope = None
        if "while" in data:
            scope = checks.check_word(data["while"], words.SCOPES, f"{where}.while", "scope")
        return Ability("static", label, word=word, fields=fields, scope=scope)
    kind, value = checks.one_key(data, where)
    where = f"{where}.{kind}"
    if kind == "vp":
        checks.check_amount(value, where)
        return Ability("vp", label, fields=value)
    if kind == "immediate":
        if letter_of(label) == "l":
            raise WrongCard(f"{where}: only upper parts and rewards have immediate effects")
        checks.check_effects(value, where)
        return Ability("immediate", label, effect=tuple(value))
    if kind == "when":
        return _read_when_ability(value, label, where)
    if kind in ("minor", "rest", "challenge"):
        return read_action(kind, value, label, where)
    kinds = ("minor", "rest", "challenge", "when", "static", "vp", "immediate")
    raise WrongCard(f"{where}: there is no such ability{suggest_nearest(kind, kinds)}")


def letter_of(label: str) -> str:
    """Return the part that a label belongs to: u, l, v (village), o (Overlord), r (reward)."""
    return label[0]


def _read_when_ability(value: Any, label: str, where: str) -> Ability:
    check_keys(value, ("trigger", "effect", "once_per_event"), where)
    word, fields = checks.check_word(
        value.get("trigger"), words.TRIGGERS, f"{where}.trigger", "trigger"
    )
    checks.check_effects(value.get("effect"), f"{where}.effect")
    once = bool(value.get("once_per_event", False))
    hurts = any(_is_harmful_effect(effect) for effect in value["effect"])
    if word == "damage_taken" and hurts and not once:
        # Ruling A-33: otherwise two such cards would damage each other forever.
        raise WrongCard(f"{where}: damage that answers damage needs `once_per_event: true`")
    effect = tuple(value["effect"])
    return Ability("when", label, effect=effect, word=word, fields=fields, once_per_event=once)


def _is_harmful_effect(effect: object) -> bool:
    word, value = checks.one_key(effect, "")
    inner: list[Any] = []
    if isinstance(value, list):
        inner = value
    elif isinstance(value, Mapping):
        inner = [
            inner_effect for key in ("do", "else", "then") for inner_effect in value.get(key, [])
        ]
    return word in HURTING or any(_is_harmful_effect(inner_effect) for inner_effect in inner)


def read_action(kind: str, value: Any, label: str, where: str) -> Ability:
    check_keys(value, ("cost", "effect", "limit", "own_turn_only"), where)
    cost, effect = value.get("cost", []), value.get("effect")
    checks.check_costs(cost, f"{where}.cost")
    checks.check_effects(effect, f"{where}.effect")
    limit = value.get("limit", "once")
    checks.check_type(limit, "|".join(words.LIMITS), f"{where}.limit")
    if limit == "multi" and not cost:
        raise WrongCard(f"{where}.limit: what may be used again and again needs a cost")
    if any("bury_this" in payment or "discard_this_token" in payment for payment in cost):
        on_stack, on_reward = letter_of(label) in "ul", letter_of(label) == "r"
        if not (on_stack or on_reward):
            raise WrongCard(f"{where}.cost: only a card of one's own stacks can pay with itself")
    own = bool(value.get("own_turn_only", False))
    return Ability(kind, label, tuple(cost), tuple(effect), limit=limit, own_turn_only=own)
