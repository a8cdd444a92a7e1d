"""Who decides what in turns and in Cleaning."""

from __future__ import annotations

from .conftest import Scene


def test_one_prophecy_is_read_in_a_turn(scene: Scene) -> None:
    """From row 2 to 6; requirements hold, the cost is paid, the row moves right."""
    scene("""
        seats: {A: {faction: University of the Sun, wealth: 6, influence: 4}, B: {}}
        row: [First Blood, Twin Forts, Tithe, Old Favour]
        prophecy_deck: [Two Temples, Star Fort, Five Winds]
        play:
          - {answers: {A: {read: [read Tithe, read Old Favour]}}}
          - {A: read Old Favour}
          - {A: read Tithe, refused: true}
        expect:
          row: [Five Winds, Star Fort, Two Temples, First Blood, Twin Forts, Tithe]
          seats: {A: {influence: 1, fragments: [Old Favour], essence: 3}}
    """)


def test_side_star_actions_leave_the_main_action(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Courier, Courier]}, B: {}}
        play:
          - {A: use Courier 1}
          - {A: use Courier 1}
        expect: {main_done: false, seats: {A: {influence: 4, hand: [], discard: [Courier,
            Courier]}}}
    """)


def test_each_reserves_one_fragment_clockwise_by_wishes(scene: Scene) -> None:
    """From the first player clockwise, each may mark one unmarked claimable row card."""
    scene("""
        agenda: [cleaning]
        order: [B, A]
        passed: [B, A]
        row: [First Blood, Twin Forts, Tithe, Old Favour]
        prophecy_deck: [Two Temples, Star Fort, Five Winds, Sky Serpent]
        play:
          - {A: "clean reserve Tithe, Twin Forts"}
          - {B: "clean reserve Tithe"}
        expect:
          row: [Sky Serpent, Five Winds, Star Fort, Two Temples, Twin Forts, Tithe]
          prophecy_discard: [First Blood, Old Favour]
    """)


def test_the_piles_may_be_shuffled_together(scene: Scene) -> None:
    scene("""
        agenda: [cleaning]
        passed: [A, B]
        seats:
          A: {faction: Three Islands Kingdom, discard: [Sapper, Marine], draw_pile: [Drum Major,
              Quartermaster, Quartermaster, Marine, Sapper], hand: [Boarding Party]}
          B: {draw_pile: [Lecturer, Lecturer, Student, Student], discard: [Dean]}
        play:
          - {A: clean shuffle piles, B: clean keep piles}
        expect: {seats: {A: {discard: []}, B: {discard: [Dean]}}}
    """)


def test_the_victim_mixes_what_the_threat_takes(scene: Scene) -> None:
    """loss = threat - Defense, at most what is owned; one kind only is not asked for."""
    scene("""
        agenda: [cleaning]
        passed: [A, B]
        threat: 5
        seats:
          A: {faction: Three Islands Kingdom, defense: 2, wealth: 4, influence: 4,
              discard: [Sapper]}
          B: {faction: Court of Masks, wealth: 1, defense: 2, discard: [Courier]}
        play:
          - {A: "clean keep piles lose 2 Wealth, 2 Influence", refused: true}
          - {A: "clean keep piles lose 1 Wealth, 2 Influence"}
          - {B: clean keep piles, told: [threatened]}
        asked: {A: bid, B: bid}
        expect: {seats: {A: {influence: 5}, B: {influence: 3}}}
    """)


def test_the_target_is_a_player_the_threat_or_a_monster(scene: Scene) -> None:
    """An attack that cannot succeed may still be made."""
    scene("""
        agenda: [target]
        seats: {A: {attack: 1, influence: 1}, B: {defense: 9}, C: {}}
        row: [Storm Roc, Sky Serpent, Old Titan]
        play:
          - answers:
              A:
                - attack University of the Sun
                - attack Cloudharbour League
                - attack Threat
                - attack Storm Roc
                - attack Sky Serpent
                - attack Old Titan
          - {A: attack University of the Sun}
        expect: {seats: {A: {essence: 0}, B: {defense: 9}}}
    """)


def test_a_successful_attacker_takes_a_token_or_exhausts_or_nothing(scene: Scene) -> None:
    scene(
        """
        agenda: [target]
        seats:
          A: {faction: Hanging Garden Synod, attack: 5}
          B: {faction: University of the Sun, defense: 2, wealth: 1, influence: 1,
              island: {"0,0": Sun Dome, "1,0": Tavern}}
        play:
          - {A: attack University of the Sun, answers: {A: [seize Wealth, seize Influence,
              exhaust Sun Dome, leave it]}}
          - {A: exhaust Sun Dome}
        expect:
          seats:
            A: {essence: 3, wealth: 0}
            B: {defense: 3, island: {"0,0": {card: Sun Dome, exhausted: true}}}
    """
    )


def test_is_not_asked_when_there_is_nothing_to_take(scene: Scene) -> None:
    scene("""
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 5}, B: {faction: Three Islands Kingdom,
            defense: 2}}
        play:
          - {A: attack Three Islands Kingdom}
        expect: {seats: {A: {essence: 3}, B: {defense: 3}}}
        asked: {A: turn}
    """)


def test_the_victim_says_which_tokens_it_gives(scene: Scene) -> None:
    """Any combination, as much as owned; one kind only is not asked for."""
    scene("""
        seats:
          A: {faction: Court of Masks, influence: 1, hand: [Blackmailer]}
          B: {wealth: 2, influence: 2}
          C: {wealth: 1, influence: 1}
        play:
          - {A: use Blackmailer, asked: {B: give}, answers: {B: [give 1 Wealth,
              give 1 Influence]}}
          - {B: give 1 Wealth, asked: {C: give}}
          - {C: give 1 Influence}
        expect:
          seats: {A: {wealth: 1, influence: 1}, B: {wealth: 1, influence: 2},
            C: {wealth: 1, influence: 0}}
        ---
        seats:
          A: {faction: Court of Masks, influence: 1, hand: [Blackmailer]}
          B: {wealth: 3}
        play:
          - {A: use Blackmailer, asked: {A: turn}}
        expect: {seats: {A: {wealth: 1}, B: {wealth: 2}}}
    """)


def test_the_named_opponent_chooses(scene: Scene) -> None:
    scene(
        """
        seats: {A: {faction: Court of Masks, hand: [Master of Revels]},
            B: {faction: Three Islands Kingdom},
            C: {faction: University of the Sun}}
        play:
          - {A: use Master of Revels 1, asked: {A: opponent}}
          - {A: name University of the Sun, asked: {C: opponent_chooses}, silence: {C: choose 1}}
          - {C: choose 2}
        expect: {seats: {A: {wealth: 2}}}
        asked: {A: turn}
    """
    )


def test_parameters_of_cards_are_asked_one_by_one(scene: Scene) -> None:
    """Opponents, segments, cells, discards."""
    scene("""
        seats:
          A: {faction: University of the Sun, hand: [Student, Dean, Surveyor, Cupbearer],
              island: {"0,0": Sun Dome, "1,0": Shrine}}
          B: {}
        play:
          - {A: use Student 2, asked: {A: discard}}
          - {A: discard Dean, asked: {A: turn}}
          - {A: use Surveyor 1, asked: {A: rearrange}}
          - {A: "move 1,0 to 0,-1"}
          - {A: use Cupbearer 2, asked: {A: exhaust_own}}
          - {A: exhaust Sun Dome}
        expect: {seats: {A: {island: {"0,-1": Shrine, "0,0": {card: Sun Dome, exhausted: true}}}}}
    """)
