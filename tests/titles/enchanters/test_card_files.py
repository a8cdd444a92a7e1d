"""The format of card files: what each field becomes, and what is refused, with file and field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.titles.enchanters.rules.bounds import out_of_bounds
from games.titles.enchanters.rules.card_checks import WrongCard
from games.titles.enchanters.rules.components import (
    BOOK,
    CARD,
    CARDS,
    DESIGNS,
    KINGDOMS,
    TWO_PLAYER_CARDS,
    deck_of,
    list_card_codes,
)
from games.titles.enchanters.rules.effect import VillageRewardsTest
from games.titles.enchanters.rules.effects.overlord import LoseGame
from games.titles.enchanters.rules.kingdoms import check_book, flat_points, numbers_of
from games.titles.enchanters.rules.library import Book, read_card, read_file, read_folder

ITEM = {"id": "x.y", "kind": "item", "name": "Y"}
MONSTER: dict[str, Any] = {"id": "x.y", "kind": "monster", "name": "Y", "tier": "minor"}
MONSTER |= {"stats": {"health": 2, "strength": 3}}
OVERLORD = {"id": "x.y", "kind": "overlord", "name": "Y", "stats": {"health": 2, "strength": 3}}
EVENT = {"id": "x.y", "kind": "overlord_event", "name": "Y"}
VILLAGE = {"id": "x.y", "kind": "village", "name": "Y"}
REST: dict[str, Any] = {"rest": {"cost": [], "effect": [{"take_crystals": {"n": 3}}]}}
FIGHT: dict[str, Any] = {"cost": [{"crystals": 2}], "effect": [{"fight_overlord": {}}]}


def write_upper(*abilities: Any) -> dict[str, Any]:
    return ITEM | {"upper": {"abilities": list(abilities)}}


def write_minor(effect: Any, **more: Any) -> dict[str, Any]:
    return write_upper({"minor": {"cost": [], "effect": [effect], **more}})


def write_cost(*costs: Any) -> dict[str, Any]:
    return write_upper({"minor": {"cost": list(costs), "effect": []}})


HURT = {"trigger": "damage_taken"}
WRONG: list[tuple[Any, str]] = [
    (
        write_upper({"minor": {"cost": [{"gold": 3}], "effect": [{"heel": {}}]}}),
        "minor.cost[0]: there is no cost 'gold'",
    ),
    ("nothing", "x: this must be a mapping"),
    ({"kind": "item", "name": "Y"}, "x: id: this is missing"),
    ({"id": "x.y", "name": "Y"}, "x: kind: this is missing"),
    ({"id": 3, "kind": "item", "name": "Y"}, "x: id: this is missing"),
    (ITEM | {"kind": "itm"}, "x: kind: 'itm' is none of fist, banner"),
    ({"id": "x.y", "kind": "item"}, "x: name: this is missing"),
    (ITEM | {"name": "  "}, "x: name: this is missing"),
    (ITEM | {"name": 3}, "x: name: 3 is no text"),
    (ITEM | {"stats": {"health": 1, "strength": 1}}, "x: stats: creatures and Overlords have"),
    ({"id": "x.y", "kind": "overlord", "name": "Y"}, "x: stats: creatures and Overlords have"),
    (MONSTER | {"stats": {"health": 1}}, "x: stats.strength: this is missing"),
    (MONSTER | {"stats": {"health": "1", "strength": 1}}, "x: stats.health: '1' is not a whole"),
    (MONSTER | {"tier": "tiny"}, "x: tier: say which of minor, medium, major, dragon"),
    (MONSTER | {"copies": 31}, "x: copies: 31 is not a whole number up to 30"),
    (MONSTER | {"copies": True}, "x: copies: True is not a whole number"),
    (MONSTER | {"two_player_copies": -31}, "x: two_player_copies: -31 is not a whole number"),
    (VILLAGE, "x: abilities: a village needs a rest action"),
    (VILLAGE | {"abilities": {}}, "x: abilities: this must be a list"),
    (
        VILLAGE | {"abilities": [REST], "setup": {"gold": 3}},
        "x: setup.gold: there is no such field",
    ),
    (ITEM | {"upper": 3}, "x: upper: this must be a mapping"),
    (ITEM | {"upper": {"icon": {}}}, "x: upper: icon: there is no such field; did you mean"),
    (ITEM | {"lower": {"icons": {"attack": 1.5}}}, "x: lower.icons.attack: 1.5 is not a whole"),
    (ITEM | {"upper": {"abilities": {}}}, "x: upper.abilities: this must be a list"),
    (write_upper(3), "x: upper.abilities[0]: this must be a mapping"),
    (write_upper(REST, 3), "x: upper.abilities[1]: this must be a mapping"),
    (write_upper({"mino": {}}), "upper.abilities[0].mino: there is no such ability; did you mean"),
    (write_upper({"minor": {}, "rest": {}}), "abilities[0]: this must be one word with its fields"),
    (write_upper({"vp": {"per": "items", "every": 0}}), "vp.every: this must be at least 1"),
    (write_upper({"vp": {"per": "items", "each": 2}}), "vp.each: there is no such field"),
    (write_upper({"vp": {"every": 2}}), "vp.per: this is missing"),
    (write_upper({"vp": 31}), "vp: 31 is not a whole number up to 30"),
    (write_upper({"vp": -31}), "vp: -31 is not a whole number up to 30"),
    (write_upper({"vp": {"die": "six"}}), "vp.die: 'six' is not a whole number"),
    (write_upper({"vp": {"score_of": "me"}}), "vp.score_of: 'me' is none of removed_card"),
    (ITEM | {"lower": {"abilities": [{"immediate": []}]}}, "immediate: only upper parts and"),
    (write_upper({"immediate": {}}), "immediate: this must be a list of effects"),
    (write_upper({"when": {"trigger": "sunrise", "effect": []}}), "there is no trigger 'sunrise'"),
    (
        write_upper({"when": {"trigger": "rested", "effect": [{"heel": {}}]}}),
        "when.effect[0]: there is no effect 'heel'",
    ),
    (
        write_upper({"when": {"trigger": "rested", "effects": []}}),
        "when: effects: there is no such",
    ),
    (
        write_upper({"when": {"trigger": {"took": {"types": ["item"]}}, "effect": []}}),
        "at: this is missing",
    ),
    (
        write_upper({"when": {"trigger": {"took": {"types": []}}, "effect": []}}),
        "types: this must be a list of item",
    ),
    (write_upper({"static": {"mute_top": {"stack": "hand"}}}), "stack: 'hand' is none of item"),
    (
        write_upper({"static": "mute_tops"}),
        "there is no static 'mute_tops'; did you mean 'mute_top'",
    ),
    (write_upper({"static": {"flag": "shy"}}), "flag: 'shy' is none of attacks_all"),
    (
        write_upper({"static": {"boost": {}}, "while": "asleep"}),
        "while: there is no scope 'asleep'",
    ),
    (
        write_upper({"static": {"boost": {}}, "until": "noon"}),
        "abilities[0]: until: there is no such",
    ),
    (
        write_upper({"static": {"boost": {"when": {"moon": 1}}}}),
        "when: there is no condition 'moon'",
    ),
    (
        write_upper({"static": {"boost": {"when": {"combat_with": {"icon": "moon"}}}}}),
        "'moon' is none",
    ),
    (write_minor({"heal": 3}), "heal: this must be a mapping with who, n"),
    (write_minor({"lose_game": 3}), "lose_game: this must be a mapping with no field"),
    (write_minor({"heal": {"who": "self"}}), "heal.n: this is missing"),
    (write_minor({"bury_this": False}), "bury_this: this can only be true"),
    (
        write_minor({"duel": {"with": "right", "optional": 1}}),
        "optional: 1 is neither true nor false",
    ),
    (write_minor({"cerberus": {"check": {"creature": []}}}), "otherwise: this is missing"),
    (write_minor({"choose_one": [{"heel": {}}]}), "choose_one[0]: there is no effect 'heel'"),
    (write_minor(3), "effect[0]: this must be one word with its fields"),
    (write_minor({3: 4}), "effect[0]: this must be one word with its fields"),
    (
        write_minor({"lose_game": {}}, limit="thrice"),
        "limit: 'thrice' is none of once, double, multi",
    ),
    (
        write_minor({"lose_game": {}}, limit="multi"),
        "limit: what may be used again and again needs",
    ),
    (write_minor({"lose_game": {}}, price=3), "minor: price: there is no such field"),
    (
        write_upper({"minor": {"cost": {}, "effect": []}}),
        "minor.cost: this must be a list of costs",
    ),
    (write_upper({"minor": {"cost": []}}), "minor.effect: this must be a list of effects"),
    (
        write_cost({"crystal": 3}),
        "minor.cost[0]: there is no cost 'crystal'; did you mean 'crystals'",
    ),
    (
        write_cost({"bury_this": True}, {"bury": {"stacks": ["item"]}}),
        "only one of the costs may move",
    ),
    (
        write_cost({"crystals": 1}, {"bury": {"stacks": ["hand"]}}),
        "cost[1].bury.stacks: 'hand' is none",
    ),
    (
        write_upper({"when": HURT | {"effect": [{"take_damage": {"n": 1}}]}}),
        "`once_per_event: true`",
    ),
    (
        write_upper(
            {
                "when": HURT
                | {"effect": [{"heal": {"who": "self", "n": 1}}, {"take_damage": {"n": 1}}]}
            }
        ),
        "damage that answers damage",
    ),
    (
        write_upper(
            {
                "when": HURT
                | {"effect": [{"pay_or": {"crystals": 1, "else": [{"duel": {"with": "left"}}]}}]}
            }
        ),
        "damage that answers damage",
    ),
    (
        write_upper(
            {"when": HURT | {"effect": [{"choose_one": [{"deal_damage": {"to": "left", "n": 1}}]}]}}
        ),
        "damage that answers damage",
    ),
    (
        VILLAGE | {"abilities": [REST, {"minor": {"cost": [{"bury_this": True}], "effect": []}}]},
        "only a card of one's own stacks can pay with itself",
    ),
    (
        OVERLORD | {"invasion": [{"type": "moon", "effect": []}]},
        "invasion[0].type: 'moon' is none of",
    ),
    (OVERLORD | {"invasion": [{"type": "item"}]}, "invasion[0].effect: this is missing"),
    (OVERLORD | {"challenge": [{"price": 3}]}, "challenge[0]: price: there is no such field"),
    (OVERLORD | {"static": [{"static": "moon"}]}, "static[0].static: there is no static 'moon'"),
    (OVERLORD | {"reward": {"icon": 3}}, "reward: icon: there is no such field"),
    (OVERLORD | {"coop_only": True}, "x: coop: this is missing"),
    (OVERLORD | {"coop": {"invade": []}}, "x: coop: invade: there is no such field"),
    (OVERLORD | {"coop": {"reward": 3}}, "x: coop: reward: this must be a list of effects"),
    (EVENT, "x: anger: this must have the lines 1, 2 and 3"),
    (EVENT | {"anger": {1: [], 2: []}}, "x: anger: this must have the lines 1, 2 and 3"),
    (
        EVENT | {"anger": {1: [], 2: [], 3: [{"done": []}]}},
        "anger[3][0]: done: there is no such field",
    ),
    (
        EVENT | {"anger": {1: [{"do": [{"heel": {}}]}], 2: [], 3: []}},
        "anger[1][0].do[0]: there is no",
    ),
    (
        EVENT | {"anger": {1: [], 2: [{"do": [], "if": "night"}], 3: []}},
        "if: there is no scope 'night'",
    ),
    (EVENT | {"anger": {1: [], 2: [], 3: [{"static": "moon"}]}}, "there is no static 'moon'"),
]


@pytest.mark.parametrize(("card", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_wrong_card_is_refused(card: Any, told: str) -> None:
    with pytest.raises(WrongCard) as refused:
        read_card(card, "", "x")
    assert told in str(refused.value)


RIGHT: list[Any] = [
    write_upper({"vp": 30}),
    write_upper({"vp": -30}),
    write_upper({"vp": {"per": "items", "every": 1}}),
    write_minor({"lose_crystals": {"n": "all"}}),
    write_upper({"minor": {"limit": "multi", "cost": [{"crystals": 1}], "effect": []}}),
    write_upper({"when": HURT | {"effect": [{"take_damage": {"n": 1}}], "once_per_event": True}}),
    write_upper({"when": HURT | {"effect": [{"heal": {"who": "self", "n": 1}}]}}),
    write_upper({"when": {"trigger": "rested", "effect": [{"take_damage": {"n": 1}}]}}),
    write_cost({"crystals": 1}, {"defense": 1}, {"take_damage": {"n": 1}}, {"bury_this": True}),
    ITEM | {"lower": {"abilities": [{"minor": {"cost": [{"bury_this": True}], "effect": []}}]}},
    OVERLORD
    | {
        "reward": {"abilities": [{"minor": {"cost": [{"discard_this_token": True}], "effect": []}}]}
    },
    OVERLORD | {"reward": {"abilities": [{"immediate": []}]}},
    MONSTER | {"copies": 30},
]


@pytest.mark.parametrize("card", RIGHT, ids=str)
def test_a_right_card_is_read(card: Any) -> None:
    assert read_card(card, "", "x").id == "x.y"


def test_what_is_left_out_has_a_default() -> None:
    design = read_card(ITEM, "orcs", "x")
    assert (design.kingdom, design.tier, design.overlord, design.coop_only) == (
        "orcs",
        "",
        "",
        False,
    )
    assert (design.copies, design.two_player_copies, design.health, design.strength) == (1, 0, 0, 0)
    assert (design.upper.icons, design.lower.abilities, design.setup, design.sides) == (
        {},
        (),
        {},
        {},
    )
    assert read_card(ITEM | {"kingdom": "elves"}, "orcs", "x").kingdom == "elves"
    ability = read_card(write_minor({"lose_game": {}}), "", "x").upper.abilities[0]
    assert (ability.limit, ability.own_turn_only, ability.label) == ("once", False, "u0")


def test_an_overlord_has_a_side_for_each_mode() -> None:
    """The lines of the overlay are labelled apart; statics follow the challenges."""
    static: dict[str, Any] = {"static": {"block_challenge": {}}}
    side = {"invasion": [{"type": "item", "effect": []}], "challenge": [FIGHT], "static": [static]}
    coop = side | {"reward": [{"overlord_damage": {"n": 2}}]}
    design = read_card(
        OVERLORD | side | {"coop": coop, "reward": {"abilities": [{"vp": 3}]}}, "", "x"
    )
    printed, overlay = design.sides["competitive"], design.sides["coop"]
    assert [line.label for line in printed.part.abilities] == ["o0", "o1"]
    assert [line.label for line in overlay.part.abilities] == ["oc0", "oc1"]
    assert printed.reward.of("vp") and not printed.reward_effects
    assert overlay.reward_effects and not overlay.reward.abilities
    assert printed.invasion == overlay.invasion == (("item", ()),)
    alone = read_card(OVERLORD | {"coop_only": True, "coop": coop}, "", "x")
    assert list(alone.sides) == ["coop"] and alone.coop_only
    assert list(read_card(OVERLORD, "", "x").sides) == ["competitive"]


def test_an_event_has_lines_with_conditions_and_statics() -> None:
    test = {"village_rewards": {"at_least_per_player": 1}}
    lines = {
        1: [{"do": [{"lose_game": {}}], "if": test}, {"static": "desert_double"}],
        2: [],
        3: [],
    }
    design = read_card(EVENT | {"anger": lines, "overlord": "overlord.x"}, "", "x")
    first, second = design.anger[1]
    assert (first.effects, first.test, first.static) == (
        (LoseGame(),),
        VillageRewardsTest(1),
        None,
    )
    assert second.static and second.static.word == "desert_double" and not second.effects
    assert second.static.label == "a11"
    assert design.anger[2] == () and design.overlord == "overlord.x"


# Files and kingdoms -------------------------------------------------------------------------------

FILE = "set: x\nstatus: authored\n"
WRONG_FILES = {
    "a: [": "x.yaml: this is no YAML",
    "- 3": "x.yaml: this must be a mapping",
    FILE + "moon: 3": "x.yaml: moon: there is no such field",
    "set: x\nstatus: printed": "x.yaml: status: say `authored`",
    FILE + "kingdom: {name: X}": "x.yaml: kingdom: id: this is missing",
    FILE + "kingdom: {id: x}": "x.yaml: kingdom: name: this is missing",
    FILE + "kingdom: {id: x, name: X, moon: 3}": "x.yaml: kingdom: moon: there is no such field",
    FILE + "kingdom: {id: x, name: X, theme: {it: bello}}": "x.yaml: kingdom: theme: it: there is",
    FILE + "kingdom: {id: x, name: X, fr: [1]}": "x.yaml: kingdom: fr: [1] is no text",
    FILE + "kingdom: {id: x, name: X, theme: {en: 3}}": "x.yaml: kingdom: theme: en: 3 is no text",
    FILE + "kingdom: {id: The X, name: X}": "x.yaml: kingdom: id: 'The X' is no code like trolls",
    FILE + "cards: {x.y: 3}": "x.yaml: cards: this must be a list",
    FILE + "cards: [{id: x y, kind: item, name: Y}]": "x.yaml: x y: id: 'x y' is no code like",
    FILE + "cards: [3]": "x.yaml: card 1: this must be a mapping",
    FILE + "cards: [{id: x.y, kind: item, name: Y}, 3]": "x.yaml: card 2: this must be a mapping",
    FILE + "cards: [{id: 3}]": "x.yaml: card 1: id: this is missing",
    FILE + "cards: [{id: x.y, kind: itm}]": "x.yaml: x.y: kind: 'itm' is none of",
    FILE + "cards: [{id: x.y, kind: item, name: Y}, {id: x.y, kind: item, name: Z}]": (
        "x.yaml: x.y: id: there are two cards of this name"
    ),
}


@pytest.mark.parametrize("text", WRONG_FILES)
def test_a_wrong_file_is_refused(text: str) -> None:
    with pytest.raises(WrongCard) as refused:
        read_file(Book({}, {}), text, "x.yaml")
    assert WRONG_FILES[text] in str(refused.value)


def test_a_kingdom_names_its_related_cards_without_their_kind() -> None:
    text = FILE + (
        "kingdom: {id: x, name: X, de: Y, village: hamlet, overlord: boss, beginners: true,"
        " theme: {en: t}}\ncards: [{id: x.y, kind: item, name: Y}]"
    )
    book = Book({}, {})
    read_file(book, text, "x.yaml")
    kingdom = book.kingdoms["x"]
    assert (kingdom.village, kingdom.overlord) == ("village.hamlet", "overlord.boss")
    assert (kingdom.banner, kingdom.class_, kingdom.beginners) == ("", "", True)
    assert (kingdom.names, kingdom.themes) == ({"en": "X", "de": "Y"}, {"en": "t"})
    assert book.designs["x.y"].kingdom == "x"


def test_the_folder_is_read_in_order() -> None:
    assert list(read_folder(CARDS).designs) == list(DESIGNS)
    assert {k.id for k in KINGDOMS.values() if k.beginners} == {
        "cultists",
        "goblins",
        "unicorns",
    } | {"bandits"}


def test_copies_are_numbered_and_the_first_are_marked() -> None:
    """“13 of 25 per deck: 3 items, 3 enchantments, 6 monsters, 1 dragon.”"""
    assert list_card_codes(DESIGNS["goblins.brute"]) == ["goblins.brute/1", "goblins.brute/2"]
    assert list_card_codes(DESIGNS["goblins.scrap_dragon"]) == ["goblins.scrap_dragon"]
    runts = {f"goblins.runt/{number}" for number in (1, 2, 3)}
    assert {code for code in TWO_PLAYER_CARDS if code.startswith("goblins.runt")} == runts
    assert all(
        sum(code in TWO_PLAYER_CARDS for code in deck_of(kingdom)) == 13 for kingdom in KINGDOMS
    )


def copy_book() -> Book:
    return Book(dict(BOOK.designs), dict(BOOK.kingdoms))


@pytest.mark.parametrize(
    ("design", "change", "told"),
    [
        ("goblins.runt", {"copies": 7}, "goblins: 7 × minor monster; there must be 6"),
        ("goblins.brute", {"copies": 1}, "goblins: 1 × major monster; there must be 2"),
        (
            "goblins.boar_pack",
            {"two_player_copies": 1},
            "goblins: 1 × medium monster marked for two; not 2",
        ),
        (
            "goblins.door_shield",
            {"two_player_copies": 2},
            "goblins: 4 × item marked for two; not 3",
        ),
        ("goblins.scrap_dragon", {"copies": 3}, "goblins: 3 × dragon dragon; there must be 1"),
        ("dracons.black_dam", {"copies": 2}, "dracons: 3 × dragon dragon; there must be 1"),
        (
            "dracons.black_dam",
            {"two_player_copies": 1},
            "dracons: 2 × dragon dragon marked for two; not 1",
        ),
    ],
)
def test_a_kingdom_of_another_structure_is_refused(design: str, change: Any, told: str) -> None:
    book = copy_book()
    book.designs[design] = msgspec.structs.replace(book.designs[design], **change)
    with pytest.raises(WrongCard) as refused:
        check_book(book)
    assert str(refused.value) == told


def test_a_kingdom_needs_its_related_cards() -> None:
    book = copy_book()
    del book.designs["overlord.chomun"]
    with pytest.raises(WrongCard, match="goblins: there is no card overlord.chomun"):
        check_book(book)
    check_book(copy_book())


def test_the_numbers_of_a_kingdom() -> None:
    """Counted by hand for a kingdom of two designs; the points are those of creatures."""
    book = Book({}, {})
    lower = {"abilities": [{"vp": 2}, {"vp": {"per": "items"}}, {"vp": 1}]}
    cards = [
        MONSTER | {"id": "x.m", "copies": 3, "two_player_copies": 1, "lower": lower},
        ITEM | {"lower": {"abilities": [{"vp": 1}]}},
    ]
    for card in cards:
        book.designs[str(card["id"])] = read_card(card, "x", "x")
    book.designs["v"] = read_card(VILLAGE | {"id": "v", "abilities": [REST]}, "x", "x")
    assert flat_points(book.designs["x.m"]) == 3
    assert numbers_of(book, "x") == [
        ("cards", 4),
        ("marked", 1),
        ("points", 9),
        ("health", 6),
        ("strength", 9),
    ]


def change_design(design: str, **changes: Any) -> list[str]:
    """Return what is out of bounds in the design's kingdom after a change."""
    book = copy_book()
    written = msgspec.yaml.decode(
        (CARDS / f"{design.split('.')[0]}.yaml").read_text(encoding="utf-8")
    )
    card = next(one for one in written["cards"] if one["id"].endswith(design.split(".")[1]))
    kingdom = design.split(".")[0]
    book.designs[card["id"]] = read_card(card | changes, kingdom, "x")
    return list(out_of_bounds(book, kingdom))


