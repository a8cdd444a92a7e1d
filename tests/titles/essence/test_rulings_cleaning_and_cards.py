"""What the book leaves open about Cleaning, the end and cards: H-26 to H-43 of RULINGS.md."""

from __future__ import annotations

from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.state import State

from .conftest import Scene


def deal(seats: int = 3, **options: object) -> State:
    return ESSENCE.set_up_match(seats, b"holes", options)


def test_H26_zero_essence_still_ranks(scene: Scene) -> None:
    """With two or three players, too: 3, 2, 1; ties share and push the next down."""
    scene("""
        seats: {A: {hand: []}, B: {}, C: {}}
        passed: [B, C]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3, revenge: 0}, B: {shards: 3}, C: {shards: 3}}}
        ---
        seats: {A: {essence: 2}, B: {essence: 1}, C: {}}
        passed: [B, C]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3}, B: {shards: 2}, C: {shards: 1}}}
    """)


def test_H27_revenge_is_spent_before_it_is_handed_out(scene: Scene) -> None:
    """From four players on; whoever is first spends one for a Shard more."""
    scene("""
        seats: {A: {essence: 9, revenge: 1}, B: {essence: 8, revenge: 1}, C: {essence: 7},
            D: {essence: 6, revenge: 2}}
        passed: [B, C, D]
        play:
          - {A: pass}
        expect:
          seats:
            A: {shards: 4, revenge: 0}
            B: {shards: 2, revenge: 1}
            C: {shards: 1, revenge: 0}
            D: {shards: 0, revenge: 3}
    """)


def test_H28_the_leftmost_fragment_is_never_reserved_and_always_discarded(scene: Scene) -> None:
    scene("""
        agenda: [cleaning]
        passed: [A, B]
        row: [First Blood, Twin Forts, Tithe, Old Favour, Two Temples, Twin Banks]
        play:
          - {A: clean reserve First Blood, refused: true}
          - {A: clean reserve Twin Forts, B: clean reserve Twin Forts}
        expect: {prophecy_discard: [First Blood, Tithe, Old Favour, Two Temples, Twin Banks]}
    """)


def test_H29_a_reshuffle_is_public_and_its_result_hidden(scene: Scene) -> None:
    table = scene("""
        agenda: [cleaning]
        passed: [A, B]
        seats: {A: {faction: Court of Masks, draw_pile: [Courier, Courier, Duenna, Duenna,
            Whisperer], discard: [Blackmailer]}, B: {}}
        play:
          - {A: clean shuffle piles}
    """)
    shuffled = next(event for event in table.latest if event.kind == "shuffled")
    assert shuffled.audience is None and shuffled.args == {"seat": 0}
    assert ESSENCE.build_view(table.state, 1).seats[0].hand is None


def test_H30_the_threat_raises_no_defense_and_brings_no_essence(scene: Scene) -> None:
    """Only the tokens go; at most what is owned."""
    table = scene("""
        step: cleaning
        passed: [A, B]
        threat: 9
        seats: {A: {faction: Court of Masks, wealth: 1, influence: 1, defense: 2}, B: {defense: 9}}
        expect: {threat: 9}
    """)
    # The next Income has come: 3 Wealth and 3 Influence.
    assert (table.state.seats[0].wealth, table.state.seats[0].influence) == (3, 3)


def test_H31_tied_fragments_share_the_full_number(scene: Scene) -> None:
    """And push the next down; no fragment, no Shard."""
    scene("""
        step: over
        seats:
          A: {shards: 5, fragments: [Five Winds]}
          B: {shards: 5, fragments: [Two Temples, Twin Forts, Tithe]}
          C: {shards: 5, fragments: [First Blood]}
          D: {shards: 5}
        outcome:
          A: {score: 9, lines: {shards: 5, fragments: 4}}
          B: {score: 9, lines: {fragments: 4}}
          C: {score: 6, lines: {fragments: 1}}
          D: {score: 5, lines: {fragments: 0}}
    """)


def test_H32_a_tie_goes_to_fragments_then_essence_then_tokens_then_is_shared(scene: Scene) -> None:
    scene("""
        step: over
        seats:
          A: {shards: 7}
          B: {shards: 3, fragments: [Two Temples]}
        outcome: {A: {place: 2, score: 7}, B: {place: 1, score: 7}}
        ---
        step: over
        seats: {A: {shards: 7, essence: 4}, B: {shards: 7, essence: 5}}
        outcome: {A: {place: 2}, B: {place: 1}}
        ---
        step: over
        seats: {A: {shards: 7, wealth: 2}, B: {shards: 7, influence: 1}}
        outcome: {A: {place: 1}, B: {place: 2}}
        ---
        step: over
        seats: {A: {shards: 7, wealth: 2}, B: {shards: 7, influence: 2}}
        outcome: {A: {place: 1}, B: {place: 1}}
    """)


def test_H33_unexplained_tokens_are_not_used() -> None:
    """Sand clock, Trade agreement and Embassy tokens lie in no state."""
    names = " ".join(ESSENCE.write_position(deal()))
    assert not any(word in names for word in ("clock", "agreement", "embassy"))


