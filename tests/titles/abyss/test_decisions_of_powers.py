"""Decisions about powers, Locations and the hand limit."""

from __future__ import annotations

from .conftest import Scene


def test_a_single_prey_is_robbed_without_a_question(scene: Scene) -> None:
    """Silence names who holds most tokens."""
    scene("""
        seats:
          A: {hand: [crab 5, squid 3]}
          B: {monster_tokens: [2]}
          C: {}
        court: [hunter, keeper, trader, miller]
        play: [{A: "recruit hunter with crab 5, squid 3"}]
        expect: {seats: {A: {monster_tokens: [2]}, B: {monster_tokens: []}}}
        ---
        seats:
          A: {}
          B: {monster_tokens: [2]}
          C: {monster_tokens: [3, 2]}
        agenda: [hunter]
        asked: {A: hunter}
        answers: {A: [rob 1, rob 2]}
        silence: {A: rob 2}
    """)


def test_a_single_stack_is_taken_without_a_question(scene: Scene) -> None:
    """Silence takes the largest."""
    scene("""
        hand: [jellyfish 4, crab 1, squid 1]
        pearls: 0
        council: {crab: [crab 3]}
        court: [apprentice, keeper, trader, miller]
        play: [{A: "recruit apprentice with jellyfish 4, crab 1, squid 1"}, {A: affiliate crab 1}]
        expect: {seats: {A: {hand: [crab 3]}}}
        ---
        council: {crab: [crab 3], squid: [squid 1, squid 2]}
        agenda: [apprentice]
        answers: {A: [take stack crab, take stack squid]}
        silence: {A: take stack squid}
    """)


def test_D17_D18_D19_silence_declines(scene: Scene) -> None:
    """Illusionist, Corruptor, Traitor and Schemer may be left unused."""
    scene("""
        locations: [jail]
        location_offer: [chasm]
        agenda: [illusionist]
        answers: {A: [swap jail for chasm, decline]}
        silence: {A: decline}
        ---
        pearls: 5
        court: [keeper, trader]
        agenda: [corruptor]
        answers: {A: [bribe keeper, bribe trader, decline]}
        silence: {A: decline}
        ---
        lords: [traitor, miller, oracle]
        court: [keeper, trader]
        agenda: [traitor]
        answers:
          A:
            - replace miller by keeper
            - replace miller by trader
            - replace oracle by keeper
            - replace oracle by trader
            - decline
        silence: {A: decline}
        ---
        lords: [schemer, miller, oracle]
        agenda: [schemer]
        answers: {A: [replace miller, replace oracle, decline]}
        silence: {A: decline}
    """)


def test_to_D19_are_not_asked_when_impossible(scene: Scene) -> None:
    """No pair of Locations, no five Pearls, no other free Lord, nothing to come instead."""
    scene("""
        hand: [jellyfish 5, jellyfish 4, jellyfish 1]
        locations: [jail]
        location_offer: []
        court: [illusionist, keeper, trader, miller]
        play: [{A: "recruit illusionist with jellyfish 5, jellyfish 4, jellyfish 1"}]
        expect: {turn: B}
        ---
        hand: [squid 5, squid 4, squid 1]
        pearls: 5
        court: [corruptor]
        play: [{A: "recruit corruptor with squid 5, squid 4, squid 1"}]
        expect: {turn: B, seats: {A: {pearls: 7}}}
        ---
        hand: [squid 5, crab 4, jellyfish 3]
        court: [traitor, keeper, trader, miller]
        lords: [{lord: oracle, under: jail}]
        locations: [jail]
        play: [{A: "recruit traitor with squid 5, crab 4, jellyfish 3"}]
        expect: {turn: B}
        ---
        hand: [squid 4, crab 3, jellyfish 1]
        court: [schemer, keeper, trader, miller]
        lords: [oracle]
        lord_deck: []
        council: {crab: []}
        play: [{A: "recruit schemer with squid 4, crab 3, jellyfish 1"}]
        expect: {turn: B}
    """)


def test_silence_draws_one_or_takes_the_first(scene: Scene) -> None:
    """A single possibility is not asked for."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [jail, chasm]
        silence: {A: draw 1}
        ---
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [jail, chasm]
        location_stack: []
        silence: {A: control jail}
    """)


def test_silence_keeps_what_is_worth_most(scene: Scene) -> None:
    """A single drawn Location is kept without a question."""
    scene("""
        seats: {A: {keys: 3, affiliated: [crab 1, crab 2]}, B: {}}
        step: control
        location_stack: [parliament, chasm, the_abyss]
        play: [{A: draw 3, silence: {A: keep chasm}}]
        ---
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_stack: [parliament, chasm]
        play: [{A: draw 1}]
        expect: {turn: B, seats: {A: {locations: [parliament]}}}
    """)


def test_silence_pays_with_tokens_first(scene: Scene) -> None:
    """A single way to pay is not asked for."""
    scene("""
        seats: {A: {keys: 2, lords: [keeper, shepherd]}, B: {}}
        step: control
        location_offer: [jail]
        location_stack: []
        asked: {A: keys}
        silence: {A: pay with keeper + key tokens 2}
    """)


def test_silence_exchanges_black_smokers_for_the_best(scene: Scene) -> None:
    """With an empty stack nothing is asked."""
    scene("""
        seats: {A: {keys: 3, affiliated: [crab 1, crab 2]}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: [parliament, chasm]
        play: [{A: control black smokers, silence: {A: exchange for chasm}}]
    """)


def test_D25_D26_powers_without_a_target_are_not_offered(scene: Scene) -> None:
    """And silence uses none."""
    scene("""
        lords: [slaver, oracle, opportunist]
        pearls: 1
        answers: {A: [plot, explore]}
        ---
        lords: [slaver, oracle, opportunist]
        pearls: 1
        hand: [crab 1]
        court: [keeper]
        council: {crab: [crab 2]}
        answers:
          A:
            - plot
            - explore
            - support crab
            - "use slaver: crab 1"
            - "use oracle: crab"
            - "use opportunist: keeper"
        silence: {A: explore}
        ---
        lords: [opportunist]
        pearls: 1
        court: [keeper]
        lord_deck: []
        answers: {A: [explore]}
    """)


def test_silence_discards_the_lowest(scene: Scene) -> None:
    """Nobody is asked with twelve Allies or fewer."""
    scene("""
        seats:
          A:
            pearls: 5
            hand: [crab 1, crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3,
                   squid 4, squid 5, jellyfish 2, jellyfish 3]
          B: {}
        step: hand_limit
        silence: {A: discard crab 1}
        ---
        seats:
          A:
            hand: [crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3,
                   squid 4, squid 5, jellyfish 2, jellyfish 3]
          B: {}
        step: hand_limit
        expect: {turn: B}
    """)


def test_only_offer_jailer_and_commander_wait_for_somebody_else(scene: Scene) -> None:
    """Whatever else a turn brings is decided by the active player."""
    scene("""
        seats: {A: {hand: [crab 5, squid 3]}, B: {pearls: 9, hand: [crab 1]}}
        court: [seeker, keeper, trader]
        play: [{A: "recruit seeker with crab 5, squid 3", told: [seeker_paid, court_refilled]}]
        expect: {turn: B, seats: {B: {pearls: 7}}}
    """)
