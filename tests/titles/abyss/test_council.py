"""R3: requesting support from the Council."""

from __future__ import annotations

from games.engine.contract import Decision
from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene


def test_a_whole_stack_is_taken(scene: Scene) -> None:
    """One of the stacks that are not empty, all of its cards."""
    scene("""
        pearls: 1
        council: {crab: [crab 4, crab 1], squid: [squid 5]}
        play:
          - {answers: {A: {support: [support crab, support squid]}}}
          - {A: support crab, told: [stack_taken, stack_seen]}
        expect: {seats: {A: {hand: [crab 4, crab 1]}}, council: {crab: [], squid: [squid 5]}}
    """)


def test_an_empty_stack_cannot_be_taken(scene: Scene) -> None:
    """There must be a card in it."""
    scene("""
        pearls: 1
        council: {crab: [crab 4]}
        play: [{A: {verb: support, args: {stack: squid}}, refused: council_stack_empty}]
    """)


def test_the_alchemist_takes_a_second_stack_after_seeing_the_first(scene: Scene) -> None:
    """Chosen when the first is in hand; compulsory while there is one."""
    scene("""
        lords: [alchemist]
        pearls: 1
        council: {crab: [crab 4], squid: [squid 5], shellfish: [shellfish 2]}
        play:
          - A: support crab
            asked: {A: second_stack}
            answers: {A: [take stack squid, take stack shellfish]}
            expect: {seats: {A: {hand: [crab 4]}}}
          - {A: take stack squid}
        expect: {seats: {A: {hand: [crab 4, squid 5]}}, turn: B}
    """)


def test_the_second_stack_is_skipped_if_none_is_left(scene: Scene) -> None:
    """And taken without a question if only one is left."""
    scene("""
        lords: [alchemist]
        pearls: 1
        council: {crab: [crab 4]}
        play: [{A: support crab}]
        expect: {seats: {A: {hand: [crab 4]}}, turn: B}
        ---
        lords: [alchemist]
        pearls: 1
        council: {crab: [crab 4], squid: [squid 5]}
        play: [{A: support crab}]
        expect: {seats: {A: {hand: [crab 4, squid 5]}}, turn: B}
    """)


def test_an_alchemist_who_is_not_active_takes_one_stack(scene: Scene) -> None:
    """Disabled, he is no help."""
    scene("""
        lords: [{lord: alchemist, disabled: true}]
        pearls: 1
        council: {crab: [crab 4], squid: [squid 5]}
        play: [{A: support crab}]
        expect: {seats: {A: {hand: [crab 4]}}, turn: B}
    """)


def test_the_oracle_may_empty_the_last_stack_in_between(scene: Scene) -> None:
    """Then the action simply ends (12.5)."""
    scene("""
        lords: [alchemist, oracle]
        pearls: 1
        council: {crab: [crab 4], squid: [squid 5], jellyfish: [jellyfish 1]}
        play:
          - {A: support crab, asked: {A: second_stack}}
          - {A: "use oracle: squid"}
        expect: {seats: {A: {hand: [crab 4, jellyfish 1]}}, turn: B}
        ---
        lords: [alchemist, oracle]
        council: {squid: [squid 5]}
        agenda: [second_stack]
        play: [{A: "use oracle: squid"}]
        expect: {turn: B, discard_unseen: [squid 5]}
    """)


def test_the_second_stack_asked_for_again_after_a_power_is_a_new_prompt(
    scene: Scene,
) -> None:
    """The Oracle has taken one of the answers away, so the number is another."""
    table = scene("""
        lords: [alchemist, oracle]
        council: {crab: [crab 4], squid: [squid 5], jellyfish: [jellyfish 1]}
        agenda: [second_stack]
    """)
    before = table.prompt_of(0)
    ABYSS.play_decision(table.state, 0, Decision("use_oracle", {"stack": "crab"}))
    after = table.prompt_of(0)

    assert (before.question, after.question) == ("second_stack", "second_stack")
    assert before.number != after.number
    assert len(after.choices) == 2
