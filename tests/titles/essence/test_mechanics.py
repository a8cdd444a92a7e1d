"""“Mechanics”: attacks, moving, cards and special effects, one test for each sentence."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations, product

import pytest

from games.engine.contract import Decision, IllegalDecision, Pick, Split
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.island import free_cells
from games.titles.essence.rules.moving import legal_segment_moves, legal_segment_swaps

from .conftest import Scene
from .differences import each_row, find_changes, list_lines, parse_changes, play_lines, set_up

# After placing a segment --------------------------------------------------------------------------


def test_neighbours_do_not_score_again() -> None:
    """A Tavern beside a Theatre: the Theatre's modifier for cultural is not counted."""
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 2, island: {"0,0": Theatre}}, B: {}}
        market: [Tavern]
    """)

    assert find_changes(state, "build Tavern at 1,0")["essence"] == 2 + 1


def test_only_orthogonal_neighbours_count() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 2, island: {"0,0": Theatre, "1,0": Forum,
            "2,0": Theatre, "0,1": Fountain, "2,1": Fountain}}, B: {}}
        market: [Tavern]
    """)

    # Beside two cultural segments and a political one; the Theatres touch its corners.
    assert find_changes(state, "build Tavern at 1,1")["essence"] == 2 + 2


def test_one_time_effects_come_before_income_and_triggers(scene: Scene) -> None:
    """A Loading Crane readies a Foundation once; an Orangery sees cultural builds only."""
    scene("""
        seats:
          A: {faction: Court of Masks, wealth: 3, ready: 2, spent: 3, island: {"0,0": Orangery}}
          B: {}
        market: [Loading Crane]
        play:
          - {A: "build Loading Crane at 1,0"}
        expect: {seats: {A: {ready: 1, spent: 4, essence: 2}}}
    """)


# Attack -------------------------------------------------------------------------------------------

ATTACKS = """
1 against 2 | attack: 1, essence: 0 // defense: 2 |
2 against 2 | attack: 2 // defense: 2 |
3 against 2 | attack: 3 // defense: 2 | essence +1, wars +1, B defense +1
7 against 2 | attack: 7 // defense: 2 | essence +5, wars +1, B defense +1
1 against 0 | attack: 1 // defense: 0 | essence +1, wars +1, B defense +1
0 against 0 | attack: 0 // defense: 0 |
a charge    | attack: 7 // defense: 2, shields: 2 | B charges -1
a raid won  | attack: 7, raid: 3 // defense: 2 | \
attack -3, lent -3, essence +5, wars +1, B defense +1
a raid lost | attack: 7, raid: 3 // defense: 7 | attack -3, lent -3
a raid of a charge | attack: 7, raid: 3 // defense: 2, shields: 1 | attack -3, lent -3, B charges -1
a second win | attack: 3, attacks_won: 1 // defense: 2 | essence +1, wars +1, B defense +1
"""
THREATS = """
1 against 1   | attack: 1  | 1  |
2 against 1   | attack: 2  | 1  | essence +1, wars +1, threat +1
9 against 0   | attack: 9  | 0  | essence +9, wars +1, threat +1
13 against 11 | attack: 13 | 11 | essence +2, wars +1, threat +1
13 against 12 | attack: 13 | 12 | essence +1, wars +1
a whole raid  | attack: 4, raid: 4 | 3 | attack -4, lent -4, essence +1, wars +1, threat +1
a raid        | attack: 5, raid: 4 | 3 | attack -4, lent -4, essence +2, wars +1, threat +1
"""


@each_row(ATTACKS)
def test_an_attack_on_a_player_succeeds_with_more_attack_than_defense(
    row: tuple[str, ...],
) -> None:
    """Essence is the difference, Defense rises by 1; a failure does nothing; Attack stays."""
    own, other = row[1].split("//")
    state = set_up(f"""
        agenda: [target]
        seats:
          A: {{faction: Court of Masks, {own}}}
          B: {{faction: Cloudharbour League, {other}}}
    """)

    assert find_changes(state, "attack Cloudharbour League") == parse_changes(row[2])


