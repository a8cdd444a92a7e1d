"""The contents of the box: every card, board number and treaty, read once from the files in
`data/`.

Raises ValueError on import if the data is invalid; the message names file, card and field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from games.engine.scenario_fields import check_keys, one_of, parse_count, parse_list, parse_mapping

from . import read_cards as reading
from .schema import Action, Character, Faction, Fragment, Names, Passive, SegmentCard, Treaty

DATA = Path(__file__).parent.parent / "data"
FILES = ("factions", "followers", "advisors", "prophecies", "monuments", "locations")
NOTHING: Mapping[str, Path] = {}
# The number of cards in the box.
FOLLOWERS_EACH, MANY = 8, {"advisors": 30, "monuments": 14, "locations": 76}
FRAGMENTS = {1: 20, 2: 20, 3: 15}

Card = TypeVar("Card", Character, Faction, Fragment, SegmentCard, Treaty)


class Box(msgspec.Struct, frozen=True):
    """Everything read, by id and in file order."""

    factions: dict[str, Faction]
    palaces: dict[str, SegmentCard]
    treaties: dict[str, Treaty]
    followers: dict[str, Character]
    advisors: dict[str, Character]
    fragments: dict[str, Fragment]
    monuments: dict[str, SegmentCard]
    locations: dict[str, SegmentCard]
    treaty_spaces: dict[int, int]
    shard_goal: dict[int, int]
    threat_start: int
    threat_max: int
    row: int


def load_box(folder: Path = DATA, instead: Mapping[str, Path] = NOTHING) -> Box:
    """Read and check all files of a folder; `instead` maps file names to replacements."""
    files = {name: _load_file(instead.get(name, folder / f"{name}.yaml"), name) for name in FILES}
    main = files["factions"]
    board = parse_mapping(main.get("board"), "factions.yaml: board")
    threat = parse_mapping(board.get("external_threat"), "factions.yaml: board: external_threat")
    where = "factions.yaml: board: "
    return check_box(
        Box(
            factions=_by_id(reading.parse_factions(_list_cards(main, "factions"), "factions.yaml")),
            palaces=_by_id(
                reading.parse_segments(_list_cards(main, "palaces"), "palace", "factions.yaml"),
                "factions",
            ),
            treaties=_by_id(reading.parse_treaties(_list_cards(main, "treaties"), "factions.yaml")),
            followers=_by_id(_load_characters(files, "followers", ("faction",)), "followers"),
            advisors=_by_id(_load_characters(files, "advisors", ()), "advisors"),
            fragments=_by_id(
                reading.parse_fragments(_list_cards(files["prophecies"]), "prophecies.yaml"),
                "prophecies",
            ),
            monuments=_by_id(
                reading.parse_segments(
                    _list_cards(files["monuments"]), "monument", "monuments.yaml"
                )
            ),
            locations=_by_id(
                reading.parse_segments(
                    _list_cards(files["locations"]), "location", "locations.yaml"
                )
            ),
            treaty_spaces=_by_seats(board.get("treaty_spaces"), f"{where}treaty_spaces"),
            shard_goal=_by_seats(board.get("shard_goal"), f"{where}shard_goal"),
            threat_start=parse_count(threat.get("start"), f"{where}external_threat.start"),
            threat_max=parse_count(threat.get("max"), f"{where}external_threat.max"),
            row=parse_count(board.get("prophecy_spaces"), f"{where}prophecy_spaces"),
        )
    )


def _load_file(path: Path, name: str) -> Mapping[str, object]:
    try:
        read = parse_mapping(msgspec.yaml.decode(path.read_bytes()), name)
    except (OSError, msgspec.DecodeError) as error:
        raise ValueError(f"{name}.yaml: it cannot be read: {error}") from None
    heads = ("factions", "palaces", "treaties", "board") if name == "factions" else ("cards",)
    check_keys(read, ("set", "status", *heads), f"{name}.yaml: ")
    one_of(read.get("set"), (name,), f"{name}.yaml: set")
    one_of(read.get("status"), ("authored", "printed"), f"{name}.yaml: status")
    return read


def _list_cards(file: Mapping[str, object], key: str = "cards") -> list[object]:
    return parse_list(file.get(key), f"{file['set']}.yaml: {key}")


def _load_characters(files: Mapping[str, Any], name: str, keys: Sequence[str]) -> list[Character]:
    return reading.parse_characters(_list_cards(files[name]), keys, f"{name}.yaml")


def _by_id(cards: Sequence[Card], file: str = "") -> dict[str, Card]:
    cards_by_id: dict[str, Card] = {}
    for card in cards:
        if card.id in cards_by_id:
            raise ValueError(f"{file}.yaml: {card.id}: id: there are two of it")
        cards_by_id[card.id] = card
    return cards_by_id


def _by_seats(data: object, where: str) -> dict[int, int]:
    counts: Mapping[Any, object] = parse_mapping(data, where)
    return {seats: parse_count(counts.get(seats), f"{where}.{seats}") for seats in range(2, 6)}


# Checks across all cards --------------------------------------------------------------------------


def check_box(box: Box) -> Box:
    """Return the box. Raises ValueError if a name, a number of copies or a faction is wrong."""
    _check_numbers(box)
    for code, palace in box.palaces.items():
        one_of(palace.faction, tuple(box.factions), f"factions.yaml: {code}: faction")
    for faction in box.factions:
        if [p.faction for p in box.palaces.values()].count(faction) != 1:
            raise ValueError(f"factions.yaml: {faction}: it needs one palace")
    for column, language in enumerate(("name", "fr", "de")):
        code_of_name: dict[str, str] = {}
        for code, name in component_names(box).items():
            if (other := code_of_name.setdefault(name[column], code)) != code:
                raise ValueError(f"{code}: {language}: {name[column]!r} is also {other}")
    return box


def _check_numbers(box: Box) -> None:
    for code, follower in box.followers.items():
        one_of(follower.faction, tuple(box.factions), f"followers.yaml: {code}: faction")
    each = Counter[str]()
    for follower in box.followers.values():
        each[follower.faction] += follower.copies
    for faction in box.factions:
        _require_count(each[faction], FOLLOWERS_EACH, f"followers.yaml: {faction}")
    _require_count(_count_copies(box.advisors), MANY["advisors"], "advisors.yaml")
    _require_count(_count_copies(box.monuments), MANY["monuments"], "monuments.yaml")
    _require_count(_count_copies(box.locations), MANY["locations"], "locations.yaml")
    values = Counter(fragment.value for fragment in box.fragments.values())
    for value, many in FRAGMENTS.items():
        _require_count(values[value], many, f"prophecies.yaml: value {value}")
    for code, treaty in box.treaties.items():
        if len(treaty.prices) < max(box.treaty_spaces.values()):
            raise ValueError(f"factions.yaml: {code}: prices: a space has none")


def _count_copies(cards: Mapping[str, Any]) -> int:
    return sum(card.copies for card in cards.values())


def _require_count(actual: int, expected: int, where: str) -> None:
    if actual != expected:
        raise ValueError(f"{where}: copies: {actual} cards and not {expected}")


def component_names(box: Box) -> dict[str, Names]:
    """Return the names of every component (English, French, German) by its id."""
    groups: tuple[Mapping[str, Any], ...] = (
        *(box.factions, box.palaces, box.treaties, box.followers, box.advisors),
        *(box.fragments, box.monuments, box.locations),
    )
    return {code: card.name for group in groups for code, card in group.items()}


BOX = load_box()
FACTIONS, TREATIES, FRAGMENT = BOX.factions, BOX.treaties, BOX.fragments
CHARACTER: dict[str, Character] = BOX.followers | BOX.advisors
SEGMENT: dict[str, SegmentCard] = BOX.palaces | BOX.monuments | BOX.locations
PALACE_OF = {palace.faction: code for code, palace in BOX.palaces.items()}
ACTIONS: dict[str, tuple[Action, ...]] = {
    code: card.actions for code, card in (CHARACTER | SEGMENT).items()
}
NAMES = component_names(BOX)
# A price or value -> the segments that modify it, and their grey effects.
MODIFIERS: dict[str, dict[str, list[Passive]]] = {}
for _code, _segment in SEGMENT.items():
    for _passive in _segment.passive:
        if _passive.modify:
            MODIFIERS.setdefault(_passive.modify, {}).setdefault(_code, []).append(_passive)
