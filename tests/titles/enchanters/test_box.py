"""Everything that the manual names is in the box, and docs/enchanters-box.md lists it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.titles.enchanters.rules.components import DESIGNS, KINGDOMS
from games.titles.enchanters.rules.designs import Design, Kingdom

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
    tables = "\n".join(write_tables())
    assert tables in PAGE.read_text("utf-8"), tables