@each_row(THREATS)
def test_an_attack_on_the_threat_brings_the_difference_and_raises_it(row: tuple[str, ...]) -> None:
    """Up to 12; nothing is taken from it, and it never falls."""
    state = set_up(f"""
        agenda: [target]
        threat: {row[2]}
        seats: {{A: {{faction: Court of Masks, {row[1]}}}, B: {{wealth: 3}}}}
    """)

    assert find_changes(state, "attack Threat") == parse_changes(row[3])


@pytest.mark.parametrize(
    ("spoils", "changes"),
    [
        ("seize Wealth", "wealth +1, B wealth -1"),
        ("seize Influence", "influence +1, B influence -1"),
        ("exhaust Sun Dome", "B exhausted +1"),
        ("exhaust Forum", "B exhausted +1"),
        ("leave it", ""),
    ],
)
def test_one_thing_is_taken_from_the_defender(spoils: str, changes: str) -> None:
    """A token, or instead an unexhausted segment with a star is exhausted, or nothing."""
    state = set_up("""
        agenda: [target]
        turn_number: 6
        seats:
          A: {faction: Court of Masks, attack: 5}
          B: {faction: University of the Sun, defense: 3, wealth: 2, influence: 3,
              island: {"0,0": Sun Dome, "1,0": Forum, "2,0": Tavern,
              "3,0": {card: Gallery, exhausted: true}}}
          C: {wealth: 5}
    """)
    play_lines(state, "attack University of the Sun")
    (prompt,) = ESSENCE.list_prompts(state)

    assert [choice.verb for choice in prompt.choices] == ["seize"] * 2 + ["exhaust"] * 2 + ["leave"]
    assert prompt.fallback == Decision("leave")
    assert prompt.facts == {
        "turn": 6,
        "victim": "university_of_the_sun",
        "wealth": 2,
        "influence": 3,
        "segments": ["palace.university_of_the_sun", "l.forum"],
    }
    with pytest.raises(IllegalDecision, match="not a possible answer"):
        ESSENCE.play_decision(state, 0, Decision("exhaust", {"segment": "l.gallery"}))
    assert find_changes(state, spoils) == parse_changes(f"B defense +1, {changes}")


def test_the_segment_that_is_named_is_exhausted(scene: Scene) -> None:
    """The first one that is ready, if it stands twice."""
    scene("""
        agenda: [target]
        seats:
          A: {faction: Court of Masks, attack: 9}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": {card: Forum,
              exhausted: true}, "2,0": Forum, "3,0": Forum}}
        play:
          - {A: attack University of the Sun}
          - {A: exhaust Forum}
        expect:
          seats: {B: {island: {"0,0": Sun Dome, "2,0": {card: Forum, exhausted: true},
              "3,0": Forum}}}
    """)


@pytest.mark.parametrize(
    ("them", "lines"),
    [
        ("wealth: 1", ["seize Wealth", "leave it"]),
        ("influence: 1", ["seize Influence", "leave it"]),
        ('island: {"0,0": Forum}', ["exhaust Forum", "leave it"]),
    ],
)
def test_only_what_is_there_can_be_taken(them: str, lines: list[str]) -> None:
    state = set_up(f"""
        agenda: [target]
        seats:
          A: {{faction: Court of Masks, attack: 9}}
          B: {{faction: Cloudharbour League, {them}}}
    """)
    play_lines(state, "attack Cloudharbour League")

    assert list_lines(state) == lines


