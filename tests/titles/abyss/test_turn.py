"""R2: the skeleton of a turn, the plot, and powers that work once a turn."""

from __future__ import annotations

import pytest

from .conftest import Scene


def test_a_turn_begins_afresh(scene: Scene) -> None:
    """The offer costs 1 again, everybody may buy again, powers may be used again."""
    scene("""
        seats: {A: {}, B: {lords: [slaver], hand: [crab 1]}}
        turn: B
        step: start
        offer: {sold: [A]}
        powers_used: [slaver]
        expect: {offer: {price: 1, sold: []}, powers_used: [], turn_number: 2}
    """)


def test_the_landlord_pays_at_the_start_of_the_turn(scene: Scene) -> None:
    """An active Landlord brings one Pearl, before the plot."""
    scene("""
        seats: {A: {lords: [landlord]}, B: {}}
        step: start
        play: [{A: plot}]
        expect: {seats: {A: {pearls: 0}}, court: 1}
    """)


def test_a_landlord_who_is_not_active_pays_nothing(scene: Scene) -> None:
    """Neither disabled nor under a Location."""
    scene("""
        seats: {A: {lords: [{lord: landlord, disabled: true}]}, B: {}}
        step: start
        expect: {seats: {A: {pearls: 0}}}
        ---
        seats: {A: {lords: [{lord: landlord, under: jail}], locations: [jail]}, B: {}}
        step: start
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_there_is_exactly_one_action_and_no_plot_after_it(scene: Scene) -> None:
    """After the action nothing is asked but powers; then the turn passes on."""
    scene("""
        seats: {A: {pearls: 3}, B: {pearls: 1}}
        council: {crab: [crab 4], squid: [squid 1]}
        play:
          - {A: support crab, expect: {turn: B}}
          - {A: plot, refused: not asked}
    """)


def test_the_action_is_compulsory(scene: Scene) -> None:
    """Nobody may end the turn instead of an action that is possible."""
    scene("""
        pearls: 1
        council: {crab: [crab 4]}
        answers: {A: [plot, explore, support crab]}
        play: [{A: {verb: end}, refused: true}]
    """)


def test_only_a_free_lord_who_is_not_disabled_has_power_and_keys(scene: Scene) -> None:
    """The Slaver works while he is free and healthy, and not otherwise."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        answers: {A: [explore, "use slaver: crab 1"]}
        ---
        seats: {A: {lords: [{lord: slaver, disabled: true}], hand: [crab 1]}, B: {}}
        answers: {A: [explore]}
        play: [{A: {verb: use_slaver, args: {ally: crab1}}, refused: power_not_held}]
        ---
        seats: {A: {lords: [{lord: slaver, under: jail}], locations: [jail], hand: [crab 1]}, B: {}}
        answers: {A: [explore]}
    """)


def test_a_power_works_once_on_each_own_turn(scene: Scene) -> None:
    """Slaver, Oracle and Opportunist are used up until the next own turn."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1, crab 2]}, B: {}}
        play:
          - {A: "use slaver: crab 1", expect: {seats: {A: {pearls: 2}}, powers_used: [slaver]}}
          - {A: {verb: use_slaver, args: {ally: crab2}}, refused: power_used_this_turn}
    """)


def test_a_power_may_be_used_before_the_action_and_after_it(scene: Scene) -> None:
    """Whenever the active player is the one to decide."""
    scene("""
        seats: {A: {lords: [oracle]}, B: {}}
        council: {crab: [crab 4], squid: [squid 1]}
        play:
          - {A: "use oracle: squid", asked: {A: turn}, expect: {discard_unseen: [squid 1]}}
          - {A: support crab, asked: {B: explorer}}
        ---
        seats: {A: {lords: [oracle]}, B: {}}
        council: {crab: [crab 4], squid: [squid 1]}
        play:
          - {A: support crab, asked: {A: end}, answers: {A: ["use oracle: squid", end]}}
          - {A: "use oracle: squid", asked: {B: explorer}}
    """)


def test_a_power_may_be_used_while_exploring(scene: Scene) -> None:
    """When the explorer decides about an Ally, a Monster or a reward."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        track: [squid 1]
        agenda: [explorer]
        play: [{A: "use slaver: crab 1", asked: {A: explorer}}]
        ---
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        track: [monster]
        agenda: [monster]
        play: [{A: "use slaver: crab 1", asked: {A: monster}}]
        ---
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        track: [monster]
        agenda: [reward]
        play: [{A: "use slaver: crab 1", asked: {A: reward}}]
    """)


def test_a_power_works_on_the_turn_its_lord_was_recruited(scene: Scene) -> None:
    """The Slaver may sell an Ally right after his own recruitment."""
    scene("""
        seats: {A: {hand: [shellfish 5, shellfish 3, crab 1]}, B: {}}
        court: [slaver, keeper, trader, miller]
        play:
          - {A: "recruit slaver with shellfish 5, shellfish 3", asked: {A: end}}
          - {A: "use slaver: crab 1", expect: {turn: B}}
        expect: {seats: {A: {pearls: 2}}}
    """)


def test_no_power_while_an_opponent_is_asked(scene: Scene) -> None:
    """While the offer is open even the explorer answers nothing but take or continue."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        exploration_deck: [squid 1, rest]
        play:
          - {A: explore, answers: {A: [take, continue], B: [buy, pass]}}
          - {A: {verb: use_slaver, args: {ally: crab1}}, refused: true}
    """)


def test_listed_moments_are_not_inside_another_power_nor_between_drawing_and_choosing(
    scene: Scene,
) -> None:
    """Neither while a Lord enters play, nor between drawn Locations."""
    scene("""
        options: {power_moments: listed}
        seats: {A: {lords: [slaver], hand: [crab 1], pearls: 5}, B: {}}
        court: [trader, keeper, miller]
        agenda: [corruptor]
        answers: {A: [bribe trader, bribe keeper, bribe miller, decline]}
        ---
        options: {power_moments: listed}
        seats: {A: {lords: [slaver], hand: [crab 1], keys: 3}, B: {}}
        step: control
        location_stack: [jail, chasm, depths]
        play:
          - {A: draw 2, answers: {A: [keep jail, keep chasm]}}
          - {A: {verb: use_slaver, args: {ally: crab1}}, refused: true}
    """)


def test_a_power_is_used_inside_another_power(scene: Scene) -> None:
    """The question stands and is asked again; each power once."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1, crab 2], pearls: 5}, B: {}}
        court: [trader, keeper]
        agenda: [corruptor]
        play:
          - {silence: {A: decline}, answers: {A: 5}}
          - {A: "use slaver: crab 1", asked: {A: corruptor}, expect: {seats: {A: {pearls: 7}}},
             answers: {A: [bribe trader, bribe keeper, decline]}}
          - {A: "use slaver: crab 2", refused: true}
          - {A: bribe keeper}
        expect: {seats: {A: {hand: [crab 2]}}}
    """)


def test_a_power_is_used_at_questions_between_the_actions(scene: Scene) -> None:
    """While affiliating, with drawn Locations, and before a Location is swapped."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1], pearls: 5}, B: {}}
        agenda: [{question: affiliate, lord: trader, allies: [squid 1, shellfish 1]}]
        play: [{A: "use slaver: crab 1", asked: {A: affiliate}}]
        ---
        seats: {A: {lords: [slaver], hand: [crab 1], keys: 3}, B: {}}
        step: control
        location_stack: [jail, chasm, depths]
        play:
          - {A: draw 2}
          - {A: "use slaver: crab 1", asked: {A: location_pick},
             answers: {A: [keep jail, keep chasm]}}
        ---
        seats: {A: {lords: [oracle], locations: [chasm]}, B: {}}
        council: {crab: [crab 1, crab 2]}
        location_offer: [jail]
        agenda: [illusionist]
        play: [{A: "use oracle: crab", asked: {A: illusionist}, expect: {council: {crab: 0}}}]
    """)


SEVEN = "crab 1, crab 2, crab 3, squid 1, squid 2, squid 3"
THIRTEEN = f"{SEVEN}, jellyfish 1, jellyfish 2, jellyfish 3, shellfish 1, shellfish 2, shellfish 3"


@pytest.mark.parametrize(
    ("lords", "hand", "step", "left"),
    [
        ("{}", f"{THIRTEEN}, seahorse 1", "hand_limit", "turn: B"),
        ("{}", f"{THIRTEEN}, seahorse 1, seahorse 2", "hand_limit", "turn: A"),
        ("{lords: [commander]}", f"{SEVEN}, seahorse 1", "commander", "turn: B"),
        ("{lords: [commander]}", f"{SEVEN}, seahorse 1, seahorse 2", "commander", "turn: A"),
    ],
)
def test_a_power_at_the_limits_of_the_hand_leaves_less_to_discard(
    lords: str, hand: str, step: str, left: str, scene: Scene
) -> None:
    """The Slaver sells one of the Allies too many; of a single one nothing is asked any more."""
    scene(f"""
        seats: {{A: {{lords: [slaver], hand: [{hand}]}}, B: {lords}}}
        step: {step}
        play: [{{A: "use slaver: crab 1", expect: {{{left}, seats: {{A: {{pearls: 2}}}}}}}}]
    """)


def test_without_a_lord_in_the_deck_a_schemer_is_done(scene: Scene) -> None:
    """The Opportunist turned up the last one."""
    scene("""
        seats: {A: {lords: [opportunist, keeper]}, B: {}}
        court: [miller]
        lord_deck: [trader]
        agenda: [schemer]
        play: [{A: use opportunist miller}]
        expect: {court: [trader], lords_gone: [miller], seats: {A: {lords: [opportunist, keeper]}}}
    """)


def test_income_of_the_slaver_may_pay_for_a_plot(scene: Scene) -> None:
    """A turn without a Pearl may still plot once the Slaver has sold (12.14)."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        play:
          - {answers: {A: [explore, "use slaver: crab 1"]}}
          - {A: "use slaver: crab 1"}
          - {A: plot, expect: {seats: {A: {pearls: 1}}, court: 1}}
    """)


def test_without_any_legal_action_the_action_is_skipped(scene: Scene) -> None:
    """No card to reveal, an empty Council, no Lord in reach: the turn passes on."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        turn: B
        agenda: [explorer]
        track: [crab 1]
        exploration_deck: []
        play: [{B: take, told: [action_skipped]}]
        expect: {turn: B, turn_number: 3}
    """)


def test_when_nobody_can_do_anything_any_more_the_match_ends(scene: Scene) -> None:
    """No match comes to this, for Monsters always return to the deck; a position may."""
    scene("""
        track: [crab 1]
        agenda: [explorer]
        exploration_deck: []
        play: [{A: take, told: [action_skipped, ended]}]
        expect: {step: over}
    """)


def test_a_plot_costs_a_pearl_and_turns_up_the_top_lord(scene: Scene) -> None:
    """Any number of times, as long as there are a Pearl, a space and a Lord."""
    scene("""
        pearls: 2
        court: [keeper]
        lord_deck: [trader, miller, rest]
        council: {crab: [crab 1]}
        play:
          - {A: plot, expect: {seats: {A: {pearls: 1}}, court: [keeper, trader]}}
          - {A: plot, expect: {seats: {A: {pearls: 0}}, court: [keeper, trader, miller]}}
          - {A: {verb: plot}, refused: cannot_plot}
    """)


def test_no_plot_into_a_full_court_nor_from_an_empty_deck(scene: Scene) -> None:
    """Six spaces, and nothing comes from nothing."""
    scene("""
        pearls: 2
        court: [keeper, trader, miller, jailer, seeker, oracle]
        answers: {A: [explore]}
        play: [{A: {verb: plot}, refused: cannot_plot}]
        ---
        pearls: 2
        court: [keeper]
        lord_deck: []
        answers: {A: [explore]}
        play: [{A: {verb: plot}, refused: cannot_plot}]
    """)


def test_a_plot_brings_no_refill_no_bonus_and_no_end(scene: Scene) -> None:
    """Turning up the last Lord of the deck into a short Court has no consequence."""
    scene("""
        pearls: 2
        court: [keeper]
        lord_deck: [trader]
        play: [{A: plot}]
        expect: {seats: {A: {pearls: 1}}, court: 2, lord_deck: 0, ended_by: null}
    """)


def test_the_match_ends_after_forty_turns_in_which_nobody_can_do_anything(
    scene: Scene,
) -> None:
    """Forty are skipped, not more and not fewer."""
    table = scene("""
        track: [crab 1]
        agenda: [explorer]
        exploration_deck: []
        play: [{A: take}]
    """)
    assert [event.kind for event in table.latest].count("action_skipped") == 40


def test_an_extra_turn_of_the_invoker_is_the_same_players(scene: Scene) -> None:
    """Told as such, and counted as a turn of its own; afterwards the next player's turn comes."""
    scene("""
        seats: {A: {pearls: 1}, B: {pearls: 1}, C: {}}
        extra_turns: 2
        turn_number: 5
        step: next
        expect: {turn: A, extra: true, extra_turns: 1, turn_number: 6}
        ---
        seats: {A: {pearls: 1}, B: {pearls: 1}, C: {}}
        extra: true
        turn_number: 5
        step: next
        expect: {turn: B, extra: false, extra_turns: 0, turn_number: 6}
    """)
