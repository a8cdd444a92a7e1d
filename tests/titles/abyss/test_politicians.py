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


def test_schemer_with_one_lord_left_in_the_deck_takes_him(scene: Scene) -> None:
    """Only an empty deck makes the power unavailable; one other free Lord is enough, too."""
    scene("""
        hand: [squid 4, crab 3, jellyfish 1]
        lords: [keeper]
        court: [schemer, miller, trader, jailer]
        lord_deck: [peddler]
        play:
          - A: recruit schemer with squid 4, crab 3, jellyfish 1
            answers: {A: [replace keeper, decline]}
          - {A: replace keeper}
        expect: {seats: {A: {lords: [schemer, peddler], pearls: 2}}, lord_deck: []}
        ---
        hand: [squid 4, crab 3, jellyfish 1]
        lords: [{lord: keeper, under: jail}]
        locations: [jail]
        court: [schemer, miller, trader, jailer]
        lord_deck: [peddler]
        play: [{A: "recruit schemer with squid 4, crab 3, jellyfish 1"}]
        expect: {turn: B, seats: {A: {lords: 2}}, lord_deck: [peddler]}
    """)


def test_schemer_discards_neither_himself_nor_an_opponents_lord(scene: Scene) -> None:
    """Another free Lord of one's own; he leaves the match."""
    scene("""
        seats: {A: {lords: [schemer, keeper]}, B: {lords: [miller]}}
        lord_deck: [peddler, rest]
        court: [trader, shepherd, jailer]
        agenda: [schemer]
        play:
          - {A: {verb: replace, args: {lord: schemer}}, refused: lord_not_replaceable}
          - {A: {verb: replace, args: {lord: miller}}, refused: lord_not_replaceable}
          - {A: replace keeper}
        expect: {lords_gone: [keeper]}
    """)


def test_traitor_may_be_declined_and_needs_a_lord_of_the_court(scene: Scene) -> None:
    """Optional; the Court must hold the Lord named, and loses him."""
    scene("""
        lords: [traitor, keeper]
        court: [miller, trader, shepherd]
        agenda: [traitor]
        play:
          - {A: {verb: replace, args: {lord: keeper, by: jailer}}, refused: lord_not_in_court}
          - {A: replace keeper by miller}
        expect: {court: 6, lords_gone: [keeper], seats: {A: {pearls: 2}}}
        ---
        lords: [traitor, keeper]
        court: [miller, trader, shepherd, jailer]
        agenda: [traitor]
        play: [{A: decline, told: [declined]}]
        expect: {court: 4, seats: {A: {lords: [traitor, keeper]}}}
    """)


def test_traitor_the_new_lord_stands_in_the_place_of_the_old_one(scene: Scene) -> None:
    """He is free and healthy."""
    table = scene("""
        lords: [miller, keeper, traitor]
        court: [oracle, trader, shepherd, jailer]
        agenda: [traitor]
        play: [{A: replace keeper by oracle}]
    """)
    assert table.position()["seats"]["A"]["lords"] == ["miller", "oracle", "traitor"]


def test_corruptor_with_five_pearls_may_decline(scene: Scene) -> None:
    """“May”; the Lord must stand in the Court and costs five Pearls."""
    scene("""
        pearls: 5
        court: [miller, trader, shepherd, jailer]
        agenda: [corruptor]
        play:
          - {A: {verb: bribe, args: {lord: keeper}}, refused: lord_not_in_court}
          - {A: decline}
        expect: {seats: {A: {pearls: 5, lords: []}}, court: 4}
    """)


def test_a_corruptor_who_finds_the_court_empty_is_not_asked(scene: Scene) -> None:
    """Fetched by a Traitor as the last Lord of the Court: there is nobody to bribe."""
    scene("""
        pearls: 5
        lords: [traitor, keeper]
        court: [corruptor]
        lord_deck: [miller, rest]
        agenda: [traitor]
        play: [{A: replace keeper by corruptor}]
        expect: {turn: B, court: 6, seats: {A: {pearls: 7, lords: [traitor, corruptor]}}}
    """)


def test_traitor_with_an_empty_court_is_not_asked(scene: Scene) -> None:
    """He was the last Lord there; the Court is refilled only afterwards."""
    scene("""
        hand: [squid 5, crab 4, jellyfish 3]
        lords: [keeper]
        court: [traitor]
        play: [{A: "recruit traitor with squid 5, crab 4, jellyfish 3"}]
        expect: {turn: B, court: 6, seats: {A: {pearls: 2, lords: [keeper, traitor]}}}
    """)