def test_targets_are_the_other_players_the_threat_and_claimable_monsters() -> None:
    """Monsters whose costs could be paid, while this turn's reading is unused."""
    text = """
        agenda: [{question: target, seat: B}]
        turn_number: 4
        threat: 2
        read_done: DONE
        seats:
          A: {faction: Three Islands Kingdom, defense: 4}
          B: {faction: Court of Masks, attack: 3, influence: 0, island: {"0,0": Siege Works}}
          C: {faction: Cloudharbour League, defense: 1, island: {"0,0": Gatehouse}}
        row: [Storm Roc, Sky Serpent, Old Titan, Tithe, Sun Eater, Glass Dragon]
    """
    state = set_up(text.replace("DONE", "false"))
    (prompt,) = ESSENCE.list_prompts(state)

    players = ["attack Cloudharbour League", "attack Three Islands Kingdom", "attack Threat"]
    monsters = ["attack Sky Serpent", "attack Sun Eater", "attack Glass Dragon"]
    assert list_lines(state) == [*players, *monsters]
    assert prompt.fallback.args == {"target": "threat"}
    assert prompt.facts == {
        "turn": 4,
        "attack": 4,
        "threat": 2,
        "defenses": {"harbour_league": 2, "three_islands": 4},
    }
    assert list_lines(set_up(text.replace("DONE", "true"))) == players
    with pytest.raises(IllegalDecision, match="not a possible answer"):
        ESSENCE.play_decision(state, 1, Decision("attack", {"target": "court_of_masks"}))


def test_H18_a_monster_is_a_successful_attack_without_essence(scene: Scene) -> None:
    """It fires what waits for successful attacks, and for readings."""
    scene("""
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 9, influence: 1, island: {"0,0": Scriptorium,
            "0,1": Fencing Hall}}, B: {}}
        row: [First Blood, Storm Roc]
        play:
          - {A: attack Storm Roc, answers: {A: {read: []}}}
        expect: {read_done: true, seats: {A: {essence: 5, attacks_won: 1, influence: 1}}}
    """)


# Moving -------------------------------------------------------------------------------------------

BEND = '"0,0": Mirror Palace, "1,0": Shrine, "2,0": Tavern'
MOVES = """
a leaf       | move 2,0 to 0,1  | essence +0
beside magic | move 2,0 to 1,1  | essence -1
the Palace   | move 0,0 to 2,1  | essence +0
a swap       | swap 0,0 with 2,0 | essence -1
a swap of both | swap 1,0 with 2,0 | essence -1
"""


@each_row(MOVES)
def test_a_move_counts_the_modifiers_in_the_new_surroundings(row: tuple[str, ...]) -> None:
    """What the card brought where it stood is kept; its other effects do not apply again."""
    state = set_up(f"""
        agenda: [{{question: rearrange, move: true, swap: true}}]
        seats: {{A: {{faction: Court of Masks, essence: 5, island: {{{BEND}}}}}, B: {{}}}}
    """)

    assert find_changes(state, row[1]) == parse_changes(row[2])


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Decision("move", {"segment": "1,0", "to": "0,1"}), "island"),
        (Decision("move", {"segment": "2,0", "to": "2,1"}), "island"),
        (Decision("move", {"segment": "2,0", "to": "5,5"}), "cell"),
        (Decision("move", {"segment": "2,0", "to": "0,0"}), "cell"),
        (Decision("move", {"segment": "0,1", "to": "1,1"}), "cell"),
        (Decision("move", {"segment": "2,0"}), "arguments"),
        (Decision("move", {"segment": "2,0", "to": ["1,1"]}), "arguments"),
        (Decision("swap", {"segment": "2,0", "other": "2,0"}), "cell"),
        (Decision("swap", {"segment": "2,0", "other": "0,1"}), "cell"),
        (Decision("swap", {"segment": "0,1", "other": "2,0"}), "cell"),
        (Decision("swap", {"segment": "2,0", "to": "0,0"}), "arguments"),
        (Decision("build", {}), "verb"),
    ],
)
def test_other_moves_are_refused(decision: Decision, code: str) -> None:
    """The Island is connected afterwards; a swap is of two different segments."""
    state = set_up(f"""
        agenda: [{{question: rearrange, move: true, swap: true}}]
        seats: {{A: {{faction: Court of Masks, island: {{{BEND}}}}}, B: {{}}}}
    """)

    with pytest.raises(IllegalDecision) as refused:
        ESSENCE.play_decision(state, 0, decision)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("move", "swap", "verbs"),
    [(True, True, ["move", "swap", "leave"]), (True, False, ["move", "leave"])]
    + [(False, True, ["swap", "leave"])],
)
def test_a_move_or_a_swap_as_far_as_the_effect_allows(
    move: bool, swap: bool, verbs: list[str]
) -> None:
    state = set_up(f"""
        agenda: [{{question: rearrange, move: {str(move).lower()}, swap: {str(swap).lower()}}}]
        turn_number: 2
        seats: {{A: {{faction: Court of Masks, island: {{{BEND}}}}}, B: {{}}}}
    """)
    (prompt,) = ESSENCE.list_prompts(state)
    cells = ("0,0", "1,0", "2,0")
    free = ("-1,0", "0,-1", "0,1", "1,-1", "1,1", "2,-1", "2,1", "3,0")
    slots = {
        "move": (Pick("segment", cells), Pick("to", free)),
        "swap": (Pick("segment", cells), Pick("other", cells)),
        "leave": (),
    }

    assert [choice.verb for choice in prompt.choices] == verbs
    assert [choice.slots for choice in prompt.choices] == [slots[verb] for verb in verbs]
    assert prompt.fallback == Decision("leave") and prompt.facts == {"turn": 2, "segments": 3}
    other = Decision("swap", {"segment": "0,0", "other": "1,0"})
    if not swap:
        with pytest.raises(IllegalDecision, match="not a possible answer"):
            ESSENCE.play_decision(state, 0, other)
    if not move:
        with pytest.raises(IllegalDecision, match="not a possible answer"):
            ESSENCE.play_decision(state, 0, Decision("move", {"segment": "2,0", "to": "1,1"}))


