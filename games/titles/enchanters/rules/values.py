"""“Derived values”: icons, counters and current strength."""

from __future__ import annotations

from typing import Any

from .amounts import Amount, Per
from .components import (
    CARD,
    LOWER_ICONS,
    LOWER_POWER,
    UPPER_ICONS,
    UPPER_POWER,
    WOUNDS_PER_CARD,
)
from .state import NOBODY, OVERLORD, Seat, State, Trip
from .statics import (
    Actives,
    active_statics,
    copied_enchantment,
    in_duel,
    is_seat_affected,
    overlord_side,
)
from .vocabulary import ARTIFACTS


def icon_powers(seat: Seat) -> tuple[int, int]:
    """Return attack and defense by visible icons, without a minimum."""
    attack = defense = 0
    for stack in seat.stacks.values():
        if not stack:
            continue
        if (power := UPPER_POWER.get(stack[-1])) is not None:
            attack, defense = attack + power[0], defense + power[1]
        for code in stack:
            if (power := LOWER_POWER.get(code)) is not None:
                attack, defense = attack + power[0], defense + power[1]
    if (code := copied_enchantment(seat)) != "":
        for table in (UPPER_POWER, LOWER_POWER):
            power = table.get(code, (0, 0))
            attack, defense = attack + power[0], defense + power[1]
    return attack, defense


def count_icons(seat: Seat, icon: str) -> int:
    """Return how often an icon other than attack and defense is visible."""
    upper, lower = UPPER_ICONS[icon], LOWER_ICONS[icon]
    total = 0
    for stack in seat.stacks.values():
        if stack and stack[-1] in upper:
            total += upper[stack[-1]]
        if lower and not lower.keys().isdisjoint(stack):
            total += sum([lower.get(code, 0) for code in stack])
    if (code := copied_enchantment(seat)) != "":
        total += upper.get(code, 0) + lower.get(code, 0)
    return total


# What changes values of icons: active `value_mod` and `value_zero`.
IconModifiers = tuple[Actives, Actives]


def icon_modifiers(state: State) -> IconModifiers:
    """Return what changes the values of icons now."""
    return active_statics(state, "value_mod"), active_statics(state, "value_zero")


def icon_value(state: State, number: int, icon: str, modifiers: IconModifiers | None = None) -> int:
    """Return a weight, speed, slime, undead or pearl value with its modifiers, at least 0;
    `modifiers`: the active ones, if known."""
    total = count_icons(state.seats[number], icon)
    changes, zeros = icon_modifiers(state) if modifiers is None else modifiers
    for fields, owner in changes:
        if fields["value"] == icon and is_seat_affected(fields, owner, number):
            total += fields["add"]
    for fields, owner in zeros:
        if fields["value"] == icon and is_seat_affected(fields, owner, number):
            return 0
    return max(0, total)


# Counters -----------------------------------------------------------------------------------------


def wound_count(state: State, number: int) -> int:
    """Return the tokens plus ten for each wound card; in a cooperative match, the pool (ruling
    A-16)."""
    if state.options.coop:
        return state.pool
    seat = state.seats[number]
    return seat.wounds + WOUNDS_PER_CARD * len(seat.stacks["wound"])


def counter_value(state: State, number: int, counter: str, amount: int) -> int:
    """Return one counter of a seat; `amount` is the damage that triggered the effect."""
    seat = state.seats[number]
    match counter:
        case "wounds":
            return wound_count(state, number)
        case "items":
            return len(seat.stacks["item"])
        case "enchantments":
            return len(seat.stacks["enchantment"])
        case "pairs":
            return min(len(seat.stacks[kind]) for kind in ARTIFACTS)
        case "artifacts":
            return sum(len(seat.stacks[kind]) for kind in ARTIFACTS)
        case "monsters" | "dragons":
            kind = counter.removesuffix("s")
            return sum(CARD[code].kind == kind for code in seat.stacks["creature"])
        case "creatures":
            return len(seat.stacks["creature"])
        case "attack" | "defense":
            return effective_power(state, number, counter)
        case "crystals":
            return seat.crystals
        case "rewards":
            return seat.rewards
        case "players":
            return len(state.seats)
        case "damage_taken":
            return amount
        case "track_wounds":
            return sum(space.wounds for space in state.track)
    return icon_value(state, number, counter)


def fixed_amount(state: State, number: int, rule: Amount, amount: int = 0) -> int:
    """Return an amount that is known in advance: round down first, then apply the sign."""
    if isinstance(rule, int):
        return rule
    if not isinstance(rule, Per):
        raise ValueError(f"{rule!r} is not known in advance.")
    return counter_value(state, number, rule.per, amount) // rule.every * rule.times


# Strength -----------------------------------------------------------------------------------------


