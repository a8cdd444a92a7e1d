"""Locations, Monuments and Palaces: price, Essence, neighbours, income, grey and star effects.

A row of the tables is the card, its type, price, Essence, the type beside which it is worth more
and the one beside which it is worth less, and what else is gained when it is built.
"""

from __future__ import annotations

import pytest

from games.titles.essence.rules.components import BOX, NAMES
from games.titles.essence.rules.vocabulary import TYPES

from .differences import (
    count_everything,
    each_row,
    find_changes,
    join_changes,
    list_rows,
    parse_changes,
    set_up,
)

LOCATIONS = """
Barracks       | military  | 2 | 1 | military  | cultural  | attack +1
Watchtower     | military  | 1 | 1 | political | magical   | defense +1
Arsenal        | military  | 3 | 2 | economic  | cultural  |
Drill Yard     | military  | 1 | 2 | military  | political | attack +1
Fencing Hall   | military  | 2 | 2 | cultural  | economic  |
Shrine         | magical   | 1 | 2 | magical   | economic  |
Alembic        | magical   | 3 | 2 | economic  | military  |
Observatory    | magical   | 2 | 1 | cultural  | military  | drawn +1
Ley Well       | magical   | 2 | 2 | political | economic  | influence +2
Scriptorium    | magical   | 2 | 2 | magical   | political |
Market         | economic  | 2 | 1 | cultural  | military  | wealth +1
Loading Crane  | economic  | 3 | 2 | economic  | political | foundations +1
Warehouse      | economic  | 1 | 2 | economic  | magical   |
Counting House | economic  | 2 | 2 | political | cultural  |
Guildhall      | economic  | 3 | 2 | military  | magical   |
Tavern         | cultural  | 2 | 2 | cultural  | magical   | drawn +2
Fountain       | cultural  | 1 | 2 | political | economic  |
Theatre        | cultural  | 3 | 3 | cultural  | military  | influence +1
Gallery        | cultural  | 2 | 1 | magical   | political |
Orangery       | cultural  | 2 | 1 | economic  | military  | essence +1
Chancery       | political | 2 | 1 | political | magical   | influence +1
Customs House  | political | 1 | 1 | economic  | cultural  | wealth +1
Tribunal       | political | 2 | 2 | military  | economic  |
Gatehouse      | political | 2 | 2 | magical   | military  |
Forum          | political | 3 | 3 | cultural  | magical   |
"""
MONUMENTS = """
War Foundry    | military  | 5 | 3 | political | cultural  | attack +2
Sky Bastion    | military  | 5 | 4 | military  | economic  | defense +2
Siege Works    | military  | 5 | 3 | economic  | magical   |
Great Orrery   | magical   | 5 | 4 | magical   | military  | drawn +2
Prism Spire    | magical   | 5 | 3 | cultural  | economic  |
Star Well      | magical   | 5 | 3 | political | cultural  |
Cloud Mint     | economic  | 5 | 2 | economic  | magical   | wealth +3
Skydock        | economic  | 5 | 3 | military  | magical   | foundations +1
Free Port      | economic  | 5 | 3 | political | military  |
Amphitheatre   | cultural  | 5 | 4 | cultural  | military  | drawn +1
Hanging Park   | cultural  | 5 | 5 | magical   | political |
Grand Embassy  | political | 5 | 3 | political | military  | influence +2
High Court     | political | 5 | 3 | economic  | magical   |
Treaty Stone   | political | 5 | 3 | cultural  | economic  |
"""
# Two segments of each type that have no effect when something is built beside them.
PLAIN = {
    "military": ("Arsenal", "Drill Yard"),
    "magical": ("Shrine", "Ley Well"),
    "economic": ("Warehouse", "Counting House"),
    "cultural": ("Fountain", "Theatre"),
    "political": ("Forum", "Tribunal"),
}
# What a segment brings in every later Income, exhausted or not.
INCOME = """
Barracks      | attack +1
Watchtower    | defense +1
Observatory   | drawn +1
Market        | wealth +1
Chancery      | influence +1
War Foundry   | attack +2
Sky Bastion   | defense +2
Cloud Mint    | wealth +3
Skydock       | foundations +1
Amphitheatre  | drawn +1
Grand Embassy | influence +2
Exchange Hall | wealth +1
"""
# Star actions: what matters of the position (seat A // seat B // all), the answers, what changes.
STARS = """
Arsenal        | attack: 3    | attack Threat | main +1, essence +3, wars +1, threat +1
Alembic        | wealth: 1    |               | wealth -1, essence +2
Counting House | influence: 1 |               | influence -1, wealth +2
Gallery        | wealth: 1    |               | wealth -1, essence +2
Forum          |              |               | influence +1
Siege Works    | attack: 1    | attack Threat | main +1, essence +3, wars +1, threat +1
Prism Spire    | influence: 1 |               | influence -1, essence +3
Sun Dome       | influence: 1 |               | influence -1, drawn +2
"""
# Grey effects: likewise; the segment stands alone at 0,0.
BUILDING = """
Orangery        | wealth: 1 | Fountain     | wealth -1, essence +3
Orangery        | wealth: 1 | Drill Yard   | wealth -1, essence +2, attack +1
Green Cathedral | wealth: 1 | Fountain     | wealth -1, essence +3
Green Cathedral | wealth: 1 | Shrine       | wealth -1, essence +2
Guildhall       | wealth: 2 | Arsenal      | wealth -2, essence +3
Guildhall       | wealth: 1 | Shrine       | wealth -1, essence +1
Free Port       | wealth: 4 | Hanging Park | wealth -4, essence +5
Free Port       | wealth: 1 | Fountain     | wealth -1, essence +1
"""
GREY = """
Fencing Hall  | attack: 5 // // agenda: [target] | attack Threat | essence +6, wars +1, threat +1
Fencing Hall  | attack: 5 // // agenda: [target] | attack Cloudharbour League | \
essence +3, wars +1, B defense +1
Fencing Hall  | attack: 3 // // agenda: [target] | attack Cloudharbour League |
Siege Works   | attack: 3 // // agenda: [target] | attack Cloudharbour League | \
essence +1, wars +1, B defense +1
Citadel of the Islands | attack: 5 // // agenda: [target] | attack Threat | \
essence +6, wars +1, threat +1
Scriptorium   | wealth: 3 // // row: [First Blood, Tithe] | read Tithe | \
wealth -3, essence +4, fragments +1, readings +1
High Court    | wealth: 3 // // row: [First Blood, Tithe] | read Tithe | \
wealth -3, essence +5, fragments +1, readings +1
Star Well     | // // row: [First Blood, Open Pact], treaties: {Levy Treaty: [A]} | \
read Open Pact | essence +3, fragments +1, readings +1
Star Well     | wealth: 3 // // row: [First Blood, Tithe] | read Tithe | \
wealth -3, essence +3, fragments +1, readings +1
Star Well     | wealth: 1 // // agenda: [bid], advisors: [Priest, Sage] | \
bid 1 Wealth for Priest | wealth -1, hand +1, essence +2
Tribunal      | wealth: 1 | sign Defense Treaty | \
main +1, wealth -1, defense +3, treaties +1, essence +1
Treaty Stone  | wealth: 1 | sign Defense Treaty | \
main +1, wealth -1, defense +3, treaties +1, essence +1
Treaty Stone  | hand: [Courier] | stay and pass | main +1, essence +1
Grand Embassy | wealth: 1 // // treaties: {Defense Treaty: [B]} | sign Defense Treaty | \
main +1, wealth -1, defense +3, treaties +1
Grand Embassy | wealth: 1 | sign Defense Treaty | main +1, wealth -1, defense +3, treaties +1
Mirror Palace | wealth: 1 // // treaties: {Defense Treaty: [B]} | sign Defense Treaty | \
main +1, wealth -1, defense +3, treaties +1
Mirror Palace | wealth: 1 | sign Defense Treaty | main +1, wealth -1, defense +3, treaties +1
Gatehouse     | // attack: 8 // agenda: [{question: target, seat: B}] | \
attack Court of Masks | B essence +5, B wars +1, defense +1, influence +1
Gatehouse     | // attack: 3 // agenda: [{question: target, seat: B}] | attack Court of Masks |
"""