def test_the_best_moves_are_proposed_first_and_all_are_legal() -> None:
    """Most Essence first, then from left to right; eight at most."""
    state = set_up(f"""
        agenda: [{{question: rearrange, move: true, swap: true}}]
        seats: {{A: {{faction: Court of Masks, island: {{{BEND}, "2,1": Fountain}}}}, B: {{}}}}
    """)
    moves, swaps = list_lines(state, "move"), list_lines(state, "swap")

    # The Fountain is worth 1 beside the Palace; nothing else brings anything.
    assert moves[:3] == ["move 2,1 to -1,0", "move 2,1 to 0,-1", "move 2,1 to 0,1"]
    assert len(moves) == 8 and len(swaps) == 6
    for line in (*moves, *swaps):
        again = ESSENCE.read_position(ESSENCE.write_position(state))
        play_lines(again, line)
        assert len(again.seats[0].island) == 4


def test_a_segment_that_holds_the_island_together_may_move_to_where_it_does_so_too() -> None:
    """A ring with a gap: the corner moves across it."""
    state = set_up("""
        agenda: [{question: rearrange, move: true, swap: false}]
        seats: {A: {faction: Court of Masks, island: {"0,0": Forum, "1,0": Forum, "1,1": Forum}},
            B: {}}
    """)

    assert "move 1,0 to 0,1" in list_lines(state, "move")
    assert not [line for line in list_lines(state, "move") if "1,0 to 2,0" in line]


@pytest.mark.parametrize(
    "island",
    [
        '"0,0": Forum, "1,0": Market',
        BEND,
        '"0,0": Forum, "1,0": Market, "1,1": Forum, "0,1": Market',
        '"0,0": Forum, "1,0": Market, "-1,0": Forum, "0,1": Market, "0,-1": Tavern',
    ],
)
def test_exactly_the_moves_that_keep_the_island_connected_are_legal(island: str) -> None:
    """Each is worth what it brings when it is made."""
    text = f"""
        agenda: [{{question: rearrange, move: true, swap: true}}]
        seats: {{A: {{faction: Court of Masks, essence: 9, island: {{{island}}}}}, B: {{}}}}
    """
    cells = set_up(text).seats[0].island
    found = {}
    for cell, target in product(cells, free_cells(cells)):
        state = set_up(text)
        with suppress(IllegalDecision):
            ESSENCE.play_decision(state, 0, Decision("move", {"segment": cell, "to": target}))
            found[cell, target] = state.seats[0].essence - 9
    swaps = {}
    for cell, other in combinations(cells, 2):
        state = set_up(text)
        ESSENCE.play_decision(state, 0, Decision("swap", {"segment": cell, "other": other}))
        swaps[frozenset((cell, other))] = state.seats[0].essence - 9

    assert {(a, b): many for many, a, b in legal_segment_moves(cells)} == found
    assert {frozenset((a, b)): many for many, a, b in legal_segment_swaps(cells)} == swaps


