"""Followers and Advisors: what every action of every card costs and does, and nothing else.

A row is the card with the number of its action, what matters of the position, the answers after
the card is used, and what changes. That the card goes from the hand to the discard pile stands in
no row. A filled star is the main action: “main +1”.
"""

from __future__ import annotations

import pytest

from games.titles.essence.rules.components import BOX, NAMES

from .differences import (
    each_row,
    find_changes,
    join_changes,
    list_rows,
    parse_changes,
    set_up,
)

THREE_ISLANDS = """
Sapper 1         |                       |               | attack +1, essence +1
Sapper 2         | wealth: 1             |               | wealth -1, attack +2
Boarding Party   | attack: 2             | attack Threat | main +1, essence +3, wars +1, threat +1
Marine 1         |                       |               | defense +2
Marine 2         |                       |               | essence +2
Quartermaster 1  |                       |               | wealth +1, essence +1
Quartermaster 2  | wealth: 1             |               | wealth -1, foundations +1
Drum Major 1     | defense: 1            |               | defense -1, attack +2
Drum Major 2     | attack: 0             | attack Threat | main +1, drawn +1
"""
UNIVERSITY = """
Lecturer 1       |                       |               | drawn +1
Lecturer 2       |                       |               | essence +1
Prism Warden 1   |                       |               | defense +1, essence +1
Prism Warden 2   | influence: 2          |               | influence -2, charges +1
Student 1        |                       |               | influence +1, essence +1
Student 2        | hand: [Student, Dean] | discard Dean  | hand -1, discard +1, essence +2
Astronomer 1     |                       |               | wealth +1, essence +1
Astronomer 2     | influence: 2          |               | influence -2, essence +3
Dean 1           |                       |               | essence +1
Dean 2           | wealth: 1             | build Tavern at 1,0 | \
main +1, essence +1, drawn +2, market -1, foundations -1, exhausted foundations +1, \
segments +1
"""
HARBOUR = """
Broker 1         |                       |               | wealth +2
Broker 2         | wealth: 2             |               | wealth -2, essence +3
Shipwright 1     | wealth: 2             |               | wealth -2, foundations +1
Shipwright 2     |                       |               | defense +2
Stevedore 1      |                       |               | essence +1
Stevedore 2      | wealth: 1             | build Tavern at 1,0 | \
main +1, wealth -1, essence +3, drawn +2, market -1, foundations -1, exhausted foundations +1, \
segments +1
Smuggler 1       |                       |               | influence +1, market +1
Smuggler 2       | wealth: 1             |               | wealth -1, attack +2
Harbour Master 1 |                       |               | wealth +1, B wealth -1
Harbour Master 2 | attack: 1             | attack Threat | main +1, essence +1, wars +1, threat +1
"""
SYNOD = """
Gardener         | wealth: 1             | build Tavern at 1,0 | \
main +1, wealth -1, essence +4, drawn +2, market -1, foundations -1, exhausted foundations +1, \
segments +1
Pilgrim          |                       |               | essence +1
Hymnist 1        |                       |               | essence +1
Hymnist 2        | influence: 1          |               | influence -1, essence +3
Beekeeper 1      |                       |               | wealth +1
Beekeeper 2      |                       |               | defense +2
Landscaper 1     | island: {"0,0": Green Cathedral, "1,0": Shrine, "2,0": Tavern} | \
move 2,0 to 0,1 | essence +1
Landscaper 1     | island: {"0,0": Green Cathedral, "1,0": Tavern, "2,0": Tavern} | \
swap 0,0 with 1,0 | essence +1
Landscaper 2     |                       |               | wealth +1, market +1
"""
MASKS = """
Courier 1        |                       |               | influence +2
Courier 2        |                       |               | essence +1, defense +1
Blackmailer      | influence: 1          | give 1 Wealth | influence -1, wealth +1, B wealth -1
Whisperer 1      |                       |               | wealth +1
Whisperer 2      | influence: 1          | exhaust Sun Dome of University of the Sun | \
influence -1, B exhausted +1
Duenna 1         |                       |               | defense +2
Duenna 2         | influence: 1          |               | influence -1, essence +3
Master of Revels 1 |                     | name University of the Sun; choose 1 | essence +2
Master of Revels 1 |                     | name University of the Sun; choose 2 | wealth +2
Master of Revels 1 |                     | name University of the Sun; choose 3 | drawn +2
Master of Revels 2 | influence: 1, attack: 1 | attack Threat | \
main +1, influence -1, attack +1, essence +2, wars +1, threat +1
"""
COURT = "Court of Masks"
FOLLOWERS = {
    "Three Islands Kingdom": THREE_ISLANDS,
    "University of the Sun": UNIVERSITY,
    "Cloudharbour League": HARBOUR,
    "Hanging Garden Synod": SYNOD,
    "Court of Masks": MASKS,
}

