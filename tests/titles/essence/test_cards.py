"""The cards: all there, ours and marked so; what is wrong names file, card and field."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.titles.essence.rules import components as cards
from games.titles.essence.rules.components import BOX, DATA, FILES, NAMES
from games.titles.essence.rules.vocabulary import EFFECTS, TYPES
from games.titles.essence.words import meanings


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the files that may be spoilt."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def test_the_box_holds_what_is_printed() -> None:
    followers = Counter[str]()
    for follower in BOX.followers.values():
        followers[follower.faction] += follower.copies
    assert list(followers.values()) == [8] * 5
    assert sum(card.copies for card in BOX.advisors.values()) == 30
    assert sum(card.copies for card in BOX.locations.values()) == 76
    assert (len(BOX.monuments), len(BOX.fragments), len(BOX.treaties)) == (14, 55, 4)


def test_every_file_says_that_it_is_ours() -> None:
    for name in FILES:
        read = msgspec.yaml.decode((DATA / f"{name}.yaml").read_bytes())
        assert read["status"] == "authored"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("three_islands", "Three Islands Kingdom"),
        ("university_of_the_sun", "University of the Sun"),
        ("a.admiral", "Admiral"),
        ("a.hierophant", "Hierophant"),
        ("a.spy", "Spy"),
        ("a.rector", "Rector"),
        ("a.slaver", "Slaver"),
        ("a.pirate", "Pirate"),
        ("a.priest", "Priest"),
        ("a.engineer", "Engineer"),
        ("a.mayor", "Mayor"),
        ("l.tavern", "Tavern"),
    ],
)
def test_printed_names_are_used_as_they_are(code: str, name: str) -> None:
    assert NAMES[code][0] == name


def test_the_tavern_is_as_printed() -> None:
    """Cost 2, Essence 2, +1 beside green, two cards once."""
    tavern = BOX.locations["l.tavern"]
    assert (tavern.cost, tavern.essence, tavern.bonus["cultural"]) == (2, 2, 1)
    assert tavern.once == ({"draw": 2},)


def test_there_are_five_locations_of_each_type_and_a_palace() -> None:
    locations = Counter(card.type for card in BOX.locations.values())
    assert locations == dict.fromkeys(TYPES, 5)
    assert sorted(palace.type for palace in BOX.palaces.values()) == sorted(TYPES)


def test_every_effect_of_the_vocabulary_is_on_a_card() -> None:
    text = "".join((DATA / f"{name}.yaml").read_text() for name in FILES)
    assert [word for word in EFFECTS if f"{word}:" not in text] == []


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_card_says_what_it_does(language: str) -> None:
    cards_ = [code for code in NAMES if meanings.describe_card_effects(code, language)]
    assert len(cards_) == len(NAMES) - len(BOX.factions) - len(BOX.treaties)
    assert not any("{" in meanings.describe_card_effects(code, language) for code in cards_)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "locations",
            "cost: 2, essence: 2, bonus: {cultural: 1, magical: -1}, once",
            "cost: 4, essence: 2, bonus: {cultural: 1, magical: -1}, once",
            "locations.yaml: l.tavern: cost: 4 is no",
        ),
        (
            "locations",
            "bonus: {magical: 1, economic: -1}, copies",
            "bonus: {magical: 1}, copies",
            "locations.yaml: l.shrine: bonus: exactly one",
        ),
        (
            "locations",
            "income: {attack: 1}",
            "income: {atack: 1}",
            "locations.yaml: l.barracks: income.atack: there is no",
        ),
        (
            "monuments",
            "cost: 5, essence: 3, bonus: {political: 2, cultural: -1}, income: {attack: 2}",
            "cost: 4, essence: 3, bonus: {political: 2, cultural: -1}, income: {attack: 2}",
            "monuments.yaml: m.war_foundry: cost: 4",
        ),
        ("advisors", "set: advisors", "set: monuments", "advisors.yaml: set: 'monuments' is none"),
        ("followers", "name: Sapper, ", "", "followers.yaml: f.ti.sapper: name: a name is missing"),
        ("followers", "name: Sapper, ", "name: Marine, ", "name: 'Marine' is also f.ti.sapper"),
        (
            "followers",
            "id: f.ti.marine",
            "id: f.ti.sapper",
            "followers.yaml: f.ti.sapper: id: there are two",
        ),
        (
            "followers",
            "copies: 2, actions: [{cost: [side], effect: [{attack: 1}",
            "copies: 3, actions: [{cost: [side], effect: [{attack: 1}",
            "followers.yaml: three_islands: copies: 9 cards and not 8",
        ),
        (
            "followers",
            "{cost: [side], effect: [{attack: 1}",
            "{cost: [side, main], effect: [{attack: 1}",
            r"f.ti.sapper: actions\[1\].cost: exactly one of main and side",
        ),
        (
            "followers",
            "faction: three_islands, name: Marine",
            "faction: four_islands, name: Marine",
            "f.ti.marine: faction: 'four_islands' is none of",
        ),
        (
            "advisors",
            "{raid: 1}",
            "{ride: 1}",
            r"advisors.yaml: a.pirate: actions\[1\].effect\[1\]: 'ride' is none of",
        ),
        ("advisors", "{raid: 1}", "{raid: 2}", r"a.pirate: actions\[1\].effect\[1\].raid: 2 is no"),
        (
            "prophecies",
            "pattern: [[0, 0, magical], [1, 0, magical]]",
            "pattern: [[0, 0, magical], [2, 0, magical]]",
            r"prophecies.yaml: p1.two_temples: require\[1\].pattern: two or more",
        ),
        ("prophecies", "value: 1, name: Two", "value: 4, name: Two", "p1.two_temples: value: 4"),
        (
            "prophecies",
            "require: [{spend: {wealth: 3}}]",
            "require: []",
            "p1.tithe: require: nothing is required",
        ),
        (
            "factions",
            "prices: [2, 3, 4, 5, 6]",
            "prices: [2, 3, 3, 5, 6]",
            "factions.yaml: attack: prices: they rise",
        ),
        (
            "factions",
            "attack: 1, defense: 4, foundations: 3}",
            "attack: 1, defense: 4}",
            "harbour_league: stats: foundations is missing",
        ),
        (
            "factions",
            "status: authored",
            "status: borrowed",
            "factions.yaml: status: 'borrowed' is none of",
        ),
        (
            "factions",
            "shard_goal: {2: 12,",
            "shard_goal: {",
            "factions.yaml: board: shard_goal.2: None",
        ),
    ],
)
def test_what_is_wrong_is_named(data: Path, file: str, old: str, new: str, message: str) -> None:
    path = data / f"{file}.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))

    with pytest.raises(ValueError, match=message):
        cards.load_box(data)


def test_a_file_that_is_no_yaml_is_named(data: Path) -> None:
    (data / "advisors.yaml").write_text("cards: [")

    with pytest.raises(ValueError, match="advisors.yaml: it cannot be read"):
        cards.load_box(data)


def test_the_command_checks_a_file_in_the_place_of_ours(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt = data / "advisors.yaml"
    spoilt.write_text(spoilt.read_text().replace("{raid: 1}", "{ride: 1}"))

    call_command("check_cards", game="essence")
    assert "150 designs" in capsys.readouterr().out
    with pytest.raises(CommandError, match="advisors.yaml: a.pirate: actions"):
        call_command("check_cards", str(spoilt), game="essence")
    with pytest.raises(CommandError, match="cards: the files are factions"):
        call_command("check_cards", "cards.yaml", game="essence")
