"""R4: exploring the Depths: revealing, offering, taking, Monsters."""

from __future__ import annotations

from itertools import permutations

from games.engine.contract import Decision
from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene


def test_the_top_card_goes_to_the_first_empty_space(scene: Scene) -> None:
    """The track is filled from left to right."""
    scene("""
        pearls: 1
        exploration_deck: [squid 5, crab 1, rest]
        play:
          - {A: explore, expect: {track: [squid 5]}}
          - {A: continue, expect: {track: [squid 5, crab 1]}}
    """)


def test_an_empty_deck_is_made_anew_from_the_discard_pile_when_a_card_is_needed(
    scene: Scene,
) -> None:
    """Not sooner; the Oracle's stacks are in it, Council and track are not."""
    scene("""
        pearls: 1
        exploration_deck: [squid 5]
        discard: [crab 1, MONSTER]
        discard_unseen: [crab 3]
        council: {shellfish: [shellfish 1]}
        chance: {exploration: [[crab 3, MONSTER, crab 1]]}
        play:
          - {A: explore, expect: {track: [squid 5], exploration_deck: [], discard: 2}}
          - A: continue
            told: [reshuffled, revealed]
            expect:
              track: [squid 5, crab 3]
              exploration_deck: [MONSTER, crab 1]
              discard: []
              discard_unseen: []
              council: {shellfish: 1}
    """)


def test_opponents_are_asked_clockwise_from_the_explorer(scene: Scene) -> None:
    """The first who buys pays the explorer and takes the card."""
    scene("""
        options: {offers: one_by_one}
        seats: {A: {pearls: 1}, B: {pearls: 1}, C: {}, D: {pearls: 1}}
        turn: C
        exploration_deck: [crab 4, rest]
        play:
          - {C: explore, asked: {D: offer}}
          - {D: pass, asked: {A: offer}}
          - {A: buy, told: [bought]}
        expect: {seats: {A: {pearls: 0, hand: [crab 4]}, C: {pearls: 1}}}
    """)


def test_an_opponent_without_the_price_is_not_asked(scene: Scene) -> None:
    """Whoever cannot pay is skipped silently."""
    scene("""
        seats: {A: {}, B: {pearls: 0}, C: {pearls: 1}}
        exploration_deck: [crab 4, rest]
        play: [{A: explore, asked: {C: offer, A: beside}}]
    """)


def test_an_opponent_who_has_bought_this_turn_is_not_asked_again(scene: Scene) -> None:
    """One Ally a turn for each opponent."""
    scene("""
        seats: {A: {}, B: {pearls: 9}, C: {pearls: 9}}
        exploration_deck: [crab 4, crab 5, rest]
        play:
          - {A: explore}
          - {B: buy, asked: {C: offer, A: beside}}
    """)


def test_the_price_rises_with_every_sale_of_the_turn(scene: Scene) -> None:
    """1, 2, 3 ... whoever bought; with four players three sales at most."""
    scene("""
        seats: {A: {}, B: {pearls: 9}, C: {pearls: 9}, D: {pearls: 9}}
        exploration_deck: [crab 4, crab 5, squid 5, squid 4, rest]
        play:
          - {A: explore}
          - {B: buy, expect: {offer: {price: 2}}}
          - {C: buy, expect: {offer: {price: 3}}}
          - {D: buy, expect: {offer: {price: 4}}, asked: {A: explorer}}
        expect: {seats: {A: {pearls: 6}, B: {pearls: 8}, C: {pearls: 7}, D: {pearls: 6}}}
    """)


def test_after_a_sale_the_explorer_cannot_stop(scene: Scene) -> None:
    """The space is free again and the next card comes at once."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        exploration_deck: [crab 4, crab 5, rest]
        play:
          - {A: explore}
          - {B: buy, asked: {A: explorer}, expect: {track: [crab 5]}}
    """)


def test_a_sale_on_the_last_space_frees_it_as_well(scene: Scene) -> None:
    """The next card comes there."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        track: [crab 1, crab 1, squid 1, squid 1]
        agenda: [explorer]
        exploration_deck: [crab 4, crab 5, rest]
        play:
          - {A: continue, asked: {B: offer}}
          - {B: buy}
        expect: {turn: B, seats: {A: {hand: [crab 5], pearls: 2}}}
    """)