def strength(number: int) -> dict[str, int]:
    return {"health": 3, "strength": number}


@pytest.mark.parametrize(
    ("design", "changes", "told"),
    [
        ("goblins.runt", {"stats": strength(3)}, []),
        ("goblins.runt", {"stats": strength(1)}, []),
        ("goblins.runt", {"stats": strength(4)}, ["goblins.runt: strength 4, not 1 to 3"]),
        ("goblins.runt", {"stats": strength(0)}, ["goblins.runt: strength 0, not 1 to 3"]),
        (
            "goblins.boar_pack",
            {"stats": {"health": 8, "strength": 7}},
            [
                "goblins.boar_pack: health 8, not 5 to 7",
                "goblins.boar_pack: strength 7, not 4 to 6",
            ],
        ),
        (
            "goblins.brute",
            {"stats": {"health": 7, "strength": 5}},
            ["goblins.brute: health 7, not 8 to 10", "goblins.brute: strength 5, not 6 to 9"],
        ),
        (
            "goblins.scrap_dragon",
            {"stats": {"health": 15, "strength": 14}},
            ["goblins.scrap_dragon: health 15, not 11 to 14"]
            + ["goblins.scrap_dragon: strength 14, not 9 to 13"],
        ),
        (
            "goblins.door_shield",
            {"upper": {"abilities": [{"immediate": [{"deal_damage": {"to": "left", "n": 5}}]}]}},
            ["goblins.door_shield: deal_damage 5, not more than 4"],
        ),
        (
            "goblins.door_shield",
            {"upper": {"abilities": [{"immediate": [{"take_damage": {"n": 4}}]}]}},
            [],
        ),
        (
            "goblins.dwarfburg",
            {"abilities": [{"rest": {"cost": [], "effect": [{"take_crystals": {"n": 4}}]}}]},
            ["village.dwarfburg: take_crystals 4, not more than 3"],
        ),
        (
            "goblins.dwarfburg",
            {"abilities": [REST, {"minor": {"cost": [], "effect": [{"take_crystals": {"n": 9}}]}}]},
            [],
        ),
        (
            "goblins.runt",
            {"lower": {"abilities": [{"vp": 1}]}},
            ["goblins.runt: points 1, not 2 to 2"],
        ),
    ],
)
def test_the_bounds_of_balance(design: str, changes: Any, told: list[str]) -> None:
    found = [line for line in change_design(design, **changes) if "points of creatures" not in line]
    assert found == told