def surround(name: str, kind: str, many: int) -> str:
    """Return an Island around the free cell 0,0, which has `many` neighbours of one type."""
    card = next(one for one in PLAIN[kind] if one != name)
    cells = ("1,0", "1,1", "0,1") if many == 2 else ("1,0",)
    return ", ".join(f'"{cell}": {card}' for cell in cells)


def build_at_home(row: tuple[str, ...], kind: str, many: int) -> dict[str, int]:
    """Return what changes if a card is built at 0,0 beside `many` segments of a type."""
    state = set_up(f"""
        seats:
          A: {{faction: Court of Masks, wealth: 9, island: {{{surround(row[0], kind, many)}}}}}
          B: {{}}
        market: [{row[0]}]
    """)
    return find_changes(state, f"build {row[0]} at 0,0")


def expect_build(row: tuple[str, ...], essence: int) -> dict[str, int]:
    """Return what building a card changes that brings so much Essence."""
    built = "main +1, market -1, foundations -1, exhausted foundations +1, segments +1"
    changes = f"wealth -{row[2]}, essence +{essence}, {row[6]}"
    return join_changes(parse_changes(built), parse_changes(changes))


def plus_of(row: tuple[str, ...]) -> int:
    """Return what a matching neighbour is worth: +1 for a Location, +2 for a Monument."""
    return 2 if row[2] == "5" else 1


