"""R4: Monsters, the Threat and its rewards."""

from __future__ import annotations

import pytest

from .conftest import Scene

REWARDS = {
    1: ["Pearl", "Monster token"],
    2: ["two Pearls", "Pearl, Monster token", "two Monster tokens"],
    4: ["key, Pearl", "key, Monster token"],
    5: ["key, two Pearls", "key, Pearl, Monster token", "key, two Monster tokens"],
}


def test_R4_7_a_monster_is_not_offered_and_leaving_it_raises_the_threat(scene: Scene) -> None:
    """It keeps its space, and an older Monster cannot be fought later."""
    scene("""
        seats: {A: {pearls: 1}, B: {pearls: 9}}
        exploration_deck: [MONSTER, crab 1, rest]
        play:
          - {A: explore, asked: {A: monster}, answers: {A: [fight, continue]}}
          - {A: continue, asked: {A: beside, B: offer}}
          - {A: continue, B: pass}
          - {A: {verb: fight}, refused: true}
        expect: {threat: 2, track: 3}
    """)


def test_R4_7_the_threat_stays_on_space_6(scene: Scene) -> None:
    """There is nothing above."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: continue}]
        expect: {threat: 6}
    """)


def test_R4_8_a_monster_on_the_last_space_must_be_fought_and_brings_a_pearl(scene: Scene) -> None:
    """On top of the reward; the Threat does not move first."""
    scene("""
        seats: {A: {}, B: {}}
        track: [crab 1, crab 1, squid 1, squid 1]
        agenda: [explorer]
        threat: 3
        exploration_deck: [MONSTER, rest]
        play: [{A: continue, told: [fought, income, rewarded]}]
        expect: {turn: B, seats: {A: {keys: 1, pearls: 1}}, threat: 1, discard: [MONSTER]}
    """)


@pytest.mark.parametrize("threat", REWARDS)
def test_R4_9_the_reward_is_chosen_by_the_threat(scene: Scene, threat: int) -> None:
    """Every space has its own rewards; then the Threat goes back to space 1."""
    answers = ", ".join(f'"take {reward}"' for reward in REWARDS[threat])
    scene(f"""
        track: [MONSTER]
        agenda: [monster]
        threat: {threat}
        play:
          - {{A: fight, answers: {{A: [{answers}]}}}}
          - {{A: "take {REWARDS[threat][0]}"}}
        expect: {{threat: 1, turn: B, discard: [MONSTER]}}
    """)


def test_R4_9_a_single_reward_is_taken_without_a_question(scene: Scene) -> None:
    """Space 3 brings a key, space 6 two keys."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 3
        play: [{A: fight}]
        expect: {threat: 1, turn: B, seats: {A: {keys: 1}}}
        ---
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: fight}]
        expect: {threat: 1, turn: B, seats: {A: {keys: 2}}}
    """)


def test_R4_9_tokens_are_drawn_face_down_for_the_fighter_alone(scene: Scene) -> None:
    """What they are worth only the fighter knows."""
    table = scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 2
        token_pile: [4, 3, 2]
        play: [{A: fight}, {A: take two Monster tokens}]
        expect: {seats: {A: {monster_tokens: [4, 3]}}, token_pile: [2]}
    """)
    drawn = [event for event in table.latest if event.kind == "tokens_drawn"]
    assert [event.audience for event in drawn] == [(0,)]


def test_R4_9_without_enough_tokens_a_reward_is_not_offered(scene: Scene) -> None:
    """One left: no pair of tokens; none left: Pearls alone."""
    scene("""
        track: [MONSTER]
        threat: 2
        agenda: [reward]
        token_pile: [2]
        answers: {A: [take two Pearls, "take Pearl, Monster token"]}
        ---
        track: [MONSTER]
        threat: 5
        agenda: [monster]
        token_pile: []
        play: [{A: fight}]
        expect: {turn: B, seats: {A: {pearls: 2, keys: 1}}}
    """)


def test_R4_9_by_option_a_pearl_replaces_a_token_that_is_not_there(scene: Scene) -> None:
    """`exhausted_monster_tokens: pearl_instead`."""
    scene("""
        options: {exhausted_monster_tokens: pearl_instead}
        track: [MONSTER]
        threat: 2
        agenda: [monster]
        token_pile: [2]
        play: [{A: fight}, {A: take two Monster tokens}]
        expect: {seats: {A: {pearls: 1, monster_tokens: [2]}}}
    """)


def test_R4_9_a_tamer_lowers_the_reward_and_a_shaman_stops_him(scene: Scene) -> None:
    """One space lower, never below the first; G3 has the whole table."""
    scene("""
        seats: {A: {}, B: {lords: [tamer]}}
        track: [MONSTER]
        threat: 2
        agenda: [monster]
        play: [{A: fight, answers: {A: [take Pearl, take Monster token]}}]
        ---
        seats: {A: {lords: [shaman]}, B: {lords: [tamer]}}
        track: [MONSTER]
        threat: 2
        agenda: [monster]
        play: [{A: fight, answers: {A: 3}}]
    """)
