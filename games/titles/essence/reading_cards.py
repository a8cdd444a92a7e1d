"""Reading the cards of one file each: schema.py says what a part may hold, this what a card is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.scenario_fields import count, known, listing, mapping, one_of, text_keys, within

from . import schema
from . import vocabulary as v
from .schema import NAMING, Character, Faction, Fragment, SegmentCard, Treaty

SEGMENT = ("type", "bonus", "income", "once", "actions", "passive")
# The price and the neighbours' modifiers that are printed: kind -> (least, most, plus).
PRINTED = {"location": (1, 3, 1), "monument": (5, 5, 2)}


def identified(card: Any, keys: Sequence[str], file: str) -> tuple[Mapping[str, Any], str]:
    """Return the card and where it stands; every field must be known."""
    given = mapping(card, file)
    text_keys(given, f"{file}: ")
    code = given.get("id")
    if not isinstance(code, str) or not code:
        raise ValueError(f"{file}: a card has no id: {dict(given)}")
    where = f"{file}: {code}: "
    known(given, (*NAMING, *keys), where)
    return given, where


def segments(cards: Iterable[Any], kind: str, file: str) -> list[SegmentCard]:
    """Read Locations, Monuments or Palaces."""
    return [_segment(card, kind, file) for card in cards]


def _segment(card: Any, kind: str, file: str) -> SegmentCard:
    own = ("faction",) if kind == "palace" else ("cost", "essence", "copies")
    given, at = identified(card, (*SEGMENT, *own), file)
    once = given.get("once")
    grey = listing(given.get("passive"), f"{at}passive")
    if kind != "palace":
        least, most, plus = PRINTED[kind]
        within(given.get("cost"), least, most, f"{at}cost")
        bonus = schema.numbers(given.get("bonus"), v.TYPES, -1, plus, f"{at}bonus")
        if sorted(bonus.values()) != [-1, plus]:
            raise ValueError(f"{at}bonus: exactly one +{plus} and one -1")
    return SegmentCard(
        id=given["id"],
        name=schema.names(given, at),
        kind=kind,
        type=one_of(given.get("type"), v.TYPES, f"{at}type"),
        copies=within(given.get("copies", 1), 1, 9, f"{at}copies"),
        cost=given.get("cost", 0),
        essence=within(given.get("essence", 0), 0, 9, f"{at}essence"),
        bonus=schema.numbers(given.get("bonus"), v.TYPES, -1, 2, f"{at}bonus"),
        income=schema.numbers(given.get("income"), v.STATS, 1, 9, f"{at}income"),
        once=() if once is None else schema.effects(once, f"{at}once"),
        actions=schema.actions(given.get("actions"), f"{at}actions"),
        passive=tuple(schema.passive(one, f"{at}passive[{n}]") for n, one in enumerate(grey, 1)),
        faction=str(given.get("faction", "")),
    )


def characters(cards: Iterable[Any], keys: Sequence[str], file: str) -> list[Character]:
    """Read Followers (`keys` has faction) or Advisors."""
    found = []
    for card in cards:
        given, at = identified(card, ("copies", "actions", *keys), file)
        stars = schema.actions(given.get("actions"), f"{at}actions")
        if not stars:
            raise ValueError(f"{at}actions: a card needs one")
        copies = within(given.get("copies", 1), 1, 9, f"{at}copies")
        faction = str(given.get("faction", ""))
        found.append(Character(given["id"], schema.names(given, at), copies, stars, faction))
    return found


def factions(cards: Iterable[Any], file: str) -> list[Faction]:
    found = []
    for card in cards:
        given, at = identified(card, ("type", "stats"), file)
        stats = schema.numbers(given.get("stats"), v.STATS, 0, 9, f"{at}stats")
        if missing := [stat for stat in v.STATS if stat not in stats]:
            raise ValueError(f"{at}stats: {missing[0]} is missing")
        kind = one_of(given.get("type"), v.TYPES, f"{at}type")
        found.append(Faction(given["id"], schema.names(given, at), kind, stats))
    return found


def treaties(cards: Iterable[Any], file: str) -> list[Treaty]:
    found = []
    for card in cards:
        given, at = identified(card, ("effect", "prices"), file)
        prices = tuple(
            within(price, 1, 9, f"{at}prices[{n}]")
            for n, price in enumerate(listing(given.get("prices"), f"{at}prices"), 1)
        )
        if list(prices) != sorted(set(prices)):
            raise ValueError(f"{at}prices: they rise from space to space")
        effect = schema.effects(given.get("effect"), f"{at}effect")
        found.append(Treaty(f"t.{given['id']}", schema.names(given, at), effect, prices))
    return found


def fragments(cards: Iterable[Any], file: str) -> list[Fragment]:
    return [_fragment(card, file) for card in cards]


def _fragment(card: Any, file: str) -> Fragment:
    given, at = identified(card, ("value", "cost", "require", "bonus"), file)
    wanted: dict[str, Any] = {"patterns": ()}
    for number, one in enumerate(listing(given.get("require"), f"{at}require"), 1):
        where = f"{at}require[{number}]"
        for kind, value in mapping(one, where).items():
            one_of(kind, v.REQUIREMENTS, where)
            key, read = _requirement(kind, value, f"{where}.{kind}")
            wanted[key] = wanted["patterns"] + read if key == "patterns" else read
    if wanted == {"patterns": ()}:
        raise ValueError(f"{at}require: nothing is required")
    return Fragment(
        given["id"],
        schema.names(given, at),
        within(given.get("value"), 1, 3, f"{at}value"),
        count(given.get("cost"), f"{at}cost"),
        schema.effects(given.get("bonus"), f"{at}bonus"),
        **wanted,
    )


def _requirement(kind: str, value: Any, where: str) -> tuple[str, Any]:
    match kind:
        case "pattern":
            return "patterns", (_pattern(value, where),)
        case "count":
            return "count", schema.numbers(value, (*v.TYPES, v.ANY), 1, 20, where)
        case "spend":
            return "spend", schema.numbers(value, v.TOKENS, 1, 9, where)
        case "monster":
            given = mapping(value, where)
            known(given, ("defense",), f"{where}.")
            return "monster", within(given.get("defense"), 1, 20, f"{where}.defense")
        case "treaties_this_round":
            return "treaties", within(value, 1, 4, where)
    return "attacks", within(value, 1, 9, where)


def _pattern(value: Any, where: str) -> tuple[tuple[int, int, str], ...]:
    """Read [[x, y, type], ...]; the cells must be connected."""
    cells = []
    for number, cell in enumerate(listing(value, where), 1):
        if not isinstance(cell, list) or len(cell) != 3:
            raise ValueError(f"{where}[{number}]: a cell is [x, y, type]")
        x, y = (within(part, -9, 9, f"{where}[{number}]") for part in cell[:2])
        cells.append((x, y, one_of(cell[2], (*v.TYPES, v.ANY), f"{where}[{number}]")))
    places = {(x, y) for x, y, _ in cells}
    if len(places) < len(cells) or len(cells) < 2 or not _connected(places):
        raise ValueError(f"{where}: two or more different cells that hang together")
    return tuple(cells)


def _connected(places: set[tuple[int, int]]) -> bool:
    found = [next(iter(places))]
    for x, y in found:
        around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & places - set(found)
        found.extend(around)
    return len(found) == len(places)
