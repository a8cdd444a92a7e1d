"""R8: the end of the match and its scoring."""

from __future__ import annotations

from .conftest import Scene


def test_R8_1_seven_lords_trigger_the_end(scene: Scene) -> None:
    """Free, disabled or under Locations alike, however they came."""
    scene("""
        seats:
          A:
            hand: [seahorse 5, seahorse 3]
            lords:
              - {lord: trader, disabled: true}
              - {lord: keeper, under: jail}
              - miller
              - peddler
              - seeker
              - jailer
            locations: [jail]
          B: {}
        court: [shepherd, hunter, oracle, shaman]
        play: [{A: "recruit shepherd with seahorse 5, seahorse 3", told: [end_triggered]}]
        expect: {ended_by: A}
        ---
        seats:
          A: {pearls: 5, lords: [trader, keeper, miller, peddler, seeker, jailer]}
          B: {}
        court: [shepherd, hunter, oracle, shaman]
        agenda: [corruptor]
        play: [{A: bribe shepherd, told: [end_triggered]}]
        expect: {ended_by: A}
    """)


def test_R8_1_six_lords_trigger_nothing(scene: Scene) -> None:
    """The sixth is not enough."""
    scene("""
        seats:
          A: {hand: [seahorse 5, seahorse 3], lords: [trader, miller, peddler, seeker, jailer]}
          B: {}
        court: [shepherd, hunter, oracle, shaman]
        play: [{A: "recruit shepherd with seahorse 5, seahorse 3"}]
        expect: {ended_by: null}
    """)


def test_R8_1_the_trigger_is_sticky(scene: Scene) -> None:
    """Who triggered the end stays the one, whatever happens afterwards."""
    scene("""
        seats:
          A: {}
          B:
            hand: [seahorse 5, seahorse 3]
            lords: [trader, keeper, miller, peddler, seeker, jailer]
        turn: B
        ended_by: A
        court: [shepherd, hunter, oracle, shaman]
        play: [{B: "recruit shepherd with seahorse 5, seahorse 3", told: [ended]}]
        expect: {ended_by: A, step: over}
    """)


def test_R8_2_everybody_else_has_exactly_one_more_turn(scene: Scene) -> None:
    """The match ends when it would be the turn of whoever triggered the end."""
    scene("""
        seats: {A: {}, B: {}, C: {}}
        turn: B
        ended_by: B
        agenda: [explorer]
        track: [crab 1]
        play:
          - {B: take, expect: {turn: C}}
          - {C: take, expect: {turn: A}}
          - {A: take, expect: {step: over}}
    """)


def test_R8_2_additional_turns_of_the_last_round_are_played(scene: Scene) -> None:
    """An Invoker recruited by the last player, too."""
    scene("""
        seats: {A: {}, B: {hand: [jellyfish 5, jellyfish 3]}}
        turn: B
        ended_by: A
        court: [invoker, hunter, oracle, shaman]
        play:
          - B: recruit invoker with jellyfish 5, jellyfish 3
            expect: {turn: B, extra: true, step: explore}
          - {B: take, expect: {step: over}}
    """)


def test_R8_2_more_than_seven_lords_are_possible(scene: Scene) -> None:
    """In an additional turn an eighth may come; G8b plays it."""
    scene("""
        seats:
          A:
            hand: [seahorse 5, seahorse 3]
            lords: [trader, keeper, miller, peddler, seeker, jailer, invoker]
          B: {}
        ended_by: A
        extra: true
        court: [shepherd, hunter, oracle, shaman]
        play: [{A: "recruit shepherd with seahorse 5, seahorse 3"}]
        expect: {seats: {A: {lords: 8}}, turn: B}
    """)


def test_R8_3_a_deck_emptied_exactly_is_no_trigger_but_the_next_short_refill_is(
    scene: Scene,
) -> None:
    """The deck may be empty as long as the Court could be filled."""
    scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader]
        lord_deck: [oracle, shaman, invoker, apprentice]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {court: 6, lord_deck: 0, ended_by: null}
        ---
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader]
        lord_deck: []
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {court: 2, seats: {A: {pearls: 2}}, ended_by: A}
    """)


def test_R8_3_by_option_an_empty_deck_and_a_short_court_end_it_after_any_turn(
    scene: Scene,
) -> None:
    """`end_trigger_court: deck_empty`: the match ends at the end of that turn's round."""
    scene("""
        options: {end_trigger_court: deck_empty}
        seats: {A: {}, B: {}}
        court: [keeper, trader]
        lord_deck: []
        agenda: [explorer]
        track: [crab 1]
        play: [{A: take}]
        expect: {ended_by: A}
        ---
        options: {end_trigger_court: deck_empty}
        seats: {A: {}, B: {}}
        court: [keeper, trader, miller, oracle, shaman, jailer]
        lord_deck: []
        agenda: [explorer]
        track: [crab 1]
        play: [{A: take}]
        expect: {ended_by: null}
    """)


def test_R8_4_the_lowest_ally_of_each_race_in_hand_is_affiliated(scene: Scene) -> None:
    """Without a question; the other cards are discarded."""
    scene("""
        seats: {A: {hand: [crab 3, crab 5, squid 2], affiliated: [crab 4]}, B: {hand: [crab 1]}}
        turn: B
        ended_by: A
        step: next
        asked: []
        expect:
          seats:
            A: {hand: [], affiliated: [crab 4, crab 3, squid 2]}
            B: {hand: [], affiliated: [crab 1]}
          discard: [crab 5]
    """)


def test_R8_5_the_score_has_four_parts(scene: Scene) -> None:
    """Locations, influence of all Lords, the highest affiliated of each race, Monster tokens."""
    scene("""
        step: over
        seats:
          A:
            lords: [{lord: keeper, under: jail}, {lord: trader, disabled: true}, miller]
            locations: [jail]
            affiliated: [crab 4, crab 5, squid 1]
            monster_tokens: [4, 2]
          B: {}
        outcome: {A: {score: 49, lines: {jail: 12, lords: 25, allies: 6, monsters: 6}}}
    """)


def test_R8_6_ties_go_to_pearls_then_to_the_best_lord_then_are_shared(scene: Scene) -> None:
    """Every place is ranked by the same three; G15 has a tie of three."""
    scene("""
        step: over
        seats:
          A: {monster_tokens: [3], pearls: 2}
          B: {monster_tokens: [3], pearls: 3}
          C: {monster_tokens: [2], pearls: 1}
          D: {monster_tokens: [2], pearls: 4}
        outcome: {B: {place: 1}, A: {place: 2}, D: {place: 3}, C: {place: 4}}
        ---
        step: over
        seats:
          A: {monster_tokens: [3]}
          B: {monster_tokens: [3]}
          C: {monster_tokens: [2]}
        outcome: {A: {place: 1}, B: {place: 1}, C: {place: 3}}
    """)


def test_R8_7_keys_pearls_and_hands_are_worth_nothing(scene: Scene) -> None:
    """Only the four parts count."""
    scene("""
        step: over
        seats: {A: {keys: 2, pearls: 9, hand: [crab 5]}, B: {}}
        outcome: {A: {score: 0, place: 1}, B: {score: 0, place: 2}}
    """)
