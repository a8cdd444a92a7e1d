"""R8: the end of the match and its scoring."""

from __future__ import annotations

from .conftest import Scene


def test_seven_lords_trigger_the_end(scene: Scene) -> None:
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


def test_six_lords_trigger_nothing(scene: Scene) -> None:
    """The sixth is not enough."""
    scene("""
        seats:
          A: {hand: [seahorse 5, seahorse 3], lords: [trader, miller, peddler, seeker, jailer]}
          B: {}
        court: [shepherd, hunter, oracle, shaman]
        play: [{A: "recruit shepherd with seahorse 5, seahorse 3"}]
        expect: {ended_by: null}
    """)


def test_the_trigger_is_sticky(scene: Scene) -> None:
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


def test_everybody_else_has_exactly_one_more_turn(scene: Scene) -> None:
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


def test_additional_turns_of_the_last_round_are_played(scene: Scene) -> None:
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


def test_more_than_seven_lords_are_possible(scene: Scene) -> None:
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


def test_a_deck_emptied_exactly_is_no_trigger_but_the_next_short_refill_is(
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


def test_by_option_an_empty_deck_and_a_short_court_end_it_after_any_turn(
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


def test_the_lowest_ally_of_each_race_in_hand_is_affiliated(scene: Scene) -> None:
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


def test_the_score_has_four_parts(scene: Scene) -> None:
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


def test_ties_go_to_pearls_then_to_the_best_lord_then_are_shared(scene: Scene) -> None:
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


def test_keys_pearls_and_hands_are_worth_nothing(scene: Scene) -> None:
    """Only the four parts count."""
    scene("""
        step: over
        seats: {A: {keys: 2, pearls: 9, hand: [crab 5]}, B: {}}
        outcome: {A: {score: 0, place: 1}, B: {score: 0, place: 2}}
    """)


def test_the_second_tie_break_is_the_single_best_lord(scene: Scene) -> None:
    """Score and Pearls level: 12 and 4 beat 10 and 6, though both make 16."""
    scene("""
        step: over
        seats:
          A: {lords: [miller, keeper], pearls: 2}
          B: {lords: [landowner, recruiter], pearls: 2}
        outcome: {B: {place: 1, score: 16}, A: {place: 2, score: 16}}
        ---
        step: over
        seats:
          A: {lords: [miller, keeper], pearls: 3}
          B: {lords: [landowner, recruiter], pearls: 2}
        outcome: {A: {place: 1}, B: {place: 2}}
        ---
        step: over
        seats:
          A: {lords: [miller, keeper], pearls: 2, monster_tokens: [2]}
          B: {lords: [landowner, recruiter], pearls: 9}
        outcome: {A: {place: 1, score: 18}, B: {place: 2}}
    """)


def test_a_lord_beats_none_in_the_second_tie_break(scene: Scene) -> None:
    """Without Lords the best one counts as 0."""
    scene("""
        step: over
        seats: {A: {monster_tokens: [4, 3]}, B: {lords: [jailer]}}
        outcome: {B: {place: 1, score: 7}, A: {place: 2, score: 7}}
    """)


def test_by_option_who_began_earlier_comes_behind(scene: Scene) -> None:
    """`tie_after_all: earlier_seat_last`, counted from the start player."""
    scene("""
        options: {tie_after_all: earlier_seat_last}
        step: over
        first_player: B
        seats: {A: {}, B: {}, C: {}}
        outcome: {A: {place: 1}, C: {place: 2}, B: {place: 3}}
        ---
        step: over
        first_player: B
        seats: {A: {}, B: {}, C: {}}
        outcome: {A: {place: 1}, C: {place: 1}, B: {place: 1}}
    """)


def test_the_lowest_of_a_race_is_affiliated_though_a_higher_one_would_score(
    scene: Scene,
) -> None:
    """Automatic and compulsory for every race in hand; the highest affiliated one scores."""
    table = scene("""
        seats: {A: {hand: [crab 1, crab 5, jellyfish 4, squid 2, squid 3], pearls: 1}, B: {}}
        turn: B
        ended_by: A
        step: next
        expect: {step: over}
        outcome: {A: {lines: {allies: 7}}, B: {score: 0}}
    """)
    position = table.position()
    assert position["seats"]["A"]["affiliated"] == ["jellyfish 4", "crab 1", "squid 2"]
    assert sorted(position["discard"]) == ["crab 5", "squid 3"]


def test_a_seventh_lord_by_schemer_or_traitor_counts_like_any_other(scene: Scene) -> None:
    """However they came: a swap adds none, but the Schemer himself may be the seventh."""
    scene("""
        seats:
          A:
            hand: [squid 4, crab 3, jellyfish 1]
            lords: [trader, keeper, miller, peddler, seeker, jailer]
          B: {}
        court: [schemer, hunter, oracle, shaman]
        lord_deck: [shepherd]
        play:
          - {A: "recruit schemer with squid 4, crab 3, jellyfish 1", told: [end_triggered]}
          - {A: decline}
        expect: {ended_by: A, turn: B}
    """)


def test_the_reason_of_the_end_is_told(scene: Scene) -> None:
    """Seven Lords, or a Court that cannot be refilled."""
    table = scene("""
        hand: [crab 4, squid 3]
        pearls: 1
        court: [seeker, keeper, trader]
        lord_deck: []
        play: [{A: "recruit seeker with crab 4, squid 3"}]
    """)
    (event,) = [event for event in table.latest if event.kind == "end_triggered"]
    assert event.args == {"seat": 0, "reason": "court"}


def test_by_option_only_an_empty_deck_and_a_court_not_full_end_it(scene: Scene) -> None:
    """`deck_empty`: a Lord left in the deck, or a full Court, prevents the end; a short refill
    alone is none."""
    scene("""
        options: {end_trigger_court: deck_empty}
        seats: {A: {pearls: 1}, B: {pearls: 1}}
        court: [keeper, trader, miller, oracle, shaman]
        lord_deck: [jailer]
        track: [crab 1]
        agenda: [explorer]
        play: [{A: take}]
        expect: {ended_by: null}
        ---
        options: {end_trigger_court: deck_empty}
        seats: {A: {pearls: 1}, B: {pearls: 1}}
        court: [keeper, trader, miller, oracle, shaman]
        lord_deck: []
        track: [crab 1]
        agenda: [explorer]
        play: [{A: take}]
        expect: {ended_by: A}
        ---
        # The default looks at refills only.
        seats: {A: {pearls: 1}, B: {pearls: 1}}
        court: [keeper, trader, miller, oracle, shaman]
        lord_deck: []
        track: [crab 1]
        agenda: [explorer]
        play: [{A: take}]
        expect: {ended_by: null}
        ---
        options: {end_trigger_court: deck_empty}
        seats: {A: {hand: [crab 4, squid 3], lords: [oracle]}, B: {pearls: 1}}
        council: {crab: [crab 1]}
        court: [seeker, keeper, trader]
        lord_deck: []
        play: [{A: "recruit seeker with crab 4, squid 3", asked: {A: end}}]
        expect: {ended_by: null}
    """)
