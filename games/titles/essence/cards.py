"""The box: every card, board number and treaty, read once from the files in `data/`.

Raises ValueError when the data is wrong; the message names file, card and field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from games.engine.scenario_fields import count, known, listing, mapping, one_of

from . import reading_cards as reading
from .schema import Action, Character, Faction, Fragment, Names, SegmentCard, Treaty

DATA = Path(__file__).parent / "data"
FILES = ("factions", "followers", "advisors", "prophecies", "monuments", "locations")
NOTHING: Mapping[str, Path] = {}
# What lies in the box, card by card.
FOLLOWERS_EACH, MANY = 8, {"advisors": 30, "monuments": 14, "locations": 76}
FRAGMENTS = {1: 20, 2: 20, 3: 15}

Card = TypeVar("Card", Character, Faction, Fragment, SegmentCard, Treaty)


class Box(msgspec.Struct, frozen=True):
    """Everything that was read, by id and in the order of the files."""

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


def load(folder: Path = DATA, instead: Mapping[str, Path] = NOTHING) -> Box:
    """Read and check all files of a folder; `instead` names others by what they replace."""
    files = {name: _file(instead.get(name, folder / f"{name}.yaml"), name) for name in FILES}
    main = files["factions"]
    board = mapping(main.get("board"), "factions.yaml: board")
    threat = mapping(board.get("external_threat"), "factions.yaml: board: external_threat")
    where = "factions.yaml: board: "
    return checked(
        Box(
            factions=_by_id(reading.factions(_cards(main, "factions"), "factions.yaml")),
            palaces=_by_id(
                reading.segments(_cards(main, "palaces"), "palace", "factions.yaml"), "factions"
            ),
            treaties=_by_id(reading.treaties(_cards(main, "treaties"), "factions.yaml")),
            followers=_by_id(_characters(files, "followers", ("faction",)), "followers"),
            advisors=_by_id(_characters(files, "advisors", ()), "advisors"),
            fragments=_by_id(
                reading.fragments(_cards(files["prophecies"]), "prophecies.yaml"), "prophecies"
            ),
            monuments=_by_id(
                reading.segments(_cards(files["monuments"]), "monument", "monuments.yaml")
            ),
            locations=_by_id(
                reading.segments(_cards(files["locations"]), "location", "locations.yaml")
            ),
            treaty_spaces=_by_seats(board.get("treaty_spaces"), f"{where}treaty_spaces"),
            shard_goal=_by_seats(board.get("shard_goal"), f"{where}shard_goal"),
            threat_start=count(threat.get("start"), f"{where}external_threat.start"),
            threat_max=count(threat.get("max"), f"{where}external_threat.max"),
            row=count(board.get("prophecy_spaces"), f"{where}prophecy_spaces"),
        )
    )


def _file(path: Path, name: str) -> Mapping[str, Any]:
    try:
        read = mapping(msgspec.yaml.decode(path.read_bytes()), name)
    except (OSError, msgspec.DecodeError) as error:
        raise ValueError(f"{name}.yaml: it cannot be read: {error}") from None
    heads = ("factions", "palaces", "treaties", "board") if name == "factions" else ("cards",)
    known(read, ("set", "status", *heads), f"{name}.yaml: ")
    one_of(read.get("set"), (name,), f"{name}.yaml: set")
    one_of(read.get("status"), ("authored", "printed"), f"{name}.yaml: status")
    return read


def _cards(file: Mapping[str, Any], key: str = "cards") -> list[Any]:
    return listing(file.get(key), f"{file['set']}.yaml: {key}")


def _characters(files: Mapping[str, Any], name: str, keys: Sequence[str]) -> list[Character]:
    return reading.characters(_cards(files[name]), keys, f"{name}.yaml")


def _by_id(cards: Sequence[Card], file: str = "") -> dict[str, Card]:
    found: dict[str, Card] = {}
    for card in cards:
        if card.id in found:
            raise ValueError(f"{file}.yaml: {card.id}: id: there are two of it")
        found[card.id] = card
    return found


def _by_seats(written: Any, where: str) -> dict[int, int]:
    given: Mapping[Any, Any] = mapping(written, where)
    return {seats: count(given.get(seats), f"{where}.{seats}") for seats in range(2, 6)}


# What must be true of all cards together ----------------------------------------------------------


def checked(box: Box) -> Box:
    """Return the box. Raises ValueError for a name, a copy or a faction that is wrong."""
    _check_numbers(box)
    for code, palace in box.palaces.items():
        one_of(palace.faction, tuple(box.factions), f"factions.yaml: {code}: faction")
    for faction in box.factions:
        if [p.faction for p in box.palaces.values()].count(faction) != 1:
            raise ValueError(f"factions.yaml: {faction}: it needs one palace")
    for column, language in enumerate(("name", "fr", "de")):
        seen: dict[str, str] = {}
        for code, name in named(box).items():
            if (other := seen.setdefault(name[column], code)) != code:
                raise ValueError(f"{code}: {language}: {name[column]!r} is also {other}")
    return box


def _check_numbers(box: Box) -> None:
    for code, follower in box.followers.items():
        one_of(follower.faction, tuple(box.factions), f"followers.yaml: {code}: faction")
    each = Counter[str]()
    for follower in box.followers.values():
        each[follower.faction] += follower.copies
    for faction in box.factions:
        _is(each[faction], FOLLOWERS_EACH, f"followers.yaml: {faction}")
    _is(_copies(box.advisors), MANY["advisors"], "advisors.yaml")
    _is(_copies(box.monuments), MANY["monuments"], "monuments.yaml")
    _is(_copies(box.locations), MANY["locations"], "locations.yaml")
    values = Counter(fragment.value for fragment in box.fragments.values())
    for value, many in FRAGMENTS.items():
        _is(values[value], many, f"prophecies.yaml: value {value}")
    for code, treaty in box.treaties.items():
        if len(treaty.prices) < max(box.treaty_spaces.values()):
            raise ValueError(f"factions.yaml: {code}: prices: a space has none")


def _copies(cards: Mapping[str, Any]) -> int:
    return sum(card.copies for card in cards.values())


def _is(found: int, wanted: int, where: str) -> None:
    if found != wanted:
        raise ValueError(f"{where}: copies: {found} cards and not {wanted}")


def named(box: Box) -> dict[str, Names]:
    """Return the three names of every component, by its id."""
    groups: tuple[Mapping[str, Any], ...] = (
        *(box.factions, box.palaces, box.treaties, box.followers, box.advisors),
        *(box.fragments, box.monuments, box.locations),
    )
    return {code: card.name for group in groups for code, card in group.items()}


BOX = load()
FACTIONS, TREATIES, FRAGMENT = BOX.factions, BOX.treaties, BOX.fragments
CHARACTER: dict[str, Character] = BOX.followers | BOX.advisors
SEGMENT: dict[str, SegmentCard] = BOX.palaces | BOX.monuments | BOX.locations
PALACE_OF = {palace.faction: code for code, palace in BOX.palaces.items()}
ACTIONS: dict[str, tuple[Action, ...]] = {
    code: card.actions for code, card in (CHARACTER | SEGMENT).items()
}
NAMES = named(BOX)