ADVISORS = """
Admiral          | attack: 1             | attack Threat | \
main +1, attack +1, essence +2, wars +1, threat +1
Hierophant 1     |                       |               |
Hierophant 1     | fragments: [Tithe, Five Winds] |      | essence +2
Hierophant 1     | fragments: [Tithe, Five Winds, Old Titan, High Ritual, Two Wars] | | essence +4
Hierophant 2     |                       |               | influence +1
Spy 1            | // island: {"0,0": Sun Dome, "1,0": Forum} | \
spy on Forum of University of the Sun | influence +1
Spy 2            |                       |               | wealth +1
Rector 1         | // // advisors: [{cards: [Priest], up: true, wealth: 2}, Sage] | \
take Priest | main +1, hand +1, wealth +2
Rector 2         |                       |               | drawn +2
Slaver           | attack: 9 // defense: 4, discard: [Priest] | \
attack University of the Sun; command Priest 1 | \
main +1, essence +7, wars +1, B defense +1
Pirate 1         | attack: 2, defense: 3 |               | attack +3, defense -3, lent +3
Pirate 2         |                       |               | wealth +1
Priest 1         |                       |               | essence +2
Priest 2         | influence: 2          |               | influence -2, essence +4
Engineer 1       |                       |               | foundations +1
Engineer 2       | wealth: 2             | build Cloud Mint at 1,0 | \
main +1, wealth +1, essence +2, market -1, foundations -1, exhausted foundations +1, segments +1
Mayor            |                       |               | wealth +1
Duellist 1       | attack: 1, defense: 5 |               | attack +4, defense -4
Duellist 2       |                       |               | essence +1
Marshal 1        |                       |               | attack +2
Marshal 2        |                       |               | defense +3
Sage 1           |                       |               | drawn +2
Sage 2           | hand: [Sage, Courier, Courier, Duenna] | discard Courier, Duenna | \
hand -2, discard +2, essence +4
Tax Collector    |                       |               | wealth +1, B wealth -1
Surveyor 1       | island: {"0,0": Mirror Palace, "1,0": Shrine, "2,0": Shrine} | \
move 0,0 to 3,0 | essence +1
Surveyor 1       | island: {"0,0": Mirror Palace, "1,0": Shrine, "2,0": Market} | \
swap 1,0 with 2,0 | essence +0
Surveyor 2       |                       |               | wealth +1, market +2
Seer 1           |                       |               | influence +1
Seer 1           | // // treaties: {Levy Treaty: [A, A], Attack Treaty: [B]} | | influence +2
Seer 1           | // // treaties: {Levy Treaty: [A, A], Attack Treaty: [A, A]} | | influence +3
Seer 2           | influence: 1          |               | influence +1, B influence -2, essence +1
Cupbearer 1      |                       | choose 1      | wealth +2
Cupbearer 1      |                       | choose 2      | influence +2
Cupbearer 2      | island: {"0,0": Mirror Palace, "1,0": Forum, "2,0": Arsenal} | \
exhaust Arsenal | exhausted +1, essence +3
Jester           |                       | name University of the Sun; choose 1 | essence +3
Jester           |                       | name University of the Sun; choose 2 | wealth +3
Jester           |                       | name University of the Sun; choose 3 | influence +3
"""
# Amounts that are counted: the least, the number itself, the most.
COUNTED = """
Dean 1           | island: {"0,0": Market}                     | | essence +1
Dean 1           | island: {"0,0": Sun Dome, "1,0": Shrine}    | | essence +2
Dean 1           | island: {"0,0": Sun Dome, "1,0": Shrine, "2,0": Shrine, "3,0": Shrine, \
"4,0": Ley Well} | | essence +4
Pilgrim          | island: {"0,0": Forum}                      | | essence +1
Pilgrim          | island: {"0,0": Fountain, "1,0": Tavern, "2,0": Tavern} | | essence +3
Pilgrim          | island: {"0,0": Fountain, "1,0": Tavern, "2,0": Tavern, "3,0": Theatre, \
"4,0": Theatre} | | essence +4
Mayor            | island: {"0,0": Forum}                      | | wealth +1
Mayor            | island: {"0,0": Market, "1,0": Market, "2,0": Forum} | | wealth +2
Mayor            | island: {"0,0": Market, "1,0": Market, "2,0": Market, "3,0": Warehouse, \
"4,0": Guildhall} | | wealth +4
"""


