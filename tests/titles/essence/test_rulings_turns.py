"""What the book leaves open about turns: H-13 to H-25 of RULINGS.md."""

from __future__ import annotations

import pytest

from games.engine.chance import Chance
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.state import State

from .conftest import Scene


def deal(seats: int = 3, **options: object) -> State:
    return ESSENCE.set_up_match(seats, b"holes", options)


def test_H13_side_actions_are_allowed_after_a_pass_in_the_same_turn(scene: Scene) -> None:
    """“pass” ends the turn, “stay and pass” leaves it open."""
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Courier, Duenna]}, B: {}}
        play:
          - {A: stay and pass, asked: {A: turn}}
          - {A: use Courier 1}
          - {A: end}
        expect: {passed: [A], seats: {A: {influence: 2, hand: [Duenna]}}}
        asked: {B: turn}
    """)


def test_H14_the_last_pass_ends_the_phase_at_once(scene: Scene) -> None:
    """No extra income for those who passed before."""
    scene(
        """
        seats: {A: {essence: 5, discard: [Priest]}, B: {essence: 3, slots_passed: 1,
            discard: [Sage]}}
        passed: [B]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3}, B: {shards: 2, essence: 3}}}
        asked: {A: cleaning, B: cleaning}
    """
    )


@pytest.mark.parametrize(("slots", "gained"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_a_passed_player_gains_one_two_three_three(scene: Scene, slots: int, gained: int) -> None:
    """The first slot 1, the second 2, every later one 3."""
    scene(f"""
        seats: {{A: {{hand: [Priest]}}, B: {{slots_passed: {slots}}}}}
        passed: [B]
        main_done: true
        play:
          - {{A: end}}
        expect: {{seats: {{B: {{essence: {gained}, slots_passed: {slots + 1}}}}}}}
        asked: {{A: turn}}
    """)


def test_H15_a_build_yields_at_least_nothing_a_move_may_cost(scene: Scene) -> None:
    """The track ends at 0."""
    scene("""
        seats:
          A: {faction: University of the Sun, wealth: 3, essence: 0, island: {"0,0": Sun Dome,
              "0,1": Shrine, "1,1": Ley Well}}
          B: {}
        market: [Customs House, Watchtower]
        play:
          - {A: "build Watchtower at 1,0"}
        expect: {seats: {A: {essence: 0, defense: 5}}}
        ---
        agenda: [{question: rearrange, move: true, swap: true}]
        seats:
          A: {faction: University of the Sun, essence: 3, island: {"0,0": Sun Dome, "1,0": Shrine,
              "0,1": Tavern}}
          B: {}
        play:
          - {A: "move 0,1 to 2,0"}
        expect: {seats: {A: {essence: 2}}}
        ---
        agenda: [{question: rearrange, move: true, swap: true}]
        seats:
          A: {faction: University of the Sun, essence: 3, island: {"0,0": Sun Dome, "1,0": Shrine,
              "2,0": Forum}}
          B: {}
        play:
          - {A: "swap 1,0 with 2,0"}
        expect: {seats: {A: {essence: 1}}}
        ---
        agenda: [{question: rearrange, move: true, swap: false}]
        seats:
          A: {faction: University of the Sun, essence: 0, island: {"0,0": Sun Dome, "1,0": Shrine,
              "2,0": Forum}}
          B: {}
        play:
          - {A: "move 2,0 to 0,1"}
        expect: {seats: {A: {essence: 0}}}
    """)


def test_H15_the_house_bot_moves_for_the_most_essence_and_not_at_a_loss(scene: Scene) -> None:
    """A Forum is worth more beside cultural segments, and less beside magical ones."""
    for island, ways, essence_then in (
        (
            '"0,0": Sun Dome, "1,0": Forum, "0,1": Tavern, "0,2": Tavern',
            "move: true, swap: false",
            1,
        ),
        ('"0,0": Sun Dome, "1,0": Forum', "move: false, swap: true", 0),
    ):
        table = scene(f"""
            agenda: [{{question: rearrange, {ways}}}]
            seats: {{A: {{faction: University of the Sun, island: {{{island}}}}}, B: {{}}}}
        """)
        prompt = ESSENCE.list_prompts(table.state)[0]
        decision = ESSENCE.bot.choose_decision(
            ESSENCE.build_view(table.state, 0), prompt, Chance(b"h15")
        )
        assert decision.verb == ("move" if essence_then else "leave")
        ESSENCE.play_decision(table.state, 0, decision)
        assert table.state.seats[0].essence == essence_then


def test_H16_the_island_stays_connected_after_a_move(scene: Scene) -> None:
    scene("""
        agenda: [{question: rearrange, move: true, swap: false}]
        seats:
          A: {island: {"0,0": Sun Dome, "1,0": Shrine, "2,0": Forum},
              faction: University of the Sun}
          B: {}
        play:
          - {A: "move 1,0 to 0,1", refused: island}
          - {A: "move 0,0 to 3,0"}
        expect: {seats: {A: {island: {"1,0": Shrine, "2,0": Forum, "3,0": Sun Dome}}}}
    """)


def test_H17_patterns_turn_but_are_not_mirrored(scene: Scene) -> None:
    """Crown Corner: political, cultural to its right, military above it."""
    turned = '{"0,0": Mirror Palace, "0,1": Tavern, "-1,0": Barracks}'
    mirrored = '{"0,0": Mirror Palace, "0,1": Tavern, "1,0": Barracks}'
    text = """
        seats: {A: {faction: Court of Masks, influence: 1, island: ISLAND}, B: {}}
        row: [Crown Corner]
        answers: {A: {read: READ}}
    """
    scene(text.replace("ISLAND", turned).replace("READ", "[read Crown Corner]"))
    scene(text.replace("ISLAND", mirrored).replace("READ", "[]"))


def test_H18_defeating_a_monster_reads_its_fragment(scene: Scene) -> None:
    """With this turn's reading; no Essence for the difference."""
    scene("""
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 9}, B: {}}
        row: [Storm Roc, Sky Serpent]
        prophecy_deck: [Two Temples]
        play:
          - {A: attack Storm Roc}
        expect: {read_done: true, seats: {A: {essence: 3, fragments: [Storm Roc], attacks_won: 1}}}
        ---
        agenda: [target]
        read_done: true
        seats: {A: {attack: 9}, B: {faction: Court of Masks}}
        row: [Storm Roc, Old Titan]
        answers: {A: [attack Court of Masks, attack Threat]}
        ---
        agenda: [target]
        seats: {A: {attack: 9, influence: 0}, B: {faction: Court of Masks}}
        row: [Old Titan]
        answers: {A: [attack Court of Masks, attack Threat]}
    """)


