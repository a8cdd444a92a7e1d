"""Everything that the manual names is in the box, and docs/enchanters-box.md lists it; each of its
phrases is on a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from games.titles.enchanters.rules.components import DESIGNS, KINGDOMS
from games.titles.enchanters.rules.designs import Ability, Design, Kingdom
from games.titles.enchanters.rules.effect import Effect
from games.titles.enchanters.rules.library import read_card

from .test_vocabulary import ability_of
from .vocabulary_rows import ROWS

PAGE = Path(__file__).parents[3] / "docs" / "enchanters-box.md"
# Kind -> names in the manual, without “Banner” and the titles of Overlords.
NAMED = {
    "kingdom": "Angels, Bandits, Barbarians, Centaurs, Cultists, Dark Elves, Demons, Dracons, "
    "Faeries, Gladiators, Gnolls, Goblins, Golems, Harpies, Mages, Mummies, Slimes, "
    "Troglodytes, Undead, Unicorns",
    "village": "Alea, Arena Mundi, Asylum Library, Benzomeranzan, Bloodhaven, Cave of Fools, "
    "Chapel of Soulfire, Deep Tower, Dracopolis, Dwarfburg, Enchanters Guild, Equos "
    "Plains, Fjordosan, Foxenfurt, Garden of Thorns, Gravekill Mounds, Hateville, "
    "Hell’s Gate, Holy Grove, Lost Horseshoe, Mycellium Halls, Ne-Ne-Ne-Sethos, "
    "Normaltown, North Ridge, Old Hunter’s Keep, Port Aurisan, Pyrkonia, Red Gorge "
    "Forge, Santa Gnomonica, Scarabvan, Sellsword Camp, Sleepy Rock, Slug Canal, "
    "Sun Tower, Temple of Epiona, Upper Olympolis",
    "overlord": "Asabi, Beatrix, Brainellum, Cerberus, Cheiron, Cho’mun, Doggon, Dorkha, "
    "Failurn, Gulur, Jabar Rephet, King Arsen III, Lerxos, Lord Vragan, Lukah, "
    "Monophemus, Nargan, Petra, Ryma, Sathi, Sa’akara, The Grey Council, Theria, "
    "Whimper, Xavras, Xyz the Voidbringer, Zeupitter",
    "banner": "Amazon, Angelic, Arenian, Aurisan, Dark Elf, Demonic, Dragonkin, Dwarven, "
    "Faerie, Ghoul, Gnoll, Gnome, Goblin, Mageborn, Normalian, Northern, Olympian, "
    "Slimehost, Troglodyte, Underdweller, Vampiric, Vikingork, Wood Elf",
    "class": "of Assassins, of Barbarians, of Bards, of Beggars, of Cultists, of Defenders, "
    "of Dragon Hunters, of Druids, of Gladiators, of Gravediggers, of Mercenaries, "
    "of Merchants, of Messengers, of Miners, of Monks, of Paladins, of Rangers, of "
    "Rogues, of Sculptors, of Smiths, of Summoners, of Wanderers, of Warriors, of "
    "Wizards",
}
EVENTS, EVENTS_OF_AN_OVERLORD = 26, 6


def name(design: Design | Kingdom | None) -> str:
    """Return the English name as it stands in NAMED; "" for None."""
    return design.names["en"].split(",")[0].removesuffix(" Banner") if design else ""


def list_names(kind: str) -> list[str]:
    if kind == "kingdom":
        return sorted(name(kingdom) for kingdom in KINGDOMS.values())
    return sorted(name(design) for design in DESIGNS.values() if design.kind == kind)


def write_tables() -> Iterator[str]:
    """Yield the lines of the page: each kingdom with its cards, and what belongs to none."""
    yield "| kingdom | box | village | Overlord | banner | class |"
    yield "| --- | --- | --- | --- | --- | --- |"
    related = set[str]()
    for kingdom in sorted(KINGDOMS.values(), key=name):
        cards = (kingdom.village, kingdom.overlord, kingdom.banner, kingdom.class_)
        related |= {*cards}
        names = [name(DESIGNS.get(card)) for card in cards]
        yield f"| {name(kingdom)} | {kingdom.box} | {' | '.join(names)} |".replace("  ", " ")
    yield ""
    yield "| of no kingdom | named | own | names |"
    yield "| --- | --- | --- | --- |"
    for kind in ("village", "overlord", "banner", "class"):
        alone = [d for d in DESIGNS.values() if d.kind == kind and d.id not in related]
        named = NAMED[kind].split(", ")
        own = len(list_names(kind)) - len(named)
        yield f"| {kind} | {len(named)} | {own} | {', '.join(sorted(map(name, alone)))} |"


# Phrases -----------------------------------------------------------------------------------------

# The marks of rests and challenges, which are no words.
MARKS = ("C016", "C017")


def shape(value: Any) -> Any:
    """Return a part of a card with “#” for every number: “take 2 crystals” is “take N crystals”."""
    if type(value) is int:
        return "#"
    if isinstance(value, Struct):
        return (type(value).__name__, shape(asdict(value)))
    if isinstance(value, dict):
        return tuple((name, shape(item)) for name, item in sorted(value.items()))
    return tuple(map(shape, value)) if isinstance(value, list | tuple) else value


