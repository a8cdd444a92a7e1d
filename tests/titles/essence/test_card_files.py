"""Card files: each field is read as written, and what cannot be printed is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.titles.essence.rules import components, read_cards, schema
from games.titles.essence.rules.schema import Action, Fragment, Passive, SegmentCard

NAMED = {"name": "Inn", "fr": "Auberge", "de": "Gasthof"}
LOCATION: dict[str, Any] = {
    **NAMED,
    "id": "l.inn",
    "type": "cultural",
    "cost": 2,
    "essence": 3,
    "bonus": {"military": 1, "magical": -1},
}
FRAGMENT: dict[str, Any] = {
    **NAMED,
    "id": "p1.inn",
    "value": 1,
    "cost": 2,
    "require": [{"count": {"any": 2}}],
    "bonus": [{"essence": 4}],
}
FOLLOWER: dict[str, Any] = {
    **NAMED,
    "id": "f.inn",
    "faction": "masks",
    "actions": [{"cost": ["side"], "effect": [{"essence": 1}]}],
}
STATS = {
    **{"influence": 0, "wealth": 1, "popularity": 2},
    **{"attack": 3, "defense": 4, "foundations": 9},
}


def parse_location(**fields: Any) -> SegmentCard:
    (card,) = read_cards.parse_segments([{**LOCATION, **fields}], "location", "l.yaml")
    return card


def parse_palace(**fields: Any) -> SegmentCard:
    palace = {**NAMED, "id": "palace.inn", "type": "cultural", "faction": "masks", **fields}
    (card,) = read_cards.parse_segments([palace], "palace", "f.yaml")
    return card


def parse_fragment(**fields: Any) -> Fragment:
    (card,) = read_cards.parse_fragments([{**FRAGMENT, **fields}], "p.yaml")
    return card


def require(*wanted: Any) -> Fragment:
    return parse_fragment(require=list(wanted))


# What is read -------------------------------------------------------------------------------------


def test_a_segment_is_read_with_all_of_its_fields() -> None:
    card = parse_location(
        copies=4,
        income={"attack": 1},
        once=[{"draw": 2}],
        actions=[{"cost": ["main", {"wealth": 1}], "effect": [{"essence": 1}]}],
        passive=[
            {"when": "pass", "do": [{"essence": 1}]},
            {"modify": "build_cost", "by": -1, "min": 1},
        ],
    )

    assert card == SegmentCard(
        id="l.inn",
        name=("Inn", "Auberge", "Gasthof"),
        kind="location",
        type="cultural",
        copies=4,
        cost=2,
        essence=3,
        bonus={"military": 1, "magical": -1},
        income={"attack": 1},
        once=({"draw": 2},),
        actions=(Action("main", {"wealth": 1}, ({"essence": 1},)),),
        passive=(
            Passive(when="pass", do=({"essence": 1},)),
            Passive(modify="build_cost", by=-1, least=1),
        ),
    )
    plain = parse_location()
    assert (plain.copies, plain.income, plain.once, plain.actions, plain.passive) == (
        1,
        {},
        (),
        (),
        (),
    )


def test_a_monument_and_a_palace_are_read() -> None:
    written = {**LOCATION, "cost": 5, "bonus": {"military": 2, "magical": -1}}
    palace = {**NAMED, "id": "palace.inn", "type": "cultural", "faction": "masks"}
    (monument,) = read_cards.parse_segments([written], "monument", "m.yaml")
    (home,) = read_cards.parse_segments([palace], "palace", "f.yaml")

    assert (monument.kind, monument.cost, monument.bonus["military"]) == ("monument", 5, 2)
    assert (home.kind, home.faction, home.cost, home.essence, home.bonus) == (
        "palace",
        "masks",
        0,
        0,
        {},
    )


def test_characters_factions_and_treaties_are_read() -> None:
    (follower,) = read_cards.parse_characters([FOLLOWER], ("faction",), "f.yaml")
    (several,) = read_cards.parse_characters([{**FOLLOWER, "copies": 9}], ("faction",), "f.yaml")
    faction = {**NAMED, "id": "masks", "type": "magical", "stats": STATS}
    treaty = {**NAMED, "id": "peace", "effect": [{"draw": 1}], "prices": [1, 2, 9]}

    assert (follower.faction, follower.copies, several.copies) == ("masks", 1, 9)
    assert follower.actions == (Action("side", {}, ({"essence": 1},)),)
    assert read_cards.parse_factions([faction], "f.yaml")[0].stats == STATS
    read = read_cards.parse_treaties([treaty], "f.yaml")[0]
    assert (read.id, read.prices, read.effect) == ("t.peace", (1, 2, 9), ({"draw": 1},))


def test_a_fragment_is_read_with_all_of_its_requirements() -> None:
    """Two patterns are two requirements."""
    wide, high = [[0, 0, "any"], [1, 0, "magical"]], [[0, 0, "any"], [0, 1, "any"]]
    card = require(
        {"pattern": wide},
        {"pattern": high},
        {"count": {"any": 20, "magical": 1}},
        {"spend": {"wealth": 9}},
        {"monster": {"defense": 20}},
        {"treaties_this_round": 4},
        {"successful_attacks_this_round": 9},
    )

    assert card.patterns == (
        ((0, 0, "any"), (1, 0, "magical")),
        ((0, 0, "any"), (0, 1, "any")),
    )
    assert (card.count, card.spend) == ({"any": 20, "magical": 1}, {"wealth": 9})
    assert (card.monster, card.treaties, card.attacks) == (20, 4, 9)
    assert (card.value, card.cost, card.bonus) == (1, 2, ({"essence": 4},))
    least = require(
        {"count": {"any": 1}},
        {"spend": {"wealth": 1}},
        {"monster": {"defense": 1}},
        {"treaties_this_round": 1},
        {"successful_attacks_this_round": 1},
    )
    assert (least.monster, least.treaties, least.attacks) == (1, 1, 1)
    assert parse_fragment(value=3, cost=0).cost == 0


@pytest.mark.parametrize(
    "pattern",
    [
        [[0, 0, "any"], [0, 1, "any"], [1, 1, "any"], [1, 2, "any"]],
        [[-9, 9, "any"], [-8, 9, "any"]],
        [[9, -9, "any"], [9, -8, "any"]],
        [[0, 0, "any"], [-1, 0, "any"], [0, -1, "any"]],
    ],
)
def test_patterns_hang_together_over_their_sides(pattern: list[Any]) -> None:
    assert len(require({"pattern": pattern}).patterns[0]) == len(pattern)


@pytest.mark.parametrize("x", range(-2, 3))
@pytest.mark.parametrize("y", range(-2, 3))
def test_two_cells_hang_together_wherever_they_are(x: int, y: int) -> None:
    """Side by side and one above the other, but not across a corner."""
    for across, up, together in ((1, 0, True), (0, 1, True), (1, 1, False), (1, -1, False)):
        pattern = [[x, y, "any"], [x + across, y + up, "any"]]
        if together:
            assert len(require({"pattern": pattern}).patterns[0]) == 2
        else:
            with pytest.raises(ValueError, match="hang together"):
                require({"pattern": pattern})


def test_a_modified_value_has_no_least_unless_printed() -> None:
    assert schema.parse_passive({"modify": "build_cost", "by": -9}, "c") == Passive(
        modify="build_cost", by=-9, least=0
    )


@pytest.mark.parametrize(
    "effect",
    [
        {"essence": 1},
        {"essence": 99},
        {"draw": 2},
        {"ignore_attack": 1},
        {"foundation": 1},
        {"essence": {"per": "segments"}},
        {"essence": {"per": "segments_of", "type": "magical", "every": 99, "times": 2, "max": 0}},
        {"wealth": {"per": "hand", "min": 0, "max": 99}},
        {"spy": 1},
        {"rector": 1},
        {"raid": 1},
        {"exchange_attack_defense": 1},
        {"move_segment": 1},
        {"swap_segments": 1},
        {"attack_action": 1},
        {"attack_action": {"slaver": True}},
        {"build_action": {}},
        {"build_action": {"discount": 0, "needs_foundation": False}},
        {"build_action": {"discount": 9}},
        {"exhaust_segment": {"whose": "own"}},
        {"exhaust_segment": {"whose": "opponent"}},
        {"opponent_gives": {"who": "all", "what": "any_mix", "n": 9}},
        {"opponent_gives": {"who": "one", "what": "influence", "n": 1}},
        {"add_location": 1},
        {"add_location": {"per": "treaties"}},
        {"choose_one": [{"essence": 1}, {"wealth": 1}]},
        {"opponent_chooses": [{"essence": 1}, {"wealth": 1}, {"draw": 1}]},
    ],
)
def test_an_effect_of_the_vocabulary_is_read_as_written(effect: dict[str, Any]) -> None:
    assert schema.parse_effect(effect, "card") == effect


@pytest.mark.parametrize("what", ["wealth", "influence", "attack", "defense", "discard"])
def test_every_kind_of_cost_is_read(what: str) -> None:
    written = {"cost": ["side", {what: 9}, {"exhaust_own": 1}], "effect": [{"essence": 1}]}

    assert schema.parse_action(written, "card").cost == {what: 9, "exhaust_own": 1}


# What is refused ----------------------------------------------------------------------------------

TWO_CELLS = [[0, 0, "any"], [1, 0, "any"]]
ESSENCE = [{"essence": 1}]
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: parse_location(cost=0), "l.inn: cost: 0 is not a whole number from 1 to 3"),
    (lambda: parse_location(cost=4), "cost: 4 is no"),
    (lambda: parse_location(copies=0), "copies: 0 is not a whole number from 1 to 9"),
    (lambda: parse_location(copies=10), "copies: 10 is no"),
    (lambda: parse_location(essence=-1), "essence: -1 is not a whole number from 0 to 9"),
    (lambda: parse_location(essence=10), "essence: 10 is no"),
    (lambda: parse_location(bonus={"military": 2, "magical": -1}), "bonus.military: 2 is no"),
    (lambda: parse_location(bonus={"military": 1, "magical": -2}), "bonus.magical: -2 is no"),
    (lambda: parse_palace(bonus={"military": -2}), "bonus.military: -2 is no"),
    (lambda: parse_palace(bonus={"military": 3}), "bonus.military: 3 is no"),
    (lambda: parse_location(bonus={"military": 1, "magical": 0}), "bonus: exactly one .1 and"),
    (lambda: parse_location(bonus={"military": 1}), "bonus: exactly one .1 and one -1"),
    (lambda: parse_location(income={"attack": 0}), "income.attack: 0 is not a whole number from 1"),
    (lambda: parse_location(income={"attack": 10}), "income.attack: 10 is no"),
    (lambda: parse_location(type="green"), "type: 'green' is none of"),
    (lambda: parse_location(luck=1), "l.yaml: l.inn: luck: there is no such field"),
    (lambda: parse_location(faction="masks"), "faction: there is no such field"),
    (lambda: parse_location(de=" "), "l.inn: de: a name is missing"),
    (lambda: parse_location(fr=3), "fr: a name is missing"),
    (lambda: parse_location(id=""), "l.yaml: a card has no id"),
    (lambda: parse_location(id=3), "l.yaml: a card has no id"),
    (lambda: parse_location(once=[]), "once: an effect is missing"),
    (
        lambda: parse_location(passive=[{"when": "pass", "do": [{"spy": 1}]}]),
        r"passive\[1\].do: 'spy' is none of",
    ),
    (lambda: read_cards.parse_segments(["Inn"], "location", "l.yaml"), "l.yaml: this must be"),
    (lambda: read_cards.parse_segments([{1: 2}], "location", "l.yaml"), "l.yaml: 1: there is no"),
    (
        lambda: read_cards.parse_segments([LOCATION], "monument", "m.yaml"),
        "m.yaml: l.inn: cost: 2 is not a whole number from 5 to 5",
    ),
    (
        lambda: read_cards.parse_segments([{**LOCATION, "cost": 5}], "monument", "m.yaml"),
        "bonus: exactly one .2 and one -1",
    ),
    (
        lambda: read_cards.parse_segments([LOCATION], "palace", "f.yaml"),
        "l.inn: cost: there is no such field",
    ),
    (
        lambda: read_cards.parse_characters([{**FOLLOWER, "actions": []}], ("faction",), "f.yaml"),
        "f.yaml: f.inn: actions: a card needs one",
    ),
    (
        lambda: read_cards.parse_characters([{**FOLLOWER, "copies": 0}], ("faction",), "f.yaml"),
        "copies: 0 is not a whole number from 1 to 9",
    ),
    (
        lambda: read_cards.parse_characters([{**FOLLOWER, "copies": 10}], ("faction",), "f.yaml"),
        "copies: 10 is no",
    ),
    (
        lambda: read_cards.parse_characters([FOLLOWER], (), "a.yaml"),
        "faction: there is no such field",
    ),
    (
        lambda: read_cards.parse_characters(
            [{**FOLLOWER, "actions": FOLLOWER["actions"] * 3}], ("faction",), "f.yaml"
        ),
        "actions: a card has two actions at most",
    ),
    (
        lambda: read_cards.parse_factions(
            [{**NAMED, "id": "masks", "type": "magical", "stats": {**STATS, "attack": 10}}], "f"
        ),
        "stats.attack: 10 is not a whole number from 0 to 9",
    ),
    (
        lambda: read_cards.parse_factions(
            [{**NAMED, "id": "masks", "type": "magical", "stats": {**STATS, "attack": -1}}], "f"
        ),
        "stats.attack: -1 is no",
    ),
    (
        lambda: read_cards.parse_treaties(
            [{**NAMED, "id": "peace", "effect": ESSENCE, "prices": [0, 1]}], "f.yaml"
        ),
        r"f.yaml: peace: prices\[1\]: 0 is not a whole number from 1 to 9",
    ),
    (
        lambda: read_cards.parse_treaties(
            [{**NAMED, "id": "peace", "effect": ESSENCE, "prices": [1, 10]}], "f.yaml"
        ),
        r"prices\[2\]: 10 is no",
    ),
    (
        lambda: read_cards.parse_treaties(
            [{**NAMED, "id": "peace", "effect": ESSENCE, "prices": [2, 1]}], "f.yaml"
        ),
        "prices: they rise",
    ),
    (lambda: parse_fragment(value=0), "p1.inn: value: 0 is not a whole number from 1 to 3"),
    (lambda: parse_fragment(value=4), "value: 4 is no"),
    (lambda: parse_fragment(cost=-1), "cost: -1 is no"),
    (lambda: require(), "require: nothing is required"),
    (lambda: require({"luck": 1}), r"p.yaml: p1.inn: require\[1\]: 'luck' is none of"),
    (lambda: require({"count": {"any": 0}}), r"count.any: 0 is not a whole number from 1 to 20"),
    (lambda: require({"count": {"any": 21}}), "count.any: 21 is no"),
    (lambda: require({"count": {"green": 1}}), "count.green: there is no such field"),
    (
        lambda: require({"spend": {"wealth": 0}}),
        "spend.wealth: 0 is not a whole number from 1 to 9",
    ),
    (lambda: require({"spend": {"wealth": 10}}), "spend.wealth: 10 is no"),
    (lambda: require({"monster": {"defense": 0}}), "defense: 0 is not a whole number from 1 to 20"),
    (lambda: require({"monster": {"defense": 21}}), "defense: 21 is no"),
    (lambda: require({"monster": {"attack": 1}}), "monster.attack: there is no such field"),
    (lambda: require({"treaties_this_round": 0}), "0 is not a whole number from 1 to 4"),
    (lambda: require({"treaties_this_round": 5}), "5 is not a whole number from 1 to 4"),
    (lambda: require({"successful_attacks_this_round": 0}), "0 is not a whole number from 1 to 9"),
    (
        lambda: require({"successful_attacks_this_round": 10}),
        "10 is not a whole number from 1 to 9",
    ),
    (lambda: require({"pattern": [[0, 0, "any"]]}), "two or more different cells"),
    (lambda: require({"pattern": [*TWO_CELLS, [0, 0, "any"]]}), "two or more different cells"),
    (lambda: require({"pattern": [[0, 0, "any"], [1, 1, "any"]]}), "two or more different cells"),
    (lambda: require({"pattern": [[0, 0, "any"], [2, 0, "any"]]}), "two or more different cells"),
    (lambda: require({"pattern": [[0, 0], [1, 0]]}), r"pattern\[1\]: a cell is \[x, y, type\]"),
    (lambda: require({"pattern": ["any", "any"]}), r"pattern\[1\]: a cell is \[x, y, type\]"),
    (lambda: require({"pattern": [*TWO_CELLS, [2, 0, "green"]]}), r"pattern\[3\]: 'green' is none"),
    (lambda: require({"pattern": [[-10, 0, "any"], [-9, 0, "any"]]}), "-10 is not a whole number"),
    (lambda: require({"pattern": [[9, 0, "any"], [10, 0, "any"]]}), "10 is not a whole number"),
    (lambda: schema.parse_action({"cost": [], "effect": ESSENCE}, "c"), "c.cost: exactly one of"),
    (lambda: schema.parse_action({"cost": ["star"], "effect": ESSENCE}, "c"), "'star' is none of"),
    (
        lambda: schema.parse_action({"cost": ["main", "side"], "effect": ESSENCE}, "c"),
        "c.cost: exactly one of main and side",
    ),
    (
        lambda: schema.parse_action({"cost": ["side", {"wealth": 0}], "effect": ESSENCE}, "c"),
        "c.cost.wealth: 0 is not a whole number from 1 to 9",
    ),
    (
        lambda: schema.parse_action({"cost": ["side", {"wealth": 10}], "effect": ESSENCE}, "c"),
        "c.cost.wealth: 10 is no",
    ),
    (
        lambda: schema.parse_action({"cost": ["side", {"shards": 1}], "effect": ESSENCE}, "c"),
        "c.cost: 'shards' is none of",
    ),
    (lambda: schema.parse_action({"cost": ["side"]}, "c"), "c.effect: an effect is missing"),
    (
        lambda: schema.parse_action({"cost": ["side"], "effect": ESSENCE, "x": 1}, "c"),
        "c.x: there is no such field",
    ),
    (lambda: schema.parse_passive({"when": "noon", "do": ESSENCE}, "c"), "c.when: 'noon' is none"),
    (
        lambda: schema.parse_passive({"when": "pass", "if": {"type": "green"}, "do": ESSENCE}, "c"),
        "c.if.type: 'green' is none of",
    ),
    (
        lambda: schema.parse_passive({"when": "pass", "if": {"name": "Inn"}, "do": ESSENCE}, "c"),
        "c.if.name: there is no such field",
    ),
    (lambda: schema.parse_passive({"when": "pass"}, "c"), "c.do: an effect is missing"),
    (lambda: schema.parse_passive({"when": "pass", "x": 1}, "c"), "c.x: there is no such field"),
    (lambda: schema.parse_passive({"modify": "luck", "by": 1}, "c"), "c.modify: 'luck' is none"),
    (lambda: schema.parse_passive({"modify": "build_cost", "by": 10}, "c"), "c.by: 10 is no"),
    (lambda: schema.parse_passive({"modify": "build_cost", "by": -10}, "c"), "c.by: -10 is no"),
    (
        lambda: schema.parse_passive({"modify": "build_cost", "by": 1, "min": -1}, "c"),
        "c.min: -1 is no",
    ),
    (
        lambda: schema.parse_passive({"modify": "build_cost", "by": 1, "do": ESSENCE}, "c"),
        "c.do: there is no such field",
    ),
    *(
        (lambda written=written: schema.parse_effect(written, "c"), message)
        for written, message in (
            ({}, "c: one effect is one word"),
            ({"essence": 1, "wealth": 1}, "c: one effect is one word"),
            ({"luck": 1}, "c: 'luck' is none of"),
            ({"essence": 0}, "c.essence: 0 is not a whole number from 1 to 99"),
            ({"essence": 100}, "c.essence: 100 is no"),
            ({"essence": {"per": "stars"}}, "c.essence.per: 'stars' is none of"),
            ({"essence": {"per": "segments_of"}}, "c.essence.type: goes with per: segments_of"),
            ({"essence": {"per": "hand", "type": "magical"}}, "c.essence.type: goes with"),
            (
                {"essence": {"per": "segments_of", "type": "green"}},
                "c.essence.type: 'green' is none of",
            ),
            ({"essence": {"per": "hand", "max": -1}}, "c.essence.max: -1 is not a whole number"),
            ({"essence": {"per": "hand", "times": 100}}, "c.essence.times: 100 is no"),
            ({"essence": {"per": "hand", "most": 1}}, "c.essence.most: there is no such field"),
            ({"spy": 0}, "c.spy: 0 is not a whole number from 1 to 1"),
            ({"spy": 2}, "c.spy: 2 is no"),
            ({"attack_action": 2}, "c.attack_action: 1 or"),
            ({"attack_action": {"slaver": False}}, "c.attack_action: 1 or"),
            ({"build_action": {"discount": -1}}, "c.build_action.discount: -1 is no"),
            ({"build_action": {"discount": 10}}, "c.build_action.discount: 10 is no"),
            ({"build_action": {"needs_foundation": 1}}, "needs_foundation: true or false"),
            ({"build_action": {"free": True}}, "c.build_action.free: there is no such field"),
            ({"exhaust_segment": {"whose": "mine"}}, "c.exhaust_segment.whose: 'mine' is none"),
            ({"exhaust_segment": {"who": "own"}}, "c.exhaust_segment.who: there is no such"),
            ({"opponent_gives": {"who": "two", "what": "wealth", "n": 1}}, "who: 'two' is none"),
            ({"opponent_gives": {"who": "one", "what": "luck", "n": 1}}, "what: 'luck' is none"),
            ({"opponent_gives": {"who": "one", "what": "wealth", "n": 0}}, "n: 0 is not a whole"),
            ({"opponent_gives": {"who": "one", "what": "wealth", "n": 10}}, "n: 10 is no"),
            ({"opponent_gives": {"from": "one"}}, "opponent_gives.from: there is no such"),
            ({"add_location": 0}, "c.add_location: 0 is no"),
            ({"choose_one": [{"essence": 1}]}, "c.choose_one: there is nothing to choose from"),
            ({"choose_one": []}, "c.choose_one: an effect is missing"),
        )
    ),
]


@pytest.mark.parametrize(("parse", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_cannot_be_printed_is_named(parse: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse()


# The whole box ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "drop", "message"),
    [
        ("advisors", "a.jester", "advisors.yaml: copies: 29 cards and not 30"),
        ("locations", "l.forum", "locations.yaml: copies: 73 cards and not 76"),
        ("monuments", "m.mint", "monuments.yaml: copies: 13 cards and not 14"),
        ("fragments", "p1.tithe", "prophecies.yaml: value 1: copies: 19 cards and not 20"),
        ("fragments", "p2.two_wars", "prophecies.yaml: value 2: copies: 19 cards and not 20"),
        ("fragments", "p3.sun_eater", "prophecies.yaml: value 3: copies: 14 cards and not 15"),
        ("followers", "f.cm.duenna", "followers.yaml: court_of_masks: copies: 6 cards and not 8"),
        ("palaces", "palace.court_of_masks", "factions.yaml: court_of_masks: it needs one palace"),
    ],
)
def test_every_part_of_the_box_has_its_number_of_cards(part: str, drop: str, message: str) -> None:
    left = {code: card for code, card in getattr(components.BOX, part).items() if code != drop}
    fields = {name: getattr(components.BOX, name) for name in components.BOX.__struct_fields__}

    with pytest.raises(ValueError, match=message):
        components.check_box(components.Box(**{**fields, part: left}))


def test_a_treaty_has_a_price_for_each_of_its_spaces() -> None:
    fields = {name: getattr(components.BOX, name) for name in components.BOX.__struct_fields__}
    spaces = {**components.BOX.treaty_spaces, 5: 6}

    with pytest.raises(ValueError, match="t.attack: prices: a space has none"):
        components.check_box(components.Box(**{**fields, "treaty_spaces": spaces}))


@pytest.mark.parametrize("column", [0, 1, 2])
def test_no_two_components_share_a_name_in_any_language(column: int) -> None:
    names = [name[column] for name in components.component_names(components.BOX).values()]

    assert len(set(names)) == len(names) == 5 + 5 + 4 + 25 + 17 + 55 + 14 + 25


def test_a_palace_belongs_to_a_faction_of_the_box() -> None:
    fields = {name: getattr(components.BOX, name) for name in components.BOX.__struct_fields__}
    palace = {**NAMED, "id": "palace.inn", "type": "cultural", "faction": "innkeepers"}
    (card,) = read_cards.parse_segments([palace], "palace", "factions.yaml")
    palaces = {**components.BOX.palaces, "palace.inn": card}

    with pytest.raises(ValueError, match="palace.inn: faction: 'innkeepers' is none of"):
        components.check_box(components.Box(**{**fields, "palaces": palaces}))


def test_the_box_is_read_alike_every_time() -> None:
    assert components.load_box() == components.BOX