def test_a_lone_segment_stays(scene: Scene) -> None:
    scene("""
        agenda: [{question: rearrange, move: true, swap: true}]
        seats: {A: {}, B: {}}
        answers: {A: [leave it]}
        ---
        seats: {A: {faction: Hanging Garden Synod, hand: [Landscaper]}, B: {}}
        play:
          - {A: use Landscaper 1, asked: {A: turn}}
    """)


def test_an_exhausted_segment_stays_exhausted_when_it_moves(scene: Scene) -> None:
    scene("""
        agenda: [{question: rearrange, move: true, swap: true}]
        seats: {A: {faction: Court of Masks, island: {"0,0": Mirror Palace,
            "1,0": {card: Forum, exhausted: true}}}, B: {}}
        play:
          - {A: "move 1,0 to 0,1"}
        expect: {seats: {A: {island: {"0,1": {card: Forum, exhausted: true}}}}}
    """)


# Cards --------------------------------------------------------------------------------------------


def test_draws_of_a_turn_do_not_reshuffle(scene: Scene) -> None:
    """An empty draw pile yields nothing."""
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Sage], draw_pile: [Courier],
            discard: [Duenna]}, B: {}}
        play:
          - {A: use Sage 1}
        expect: {seats: {A: {hand: [Courier], draw_pile: [], discard: [Duenna, Sage]}}}
    """)


# Special effects ----------------------------------------------------------------------------------


def test_H22_a_spy_uses_stars_of_locations_and_not_of_monuments_and_palaces() -> None:
    """Unexhausted ones whose cost can be paid; a main star only before the main action."""
    text = """
        turn_number: 9
        main_done: MAIN
        seats:
          A: {faction: Court of Masks, wealth: WEALTH, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Prism Spire,
              "2,0": Alembic, "3,0": Arsenal, "4,0": {card: Forum, exhausted: true}}}
          C: {faction: Cloudharbour League, island: {"0,0": Forum, "1,0": Counting House,
              "2,0": Siege Works}}
    """

    def list_spied(main: str, wealth: str) -> list[str]:
        state = set_up(text.replace("MAIN", main).replace("WEALTH", wealth))
        play_lines(state, "use Spy 1")
        (prompt,) = ESSENCE.list_prompts(state)
        assert prompt.facts == {"turn": 9} and prompt.fallback == Decision("leave")
        return [line.removeprefix("spy on ") for line in list_lines(state)]

    alembic, arsenal = "Alembic of University of the Sun", "Arsenal of University of the Sun"
    forum = "Forum of Cloudharbour League"
    assert list_spied("false", "1") == [alembic, arsenal, forum, "leave it"]
    assert list_spied("true", "1") == [alembic, forum, "leave it"]
    assert list_spied("true", "0") == [forum, "leave it"]


def test_H22_a_spied_star_counts_as_the_kind_it_shows() -> None:
    """A main star takes the main action, a side star does not; its cost is paid."""
    state = set_up("""
        seats:
          A: {faction: Court of Masks, wealth: 3, attack: 2, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Alembic, "1,0": Arsenal}}
    """)
    again = ESSENCE.read_position(ESSENCE.write_position(state))
    played = "hand -1, discard +1"

    side = find_changes(state, "use Spy 1; spy on Alembic of University of the Sun")
    assert side == parse_changes(f"{played}, wealth -1, essence +2")
    main = find_changes(again, "use Spy 1; spy on Arsenal of University of the Sun; attack Threat")
    assert main == parse_changes(f"{played}, main +1, essence +2, wars +1, threat +1")


@pytest.mark.parametrize(
    ("them", "main", "can"),
    [
        ('{"0,0": Forum}', "false", True),
        ('{"0,0": Forum}', "true", True),
        ('{"0,0": Arsenal}', "false", True),
        ('{"0,0": Arsenal}', "true", False),
        ('{"0,0": Gallery}', "false", False),
        ('{"0,0": Sun Dome, "1,0": Prism Spire, "2,0": Tavern}', "false", False),
        ('{"0,0": {card: Forum, exhausted: true}}', "false", False),
    ],
)
def test_H25_a_spy_with_nothing_to_use_cannot_be_played(them: str, main: str, can: bool) -> None:
    state = set_up(f"""
        main_done: {main}
        seats: {{A: {{faction: Court of Masks, influence: 5, hand: [Spy]}},
            B: {{faction: University of the Sun, island: {them}}}}}
    """)

    assert ("use Spy 1" in list_lines(state)) == can


def test_H23_a_slaver_commands_spies_priests_engineers_and_mayors_alone() -> None:
    """With their costs, though without their stars; a Spy only if there is something to use."""
    state = set_up("""
        seats:
          A: {faction: Court of Masks, attack: 9, influence: 1, wealth: 0, hand: [Slaver]}
          B: {faction: Cloudharbour League, discard: [Spy, Priest, Engineer, Mayor, Sage, Broker,
              Priest, Marshal]}
        market: [Tavern]
    """)
    play_lines(state, "use Slaver; attack Cloudharbour League")

    assert list_lines(state) == [
        "command Spy 2",
        "command Priest 1",
        "command Engineer 1",
        "command Engineer 2",
        "command Mayor",
        "leave it",
    ]
    play_lines(state, "command Engineer 2")
    assert ESSENCE.list_prompts(state)[0].question == "build" and state.main_done


def test_only_a_slaver_commands() -> None:
    state = set_up("""
        agenda: [target]
        seats:
          A: {faction: Court of Masks, attack: 9}
          B: {faction: Cloudharbour League, wealth: 1, discard: [Mayor]}
    """)
    play_lines(state, "attack Cloudharbour League")

    assert list_lines(state) == ["seize Wealth", "leave it"]


def test_a_commanded_card_stays_where_it_is_and_its_owner_gains_a_defense() -> None:
    state = set_up("""
        main_done: true
        agenda: [{question: target, slaver: true}]
        seats:
          A: {faction: Court of Masks, attack: 9, influence: 2}
          B: {faction: Cloudharbour League, defense: 3, discard: [Mayor, Priest]}
    """)

    changes = find_changes(state, "attack Cloudharbour League; command Priest 2")

    assert changes == parse_changes("essence +10, influence -2, wars +1, B defense +1")


def test_the_rector_takes_an_advisor_left_on_the_piles(scene: Scene) -> None:
    """With its Wealth; the pile shows nothing until the next round."""
    state = set_up("""
        turn_number: 3
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Sage, Seer], up: true}, {cards: [Priest], up: true, wealth: 1},
            {cards: [Priest, Mayor], up: true, wealth: 3}, {cards: [Jester], up: false, wealth: 0}]
    """)
    play_lines(state, "use Rector 1")
    (prompt,) = ESSENCE.list_prompts(state)

    assert list_lines(state) == ["take Sage", "take Priest"]
    assert prompt.facts == {"turn": 3} and prompt.fallback.args == {"advisor": "a.sage"}
    play_lines(state, "take Priest")
    assert (state.seats[0].hand, state.seats[0].wealth) == (["a.priest"], 3)
    assert [(pile.up, pile.wealth) for pile in state.piles] == [
        (True, 0),
        (True, 1),
        (False, 0),
        (False, 0),
    ]


def test_a_raid_is_lent_to_the_next_attack_alone(scene: Scene) -> None:
    """Two raids add up; Defense stays 0."""
    scene("""
        seats: {A: {faction: Court of Masks, attack: 1, defense: 2, hand: [Pirate, Marshal, Pirate,
            Admiral]}, B: {}}
        play:
          - {A: use Pirate 1}
          - {A: use Marshal 2}
          - {A: use Pirate 1, expect: {seats: {A: {attack: 6, defense: 0, raid: 5}}}}
          - {A: use Admiral}
          - {A: attack Threat}
        expect: {seats: {A: {attack: 2, defense: 0, raid: 0, essence: 7}}}
    """)


def test_H20_a_charge_is_gone_after_one_attack_and_at_the_end_of_the_round(scene: Scene) -> None:
    scene("""
        step: scoring
        passed: [A, B]
        seats: {A: {shields: 2, attacks_won: 2, slots_passed: 3}, B: {}}
        row: [First Blood, Tithe]
        expect: {seats: {A: {shields: 0, attacks_won: 0, slots_passed: 0}}}
    """)


# Opponents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ben", "cid", "lines", "changes"),
    [
        # Both kinds: the victim chooses.
        ("wealth: 2, influence: 2", "", "give 1 Wealth", "wealth +1, B wealth -1"),
        ("wealth: 1, influence: 1", "", "give 1 Influence", "influence +1, B influence -1"),
        # One kind only: nobody is asked.
        ("wealth: 1", "", "", "wealth +1, B wealth -1"),
        ("influence: 3", "", "", "influence +1, B influence -1"),
        # Nobody has anything.
        ("", "", "", ""),
        # Two have: each gives; who has nothing does not.
        ("wealth: 1", "wealth: 3", "", "wealth +2, B wealth -1, C wealth -1"),
    ],
)
def test_H21_an_opponent_gives_as_much_as_it_has(
    ben: str, cid: str, lines: str, changes: str
) -> None:
    state = set_up(f"""
        seats:
          A: {{faction: Court of Masks, influence: 1, hand: [Blackmailer]}}
          B: {{faction: Hanging Garden Synod, {ben}}}
          C: {{faction: Cloudharbour League, {cid}}}
          D: {{faction: Three Islands Kingdom}}
    """)

    found = find_changes(state, f"use Blackmailer; {lines}")

    played = parse_changes(f"hand -1, discard +1, influence -1, {changes}")
    assert found == played


def test_the_victim_is_asked_what_it_gives() -> None:
    state = set_up("""
        seats:
          A: {faction: Court of Masks, influence: 1, hand: [Blackmailer]}
          B: {faction: Hanging Garden Synod, wealth: 3, influence: 1}
    """)
    play_lines(state, "use Blackmailer")
    (prompt,) = ESSENCE.list_prompts(state)

    assert (prompt.seat, prompt.question) == (1, "give")
    assert prompt.choices[0].slots == (Split("tokens", 1, {"wealth": 3, "influence": 1}),)
    assert prompt.facts == {"taker": "court_of_masks", "many": 1, "wealth": 3, "influence": 1}
    assert prompt.fallback.args == {"tokens": {"wealth": 1}}
    assert list_lines(state) == ["give 1 Wealth", "give 1 Influence"]
    for args in ({"wealth": 2}, {"influence": 2}, {"wealth": 1, "influence": 1}):
        with pytest.raises(IllegalDecision):
            ESSENCE.play_decision(state, 1, Decision("give", {"tokens": args}))
    with pytest.raises(IllegalDecision):
        ESSENCE.play_decision(state, 1, Decision("name", {"tokens": {"wealth": 1}}))


def test_all_opponents_who_can_give_a_wealth() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, hand: [Tax Collector]}, B: {wealth: 4},
            C: {influence: 2}, D: {wealth: 1}}
    """)

    found = find_changes(state, "use Tax Collector")

    assert found == parse_changes("hand -1, discard +1, wealth +2, B wealth -1, D wealth -1")


