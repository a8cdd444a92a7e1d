"""Parse the card files, one kind of card each; schema.py parses the parts of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.scenario_fields import (
    check_keys,
    one_of,
    parse_count,
    parse_integer,
    parse_list,
    parse_mapping,
    text_keys,
)

from . import schema
from . import vocabulary as v
from .schema import NAMING, Character, Faction, Fragment, SegmentCard, Treaty

SEGMENT = ("type", "bonus", "income", "once", "actions", "passive")
# Allowed price and neighbour modifiers: kind -> (lowest price, highest price, positive modifier).
PRINTED = {"location": (1, 3, 1), "monument": (5, 5, 2)}


def identify_card(card: object, keys: Sequence[str], file: str) -> tuple[Mapping[str, Any], str]:
    """Return the card and its location for messages; unknown fields are refused."""
    given = parse_mapping(card, file)
    text_keys(given, f"{file}: ")
    code = given.get("id")
    if not isinstance(code, str) or not code:
        raise ValueError(f"{file}: a card has no id: {dict(given)}")
    where = f"{file}: {code}: "
    check_keys(given, (*NAMING, *keys), where)
    return given, where


def parse_segments(cards: Iterable[Any], kind: str, file: str) -> list[SegmentCard]:
    """Parse Locations, Monuments or Palaces."""
    return [_parse_segment(card, kind, file) for card in cards]


def _parse_segment(card: object, kind: str, file: str) -> SegmentCard:
    own = ("faction",) if kind == "palace" else ("cost", "essence", "copies")
    given, at = identify_card(card, (*SEGMENT, *own), file)
    once = given.get("once")
    grey = parse_list(given.get("passive"), f"{at}passive")
    if kind != "palace":
        least, most, plus = PRINTED[kind]
        parse_integer(given.get("cost"), least, most, f"{at}cost")
        bonus = schema.parse_numbers(given.get("bonus"), v.TYPES, -1, plus, f"{at}bonus")
        if sorted(bonus.values()) != [-1, plus]:
            raise ValueError(f"{at}bonus: exactly one +{plus} and one -1")
    return SegmentCard(
        id=given["id"],
        name=schema.parse_names(given, at),
        kind=kind,
        type=one_of(given.get("type"), v.TYPES, f"{at}type"),
        copies=parse_integer(given.get("copies", 1), 1, 9, f"{at}copies"),
        cost=given.get("cost", 0),
        essence=parse_integer(given.get("essence", 0), 0, 9, f"{at}essence"),
        bonus=schema.parse_numbers(given.get("bonus"), v.TYPES, -1, 2, f"{at}bonus"),
        income=schema.parse_numbers(given.get("income"), v.STATS, 1, 9, f"{at}income"),
        once=() if once is None else schema.parse_effects(once, f"{at}once"),
        actions=schema.parse_actions(given.get("actions"), f"{at}actions"),
        passive=tuple(
            schema.parse_passive(one, f"{at}passive[{n}]") for n, one in enumerate(grey, 1)
        ),
        faction=str(given.get("faction", "")),
    )


def parse_characters(cards: Iterable[Any], keys: Sequence[str], file: str) -> list[Character]:
    """Parse Followers (`keys` contains "faction") or Advisors."""
    found = []
    for card in cards:
        given, at = identify_card(card, ("copies", "actions", *keys), file)
        stars = schema.parse_actions(given.get("actions"), f"{at}actions")
        if not stars:
            raise ValueError(f"{at}actions: a card needs one")
        copies = parse_integer(given.get("copies", 1), 1, 9, f"{at}copies")
        faction = str(given.get("faction", ""))
        found.append(Character(given["id"], schema.parse_names(given, at), copies, stars, faction))
    return found


def parse_factions(cards: Iterable[Any], file: str) -> list[Faction]:
    found = []
    for card in cards:
        given, at = identify_card(card, ("type", "stats"), file)
        stats = schema.parse_numbers(given.get("stats"), v.STATS, 0, 9, f"{at}stats")
        if missing := [stat for stat in v.STATS if stat not in stats]:
            raise ValueError(f"{at}stats: {missing[0]} is missing")
        kind = one_of(given.get("type"), v.TYPES, f"{at}type")
        found.append(Faction(given["id"], schema.parse_names(given, at), kind, stats))
    return found


def parse_treaties(cards: Iterable[Any], file: str) -> list[Treaty]:
    found = []
    for card in cards:
        given, at = identify_card(card, ("effect", "prices"), file)
        prices = tuple(
            parse_integer(price, 1, 9, f"{at}prices[{n}]")
            for n, price in enumerate(parse_list(given.get("prices"), f"{at}prices"), 1)
        )
        if list(prices) != sorted(set(prices)):
            raise ValueError(f"{at}prices: they rise from space to space")
        effect = schema.parse_effects(given.get("effect"), f"{at}effect")
        found.append(Treaty(f"t.{given['id']}", schema.parse_names(given, at), effect, prices))
    return found


def parse_fragments(cards: Iterable[Any], file: str) -> list[Fragment]:
    return [_parse_fragment(card, file) for card in cards]


def _parse_fragment(card: object, file: str) -> Fragment:
    given, at = identify_card(card, ("value", "cost", "require", "bonus"), file)
    wanted: dict[str, Any] = {"patterns": ()}
    for number, one in enumerate(parse_list(given.get("require"), f"{at}require"), 1):
        where = f"{at}require[{number}]"
        for kind, value in parse_mapping(one, where).items():
            one_of(kind, v.REQUIREMENTS, where)
            key, read = _parse_requirement(kind, value, f"{where}.{kind}")
            wanted[key] = wanted["patterns"] + read if key == "patterns" else read
    if wanted == {"patterns": ()}:
        raise ValueError(f"{at}require: nothing is required")
    return Fragment(
        given["id"],
        schema.parse_names(given, at),
        parse_integer(given.get("value"), 1, 3, f"{at}value"),
        parse_count(given.get("cost"), f"{at}cost"),
        schema.parse_effects(given.get("bonus"), f"{at}bonus"),
        **wanted,
    )


def _parse_requirement(kind: str, value: object, where: str) -> tuple[str, Any]:
    match kind:
        case "pattern":
            return "patterns", (_parse_pattern(value, where),)
        case "count":
            return "count", schema.parse_numbers(value, (*v.TYPES, v.ANY), 1, 20, where)
        case "spend":
            return "spend", schema.parse_numbers(value, v.TOKENS, 1, 9, where)
        case "monster":
            given = parse_mapping(value, where)
            check_keys(given, ("defense",), f"{where}.")
            return "monster", parse_integer(given.get("defense"), 1, 20, f"{where}.defense")
        case "treaties_this_round":
            return "treaties", parse_integer(value, 1, 4, where)
    return "attacks", parse_integer(value, 1, 9, where)


def _parse_pattern(value: object, where: str) -> tuple[tuple[int, int, str], ...]:
    """Parse [[x, y, type], ...]; the cells must be connected."""
    cells = []
    for number, cell in enumerate(parse_list(value, where), 1):
        if not isinstance(cell, list) or len(cell) != 3:
            raise ValueError(f"{where}[{number}]: a cell is [x, y, type]")
        x, y = (parse_integer(part, -9, 9, f"{where}[{number}]") for part in cell[:2])
        cells.append((x, y, one_of(cell[2], (*v.TYPES, v.ANY), f"{where}[{number}]")))
    places = {(x, y) for x, y, _ in cells}
    if len(places) < len(cells) or len(cells) < 2 or not _is_connected(places):
        raise ValueError(f"{where}: two or more different cells that hang together")
    return tuple(cells)


def _is_connected(places: set[tuple[int, int]]) -> bool:
    found = [next(iter(places))]
    for x, y in found:
        around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & places - set(found)
        found.extend(around)
    return len(found) == len(places)
