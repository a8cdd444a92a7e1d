"""Positions with single fields replaced, and the facts of a table that an action changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from games.engine.contract import Event, serialize_view
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD
from games.titles.enchanters.rules.position import PILES
from games.titles.enchanters.rules.state import Seat, State

Facts = dict[str, Any]

NAMES = ("A", "B", "C", "D")
STACKS = ("item", "enchantment", "creature", "wound")
COUNTS = ("crystals", "wounds", "rewards", "pearls", "pearls_used")
SHARED = ("village", "village_rewards", "overlord_active", "overlord_rewards") + (
    *("overlord_health", "overlord_strength", "overlord_crystals", "hit_points", "pool"),
    *("desert", "journeyed", "free_journey", "desert_doubled", "desert_ignored", "result"),
)


def replace_fields(position: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position with other fields; “A.wounds” is a field of seat A."""
    replaced = deepcopy(dict(position))
    for name, value in fields.items():
        seat, _, field = name.partition(".")
        if field:
            replaced["seats"][seat][field] = value
        else:
            replaced[name] = value
    return replaced


def name_card(code: str) -> str:
    """Return a card without its set, and without its number if it is the first copy.

    >>> [name_card(code) for code in ("goblins.runt/1", "goblins.runt/2", "class.of_monks")]
    ['runt', 'runt 2', 'of_monks']
    """
    return code.rsplit(".", 1)[-1].removesuffix("/1").replace("/", " ")


def name_cards(codes: Sequence[str]) -> str:
    """Return a pile or stack from the top down."""
    return ", ".join(name_card(code) for code in codes[::-1])


def count_printed_icons(seat: Seat, icon: str) -> int:
    """Count an icon as the rules do: both parts of a top, the lower part of every other card."""
    found = 0
    for cards in seat.stacks.values():
        found += sum(CARD[code].lower.icons.get(icon, 0) for code in cards)
        found += sum(CARD[code].upper.icons.get(icon, 0) for code in cards[-1:])
    return found


def list_facts(state: State) -> Facts:
    """Return what lies on the table.

    “A.attack” is what the running attack has above the printed icons, so a card that moves leaves
    it as it is unless the minimum of 0 is reached.
    """
    facts: Facts = {name: getattr(state, name) for name in SHARED}
    for name, seat in zip(NAMES, state.seats, strict=False):
        facts |= {f"{name}.{count}": getattr(seat, count) for count in COUNTS}
        facts |= {f"{name}.{stack}": name_cards(seat.stacks[stack]) for stack in STACKS}
        for power in ("attack", "defense"):
            icons = count_printed_icons(seat, power) - count_printed_icons(seat, f"{power}_down")
            facts[f"{name}.{power}"] = getattr(seat, power) - icons
        facts[f"{name}.used"] = sum(seat.used.values())
    facts |= {pile: name_cards(getattr(state, pile)) for pile in PILES}
    for number, space in enumerate(state.track):
        tokens = "+" * space.rewards + "!" * space.wounds + "?" * space.cerberus
        facts[f"track.{number}"] = name_card(space.card) + tokens
    return facts


def list_sights(state: State) -> Facts:
    """Return what can be derived from the table: powers, values, costs, strength and points."""
    view = serialize_view(ENCHANTERS.build_view(state, 0))
    facts: Facts = {}
    for name, seat in zip(NAMES, view["seats"], strict=False):
        for value in ("attack", "defense", "weight", "speed", "pearls", "points"):
            facts[f"{name}.{value}"] = seat[value]
    for number, space in enumerate(view["track"]):
        for value in ("cost", "health", "strength"):
            facts[f"{number}.{value}"] = (space or {}).get(value, 0)
        for power in ("attack", "defense"):
            # What the viewer would have more in this fight.
            power_here = (space or {}).get(power, facts[f"A.{power}"])
            facts[f"{number}.{power}"] = power_here - facts[f"A.{power}"]
    for value in ("health", "strength"):
        facts[f"overlord.{value}"] = (view["overlord"] or {}).get(value, 0)
    return facts


def find_changes(before: Facts, after: Facts) -> Facts:
    """Return what differs: numbers by how much, everything else as it is now."""
    changes = {}
    for name, now in after.items():
        if now != (then := before[name]):
            counted = isinstance(now, int) and not isinstance(now, bool)
            changes[name] = now - then if counted else now
    return changes


def asked_seat(state: State) -> int:
    """Return the seat that is asked; the first if several are."""
    return next(p.seat for p in ENCHANTERS.list_prompts(state) if p.answered is None)


def answer_all(say: Any, state: State, lines: Sequence[str]) -> list[Event]:
    """Give these answers one after the other: “B: give Skittish Foal”, or whoever is asked."""
    events: list[Event] = []
    for line in lines:
        seat, colon, words = line.partition(": ")
        number = NAMES.index(seat) if colon else asked_seat(state)
        events += say(state, number, words if colon else line)
    return events