def test_an_opponent_is_named_who_has_what_is_demanded() -> None:
    """The Seer demands Influence; the next player clockwise is the answer of silence."""
    state = set_up("""
        turn_number: 2
        agenda: [{question: turn, seat: B}]
        active: 1
        seats: {A: {influence: 1}, B: {faction: Court of Masks, influence: 1, hand: [Seer]},
            C: {wealth: 3}, D: {influence: 3}}
    """)
    play_lines(state, "use Seer 2")
    (prompt,) = ESSENCE.list_prompts(state)

    assert [choice.args["player"] for choice in prompt.choices] == [
        state.seats[3].faction,
        state.seats[0].faction,
    ]
    assert prompt.fallback.args == {"player": state.seats[3].faction}
    assert prompt.facts == {"turn": 2}


def test_the_named_opponent_picks_for_the_active_player() -> None:
    state = set_up("""
        turn_number: 2
        seats: {A: {faction: Court of Masks, hand: [Jester, Cupbearer]}, B: {}, C: {}}
    """)
    play_lines(state, "use Jester")
    (prompt,) = ESSENCE.list_prompts(state)
    assert [choice.args["player"] for choice in prompt.choices] == [
        state.seats[1].faction,
        state.seats[2].faction,
    ]
    play_lines(state, "name University of the Sun")
    (prompt,) = ESSENCE.list_prompts(state)

    assert (prompt.seat, prompt.question) == (2, "opponent_chooses")
    assert [choice.args for choice in prompt.choices] == [{"option": n} for n in (1, 2, 3)]
    assert prompt.facts == {"player": "court_of_masks", "card": "a.jester"}
    assert prompt.fallback.args == {"option": 1}
    play_lines(state, "choose 1; use Cupbearer 1")
    (prompt,) = ESSENCE.list_prompts(state)
    assert prompt.question == "choose_one" and len(prompt.choices) == 2
    assert prompt.facts == {"turn": 2, "card": "a.cupbearer"}
    assert prompt.fallback.args == {"option": 1}


