"""Who decides what, when nobody needs to be asked, and what silence means.

Decisions about powers and Locations are in test_decisions_of_powers.py.
"""

from __future__ import annotations

from .conftest import Scene


def test_D02_plot_and_action_are_one_question(scene: Scene) -> None:
    """Silence explores."""
    scene("""
        pearls: 1
        council: {crab: [crab 1]}
        answers: {A: [plot, explore, support crab]}
        silence: {A: explore}
    """)


def test_a_single_legal_action_is_not_asked_for(scene: Scene) -> None:
    """Whoever can do nothing but explore explores."""
    scene("""
        seats: {A: {}, B: {}}
        turn: B
        step: next
        asked: {A: explorer}
        expect: {turn: A, track: 1}
    """)


def test_silence_without_a_card_to_reveal_takes_the_largest_stack(scene: Scene) -> None:
    """The fallback is always legal."""
    scene("""
        pearls: 1
        exploration_deck: []
        council: {crab: [crab 1], squid: [squid 1, squid 2]}
        silence: {A: support squid}
    """)


def test_silence_where_only_monsters_are_left_takes_a_stack_or_recruits(scene: Scene) -> None:
    """A match that nobody answered went on for ever if its Allies lay in Council and hands."""
    scene("""
        exploration_deck: [monster, monster]
        council: {crab: [crab 1], squid: [squid 1, squid 2]}
        silence: {A: support squid}
        ---
        hand: [crab 5, crab 4]
        court: [commander, trader, keeper]
        exploration_deck: [monster, monster]
        council: {crab: [crab 1], squid: [squid 1, squid 2]}
        silence: {A: "recruit commander with crab 5, crab 4"}
        ---
        hand: [crab 5, crab 4]
        court: [commander, trader, keeper]
        exploration_deck: [monster, crab 3]
        council: {crab: [crab 1], squid: [squid 1, squid 2]}
        silence: {A: explore}
    """)


def test_silence_plots_when_no_lord_can_be_paid_for(scene: Scene) -> None:
    """Matches that nobody answered went on for ever: all Allies lay in hands that were full."""
    scene("""
        pearls: 1
        hand: [crab 1, crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3, squid 4,
               jellyfish 1, jellyfish 2, jellyfish 3]
        court: [keeper]
        council: {crab: [crab 5]}
        silence: {A: plot}
        ---
        pearls: 1
        hand: [crab 1, crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3, squid 4,
               jellyfish 1, jellyfish 2]
        court: [keeper]
        council: {crab: [crab 5]}
        silence: {A: explore}
        ---
        pearls: 1
        hand: [crab 5]
        court: [sage, elder, hermit]
        exploration_deck: [monster, monster]
        council: {}
        silence: {A: plot}
        ---
        pearls: 0
        court: [sage, elder, hermit]
        exploration_deck: [monster, monster]
        council: {}
        silence: {A: explore}
        ---
        pearls: 1
        court: [sage, elder, hermit]
        exploration_deck: [monster, crab 3]
        council: {}
        silence: {A: explore}
    """)


def test_silence_passes(scene: Scene) -> None:
    """An offer not answered is not taken."""
    scene("""
        seats: {A: {}, B: {pearls: 2}}
        track: [crab 5]
        offer: {asked: [B]}
        asked: {A: beside, B: offer}
        silence: {B: pass, A: take}
    """)


def test_silence_takes(scene: Scene) -> None:
    """The explorer's silence ends the exploration."""
    scene("""
        track: [crab 5]
        agenda: [explorer]
        silence: {A: take}
    """)


def test_silence_fights(scene: Scene) -> None:
    """So does it in front of a Monster."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        silence: {A: fight}
    """)


def test_silence_takes_tokens_if_there_are_any(scene: Scene) -> None:
    """A single reward is not asked for at all."""
    scene("""
        track: [MONSTER]
        threat: 5
        agenda: [monster]
        play: [{A: fight, silence: {A: "take key, two Monster tokens"}}]
        ---
        track: [MONSTER]
        threat: 5
        agenda: [monster]
        token_pile: [3]
        play: [{A: fight, silence: {A: "take key, Pearl, Monster token"}}]
    """)


def test_a_single_stack_is_one_answer_of_the_turn(scene: Scene) -> None:
    """Stack and action are chosen together, so that no second question is needed."""
    scene("""
        pearls: 1
        council: {crab: [crab 1]}
        play: [{A: support crab}]
        expect: {turn: B}
    """)


def test_silence_takes_the_largest_second_stack(scene: Scene) -> None:
    """Of those that are left."""
    scene("""
        lords: [alchemist]
        council: {crab: [crab 1], squid: [squid 1, squid 2]}
        agenda: [second_stack]
        silence: {A: take stack squid}
    """)


def test_the_first_payment_proposed_is_the_cheapest(scene: Scene) -> None:
    """Nothing wasted, then as few Pearls as possible."""
    table = scene("""
        pearls: 8
        hand: [crab 5, crab 4, crab 3]
        court: [commander, keeper, trader, miller]
    """)
    offered = [one for one in table.prompt_of(0).list_offered_decisions() if one.verb == "recruit"]
    assert offered[0].args["allies"] in (["crab3", "crab5"], ["crab5", "crab3"])


def test_a_single_payment_needs_no_cards_named(scene: Scene) -> None:
    """“recruit commander” is enough if there is one way."""
    scene("""
        hand: [crab 5, crab 3]
        pearls: 0
        court: [commander, keeper, trader, miller]
        play: [{A: recruit commander}]
        expect: {seats: {A: {lords: [commander]}}}
    """)