def check_row(row: tuple[str, ...], faction: str) -> None:
    """Check a row; its position is seat A // seat B // what all share."""
    card, before, lines, changes = row
    own, other, shared = (*map(str.strip, before.split("//")), "", "")[:3]
    hand = "" if "hand:" in own else f"hand: [{card.rstrip(' 12')}], "
    them = "University of the Sun" if faction != "University of the Sun" else "Court of Masks"
    state = set_up(f"""
        seats:
          A: {{faction: {faction}, {hand}{own}}}
          B: {{faction: {them}, wealth: 2, influence: 2, {other}}}
        market: [Tavern, Cloud Mint]
        {shared}
    """)

    found = find_changes(state, f"use {card}; {lines}")

    assert found == join_changes({"hand": -1, "discard": 1}, parse_changes(changes))


def faction_of(card: str) -> str:
    """Return the faction that plays a card; Court of Masks for Advisors."""
    name = card.rstrip(" 12")
    return next((NAMES[c.faction][0] for c in BOX.followers.values() if c.name[0] == name), COURT)


@each_row(THREE_ISLANDS)
def test_followers_of_the_three_islands(row: tuple[str, ...]) -> None:
    check_row(row, "Three Islands Kingdom")


@each_row(UNIVERSITY)
def test_followers_of_the_university(row: tuple[str, ...]) -> None:
    check_row(row, "University of the Sun")


@each_row(HARBOUR)
def test_followers_of_the_harbour_league(row: tuple[str, ...]) -> None:
    check_row(row, "Cloudharbour League")


@each_row(SYNOD)
def test_followers_of_the_garden_synod(row: tuple[str, ...]) -> None:
    check_row(row, "Hanging Garden Synod")


@each_row(MASKS)
def test_followers_of_the_court_of_masks(row: tuple[str, ...]) -> None:
    check_row(row, "Court of Masks")


@each_row(ADVISORS)
def test_advisors(row: tuple[str, ...]) -> None:
    check_row(row, "Court of Masks")


@each_row(COUNTED)
def test_what_is_counted_has_a_least_and_a_most(row: tuple[str, ...]) -> None:
    check_row(row, faction_of(row[0]))


def test_every_action_of_every_card_has_a_row() -> None:
    rows = list_rows("".join((*FOLLOWERS.values(), ADVISORS)))

    printed = [
        f"{card.name[0]} {number}" if len(card.actions) > 1 else card.name[0]
        for card in (*BOX.followers.values(), *BOX.advisors.values())
        for number in range(1, len(card.actions) + 1)
    ]
    assert {row[0] for row in rows} == set(printed)


@pytest.mark.parametrize("faction", FOLLOWERS)
def test_each_faction_has_its_followers_of_five_designs(faction: str) -> None:
    """Copies 2, 2, 2, 1, 1."""
    own = {row[0].rstrip(" 12") for row in list_rows(FOLLOWERS[faction])}

    copies = [c.copies for c in BOX.followers.values() if NAMES[c.faction][0] == faction]
    assert sorted(copies) == [1, 1, 2, 2, 2]
    assert own == {c.name[0] for c in BOX.followers.values() if NAMES[c.faction][0] == faction}