def test_a_whisperer_exhausts_a_segment_of_any_opponent() -> None:
    """Unexhausted and with a star; nobody is asked if there is none."""
    text = """
        turn_number: 2
        seats:
          A: {faction: Court of Masks, influence: 1, hand: [Whisperer], island: {"0,0": Forum}}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Tavern}}
          C: {faction: Cloudharbour League, island: {"0,0": FORUM}}
    """
    state = set_up(text.replace("FORUM", "Forum"))
    play_lines(state, "use Whisperer 2")
    (prompt,) = ESSENCE.list_prompts(state)
    forum = "exhaust Forum of Cloudharbour League"

    assert list_lines(state) == ["exhaust Sun Dome of University of the Sun", forum, "leave it"]
    assert prompt.facts == {"turn": 2} and prompt.fallback == Decision("leave")
    assert find_changes(state, forum) == {"C exhausted": 1}
    none = set_up(text.replace("FORUM", "Tavern").replace("Sun Dome", "Tavern"))
    play_lines(none, "use Whisperer 2")
    assert ESSENCE.list_prompts(none)[0].question == "turn"


def test_a_palace_alone_cannot_be_swapped() -> None:
    state = set_up("""
        agenda: [{question: rearrange, seat: A, move: true, swap: true}]
        seats: {A: {faction: Court of Masks}, B: {}}
    """)

    assert list_lines(state) == ["leave it"]


def test_H23_a_commanded_card_uses_no_star() -> None:
    """A main star that is commanded leaves the main action as it is."""
    state = set_up("""
        agenda: [{question: target, slaver: true}]
        seats:
          A: {faction: Court of Masks, attack: 9, wealth: 9, ready: 1}
          B: {faction: Cloudharbour League, discard: [Engineer]}
        market: [Tavern]
    """)
    play_lines(state, "attack Cloudharbour League; command Engineer 2")

    assert ESSENCE.list_prompts(state)[0].question == "build" and not state.main_done