def test_H19_the_threat_counts_for_successful_attacks_and_not_for_tokens(scene: Scene) -> None:
    scene("""
        agenda: [target]
        seats: {A: {attack: 3}, B: {}}
        row: [First Blood]
        play:
          - {A: attack Threat, answers: {A: {read: [read First Blood]}}}
        ---
        seats: {A: {faction: Court of Masks, hand: [Tax Collector]}, B: {}}
        play:
          - {A: use Tax Collector}
        expect: {seats: {A: {wealth: 0}}}
    """)


def test_H20_a_charge_cancels_the_next_attack(scene: Scene) -> None:
    """Played in one's own turn, seen by the attacker, consumed by the attack."""
    scene("""
        agenda: [target]
        seats: {A: {attack: 9}, B: {faction: University of the Sun, defense: 1, shields: 1}}
        play:
          - {A: attack University of the Sun}
        expect: {seats: {A: {essence: 0, attacks_won: 0}, B: {shields: 0, defense: 1}}}
        ---
        seats: {A: {faction: University of the Sun, influence: 2, hand: [Prism Warden]}, B: {}}
        play:
          - {A: use Prism Warden 2}
        expect: {seats: {A: {shields: 1, influence: 0}}}
    """)


def test_H21_silence_of_the_opponent_means_the_first_action_listed(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Jester]}, B: {}}
        play:
          - {A: use Jester}
          - {A: name Three Islands Kingdom}
        silence: {B: choose 1}
        answers: {B: [choose 1, choose 2, choose 3]}
    """)


def test_H22_a_spy_uses_an_unexhausted_location_without_exhausting_it(scene: Scene) -> None:
    """Extra costs are paid; a main star takes the turn's main action."""
    scene("""
        seats:
          A: {faction: Court of Masks, wealth: 1, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery,
              "0,1": {card: Alembic, exhausted: true}, "-1,0": Arsenal}}
        play:
          - {A: use Spy 1, answers: {A: [spy on Gallery of University of the Sun,
              spy on Arsenal of University of the Sun, leave it]}}
          - {A: spy on Arsenal of University of the Sun, asked: {A: target}}
        expect: {main_done: true, seats: {B: {island: {"-1,0": Arsenal}}}}
        ---
        seats:
          A: {faction: Court of Masks, wealth: 1, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery}}
        main_done: true
        play:
          - {A: use Spy 1}
          - {A: spy on Gallery of University of the Sun}
        expect: {seats: {A: {wealth: 0, essence: 2}}}
    """)


def test_H23_a_slaver_commands_a_card_of_the_losers_discard_pile(scene: Scene) -> None:
    """Star cost waived, other costs paid, the card stays; instead of other spoils."""
    scene("""
        seats:
          A: {faction: Court of Masks, attack: 9, influence: 2, hand: [Slaver]}
          B: {faction: University of the Sun, defense: 1, wealth: 1, discard: [Priest, Engineer,
              Student]}
        market: [Tavern]
        play:
          - {A: use Slaver}
          - {A: attack University of the Sun, answers: {A: {command: [command Priest 1,
              command Priest 2, command Engineer 1, command Engineer 2]}}}
          - {A: command Priest 2}
        expect:
          seats: {A: {essence: 12, influence: 0}, B: {wealth: 1, defense: 2, discard: [Priest,
              Engineer, Student]}}
    """)


def test_H24_a_raid_with_no_defense_is_legal(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, attack: 2, defense: 0, hand: [Pirate]}, B: {}}
        play:
          - {A: use Pirate 1}
        expect: {seats: {A: {attack: 2, defense: 0}}}
    """)


def test_a_raid_lends_the_defense_to_one_attack(scene: Scene) -> None:
    """Afterwards Attack returns, Defense stays 0."""
    scene("""
        seats: {A: {faction: Court of Masks, attack: 2, defense: 3, wealth: 2, hand: [Pirate]},
            B: {defense: 3}}
        play:
          - {A: use Pirate 1, expect: {seats: {A: {attack: 5, defense: 0, raid: 3}}}}
          - {A: sign Attack Treaty with 1 Wealth}
          - {A: attack Threat}
        expect: {seats: {A: {attack: 2, defense: 0, raid: 0, essence: 5}}}
    """)


def test_H25_the_rector_is_not_playable_when_none_is_left(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Priest], up: false}]
        answers: {A: {use: [use Rector 2]}}
        ---
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Priest], up: true, wealth: 2}]
        play:
          - {A: use Rector 1}
          - {A: take Priest}
        expect: {seats: {A: {wealth: 2, hand: [Priest]}}}
    """)