@each_row(LOCATIONS + MONUMENTS)
def test_a_segment_costs_wealth_and_brings_its_essence_and_effects(row: tuple[str, ...]) -> None:
    """Beside a type that its modifiers do not name, only the printed value counts."""
    neutral = next(kind for kind in TYPES if kind not in row[4:6])

    assert build_at_home(row, neutral, 1) == expect_build(row, int(row[3]))


@each_row(LOCATIONS + MONUMENTS)
def test_each_matching_neighbour_of_a_new_segment_counts(row: tuple[str, ...]) -> None:
    essence = int(row[3]) + 2 * plus_of(row)

    assert build_at_home(row, row[4], 2) == expect_build(row, essence)


@each_row(LOCATIONS + MONUMENTS)
def test_a_neighbour_of_the_other_type_costs_one_essence(row: tuple[str, ...]) -> None:
    """A Location and a Monument alike: -1; two of them cost two, but a build yields 0 at least."""
    assert build_at_home(row, row[5], 1) == expect_build(row, int(row[3]) - 1)
    assert build_at_home(row, row[5], 2) == expect_build(row, max(0, int(row[3]) - 2))


@each_row(LOCATIONS + MONUMENTS)
def test_a_segment_is_of_its_type(row: tuple[str, ...]) -> None:
    cards = {card.name[0]: card for card in (*BOX.locations.values(), *BOX.monuments.values())}
    kind = "monument" if row[2] == "5" else "location"

    assert (cards[row[0]].type, cards[row[0]].kind) == (row[1], kind)


def test_every_location_and_monument_has_a_row() -> None:
    """25 Locations with three copies each, the Tavern with four; 14 Monuments once."""
    copies = {card.name[0]: card.copies for card in BOX.locations.values()}
    monuments = {card.name[0]: card.copies for card in BOX.monuments.values()}

    assert copies == {row[0]: 4 if row[0] == "Tavern" else 3 for row in list_rows(LOCATIONS)}
    assert monuments == {row[0]: 1 for row in list_rows(MONUMENTS)}


def earn(island: str) -> dict[str, int]:
    """Return every number after the Income of a seat with an Island."""
    them = "University of the Sun" if "Citadel" in island else "Three Islands Kingdom"
    return count_everything(
        set_up(f"""
        step: income
        seats: {{A: {{faction: Court of Masks, island: {{{island}}}}}, B: {{faction: {them}}}}}
    """)
    )


@pytest.mark.parametrize("code", [*BOX.palaces, *BOX.locations, *BOX.monuments])
def test_a_segment_brings_its_income_every_round(code: str) -> None:
    """Also while it is exhausted (H-35); most bring nothing."""
    name = NAMES[code][0]
    brought = {row[0]: row[1] for row in list_rows(INCOME)}.get(name, "")

    found = earn(f'"0,0": Forum, "0,1": {{card: {name}, exhausted: true}}')

    without = earn('"0,0": Forum')
    changes = {what: found[what] - without[what] for what in found if what[:2] != "B "}
    assert join_changes(changes) == join_changes(
        parse_changes("segments +1, exhausted +1"), parse_changes(brought)
    )


def check_effect(row: tuple[str, ...], lines: str, more: str) -> None:
    """Check what answers change; the position is seat A // seat B // what all share."""
    name, before = row[:2]
    own, other, shared = (*map(str.strip, before.split("//")), "", "")[:3]
    state = set_up(f"""{{
        seats: {{
          A: {{faction: Court of Masks, island: {{"0,0": {name}}}, {own}}},
          B: {{faction: Cloudharbour League, defense: 3, {other}}}}},
        {shared}
    }}""")

    assert find_changes(state, lines) == join_changes(parse_changes(row[-1]), parse_changes(more))


@each_row(STARS)
def test_a_star_of_a_segment_exhausts_it(row: tuple[str, ...]) -> None:
    check_effect(row, f"use {row[0]}; {row[2]}", "exhausted +1")


@each_row(BUILDING)
def test_a_grey_effect_on_what_is_built_beside_it(row: tuple[str, ...]) -> None:
    built = "main +1, market -1, foundations -1, exhausted foundations +1, segments +1"
    placed = (row[0], f"{row[1]} // // market: [{row[2]}]", row[3])
    check_effect(placed, f"build {row[2]} at 1,0", built)


@each_row(GREY)
def test_a_grey_effect(row: tuple[str, ...]) -> None:
    check_effect(row, row[2], "")


def test_every_effect_of_a_segment_has_a_row() -> None:
    segments = [*BOX.palaces.values(), *BOX.locations.values(), *BOX.monuments.values()]

    starred = {card.name[0] for card in segments if card.actions}
    grey = {card.name[0] for card in segments if card.passive}
    assert starred == {row[0] for row in list_rows(STARS)}
    assert grey == {row[0] for row in list_rows(GREY + BUILDING)}
    income = {row[0] for row in list_rows(INCOME)}
    assert {card.name[0] for card in segments if card.income} == income
