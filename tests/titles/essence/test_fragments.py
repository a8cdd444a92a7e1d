"""The 55 fragments: value, cost, what each requires and what it brings.

Patterns are drawn as on the cards, rows from top to bottom: W for military, M for magical, C for
economic, A for cultural, L for political, `?` for any segment, a dot for no cell.
"""

from __future__ import annotations

from itertools import product

import pytest

from games.titles.essence.rules.components import BOX

from .differences import (
    each_row,
    find_changes,
    list_lines,
    list_rows,
    parse_changes,
    set_up,
)

# name, value, cost in Influence, pattern, bonus
PATTERNS = """
Two Temples     | 1 | 0 | MM       | essence +2
Market Road     | 1 | 1 | C?C      | essence +3
Twin Forts      | 1 | 0 | WW       | essence +2
Twin Banks      | 1 | 0 | CC       | wealth +2
Twin Stages     | 1 | 0 | AA       | essence +2
Twin Benches    | 1 | 0 | LL       | influence +2
Sword and Star  | 1 | 0 | WM       | essence +2
Sword and Coin  | 1 | 0 | WC       | essence +2
Sword and Song  | 1 | 1 | WA       | essence +3
Sword and Seal  | 1 | 0 | WL       | essence +2
Star and Coin   | 1 | 1 | MC       | essence +3
Star and Song   | 1 | 0 | MA       | essence +2
Star and Seal   | 1 | 0 | ML       | drawn +2
Coin and Song   | 1 | 0 | CA       | essence +2
Coin and Seal   | 1 | 0 | CL       | essence +2
Song and Seal   | 1 | 0 | AL       | essence +2
Crown Corner    | 2 | 1 | W. LA    | essence +4
War Column      | 2 | 0 | W?W      | essence +3, attack +1
Triple Rite     | 2 | 1 | MAM      | essence +4
Silk Route      | 2 | 0 | CLC      | essence +3, wealth +1
Long Festival   | 2 | 1 | ACA      | essence +4
Privy Council   | 2 | 1 | L?L      | essence +4
Star Fort       | 2 | 1 | C. WM    | essence +4
Night Bazaar    | 2 | 0 | A. CM    | essence +3, drawn +1
Court Ballet    | 2 | 0 | M. AL    | essence +3, influence +1
Iron Bank       | 2 | 0 | L. CW    | essence +3, wealth +1
Oracle Bench    | 2 | 1 | C. LM    | essence +4
Great Square    | 3 | 1 | LA AL    | shards +1
War Gate        | 3 | 1 | .L. W?W  | essence +6
High Ritual     | 3 | 1 | ..? MMA  | essence +5, influence +1
Trade Cross     | 3 | 1 | .M. C?C  | essence +5, wealth +2
Winding Street  | 3 | 1 | .?L AC.  | essence +6
Long Parliament | 3 | 1 | L??L     | essence +5, influence +2
"""
# Patterns that a mirror turns into another one.
CHIRAL = """
Crown Corner
Star Fort
Night Bazaar
Court Ballet
Iron Bank
Oracle Bench
High Ritual
Winding Street
"""
# name, value, cost, what is just enough (seat A // all), what is not, what changes besides the cost
OTHERS = """
First Blood    | 1 | 0 | attacks_won: 1 | attacks_won: 0 | wealth +1, essence +1
Two Wars       | 2 | 1 | attacks_won: 2 | attacks_won: 1 | essence +4
Three Wars     | 3 | 0 | attacks_won: 3 | attacks_won: 2 | essence +6
Tithe          | 1 | 0 | wealth: 3      | wealth: 2      | wealth -3, essence +3
Royal Ransom   | 2 | 0 | wealth: 5      | wealth: 4      | wealth -5, essence +5
Old Favour     | 1 | 0 | influence: 3   | influence: 2   | influence -3, essence +3
Grand Favour   | 2 | 0 | influence: 4   | influence: 3   | influence -4, essence +4
Golden Age     | 3 | 0 | wealth: 5, influence: 2 | wealth: 5, influence: 1 | \
wealth -5, influence -2, shards +1
Golden Age     | 3 | 0 | wealth: 5, influence: 2 | wealth: 4, influence: 2 | \
wealth -5, influence -2, shards +1
Open Pact      | 1 | 1 | // treaties: {Levy Treaty: [A]} | // treaties: {Levy Treaty: [B]} | \
essence +3
Double Pact    | 2 | 0 | // treaties: {Levy Treaty: [A], Attack Treaty: [B, A]} | \
// treaties: {Levy Treaty: [A, B]} | essence +4
Wide Island    | 2 | 1 | island: WWMMCC    | island: WWMMC    | essence +4
Archipelago    | 3 | 1 | island: WWMMCCAAL | island: WWMMCCAA | essence +5
Three Arts     | 2 | 1 | island: AML       | island: AMM      | essence +3, drawn +1
Three Arts     | 2 | 1 | island: WAML      | island: WWAL     | essence +3, drawn +1
Three Arts     | 2 | 1 | island: CAML      | island: CLML     | essence +3, drawn +1
Five Winds     | 3 | 2 | island: LWMCA     | island: LWMCC    | essence +5
Five Winds     | 3 | 2 | island: LWMCA     | island: LWMAA    | essence +5
Five Winds     | 3 | 2 | island: LWMCA     | island: LWCCA    | essence +5
Five Winds     | 3 | 2 | island: LWMCA     | island: LMMCA    | essence +5
Five Winds     | 3 | 2 | island: LWMCA     | island: WWMCA    | essence +5
Fifth Season   | 3 | 1 | island: ALWMC     | island: ALWMM    | essence +4, drawn +2
City of Guilds | 3 | 1 | island: CCC       | island: CCA      | essence +5
"""
# name, value, cost, Defense, bonus
MONSTERS = """
Storm Roc      | 2 | 0 | 5  | essence +3
Sky Serpent    | 2 | 0 | 6  | essence +3, influence +1
Cloud Kraken   | 2 | 0 | 7  | essence +4, wealth +1
Glass Dragon   | 3 | 0 | 8  | essence +5
Old Titan      | 3 | 1 | 9  | essence +6
Sun Eater      | 3 | 0 | 10 | shards +1
"""
# Cards of each type without any effect on readings, as often as they are in the box.
OF_TYPE = {
    "W": ("Barracks", "Watchtower", "Arsenal", "Drill Yard"),
    "M": ("Shrine", "Alembic", "Observatory", "Ley Well"),
    "C": ("Market", "Loading Crane", "Warehouse", "Counting House"),
    "A": ("Tavern", "Fountain", "Theatre", "Gallery"),
    "L": ("Chancery", "Customs House", "Tribunal", "Forum"),
}
Drawing = tuple[str, ...]