def test_silence_affiliates_the_race_with_fewest_affiliated(scene: Scene) -> None:
    """A choice of equal cards is none."""
    scene("""
        affiliated: [crab 1]
        hand: [crab 4, squid 4]
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 4", silence: {A: affiliate squid 4}}]
    """)


def test_the_jailer_asks_all_victims_together(scene: Scene) -> None:
    """Whoever holds a single Ally is not asked; silence gives the lowest."""
    scene("""
        seats:
          A: {hand: [crab 5, squid 4, jellyfish 3]}
          B: {hand: [crab 1, crab 3]}
          C: {hand: [squid 2]}
          D: {hand: [squid 5, crab 2]}
        court: [jailer, keeper, trader, miller]
        play:
          - A: recruit jailer with crab 5, squid 4, jellyfish 3
            asked: {B: jailer, D: jailer}
            silence: {B: discard crab 1, D: discard crab 2}
            expect: {seats: {C: {hand: []}}}
          - {D: discard squid 5, expect: {seats: {D: {hand: 2}}}}
          - {B: discard crab 3}
        expect: {seats: {B: {hand: [crab 1]}, D: {hand: [crab 2]}}}
    """)


def test_a_hand_of_equal_cards_is_asked_so_that_nobody_sees_it(scene: Scene) -> None:
    """It used to give one up at once, which told everybody what the other cards were."""
    start = """
        seats: {A: {hand: [crab 5, squid 4, jellyfish 3]}, B: {hand: [squid 2, squid 2]}}
        court: [jailer, keeper, trader, miller]
    """
    for lazy in ("true", "false"):
        table = scene(f"""{start}
        options: {{lazy_discards: {lazy}}}
        play: [{{A: "recruit jailer with crab 5, squid 4, jellyfish 3"}}]
        asked: {{B: jailer}}
        answers: {{B: [discard squid 2]}}
        expect: {{seats: {{B: {{hand: [squid 2, squid 2]}}}}}}
        """)
        # Nor does the service answer it at once.
        assert table.prompt_of(1).only_answer() is None


def test_one_legal_victim_needs_no_choice(scene: Scene) -> None:
    """Silence strikes at keys first."""
    scene("""
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B: {lords: [keeper]}
          C: {lords: [miller, shepherd]}
        court: [assassin, trader, peddler, seeker]
        play:
          - A: recruit assassin with crab 5, crab 4, crab 1
            answers: {A: [disable miller, disable shepherd]}
            silence: {A: disable shepherd}
            expect: {seats: {B: {lords: [{lord: keeper, disabled: true}]}}}
    """)


def test_silence_gives_the_commander_the_lowest(scene: Scene) -> None:
    """On entering play and at the end of the turn alike."""
    scene("""
        seats:
          A: {hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3, squid 4]}
          B: {lords: [commander]}
        step: commander
        asked: {A: commander_end}
        silence: {A: "discard crab 1, squid 1"}
        ---
        seats:
          A: {lords: [commander]}
          B: {hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3, squid 4]}
          C: {hand: [crab 1, crab 2, crab 3, jellyfish 1, squid 1, squid 2, squid 3, jellyfish 2]}
        agenda: [commander]
        asked: {B: commander, C: commander}
        silence: {B: "discard crab 1, squid 1"}
    """)


def test_silence_with_a_full_hand_recruits(scene: Scene) -> None:
    """Twelve Allies are full, or six under an opponent's Commander; the strongest Lord comes."""
    eleven = "crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3, squid 4, squid 5"
    twelve = f"[{eleven}, jellyfish 1, jellyfish 3]"
    for hand, answer in (
        (f"[{eleven}, jellyfish 1]", "explore"),
        (twelve, "recruit corruptor with squid 2, squid 3, squid 5"),
    ):
        scene(f"""
        pearls: 0
        hand: {hand}
        court: [commander, corruptor]
        council: {{shellfish: [1]}}
        silence: {{A: "{answer}"}}
        """)
    for hand, answer in (
        ("[crab 1, crab 2, crab 3, crab 5, squid 1]", "explore"),
        ("[crab 1, crab 2, crab 3, crab 5, squid 1, squid 2]", "recruit tamer"),
    ):
        scene(f"""
        seats: {{A: {{hand: {hand}, lords: [diplomat], pearls: 1}}, B: {{lords: [commander]}}}}
        court: [shepherd]
        council: {{shellfish: [1]}}
        silence: {{A: "{answer.replace("recruit tamer", "recruit shepherd with crab 3, crab 5")}"}}
        """)


def test_who_could_only_plot_or_use_a_power_may_end_the_turn(scene: Scene) -> None:
    """No card to reveal, an empty Council, no Lord in reach; silence plots, then ends it."""
    scene("""
        pearls: 1
        court: [keeper]
        exploration_deck: []
        answers: {A: [plot, end]}
        silence: {A: plot}
        ---
        seats: {A: {pearls: 0, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        court: [keeper]
        exploration_deck: []
        silence: {A: end}
        ---
        seats: {A: {pearls: 0, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        court: [keeper]
        exploration_deck: []
        answers: {A: [end, "use slaver: crab 1"]}
    """)


def test_after_ending_a_turn_without_an_action_the_last_powers_may_be_used(
    scene: Scene,
) -> None:
    """Then it is the next player's turn; who could only plot ends the turn at once."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        court: [keeper]
        exploration_deck: []
        play: [{A: end, asked: {A: end}}]
        ---
        seats: {A: {pearls: 1}, B: {pearls: 1}}
        court: [keeper]
        exploration_deck: []
        play: [{A: end, asked: {B: turn}}]
        expect: {turn: B}
    """)
