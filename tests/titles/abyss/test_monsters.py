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


def test_a_monster_is_not_offered_and_leaving_it_raises_the_threat(scene: Scene) -> None:
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


def test_the_threat_stays_on_space_6(scene: Scene) -> None:
    """There is nothing above."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: continue}]
        expect: {threat: 6}
    """)


def test_a_monster_on_the_last_space_must_be_fought_and_brings_a_pearl(scene: Scene) -> None:
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
def test_the_reward_is_chosen_by_the_threat(scene: Scene, threat: int) -> None:
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


def test_a_single_reward_is_taken_without_a_question(scene: Scene) -> None:
    """Space 3 brings a key, space 6 two keys."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 3
        play: [{A: fight}]
        expect: {threat: 1, turn: B, seats: {A: {keys: 1, pearls: 0, monster_tokens: 0}}}
        ---
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: fight}]
        expect: {threat: 1, turn: B, seats: {A: {keys: 2, pearls: 0, monster_tokens: 0}}}
    """)


def test_tokens_are_drawn_face_down_for_the_fighter_alone(scene: Scene) -> None:
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


def test_without_enough_tokens_a_reward_is_not_offered(scene: Scene) -> None:
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


def test_by_option_a_pearl_replaces_a_token_that_is_not_there(scene: Scene) -> None:
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


def test_a_tamer_lowers_the_reward_and_a_shaman_stops_him(scene: Scene) -> None:
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


@pytest.mark.parametrize(
    ("threat", "reward", "pearls", "tokens", "keys"),
    [
        (1, "Pearl", 1, 0, 0),
        (1, "Monster token", 0, 1, 0),
        (2, "two Pearls", 2, 0, 0),
        (2, "Pearl, Monster token", 1, 1, 0),
        (2, "two Monster tokens", 0, 2, 0),
        (4, "key, Pearl", 1, 0, 1),
        (4, "key, Monster token", 0, 1, 1),
        (5, "key, two Pearls", 2, 0, 1),
        (5, "key, Pearl, Monster token", 1, 1, 1),
        (5, "key, two Monster tokens", 0, 2, 1),
    ],
)
def test_every_reward_brings_what_the_track_shows(
    scene: Scene, threat: int, reward: str, pearls: int, tokens: int, keys: int
) -> None:
    """Pearls, Monster tokens and key tokens, printed below the spaces of the Threat track."""
    scene(f"""
        track: [MONSTER]
        agenda: [monster]
        threat: {threat}
        play: [{{A: fight}}, {{A: "take {reward}"}}]
        expect: {{seats: {{A: {{pearls: {pearls}, monster_tokens: {tokens}, keys: {keys}}}}}}}
    """)


def test_on_space_5_the_threat_still_rises_to_6(scene: Scene) -> None:
    """The track has six spaces."""
    scene("""
        track: [MONSTER]
        agenda: [monster]
        threat: 5
        play: [{A: continue}]
        expect: {threat: 6}
    """)


def test_on_space_6_the_tamer_leaves_the_reward_of_space_5(scene: Scene) -> None:
    """“One space lower”; the own Tamer and one under a Location lower nothing."""
    scene("""
        seats: {A: {}, B: {lords: [tamer]}}
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: fight, answers: {A: 3}}, {A: "take key, two Monster tokens"}]
        expect: {seats: {A: {keys: 1, monster_tokens: 2}}}
        ---
        seats: {A: {lords: [tamer]}, B: {}}
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: fight}]
        expect: {seats: {A: {keys: 2}}}
        ---
        seats: {A: {}, B: {lords: [{lord: tamer, under: jail}], locations: [jail]}}
        track: [MONSTER]
        agenda: [monster]
        threat: 6
        play: [{A: fight}]
        expect: {seats: {A: {keys: 2}}}
    """)


def test_with_the_tamer_on_space_1_the_reward_stays(scene: Scene) -> None:
    """There is no lower space."""
    scene("""
        seats: {A: {}, B: {lords: [tamer]}}
        track: [MONSTER]
        agenda: [monster]
        threat: 1
        play: [{A: fight, answers: {A: [take Pearl, take Monster token]}}]
    """)


def test_a_reward_of_another_space_is_refused(scene: Scene) -> None:
    """Only the rewards of the row that counts can be taken, one of them."""
    scene("""
        track: [MONSTER]
        threat: 1
        agenda: [reward]
        play:
          - {A: {verb: reward, args: {take: keys}}, refused: no_such_reward}
          - {A: {verb: reward, args: {take: pearl, other: token}}, refused: no_such_reward}
          - {A: take Pearl}
    """)


def test_only_the_last_space_forces_the_fight(scene: Scene) -> None:
    """On the fourth space the explorer may go on, and no Pearl is added."""
    scene("""
        seats: {A: {}, B: {}}
        track: [crab 1, crab 1, squid 1]
        agenda: [explorer]
        exploration_deck: [MONSTER, rest]
        play:
          - {A: continue, asked: {A: monster}, answers: {A: [fight, continue]}}
          - {A: fight}
          - {A: take Monster token}
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_with_nothing_left_to_reveal_a_monster_must_be_fought(scene: Scene) -> None:
    """And an unsold Ally must be taken, without the Pearl of the last space."""
    scene("""
        seats: {A: {pearls: 1}, B: {}}
        exploration_deck: [MONSTER]
        council: {crab: [crab 1]}
        play: [{A: explore, asked: {A: reward}}]
        ---
        seats: {A: {pearls: 1}, B: {}}
        exploration_deck: [crab 3]
        council: {crab: [crab 1]}
        play: [{A: explore}]
        expect: {seats: {A: {hand: [crab 3], pearls: 1}}}
    """)