def test_the_bounds_of_a_kingdoms_points() -> None:
    """48 to 58 points of creatures; a dragon without the mark for two does not count."""
    book = Book({}, {"x": msgspec.structs.replace(KINGDOMS["goblins"], id="x", village="")})
    for points, told in (
        (47, ["x: 47 points of creatures, not 48 to 58"]),
        (48, []),
        (58, []),
        (59, [1]),
    ):
        lines = [{"vp": 2}] * (points // 2) + [{"vp": points % 2}]
        dragon = MONSTER | {"kind": "dragon", "tier": "dragon", "two_player_copies": 1}
        spare = dragon | {"id": "x.spare", "two_player_copies": 0}
        for card in (
            dragon | {"lower": {"abilities": lines}},
            spare | {"lower": {"abilities": lines}},
        ):
            book.designs[str(card["id"])] = read_card(card, "x", "x")
        found = [line for line in out_of_bounds(book, "x") if "of creatures" in line]
        assert found == told or len(found) == len(told) == 1


def test_every_kingdom_of_the_box_is_within_bounds() -> None:
    assert [line for kingdom in KINGDOMS for line in out_of_bounds(BOOK, kingdom)] == []
    assert len(CARD) == sum(design.copies for design in DESIGNS.values())


def test_the_cards_are_read_alike_every_time() -> None:
    assert read_folder(CARDS) == BOOK


# Tier -> a card of it, and its lowest and highest health, strength and points (see
# docs/adding-a-kingdom.md).
LIMITS: dict[str, tuple[str, tuple[int, int], tuple[int, int], tuple[int, int]]] = {
    "minor": ("goblins.runt", (2, 4), (1, 3), (2, 2)),
    "medium": ("goblins.boar_pack", (5, 7), (4, 6), (4, 4)),
    "major": ("goblins.brute", (8, 10), (6, 9), (6, 7)),
    "dragon": ("goblins.scrap_dragon", (11, 14), (9, 13), (10, 13)),
}


@pytest.mark.parametrize("tier", LIMITS)
@pytest.mark.parametrize("end", [0, 1])
def test_the_limits_of_a_tier_are_allowed_and_nothing_beyond(tier: str, end: int) -> None:
    design, health, strength_, points = LIMITS[tier]

    def list_violations(more: int) -> list[str]:
        stats = {"health": health[end] + more, "strength": strength_[end] + more}
        worth = {"lower": {"abilities": [{"vp": points[end] + more}]}}
        found = change_design(design, stats=stats, **worth, upper={}, tier=tier)
        return [line for line in found if line.startswith(design)]

    assert list_violations(0) == []
    assert len(list_violations(1 if end else -1)) == 3
