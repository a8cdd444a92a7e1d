"""Card data: the types of cards and their parsers; errors name file, card and field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.engine.scenario_fields import (
    check_keys,
    one_of,
    parse_count,
    parse_integer,
    parse_list,
    parse_mapping,
)

from . import vocabulary as v

# One effect as in the data: a word of the vocabulary with its amount or argument.
Effect = dict[str, Any]
# A name in English, French and German.
Names = tuple[str, str, str]
LANGUAGES = ("en", "fr", "de")
NAMING = ("id", "name", "fr", "de", "from_seed")


class Action(Struct, frozen=True):
    """One star of a card: a main or side action, its cost in addition to the star, and its
    effects."""

    star: str
    cost: dict[v.Cost, int]
    effect: tuple[Effect, ...]


class Passive(Struct, frozen=True):
    """A grey effect: `do` on an event (with a segment of `type`), or a modified value.

    `least` is the lowest value that a modification can result in.
    """

    when: str = ""
    type: str = ""
    do: tuple[Effect, ...] = ()
    modify: str = ""
    by: int = 0
    least: int = 0


class SegmentCard(Struct, frozen=True):
    """A Palace, Location or Monument (`kind`); a Palace has a `faction` and no price."""

    id: str
    name: Names
    kind: str
    type: str
    copies: int = 1
    cost: int = 0
    essence: int = 0
    bonus: dict[str, int] = {}
    income: dict[str, int] = {}
    once: tuple[Effect, ...] = ()
    actions: tuple[Action, ...] = ()
    passive: tuple[Passive, ...] = ()
    faction: str = ""


class Character(Struct, frozen=True):
    """A Follower of a `faction`, or an Advisor (faction "")."""

    id: str
    name: Names
    copies: int
    actions: tuple[Action, ...]
    faction: str = ""


class Fragment(Struct, frozen=True):
    """A fragment of the prophecy. `patterns` are (x, y, type) cells; `monster` is its Defence or
    0."""

    id: str
    name: Names
    value: int
    cost: int
    bonus: tuple[Effect, ...]
    patterns: tuple[tuple[tuple[int, int, str], ...], ...] = ()
    count: dict[str, int] = {}
    attacks: int = 0
    treaties: int = 0
    spend: dict[str, int] = {}
    monster: int = 0


class Faction(Struct, frozen=True):
    id: str
    name: Names
    type: str
    stats: dict[str, int]


class Treaty(Struct, frozen=True):
    """A treaty; `prices` are those of its spaces, the first space first."""

    id: str
    name: Names
    effect: tuple[Effect, ...]
    prices: tuple[int, ...]


# Parts of a card ----------------------------------------------------------------------------------


def parse_names(card: Mapping[str, object], where: str) -> Names:
    """Return the three names; all are required."""
    names = []
    for key in ("name", "fr", "de"):
        value = card.get(key)
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{where}{key}: a name is missing")
        names.append(value)
    return (names[0], names[1], names[2])


def parse_action(entry: object, where: str) -> Action:
    """Parse {cost: [main|side, {wealth: 1}...], effect: [...]} with exactly one star."""
    data = parse_mapping(entry, where)
    check_keys(data, ("cost", "effect"), f"{where}.")
    parts = parse_list(data.get("cost"), f"{where}.cost")
    stars = [part for part in parts if isinstance(part, str)]
    if len(stars) != 1:
        raise ValueError(f"{where}.cost: exactly one of main and side")
    costs: dict[v.Cost, int] = {}
    for part in parts:
        if not isinstance(part, str):
            for what, many in parse_mapping(part, f"{where}.cost").items():
                costs[one_of(what, v.COSTS, f"{where}.cost")] = parse_integer(
                    many, 1, 9, f"{where}.cost.{what}"
                )
    star = one_of(stars[0], v.STARS, f"{where}.cost")
    return Action(star, costs, parse_effects(data.get("effect"), f"{where}.effect"))


def parse_actions(entries: object, where: str) -> tuple[Action, ...]:
    actions = [
        parse_action(entry, f"{where}[{n}]")
        for n, entry in enumerate(parse_list(entries, where), 1)
    ]
    if len(actions) > 2:
        raise ValueError(f"{where}: a card has two actions at most")
    return tuple(actions)


def parse_passive(entry: object, where: str) -> Passive:
    """Parse {when, if, do} or {modify, by, min}."""
    data = parse_mapping(entry, where)
    if "modify" in data:
        check_keys(data, ("modify", "by", "min"), f"{where}.")
        return Passive(
            modify=one_of(data["modify"], v.MODIFIERS, f"{where}.modify"),
            by=parse_integer(data.get("by"), -9, 9, f"{where}.by"),
            least=parse_count(data.get("min", 0), f"{where}.min"),
        )
    check_keys(data, ("when", "if", "do"), f"{where}.")
    condition = parse_mapping(data.get("if"), f"{where}.if")
    check_keys(condition, ("type",), f"{where}.if.")
    kind = condition.get("type")
    # Only effects without a choice: they happen when nobody can be asked anything.
    effects = parse_effects(data.get("do"), f"{where}.do")
    for effect in effects:
        one_of(next(iter(effect)), v.GAINS, f"{where}.do")
    return Passive(
        when=one_of(data.get("when"), v.WHENS, f"{where}.when"),
        type="" if kind is None else one_of(kind, v.TYPES, f"{where}.if.type"),
        do=effects,
    )


def parse_effects(entries: object, where: str) -> tuple[Effect, ...]:
    """Parse a non-empty list of one-key mappings."""
    effects = tuple(
        parse_effect(entry, f"{where}[{n}]")
        for n, entry in enumerate(parse_list(entries, where), 1)
    )
    if not effects:
        raise ValueError(f"{where}: an effect is missing")
    return effects


def parse_effect(entry: object, where: str) -> Effect:
    """Parse one effect: a one-key mapping whose value fits its key."""
    data = parse_mapping(entry, where)
    if len(data) != 1:
        raise ValueError(f"{where}: one effect is one word and its value")
    ((kind, value),) = data.items()
    one_of(kind, v.EFFECTS, where)
    check = VALUE_CHECKS.get(kind)
    if check:
        check(value, f"{where}.{kind}")
    elif kind in v.SWITCHES:
        parse_integer(value, 1, 1, f"{where}.{kind}")
    elif kind in v.LISTS:
        options = parse_effects(value, f"{where}.{kind}")
        if len(options) < 2:
            raise ValueError(f"{where}.{kind}: there is nothing to choose from")
    else:
        check_amount(value, f"{where}.{kind}")
    return dict(data)


def check_amount(value: object, where: str) -> None:
    """Check an integer above 0, or a counted amount."""
    if not isinstance(value, Mapping):
        parse_integer(value, 1, 99, where)
        return
    check_keys(value, ("per", "type", "every", "times", "min", "max"), f"{where}.")
    one_of(value.get("per"), v.UNITS, f"{where}.per")
    if (value.get("per") == "segments_of") != ("type" in value):
        raise ValueError(f"{where}.type: goes with per: segments_of")
    if "type" in value:
        one_of(value["type"], v.TYPES, f"{where}.type")
    for key in ("every", "times", "min", "max"):
        parse_integer(value.get(key, 1), 0, 99, f"{where}.{key}")


def _check_attack(value: object, where: str) -> None:
    if value != 1 and value != {"slaver": True}:
        raise ValueError(f"{where}: 1 or {{slaver: true}}")


def _check_build(value: object, where: str) -> None:
    data = parse_mapping(value, where)
    check_keys(data, ("discount", "needs_foundation"), f"{where}.")
    parse_integer(data.get("discount", 0), 0, 9, f"{where}.discount")
    if type(data.get("needs_foundation", True)) is not bool:
        raise ValueError(f"{where}.needs_foundation: true or false")


def _check_exhaust(value: object, where: str) -> None:
    data = parse_mapping(value, where)
    check_keys(data, ("whose",), f"{where}.")
    one_of(data.get("whose"), ("opponent", "own"), f"{where}.whose")


def _check_opponent_gives(value: object, where: str) -> None:
    data = parse_mapping(value, where)
    check_keys(data, ("who", "what", "n"), f"{where}.")
    one_of(data.get("who"), ("one", "all"), f"{where}.who")
    one_of(data.get("what"), (*v.TOKENS, "any_mix"), f"{where}.what")
    parse_integer(data.get("n"), 1, 9, f"{where}.n")


VALUE_CHECKS: dict[str, Callable[[object, str], None]] = {
    "attack_action": _check_attack,
    "build_action": _check_build,
    "add_location": lambda value, where: check_amount(value, where),
    "exhaust_segment": _check_exhaust,
    "opponent_gives": _check_opponent_gives,
}


def parse_numbers(
    entry: object, keys: Sequence[str], low: int, high: int, where: str
) -> dict[str, int]:
    """Parse a mapping from `keys` to integers from `low` to `high`."""
    data = parse_mapping(entry, where)
    check_keys(data, keys, f"{where}.")
    return {
        key: parse_integer(data[key], low, high, f"{where}.{key}") for key in keys if key in data
    }