def turn_drawing(drawing: Drawing, times: int = 1) -> Drawing:
    """Return a drawing turned clockwise by a quarter, so many times."""
    for _ in range(times):
        drawing = tuple("".join(row[at] for row in drawing[::-1]) for at in range(len(drawing[0])))
    return drawing


def mirror_drawing(drawing: Drawing) -> Drawing:
    return tuple(row[::-1] for row in drawing)


def list_cells(drawing: Drawing) -> dict[tuple[int, int], str]:
    """Return the letter of each cell, x to the right and y upwards; none for a dot."""
    return {
        (x, -y): letter
        for y, row in enumerate(drawing)
        for x, letter in enumerate(row)
        if letter != "."
    }


def lay_island(drawing: Drawing, away: tuple[int, int] = (3, -2)) -> str:
    """Return an Island as drawn; `?` becomes a political segment, or a military one beside one."""
    used = dict.fromkeys("WMCAL", 0)
    cells = []
    for (x, y), letter in list_cells(drawing).items():
        kind = "W" if letter == "?" else letter
        card = OF_TYPE[kind][used[kind] // 3]
        used[kind] += 1
        cells.append(f'"{x + away[0]},{y + away[1]}": {card}')
    return "{" + ", ".join(cells) + "}"


def can_read(name: str, drawing: Drawing, influence: int) -> bool:
    state = set_up(f"""
        seats:
          A: {{faction: Court of Masks, influence: {influence}, island: {lay_island(drawing)}}}
          B: {{}}
        row: [Golden Age, {name}]
    """)
    return f"read {name}" in list_lines(state, "read")


@each_row(PATTERNS)
def test_a_pattern_is_read_for_its_cost_and_brings_its_bonus(row: tuple[str, ...]) -> None:
    """Anywhere on the Island; the cost is Influence, and the rest of the row moves right."""
    name, value, cost, drawn, bonus = row
    island = lay_island(tuple(drawn.split()))
    state = set_up(f"""
        seats:
          A: {{faction: Court of Masks, influence: {cost}, island: {island}}}
          B: {{}}
        row: [First Blood, {name}, Golden Age]
        prophecy_deck: [Three Wars]
    """)

    changes = find_changes(state, f"read {name}")

    paid = f"influence -{cost}, fragments +1, readings +1, {bonus}"
    assert changes == parse_changes(paid)
    assert state.row[-3:] == ["p3.three_wars", "p1.first_blood", "p3.golden_age"]
    assert BOX.fragments[state.seats[0].fragments[0]].value == int(value)


@each_row(PATTERNS)
def test_a_pattern_may_be_turned(row: tuple[str, ...]) -> None:
    drawing = tuple(row[3].split())

    turned = [can_read(row[0], turn_drawing(drawing, times), 2) for times in range(4)]

    assert turned == [True] * 4


@each_row(PATTERNS)
def test_a_pattern_needs_every_cell_as_drawn(row: tuple[str, ...]) -> None:
    """Another type in any cell but `?` breaks it; so does one Influence less than the cost."""
    drawing = tuple(row[3].split())
    spoilt = []
    for y, x in product(range(len(drawing)), range(len(drawing[0]))):
        letter = drawing[y][x]
        if letter not in ".?":
            other = next(one for one in "MCALW" if one not in "".join(drawing))
            changed = drawing[y][:x] + other + drawing[y][x + 1 :]
            spoilt.append((*drawing[:y], changed, *drawing[y + 1 :]))

    assert not any(can_read(row[0], one, 2) for one in spoilt)
    assert int(row[2]) == 0 or not can_read(row[0], drawing, int(row[2]) - 1)


@each_row(CHIRAL)
def test_a_mirror_image_does_not_count(row: tuple[str, ...]) -> None:
    """H-17, however it is turned."""
    (drawn,) = [line[3] for line in list_rows(PATTERNS) if line[0] == row[0]]
    mirrored = mirror_drawing(tuple(drawn.split()))

    turned = [can_read(row[0], turn_drawing(mirrored, times), 2) for times in range(4)]

    assert turned == [False] * 4


@each_row(PATTERNS)
def test_a_pattern_needs_a_segment_in_every_cell(row: tuple[str, ...]) -> None:
    """Also where any type will do."""
    narrower = [line[:-1] for line in row[3].split()]

    assert not can_read(row[0], tuple(line for line in narrower if line.strip(".")), 2)


def position_of(text: str, name: str, cost: str) -> str:
    """Return the position of a requirement: seat A // what all share; an Island as a line."""
    own, shared = (*map(str.strip, text.split("//")), "")[:2]
    if own.startswith("island: "):
        own = f"island: {lay_island((own.removeprefix('island: '),))}"
    if "influence" not in own:
        own = ", ".join(filter(None, (own, f"influence: {cost}")))
    return f"""{{
        seats: {{A: {{faction: Court of Masks, {own}}}, B: {{}}}},
        row: [Sun Eater, {name}], {shared}
    }}"""


@each_row(OTHERS)
def test_a_requirement_is_just_met(row: tuple[str, ...]) -> None:
    name, value, cost, enough, _, bonus = row
    state = set_up(position_of(enough, name, cost))

    changes = find_changes(state, f"read {name}")

    assert changes == parse_changes(f"influence -{cost}, fragments +1, readings +1, {bonus}")
    assert BOX.fragments[state.seats[0].fragments[0]].value == int(value)


@each_row(OTHERS)
def test_a_requirement_is_just_missed(row: tuple[str, ...]) -> None:
    name, _, cost, enough, missed, _ = row

    assert list_lines(set_up(position_of(missed, name, cost)), "read") == []
    if int(cost):
        poor = position_of(enough, name, str(int(cost) - 1))
        assert list_lines(set_up(poor), "read") == []


@each_row(MONSTERS)
def test_a_monster_is_defeated_by_more_attack_than_its_defense(row: tuple[str, ...]) -> None:
    """H-18: that reads it at its cost; equal Attack does nothing, and it is never just read."""
    name, value, cost, defense, bonus = row
    text = f"""
        agenda: [ASKED]
        seats: {{A: {{faction: Court of Masks, attack: ATTACK, influence: {cost}}}, B: {{}}}}
        row: [First Blood, {name}]
    """.replace("ATTACK", str(int(defense) + 1))
    alone, strong = set_up(text.replace("ASKED", "turn")), set_up(text.replace("ASKED", "target"))
    equal = set_up(text.replace("ASKED", "target").replace(str(int(defense) + 1), defense))

    changes = find_changes(strong, f"attack {name}")

    won = f"influence -{cost}, fragments +1, readings +1, wars +1, {bonus}"
    assert changes == parse_changes(won)
    assert find_changes(equal, f"attack {name}") == {}
    assert f"read {name}" not in list_lines(alone)
    assert BOX.fragments[strong.seats[0].fragments[0]].value == int(value)


def test_every_fragment_has_a_row() -> None:
    """20 of value I, 20 of II and 15 of III."""
    rows = {row[0]: row[1] for row in list_rows(PATTERNS + OTHERS + MONSTERS)}

    assert rows == {card.name[0]: str(card.value) for card in BOX.fragments.values()}
    assert [list(rows.values()).count(value) for value in "123"] == [20, 20, 15]


@pytest.mark.parametrize(("palace", "many"), [("Mirror Palace", 1), ("Sun Dome", 0)])
def test_the_palace_counts_for_patterns(palace: str, many: int) -> None:
    """Two political segments side by side: the Mirror Palace is one of them."""
    state = set_up(f"""
        seats:
          A: {{faction: Court of Masks, island: {{"0,0": Forum, "1,0": {palace}}}}}
          B: {{faction: Cloudharbour League}}
        row: [First Blood, Twin Benches]
    """)

    assert list_lines(state, "read") == ["read Twin Benches"][:many]
