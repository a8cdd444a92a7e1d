"""The effects of cards as icons and numbers, for cards too small for their words.

A card that shows them carries its full text as its description.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...rules.components import CHARACTER, FACTIONS, FRAGMENT, PALACE_OF, SEGMENT
from ...rules.schema import Action, Effect, Passive
from ...rules.vocabulary import GAINS, TYPES
from ...words.meanings import format_signed
from .tags import COUNTERS, render_element, render_icon

# The icons of what cards gain, count, modify and wait for, where it has another name.
GAIN_ICONS = {"draw": "cards", "foundation": "foundations", "ignore_attack": "ward"}
UNIT_ICONS = {
    "segments": "any",
    "prophecies": "eye",
    "treaties": "treaty",
    "hand": "cards",
}
MODIFIER_ICONS = {
    "treaty_cost": "treaty",
    "build_cost": "build",
    "prophecy_cost": "eye",
    "attack_value": "attack",
    "defense_value": "defense",
}
OCCASION_ICONS = {
    "successful_attack": "strike",
    "successful_build": "build",
    "treaty_signed": "treaty",
    "prophecy_read": "eye",
    "bidding_won": "trophy",
    "pass": "skip",
    "attacked": "defeat",
}
COSTS = {"discard": "cards", "exhaust_own": "exhaust"}
# Icons with a colour of their own.
COLOUR_ICONS = {*TYPES, *COUNTERS, "main"}
# The icons of effects without an amount.
PLAIN = {
    "move_segment": ("move",),
    "swap_segments": ("swap",),
    "exchange_attack_defense": ("attack", "swap", "defense"),
    "spy": ("spy",),
    "rector": ("person",),
    "raid": ("strike", "defense"),
}


def render_segment_effects(code: str) -> str:
    """Return what a segment does beside others, and its effects."""
    card = SEGMENT[code]
    beside = [_render_token(format_signed(many), of) for of, many in card.bonus.items()]
    income = [_render_token(many, what) for what, many in card.income.items()]
    parts = [_render_group(*beside)] if beside else []
    if income:
        parts.append(_render_group(_render_token("", "income"), *income))
    if card.once:
        parts.append(_render_group(_render_token("", "once"), render_effects(card.once)))
    parts += [_render_passive(effect) for effect in card.passive]
    return "".join(parts) + "".join(_render_action(effect) for effect in card.actions)


def render_character_effects(code: str) -> str:
    """Return the actions of a Follower or Advisor, one per line."""
    return "".join(_render_action(action) for action in CHARACTER[code].actions)


def render_faction_effects(code: str) -> str:
    """Return a faction's values at the start of every round, and what its Palace does."""
    stats = [_render_token(many, of) for of, many in FACTIONS[code].stats.items()]
    return _render_group(*stats) + render_segment_effects(PALACE_OF[code])


def render_requirements(code: str) -> str:
    """Return what a fragment needs in addition to its pattern; "" if that is all."""
    card = FRAGMENT[code]
    tokens = [_render_token(f"{many}×", of) for of, many in card.count.items()]
    tokens += [_render_token(f"−{many}", of) for of, many in card.spend.items()]
    for many, icon in ((card.attacks, "strike"), (card.treaties, "treaty")):
        if many:
            tokens.append(_render_token(f"{many}×", icon))
    if card.monster:
        tokens.append(_render_token("", "threat") + _render_token(card.monster, "defense"))
    return "".join(tokens)


def render_effects(many: Sequence[Effect]) -> str:
    """Return effects in the order in which they happen."""
    return "".join(_render_effect(effect) for effect in many)


def _render_effect(effect: Effect) -> str:
    ((kind, value),) = effect.items()
    if kind in GAINS:
        return _render_gain(GAIN_ICONS.get(kind, kind), value)
    match kind:
        case "attack_action":
            return _render_token("", "strike", *(["person"] if isinstance(value, Mapping) else []))
        case "build_action":
            free = "" if value.get("needs_foundation", True) else _render_token("0", "foundations")
            return (
                _render_token("", "build")
                + _render_token(f"−{value.get('discount', 0)}", "wealth")
                + free
            )
        case "choose_one":
            return _render_options(value)
        case "opponent_chooses":
            return _render_token("", "others") + _render_options(value)
        case "opponent_gives":
            who = "others" if value["who"] == "all" else "person"
            what = ("wealth", "influence") if value["what"] == "any_mix" else (value["what"],)
            return _render_token(f"+{value['n']}", *what) + _render_token("←", who)
        case "exhaust_segment":
            whose = ["others"] if value["whose"] == "opponent" else []
            return _render_token("", "exhaust", *whose)
        case "add_location":
            return _render_token(f"+{value}", "market")
    return _render_token("", *PLAIN[kind])


def _render_gain(icon: str, value: object) -> str:
    """Return a gain, or how it is counted: “+1 Essence / segment ≤4”."""
    if not isinstance(value, Mapping):
        return _render_token(f"+{value}", icon)
    unit = str(value["per"])
    per = str(value["type"]) if "type" in value else UNIT_ICONS.get(unit, unit)
    most = f"≤{value['max']}" if "max" in value else ""
    return _render_token(f"+{value.get('times', 1)}", icon) + _render_token("/", per) + most


def _render_options(options: Sequence[Effect]) -> str:
    return '<span class="or">/</span>'.join(_render_effect(option) for option in options)


def _render_action(action: Action) -> str:
    """Return an action: its star, filled for a main action, then its cost and effects."""
    costs = [_render_token(f"−{many}", COSTS.get(what, what)) for what, many in action.cost.items()]
    star = _render_token("", action.star)
    return _render_group(star, *costs, "→" if costs else "", render_effects(action.effect))


def _render_passive(passive: Passive) -> str:
    if passive.modify:
        return _render_group(
            _render_token(format_signed(passive.by), MODIFIER_ICONS[passive.modify])
        )
    occasion = _render_token(
        "", OCCASION_ICONS[passive.when], *([passive.type] if passive.type else [])
    )
    return _render_group(occasion, "→", render_effects(passive.do))


def _render_group(*parts: str) -> str:
    return render_element("span", "deed", "".join(parts))


def _render_token(many: object, *icons: str) -> str:
    """Return a number and the icons it is about, which stay together on one line."""
    images = "".join(render_icon(icon, icon if icon in COLOUR_ICONS else "") for icon in icons)
    return render_element("b", "token", f"{many}{images}")
