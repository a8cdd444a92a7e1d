"""Section 10: Traitor, Schemer and Corruptor."""

from __future__ import annotations

from .conftest import Scene

# Traitor, Schemer, Corruptor ----------------------------------------------------------------------


def test_traitor_discards_neither_himself_nor_a_lord_under_a_location(scene: Scene) -> None:
    """Another free Lord, disabled or not."""
    scene("""
        lords: [traitor, {lord: keeper, under: jail}, {lord: oracle, disabled: true}]
        locations: [jail]
        court: [miller]
        agenda: [traitor]
        answers: {A: [replace oracle by miller, decline]}
        play: [{A: {verb: replace, args: {lord: traitor, by: miller}}, refused: true}]
    """)


def test_traitor_the_keys_of_the_discarded_lord_vanish_first(scene: Scene) -> None:
    """Two tokens and a keyed Lord for another keyed Lord: still three keys, not four."""
    scene("""
        keys: 1
        lords: [traitor, keeper]
        court: [shepherd, miller, trader]
        location_offer: [jail]
        location_stack: []
        agenda: [traitor]
        play: [{A: replace keeper by shepherd}]
        expect: {turn: B, seats: {A: {keys: 1, locations: []}}}
    """)


def test_traitor_may_discard_a_lord_recruited_in_the_same_turn(scene: Scene) -> None:
    """Such as the Corruptor who fetched him."""
    scene("""
        seats: {A: {pearls: 5, hand: [squid 5, squid 4, squid 1]}, B: {}}
        court: [corruptor, traitor, trader, miller, jailer]
        play:
          - {A: "recruit corruptor with squid 5, squid 4, squid 1"}
          - {A: bribe traitor, asked: {A: traitor}}
          - {A: replace corruptor by miller}
        expect: {seats: {A: {lords: [traitor, miller]}}, lords_gone: [corruptor]}
    """)


def test_traitor_as_seventh_lord_triggers_the_end_and_a_swap_adds_none(scene: Scene) -> None:
    """G8a plays it to the end."""
    scene("""
        seats:
          A:
            hand: [squid 5, crab 5, shellfish 2]
            lords: [alchemist, keeper, shopkeeper, peddler, jailer, seeker]
          B: {}
        court: [traitor, miller, trader, landowner]
        play:
          - {A: "recruit traitor with squid 5, crab 5, shellfish 2", told: [end_triggered]}
          - {A: replace alchemist by miller}
        expect: {ended_by: A, seats: {A: {lords: 7}}}
        ---
        seats: {A: {lords: [traitor, alchemist, keeper, shopkeeper, peddler, jailer]}, B: {}}
        court: [miller, trader, landowner]
        agenda: [traitor]
        play: [{A: replace alchemist by miller}]
        expect: {ended_by: null, seats: {A: {lords: 6}}}
    """)


def test_schemer_takes_the_top_of_the_deck_unseen_and_may_shorten_the_refill(scene: Scene) -> None:
    """He needs a card in the deck (12.4)."""
    scene("""
        hand: [squid 4, crab 3, jellyfish 1]
        lords: [keeper]
        court: [schemer, miller, trader]
        lord_deck: [oracle, shaman, invoker, apprentice]
        play:
          - {A: "recruit schemer with squid 4, crab 3, jellyfish 1", asked: {A: schemer}}
          - {A: replace keeper, told: [replaced, end_triggered]}
        expect: {seats: {A: {lords: [schemer, oracle], pearls: 2}}, court: 5, ended_by: A}
    """)


def test_schemer_the_newcomer_works_his_power(scene: Scene) -> None:
    """A Peddler brings two Pearls."""
    scene("""
        lords: [schemer, keeper]
        lord_deck: [peddler, rest]
        court: [miller, trader, shepherd]
        agenda: [schemer]
        play: [{A: replace keeper}]
        expect: {seats: {A: {pearls: 2}}}
    """)


def test_corruptor_the_court_bonus_comes_too_late(scene: Scene) -> None:
    """G5: with four Pearls nothing is asked, although two more come at once."""
    scene("""
        seats: {A: {pearls: 4, hand: [squid 5, squid 4, squid 1]}, B: {}}
        court: [corruptor, keeper, trader]
        play: [{A: "recruit corruptor with squid 5, squid 4, squid 1"}]
        expect: {turn: B, seats: {A: {pearls: 6}}}
    """)