def test_H34_a_dry_deck_takes_back_its_part_of_the_discard(scene: Scene) -> None:
    scene("""
        step: preparation
        passed: [A, B]
        location_deck: [Tavern]
        monument_deck: []
        segment_discard: [Shrine, Cloud Mint, Market, Forum]
        expect: {monument_deck: [], location_deck: [], segment_discard: [], market: [Tavern,
            Shrine, Market, Forum, Cloud Mint]}
        ---
        step: preparation
        passed: [A, B]
        location_deck: []
        monument_deck: []
        expect: {market: []}
    """)


def test_H35_exhausted_segments_give_income_and_passives(scene: Scene) -> None:
    scene("""
        step: income
        seats:
          A: {faction: Cloudharbour League, island: {"0,0": {card: Exchange Hall,
              exhausted: true}, "1,0": {card: Market, exhausted: true}}}
          B: {}
        expect: {seats: {A: {wealth: 5}}}
        ---
        agenda: [target]
        seats:
          A: {faction: Court of Masks, attack: 3, island: {"0,0": {card: Siege Works,
              exhausted: true}}}
          B: {faction: Cloudharbour League, defense: 3}
        play:
          - {A: attack Cloudharbour League}
        expect: {seats: {A: {essence: 1}}}
    """)


def test_H36_a_palace_with_a_star_may_be_exhausted(scene: Scene) -> None:
    scene("""
        agenda: [exhaust]
        seats: {A: {faction: Court of Masks}, B: {faction: University of the Sun},
            C: {faction: Cloudharbour League}}
        answers: {A: [exhaust Sun Dome of University of the Sun, leave it]}
    """)


def test_H37_popularity_draws_at_once_and_does_not_reshuffle(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 2, draw_pile: [], discard: [Courier]}, B: {}}
        market: [Observatory]
        play:
          - {A: "build Observatory at 1,0"}
        expect: {seats: {A: {hand: [], discard: [Courier]}}}
        ---
        seats: {A: {faction: Court of Masks, wealth: 2, draw_pile: [Courier]}, B: {}}
        market: [Observatory]
        play:
          - {A: "build Observatory at 1,0"}
        expect: {seats: {A: {hand: [Courier]}}}
    """)


def test_H38_a_build_granted_by_a_card_needs_foundation_and_wealth(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 0, ready: 0, hand: [Engineer]}, B: {}}
        market: [Forum]
        answers: {A: {use: [use Engineer 1]}}
        ---
        seats: {A: {faction: Court of Masks, wealth: 2, ready: 1, hand: [Engineer]}, B: {}}
        market: [Forum, Cloud Mint]
        play:
          - {A: use Engineer 2}
          - {A: "build Cloud Mint at 1,0"}
        expect: {seats: {A: {wealth: 3, ready: 0, spent: 1}}}
    """)


def test_H39_shards_of_mid_round_count_and_the_goal_waits_for_cleaning(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, shards: 11, wealth: 9, influence: 9}, B: {}}
        row: [Golden Age]
        play:
          - {A: read Golden Age, asked: {A: turn}, expect: {seats: {A: {shards: 12}}}}
          - {A: pass}
          - {B: pass}
        outcome: {A: {place: 1}}
    """)


def test_H40_there_are_five_foundations_in_all(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, ready: 3, spent: 2, hand: [Engineer]}, B: {}}
        play:
          - {A: use Engineer 1}
        expect: {seats: {A: {ready: 3, spent: 2}}}
    """)


def test_H41_cleaning_goes_clockwise_from_the_first_of_the_order(scene: Scene) -> None:
    """Not along the order track: C is first, then A by the seats, though B passed before."""
    scene("""
        agenda: [cleaning]
        seats: {A: {}, B: {}, C: {}}
        order: [C, B, A]
        passed: [C, B, A]
        row: [First Blood, Twin Forts, Tithe, Old Favour]
        prophecy_deck: []
        play:
          - A: clean reserve Twin Forts
            B: "clean reserve Twin Forts, Old Favour"
            C: clean reserve Tithe
        told: [reserved]
        expect: {row: [empty, empty, empty, Twin Forts, Tithe, Old Favour]}
        ---
        agenda: [cleaning]
        seats: {A: {}, B: {}, C: {}}
        order: [C, B, A]
        passed: [C, B, A]
        row: [First Blood, Twin Forts, Tithe, Old Favour]
        prophecy_deck: []
        play:
          - A: "clean reserve Twin Forts, Old Favour"
            B: clean reserve Twin Forts
            C: clean reserve Tithe
        expect: {row: [empty, empty, empty, empty, Twin Forts, Tithe]}
    """)


def test_H42_one_of_two_actions_is_taken_per_use(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Three Islands Kingdom, hand: [Marine]}, B: {}}
        play:
          - {answers: {A: {use: [use Marine 1, use Marine 2]}}}
          - {A: use Marine 1}
        answers: {A: {use: []}}
    """)


def test_H43_a_passed_player_neither_acts_nor_responds(scene: Scene) -> None:
    """It can still be attacked, and its Defense rises as usual."""
    scene("""
        agenda: [target]
        seats: {A: {attack: 5}, B: {faction: Three Islands Kingdom, defense: 2}}
        passed: [B]
        play:
          - {A: attack Three Islands Kingdom}
        expect: {seats: {A: {essence: 3}, B: {defense: 3}}}
    """)


def test_a_match_ends_by_silence() -> None:
    state = deal(5)
    while prompts := [p for p in ESSENCE.list_prompts(state) if p.answered is None]:
        ESSENCE.play_decision(state, prompts[0].seat, prompts[0].fallback)
    assert ESSENCE.find_outcome(state)
