"""Parse the card files, one kind of card each; schema.py parses the parts of a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.scenario_fields import (
    Fields,
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
PRICE_RANGES = {"location": (1, 3, 1), "monument": (5, 5, 2)}


def identify_card(card: object, keys: Sequence[str], file: str) -> tuple[Fields, str]:
    """Return the card and its location for messages; unknown fields are refused."""
    data = parse_mapping(card, file)
    text_keys(data, f"{file}: ")
    code = data.get("id")
    if not isinstance(code, str) or not code:
        raise ValueError(f"{file}: a card has no id: {dict(data)}")
    where = f"{file}: {code}: "
    check_keys(data, (*NAMING, *keys), where)
    return data, where


def parse_segments(cards: Iterable[object], kind: str, file: str) -> list[SegmentCard]:
    """Parse Locations, Monuments or Palaces."""
    return [_parse_segment(card, kind, file) for card in cards]


def _parse_segment(card: object, kind: str, file: str) -> SegmentCard:
    own = ("faction",) if kind == "palace" else ("cost", "essence", "copies")
    data, at = identify_card(card, (*SEGMENT, *own), file)
    once = data.get("once")
    grey = parse_list(data.get("passive"), f"{at}passive")
    if kind != "palace":
        least, most, plus = PRICE_RANGES[kind]
        parse_integer(data.get("cost"), least, most, f"{at}cost")
        bonus = schema.parse_numbers(data.get("bonus"), v.TYPES, -1, plus, f"{at}bonus")
        if sorted(bonus.values()) != [-1, plus]:
            raise ValueError(f"{at}bonus: exactly one +{plus} and one -1")
    return SegmentCard(
        id=data["id"],
        name=schema.parse_names(data, at),
        kind=kind,
        type=one_of(data.get("type"), v.TYPES, f"{at}type"),
        copies=parse_integer(data.get("copies", 1), 1, 9, f"{at}copies"),
        cost=data.get("cost", 0),
        essence=parse_integer(data.get("essence", 0), 0, 9, f"{at}essence"),
        bonus=schema.parse_numbers(data.get("bonus"), v.TYPES, -1, 2, f"{at}bonus"),
        income=schema.parse_numbers(data.get("income"), v.STATS, 1, 9, f"{at}income"),
        once=() if once is None else schema.parse_effects(once, f"{at}once"),
        actions=schema.parse_actions(data.get("actions"), f"{at}actions"),
        passive=tuple(
            schema.parse_passive(passive, f"{at}passive[{n}]") for n, passive in enumerate(grey, 1)
        ),
        faction=str(data.get("faction", "")),
    )


def parse_characters(cards: Iterable[object], keys: Sequence[str], file: str) -> list[Character]:
    """Parse Followers (`keys` contains "faction") or Advisors."""
    characters = []
    for card in cards:
        data, at = identify_card(card, ("copies", "actions", *keys), file)
        stars = schema.parse_actions(data.get("actions"), f"{at}actions")
        if not stars:
            raise ValueError(f"{at}actions: a card needs one")
        copies = parse_integer(data.get("copies", 1), 1, 9, f"{at}copies")
        faction = str(data.get("faction", ""))
        characters.append(
            Character(data["id"], schema.parse_names(data, at), copies, stars, faction)
        )
    return characters


def parse_factions(cards: Iterable[object], file: str) -> list[Faction]:
    factions = []
    for card in cards:
        data, at = identify_card(card, ("type", "stats"), file)
        stats = schema.parse_numbers(data.get("stats"), v.STATS, 0, 9, f"{at}stats")
        if missing := [stat for stat in v.STATS if stat not in stats]:
            raise ValueError(f"{at}stats: {missing[0]} is missing")
        kind = one_of(data.get("type"), v.TYPES, f"{at}type")
        factions.append(Faction(data["id"], schema.parse_names(data, at), kind, stats))
    return factions


def parse_treaties(cards: Iterable[object], file: str) -> list[Treaty]:
    treaties = []
    for card in cards:
        data, at = identify_card(card, ("effect", "prices"), file)
        prices = tuple(
            parse_integer(price, 1, 9, f"{at}prices[{n}]")
            for n, price in enumerate(parse_list(data.get("prices"), f"{at}prices"), 1)
        )
        if list(prices) != sorted(set(prices)):
            raise ValueError(f"{at}prices: they rise from space to space")
        effect = schema.parse_effects(data.get("effect"), f"{at}effect")
        treaties.append(Treaty(f"t.{data['id']}", schema.parse_names(data, at), effect, prices))
    return treaties


def parse_fragments(cards: Iterable[object], file: str) -> list[Fragment]:
    return [_parse_fragment(card, file) for card in cards]


def _parse_fragment(card: object, file: str) -> Fragment:
    data, at = identify_card(card, ("value", "cost", "require", "bonus"), file)
    requirements: dict[str, Any] = {"patterns": ()}
    for number, requirement in enumerate(parse_list(data.get("require"), f"{at}require"), 1):
        where = f"{at}require[{number}]"
        for kind, value in parse_mapping(requirement, where).items():
            one_of(kind, v.REQUIREMENTS, where)
            key, read = _parse_requirement(kind, value, f"{where}.{kind}")
            requirements[key] = requirements["patterns"] + read if key == "patterns" else read
    if requirements == {"patterns": ()}:
        raise ValueError(f"{at}require: nothing is required")
    return Fragment(
        data["id"],
        schema.parse_names(data, at),
        parse_integer(data.get("value"), 1, 3, f"{at}value"),
        parse_count(data.get("cost"), f"{at}cost"),
        schema.parse_effects(data.get("bonus"), f"{at}bonus"),
        **requirements,
    )


def _parse_requirement(kind: str, value: object, where: str) -> tuple[str, object]:
    match kind:
        case "pattern":
            return "patterns", (_parse_pattern(value, where),)
        case "count":
            return "count", schema.parse_numbers(value, (*v.TYPES, v.ANY), 1, 20, where)
        case "spend":
            return "spend", schema.parse_numbers(value, v.TOKENS, 1, 9, where)
        case "monster":
            data = parse_mapping(value, where)
            check_keys(data, ("defense",), f"{where}.")
            return "monster", parse_integer(data.get("defense"), 1, 20, f"{where}.defense")
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
    reached_places = [next(iter(places))]
    for x, y in reached_places:
        around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & places - set(reached_places)
        reached_places.extend(around)
    return len(reached_places) == len(places)