def test_an_unsold_ally_is_taken_for_free_or_left(scene: Scene) -> None:
    """Taking ends the exploration, leaving turns up the next."""
    scene("""
        pearls: 1
        exploration_deck: [crab 4, crab 5, squid 1, rest]
        play:
          - {A: explore, answers: {A: [take, continue]}}
          - {A: continue}
          - {A: take}
        expect:
          seats: {A: {pearls: 1, hand: [crab 5]}}
          council: {crab: [crab 4]}
    """)


def test_on_the_last_space_the_ally_must_be_taken_and_brings_a_pearl(scene: Scene) -> None:
    """Nobody is asked."""
    scene("""
        seats: {A: {}, B: {}}
        track: [crab 1, crab 1, squid 1, squid 1]
        agenda: [explorer]
        exploration_deck: [crab 5, rest]
        play: [{A: continue, told: [taken, income, exploration_ended]}]
        expect: {turn: B, seats: {A: {hand: [crab 5], pearls: 1}}}
    """)


def test_the_ship_master_earns_a_pearl_for_each_race_that_goes_to_the_council(
    scene: Scene,
) -> None:
    """Races, not cards; after a fight as well; Monsters and the card taken do not count."""
    scene("""
        seats: {A: {lords: [ship_master]}, B: {}}
        track: [crab 1, crab 2, squid 1, jellyfish 4]
        agenda: [explorer]
        play: [{A: take}]
        expect: {seats: {A: {pearls: 2}}}
        ---
        seats: {A: {lords: [ship_master]}, B: {}}
        track: [crab 1, squid 1, MONSTER]
        threat: 3
        agenda: [monster]
        play: [{A: fight}]
        expect: {seats: {A: {pearls: 2}}}
        ---
        seats: {A: {lords: [{lord: ship_master, disabled: true}]}, B: {}}
        track: [crab 1, squid 1, jellyfish 4]
        agenda: [explorer]
        play: [{A: take}]
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_with_nothing_left_to_reveal_an_unsold_ally_must_be_taken(scene: Scene) -> None:
    """Without the Pearl of the last space."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        exploration_deck: [crab 4]
        council: {squid: [squid 1]}
        play:
          - {A: explore, asked: {B: offer}}
          - {B: pass}
        expect: {turn: B, seats: {A: {hand: [crab 4], pearls: 0}}}
    """)


def test_with_nothing_left_to_reveal_a_monster_must_be_fought(scene: Scene) -> None:
    """Without the Pearl of the last space; the Threat does not move."""
    scene("""
        seats: {A: {}, B: {}}
        exploration_deck: [MONSTER]
        council: {squid: [squid 1]}
        threat: 3
        play: [{A: explore}]
        expect: {seats: {A: {keys: 1, pearls: 0}}, threat: 1}
    """)


def test_after_a_sale_with_nothing_left_the_exploration_ends(scene: Scene) -> None:
    """The last card was sold."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        track: [squid 2]
        agenda: [explorer]
        exploration_deck: [crab 4]
        council: {squid: [squid 1], crab: [crab 1]}
        play:
          - {A: continue, asked: {B: offer}}
          - {B: buy}
        expect: {turn: B, seats: {B: {hand: [crab 4]}}, council: {squid: 2}}
    """)


def test_with_nothing_to_reveal_exploring_is_no_action(scene: Scene) -> None:
    """Neither deck nor discard pile."""
    scene("""
        pearls: 1
        exploration_deck: []
        council: {squid: [squid 1], crab: [crab 1]}
        answers: {A: [plot, support squid, support crab]}
        play: [{A: {verb: explore}, refused: exploration_deck_empty}]
    """)


# Sealed offers (the other way is the option `offers: one_by_one`; G16) ----------------------------


def test_an_explorer_who_takes_if_nobody_buys_loses_the_card_to_a_buyer(scene: Scene) -> None:
    """The explorer's answer counts only if everybody passes."""
    scene("""
        seats: {A: {}, B: {pearls: 1}}
        exploration_deck: [crab 4, MONSTER, rest]
        play:
          - {A: explore}
          - {A: take, asked: [B]}
          - {B: buy, asked: {A: monster}}
        expect: {seats: {A: {hand: []}, B: {hand: [crab 4]}}}
    """)


def test_a_sealed_answer_may_be_changed_until_the_offer_closes(scene: Scene) -> None:
    """The latest answer counts."""
    scene("""
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}}
        exploration_deck: [crab 4, MONSTER, rest]
        play:
          - {A: explore}
          - {C: buy}
          - {C: pass}
          - {B: pass, asked: [A]}
          - {A: take}
        expect: {seats: {A: {hand: [crab 4]}, C: {hand: []}}}
    """)


def test_the_state_does_not_tell_in_which_order_sealed_answers_came(scene: Scene) -> None:
    """It used to, as long as one of the group was still to answer."""
    table = scene("""
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}, D: {pearls: 1}}
        exploration_deck: [crab 4, MONSTER, rest]
        play: [{A: explore}, {D: pass}, {C: pass}]
    """)

    assert list(table.state.agenda[-1].answers) == [2, 3]


def test_what_was_answered_behind_the_buyer_is_told_to_nobody(scene: Scene) -> None:
    """The event names the buyer and those who passed before."""
    table = scene("""
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}, D: {pearls: 1}}
        exploration_deck: [crab 4, MONSTER, rest]
        play: [{A: explore}, {D: buy, B: pass, C: buy}]
    """)
    (bought,) = [event for event in table.latest if event.kind == "bought"]
    assert bought.args["seat"] == 2
    assert bought.args["passed"] == [1]


def test_once_all_have_passed_the_explorer_is_alone_and_may_use_a_power(scene: Scene) -> None:
    """The active player decides, and no opponent is being asked; the passes are told with the
    first answer, and those who passed cannot change their minds."""
    table = scene("""
        seats: {A: {lords: [oracle]}, B: {pearls: 1}, C: {pearls: 1}}
        exploration_deck: [crab 4, MONSTER, rest]
        council: {squid: [squid 2]}
        play:
          - {A: explore, asked: {A: beside, B: offer, C: offer}, answers: {A: [take, continue]}}
          - {A: "use oracle: squid", refused: true}
          - {B: pass, C: pass, asked: {A: explorer}}
          - {C: buy, refused: not asked}
          - {A: "use oracle: squid", told: [unsold, oracle_used], asked: {A: explorer}}
          - {A: take}
        expect: {turn: B, seats: {A: {hand: [crab 4]}}, discard_unseen: [squid 2]}
    """)
    assert [event.kind for event in table.events].count("unsold") == 1


def test_a_group_with_a_debtor_does_not_depend_on_who_answered_first(scene: Scene) -> None:
    """It used to: the debtor was not asked yet, so the answers of the others stayed stored."""
    start = """
        options: {lazy_discards: true}
        seats:
          A: {}
          B: {pearls: 1, hand: [crab 1, squid 1]}
          C: {pearls: 1}
          D: {pearls: 1}
        debts: [{seat: B, by: jailer, owner: A}]
        exploration_deck: [crab 4, crab 3, rest]
    """
    answers = ["{A: continue}", "{B: pass}", "{C: pass}", "{D: pass}"]

    tables = [
        scene(f"{start}\n        play: [{', '.join(['{A: explore}', *order])}]")
        for order in permutations(answers)
    ]

    assert all(table.state == tables[0].state for table in tables)


def test_a_debt_that_is_asked_again_is_a_new_prompt(scene: Scene) -> None:
    """A reply to the first one must not be taken for an answer to the second. Every question takes
    one number for each seat: the debt 21 and 22, the turn 23 and 24, and so on."""
    table = scene("""
        position:
          asked: 20
          options: {lazy_discards: true}
          seats: {A: {}, B: {pearls: 1, hand: [crab 1, squid 1]}}
          debts: [{seat: B, by: jailer, owner: A}]
          exploration_deck: [crab 4, crab 3, rest]
    """)
    asked = [table.prompt_of(1)]
    for seat, verb in ((0, "explore"), (1, "pass"), (0, "continue")):
        ABYSS.play_decision(table.state, seat, Decision(verb))
        asked.append(table.prompt_of(1))

    assert [(prompt.question, prompt.number) for prompt in asked] == [
        ("jailer", 22),
        ("offer", 26),
        ("jailer", 28),
        ("offer", 30),
    ]