def list_shapes(ability: Ability) -> Iterator[Any]:
    """Yield the shapes of what a line says."""
    yield from map(shape, ability.cost)
    yield from list_effect_shapes(ability.effect)
    if ability.scope is not None:
        yield ("scope", shape(ability.scope))
    if ability.word == "boost" and "in_duel" in (ability.fields.get("when") or {}):
        yield ("scope", shape(("in_duel", {"with": "player"})))
    if ability.kind in ("when", "static", "vp"):
        yield (ability.kind, ability.word, shape(ability.fields))
    yield ("limit", ability.limit)


def list_effect_shapes(effects: Sequence[Effect]) -> Iterator[Any]:
    for effect in effects:
        yield shape(effect)
        yield from list_effect_shapes(effect.contents())


def list_printed_shapes() -> Iterator[Any]:
    """Yield the shapes of all cards in the box."""
    for design in DESIGNS.values():
        for part in design.parts():
            for ability in part.abilities:
                yield from list_shapes(ability)
        for side in design.sides.values():
            yield from list_effect_shapes(side.reward_effects)
            for _, effects in side.invasion:
                yield from list_effect_shapes(effects)
        for event_line in (line for lines in design.anger.values() for line in lines):
            yield from list_effect_shapes(event_line.effects)
            if event_line.static is not None:
                yield from list_shapes(event_line.static)
            if event_line.test is not None:
                word = event_line.test.word
                yield ("scope", shape((word, asdict(event_line.test))))
        yield from (("setup", word) for word in design.setup)


def list_unprinted_rows() -> Iterator[str]:
    """Yield the rows of the manual that no card has, with any number."""
    printed = set(list_printed_shapes())
    for row in ROWS:
        part, ability = ability_of(row)
        if part == "setup":
            shapes = {("setup", word) for word in ability}
        else:
            card = read_card(
                {"id": "try.it", "kind": "item", "name": "Try", part: {"abilities": [ability]}},
                "",
                "",
            )
            (line,) = (*card.upper.abilities, *card.lower.abilities)
            shapes = set(list_shapes(line)) - FRAMES
        if row not in MARKS and not shapes <= printed:
            yield row


def _list_frames() -> set[Any]:
    """Return the shapes of what `ability_of` puts around a row."""
    gain = {"minor": {"cost": [], "effect": [{"gain": {"attack": 1}}]}}
    static = {"static": {"no_heal": {"who": "self"}}}
    card = read_card(
        {"id": "try.it", "kind": "item", "name": "Try", "upper": {"abilities": [gain, static]}},
        "",
        "",
    )
    return {own for line in card.upper.abilities for own in list_shapes(line)}


FRAMES = _list_frames()


@pytest.mark.parametrize("kind", NAMED)
def test_everything_that_the_manual_names_is_in_the_box(kind: str) -> None:
    assert set(NAMED[kind].split(", ")) <= set(list_names(kind))


def test_each_overlord_for_groups_alone_has_six_events() -> None:
    events = [design for design in DESIGNS.values() if design.kind == "overlord_event"]
    for_groups = [design.id for design in DESIGNS.values() if design.coop_only]
    assert len(for_groups) == 4
    for overlord, many in [("", EVENTS), *((it, EVENTS_OF_AN_OVERLORD) for it in for_groups)]:
        assert sum(event.copies for event in events if event.overlord == overlord) == many


def test_the_page_has_the_tables() -> None:
    text = "\n".join(write_tables())
    assert text in PAGE.read_text("utf-8"), text


def test_every_phrase_of_the_manual_is_on_a_card() -> None:
    """With any number: “take 2 crystals” is “take N crystals”."""
    assert list(list_unprinted_rows()) == []
