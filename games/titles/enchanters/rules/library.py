"""Read the card files; errors name file, card and field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from . import card_checks as checks
from . import vocabulary as words
from .abilities import read_abilities, read_ability, read_action, read_part
from .card_checks import WrongCard, check_keys
from .designs import Ability, Design, EventLine, Kingdom, Part, Side

LANGUAGES = ("en", "fr", "de")

FILE_KEYS = ("set", "status", "kingdom", "cards")
KINGDOM_KEYS = ("id", "name", "fr", "de", "village", "overlord", "banner", "class", "beginners") + (
    "theme",
)
CARD_KEYS = ("id", "kind", "tier", "name", "fr", "de", "copies", "two_player_copies", "stats") + (
    ("upper", "lower", "abilities", "setup", "stack", "kingdom", "invasion", "challenge", "static")
    + ("reward", "coop", "coop_only", "anger", "overlord")
)


class Book(msgspec.Struct):
    """Everything read: designs by id, kingdoms by id, both in file order."""

    designs: dict[str, Design]
    kingdoms: dict[str, Kingdom]


def read_folder(folder: Path) -> Book:
    """Read every card file of a folder. Raises WrongCard with file, card and field."""
    book = Book({}, {})
    for path in sorted(folder.glob("*.yaml")):
        read_file(book, path.read_text(encoding="utf-8"), path.name)
    return book


def read_file(book: Book, text: str, name: str) -> None:
    """Add one card file to the book."""
    try:
        data = msgspec.yaml.decode(text)
    except msgspec.DecodeError as error:
        raise WrongCard(f"{name}: this is no YAML: {error}") from None
    check_keys(data, FILE_KEYS, name)
    if data.get("status") != "authored":
        raise WrongCard(f"{name}: status: say `authored`: the values are our own")
    kingdom = ""
    if "kingdom" in data:
        new_kingdom = _read_kingdom(data["kingdom"], f"{name}: kingdom")
        kingdom = new_kingdom.id
        book.kingdoms[kingdom] = new_kingdom
    for place, card in enumerate(data.get("cards") or []):
        where = f"{name}: card {place + 1}"
        if isinstance(card, Mapping) and isinstance(card.get("id"), str):
            where = f"{name}: {card['id']}"
        design = read_card(card, kingdom, where)
        if design.id in book.designs:
            raise WrongCard(f"{where}: id: there are two cards of this name")
        book.designs[design.id] = design


def _read_names(data: Mapping[str, Any], where: str) -> dict[str, str]:
    names = {"en": data.get("name"), "fr": data.get("fr"), "de": data.get("de")}
    if not isinstance(names["en"], str) or not names["en"].strip():
        raise WrongCard(f"{where}: name: this is missing")
    return {language: str(name) for language, name in names.items() if name}


def _read_kingdom(data: Any, where: str) -> Kingdom:
    check_keys(data, KINGDOM_KEYS, where)
    if not isinstance(data.get("id"), str):
        raise WrongCard(f"{where}: id: this is missing")
    theme = data.get("theme") or {}
    check_keys(theme, LANGUAGES, f"{where}: theme")
    # A related card is named without its kind.
    kinds = ("village", "banner", "class", "overlord")
    cards = {kind: f"{kind}.{data[kind]}" if data.get(kind) else "" for kind in kinds}
    return Kingdom(
        data["id"],
        _read_names(data, where),
        cards["village"],
        cards["banner"],
        cards["class"],
        cards["overlord"],
        bool(data.get("beginners", False)),
        dict(theme),
    )


def read_card(card: Any, kingdom: str, where: str) -> Design:
    """Return one card. Raises WrongCard."""
    check_keys(card, CARD_KEYS, where)
    for key in ("id", "kind"):
        if not isinstance(card.get(key), str):
            raise WrongCard(f"{where}: {key}: this is missing")
    kind = card["kind"]
    if kind not in words.KINDS:
        raise WrongCard(f"{where}: kind: {kind!r} is none of {', '.join(words.KINDS)}")
    is_creature = kind in words.CREATURES
    if ("stats" in card) != (is_creature or kind == "overlord"):
        raise WrongCard(f"{where}: stats: creatures and Overlords have them, others do not")
    stats = card.get("stats") or {"health": 0, "strength": 0}
    checks.check_fields(stats, "health:number strength:number", f"{where}: stats")
    if is_creature and card.get("tier") not in words.TIERS:
        raise WrongCard(f"{where}: tier: say which of {', '.join(words.TIERS)}")
    if kind == "village":
        upper = Part({}, tuple(read_abilities(card.get("abilities"), "v", f"{where}: abilities")))
        if not upper.of("rest"):
            raise WrongCard(f"{where}: abilities: a village needs a rest action")
    else:
        upper = read_part(card.get("upper"), "u", f"{where}: upper")
    return Design(
        id=card["id"],
        kind=kind,
        names=_read_names(card, where),
        kingdom=str(card.get("kingdom", kingdom)),
        tier=str(card.get("tier", "")),
        copies=_read_copies(card, "copies", 1, where),
        two_player_copies=_read_copies(card, "two_player_copies", 0, where),
        health=stats["health"],
        strength=stats["strength"],
        upper=upper,
        lower=read_part(card.get("lower"), "l", f"{where}: lower"),
        setup=_read_setup(card.get("setup"), f"{where}: setup"),
        sides=_read_overlord_sides(card, where) if kind == "overlord" else {},
        anger=_read_anger_lines(card.get("anger"), f"{where}: anger")
        if kind == "overlord_event"
        else {},
        coop_only=bool(card.get("coop_only", False)),
        overlord=str(card.get("overlord", "")),
    )


def _read_copies(card: Mapping[str, Any], key: str, default: int, where: str) -> int:
    many = card.get(key, default)
    checks.check_number(many, f"{where}: {key}")
    return int(many)


def _read_setup(data: Any, where: str) -> dict[str, int]:
    checks.check_fields(data or {}, "crystals?:number extra_crystals?:number", where)
    return dict(data or {})


# Overlords and events -----------------------------------------------------------------------------


def _read_overlord_sides(card: Mapping[str, Any], where: str) -> dict[str, Side]:
    sides = {}
    if not card.get("coop_only"):
        sides["competitive"] = _read_overlord_side(card, where, coop=False)
    if "coop" in card:
        check_keys(card["coop"], ("invasion", "challenge", "static", "reward"), f"{where}: coop")
        sides["coop"] = _read_overlord_side(card["coop"], f"{where}: coop", coop=True)
    elif card.get("coop_only"):
        raise WrongCard(f"{where}: coop: this is missing")
    return sides


def _read_overlord_side(data: Mapping[str, Any], where: str, *, coop: bool) -> Side:
    invasion = []
    for place, line in enumerate(data.get("invasion") or []):
        at = f"{where}: invasion[{place}]"
        checks.check_fields(line, "type:invader effect:effects", at)
        invasion.append((line["type"], tuple(line["effect"])))
    # The lines of an overlay have their own labels.
    label = "oc" if coop else "o"
    lines: list[Ability] = []
    for place, action in enumerate(data.get("challenge") or []):
        at = f"{where}: challenge[{place}]"
        lines.append(read_action("challenge", action, f"{label}{place}", at))
    for place, static in enumerate(data.get("static") or [], start=len(lines)):
        lines.append(read_ability(static, f"{label}{place}", f"{where}: static[{place}]"))
    reward = data.get("reward") or ([] if coop else {})
    if coop:
        checks.check_effects(reward, f"{where}: reward")
        return Side(Part({}, tuple(lines)), tuple(invasion), reward_effects=tuple(reward))
    return Side(
        Part({}, tuple(lines)), tuple(invasion), reward=read_part(reward, "r", f"{where}: reward")
    )


def _read_anger_lines(data: object, where: str) -> dict[int, tuple[EventLine, ...]]:
    if not isinstance(data, Mapping) or set(data) != {1, 2, 3}:
        raise WrongCard(f"{where}: this must have the lines 1, 2 and 3")
    return {
        mark: tuple(
            _event_line(line, f"a{mark}{place}", f"{where}[{mark}][{place}]")
            for place, line in enumerate(lines or [])
        )
        for mark, lines in data.items()
    }


def _event_line(data: Any, label: str, where: str) -> EventLine:
    check_keys(data, ("do", "if", "static", "until", "while"), where)
    if "static" in data:
        static = {key: data[key] for key in ("static", "while") if key in data}
        return EventLine(static=read_ability(static, label, where))
    checks.check_effects(data.get("do"), f"{where}.do")
    test = data.get("if")
    if test is not None:
        checks.check_scope(test, f"{where}.if")
        word, value = checks.one_key(test, where)
        test = {word: value}
    return EventLine(tuple(data["do"]), test)