def effective_power(
    state: State,
    number: int,
    power: str,
    trip: Trip | None = None,
    boosts: Actives | None = None,
) -> int:
    """Return attack or defense with all active boosts; `trip`: as if this journey were in progress;
    `boosts`: the active ones, if known."""
    seat = state.seats[number]
    total = seat.attack if power == "attack" else seat.defense
    if trip is None and state.trips and state.trips[-1].seat == number:
        trip = state.trips[-1]
    for fields, owner in active_statics(state, "boost", number) if boosts is None else boosts:
        if (
            owner in (number, NOBODY)
            and power in fields
            and _is_boost_active(state, fields, number, trip)
        ):
            total += fields[power]
    return max(0, total)


def _is_boost_active(state: State, fields: Any, number: int, trip: Trip | None) -> bool:
    condition = fields.get("when")
    if condition is None:
        return True
    if "in_duel" in condition:
        return in_duel(state, number)
    if trip is None:
        return False
    if "journey_min_slot" in condition:
        return bool(trip.slot >= condition["journey_min_slot"])
    if not trip.fighting or not trip.card:
        return False
    requirement, design = condition["combat_with"], CARD[trip.card]
    if "icon" in requirement:
        icon = requirement["icon"]
        return bool(design.upper.icons.get(icon) or design.lower.icons.get(icon))
    return design.kind in requirement.get("types", ())


def creature_powers(
    state: State, number: int, card: str, slot: int, modifiers: Actives | None = None
) -> tuple[int, int]:
    """Return health and strength of a creature for the player who would fight it; `modifiers`: the
    active ones, if known."""
    design = CARD[card]
    health, strength = design.health, design.strength
    for ability in design.upper.of("static"):
        if ability.word == "self_mod" and _is_slot_in_range(ability.fields, slot):
            health += fixed_amount(state, number, ability.fields.get("health", 0))
            strength += fixed_amount(state, number, ability.fields.get("strength", 0))
    for fields, _ in active_statics(state, "creature_mod") if modifiers is None else modifiers:
        if design.kind in fields["types"] and _is_slot_in_range(fields, slot):
            health += fixed_amount(state, number, fields.get("health", 0))
            strength += fixed_amount(state, number, fields.get("strength", 0))
    change = desert_modifier(state, number)
    return max(0, health + change), max(0, strength - change)


def _is_slot_in_range(fields: Any, slot: int) -> bool:
    """Return whether a modifier applies to this space; without a space its conditions are false."""
    if "min_slot" in fields and slot < fields["min_slot"]:
        return False
    return "max_slot" not in fields or 0 <= slot <= fields["max_slot"]


def desert_modifier(state: State, number: int) -> int:
    """Return what the desert token adds to health and subtracts from strength."""
    if not state.desert or (state.desert_ignored and number == state.active):
        return 0
    doublings = sum(1 for _ in active_statics(state, "desert_double"))
    if number == state.active:
        doublings += state.desert_doubled
    size: int = 1 << doublings
    return size if state.desert == "calm" else -size


def overlord_powers(state: State) -> tuple[int, int]:
    """Return health and strength of the Overlord. Counters are those of the active player, and 0 if
    nobody is active (E164, E165)."""
    design = CARD[state.overlord]
    health = design.health + state.overlord_health
    strength = design.strength + state.overlord_strength
    for fields, _ in active_statics(state, "overlord_mod"):
        health += _for_active(state, fields.get("health", 0))
        strength += _for_active(state, fields.get("strength", 0))
    if state.options.desert_overlords:
        change = desert_modifier(state, state.active if state.active >= 0 else OVERLORD)
        health, strength = health + change, strength - change
    return max(0, health), max(0, strength)


def _for_active(state: State, rule: Amount) -> int:
    is_counted = not isinstance(rule, int)
    return 0 if is_counted and state.active < 0 else fixed_amount(state, state.active, rule)


def creature_flags(state: State, card: str) -> set[str]:
    """Return the flags of a creature or of the Overlord."""
    part = overlord_side(state).part if card == state.overlord and card else CARD[card].upper
    return {a.fields for a in part.abilities if a.word == "flag"}


def cannot_duel(state: State, number: int) -> bool:
    """Return whether a player does not attack in duels."""
    return any(
        fields == "no_duel_attack" and owner in (number, NOBODY)
        for fields, owner in active_statics(state, "flag")
    )


def anger_of(hit_points: int) -> int:
    """Return the anger marks of an Overlord with this many hit points.

    >>> [anger_of(points) for points in (99, 70, 69, 40, 39, 1)]
    [1, 1, 2, 2, 3, 3]
    """
    return 1 if hit_points >= 70 else 2 if hit_points >= 40 else 3
