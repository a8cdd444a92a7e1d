"""Section 10: the Assassin, disabled Lords, the Shaman and the Soldiers she stops."""

from __future__ import annotations

import pytest

from .conftest import Scene

# Assassin and disabled Lords ----------------------------------------------------------------------


def test_assassin_lords_under_locations_are_no_targets(scene: Scene) -> None:
    """They are not free; neither is a Lord a second time."""
    scene("""
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B:
            lords: [{lord: keeper, under: jail}, {lord: miller, disabled: true}]
            locations: [jail]
        court: [assassin, trader, peddler, seeker]
        play: [{A: "recruit assassin with crab 5, crab 4, crab 1"}]
        expect: {turn: B, seats: {B: {lords: [{lord: keeper, disabled: false}, miller]}}}
    """)


def test_assassin_a_player_with_a_shaman_is_skipped(scene: Scene) -> None:
    """The Shaman included; a disabled Shaman protects nobody."""
    scene("""
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B: {lords: [shaman]}
          C: {lords: [keeper]}
        court: [assassin, trader, peddler, seeker]
        play: [{A: "recruit assassin with crab 5, crab 4, crab 1"}]
        expect:
          seats:
            B: {lords: [{lord: shaman, disabled: false}]}
            C: {lords: [{lord: keeper, disabled: true}]}
    """)


def test_assassin_picks_one_lord_of_every_opponent(scene: Scene) -> None:
    """The owner chooses."""
    scene("""
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B: {lords: [keeper, miller]}
          C: {lords: [oracle, slaver]}
        court: [assassin, trader, peddler, seeker]
        play:
          - {A: "recruit assassin with crab 5, crab 4, crab 1"}
          - {A: disable miller, answers: {A: [disable oracle, disable slaver]}}
          - {A: {verb: disable, args: {lord: keeper}}, refused: true}
          - {A: disable slaver}
        expect:
          seats:
            B: {lords: [keeper, {lord: miller, disabled: true}]}
            C: {lords: [oracle, {lord: slaver, disabled: true}]}
    """)


def test_a_disabled_lord_counts_for_formulas_and_seven_lords_but_has_no_effect(
    scene: Scene,
) -> None:
    """Influence, guild, printed key and number stay."""
    scene("""
        step: over
        seats:
          A:
            lords: [{lord: recruiter, disabled: true}, keeper]
            locations: [barracks, closed_tower, jail, the_abyss]
          B: {}
        outcome:
          A: {lines: {lords: 10, barracks: 9, closed_tower: 6, jail: 13, the_abyss: 4}}
    """)


def test_a_disabled_lord_may_be_replaced_and_the_new_one_is_healthy(scene: Scene) -> None:
    """Traitor and Schemer may discard him."""
    scene("""
        lords: [schemer, {lord: keeper, disabled: true}]
        lord_deck: [miller, rest]
        agenda: [schemer]
        play: [{A: replace keeper}]
        expect: {seats: {A: {lords: [schemer, {lord: miller, disabled: false}]}}}
    """)


@pytest.mark.parametrize("lord", ["shaman", "commander", "recruiter", "tamer"])
def test_a_disabled_lord_has_no_effect(scene: Scene, lord: str) -> None:
    """Whatever his power is."""
    table = scene(f"lords: [{{lord: {lord}, disabled: true}}]")
    assert not table.state.seats[0].has(lord)


# Shaman, Commander, Recruiter, Tamer --------------------------------------------------------------


def test_shaman_protection_ends_at_once_when_she_goes(scene: Scene) -> None:
    """Replaced by a Traitor, she leaves her owner to the Recruiter again."""
    scene("""
        seats:
          A: {lords: [traitor, shaman], hand: [seahorse 5, seahorse 3]}
          B: {lords: [recruiter]}
        court: [shepherd, miller, trader, peddler]
        agenda: [traitor]
        play:
          - {A: replace shaman by peddler}
        expect: {turn: B, seats: {A: {pearls: 2}}}
        ---
        seats: {A: {lords: [peddler], hand: [seahorse 5, seahorse 3]}, B: {lords: [recruiter]}}
        court: [shepherd, miller, trader]
        answers: {A: {recruit: []}}
        ---
        seats: {A: {lords: [shaman], hand: [seahorse 5, seahorse 3]}, B: {lords: [recruiter]}}
        court: [shepherd, miller, trader]
        answers: {A: {recruit: ["recruit shepherd with seahorse 5, seahorse 3"]}}
    """)


def test_shaman_stops_jailer_seeker_hunter_and_commander(scene: Scene) -> None:
    """All Soldiers of opponents, for her owner."""
    scene("""
        seats:
          A: {hand: [crab 5, squid 4, jellyfish 3]}
          B: {hand: [crab 1, crab 3], lords: [shaman]}
        court: [jailer, keeper, trader, miller]
        play: [{A: "recruit jailer with crab 5, squid 4, jellyfish 3"}]
        expect: {turn: B, seats: {B: {hand: 2}}}
        ---
        seats: {A: {hand: [crab 4, squid 3]}, B: {pearls: 5, lords: [shaman]}}
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {B: {pearls: 5}}}
        ---
        seats: {A: {hand: [crab 5, squid 3]}, B: {monster_tokens: [3], lords: [shaman]}}
        court: [hunter, keeper, trader, miller]
        play: [{A: "recruit hunter with crab 5, squid 3"}]
        expect: {turn: B, seats: {A: {monster_tokens: []}, B: {monster_tokens: [3]}}}
    """)


def test_seeker_takes_two_pearls_or_what_there_is(scene: Scene) -> None:
    """They go to the Treasury, not to the owner."""
    scene("""
        seats:
          A: {hand: [crab 4, squid 3]}
          B: {pearls: 5}
          C: {pearls: 1}
          D: {}
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {A: {pearls: 0}, B: {pearls: 3}, C: {pearls: 0}, D: {pearls: 0}}}
    """)


def test_commander_comes_first_and_cannot_be_paid_off(scene: Scene) -> None:
    """His six and the limit of twelve are independent."""
    scene("""
        seats:
          A:
            pearls: 9
            hand: [crab 1, crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3,
                   squid 4, squid 5, jellyfish 2, jellyfish 3]
          B: {lords: [commander]}
        step: commander
        play:
          - {A: "discard crab 1, crab 1, crab 2, squid 1, squid 2, jellyfish 2, jellyfish 3"}
        expect: {turn: B, seats: {A: {hand: 6, pearls: 9}}}
    """)


def test_commander_covers_opponents_not_his_owner(scene: Scene) -> None:
    """The owner is bound by twelve alone."""
    scene("""
        seats:
          A: {lords: [commander], hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3]}
          B: {}
        step: commander
        expect: {turn: B, seats: {A: {hand: 7}}}
    """)


def test_recruiter_treasurer_and_diplomat_do_not_touch_the_corruptor(scene: Scene) -> None:
    """His price is exactly five Pearls."""
    scene("""
        seats: {A: {pearls: 6, lords: [treasurer, diplomat]}, B: {lords: [recruiter]}}
        court: [trader, keeper, miller, shepherd]
        agenda: [corruptor]
        play: [{A: bribe miller}]
        expect: {seats: {A: {pearls: 1}}}
    """)


def test_tamer_the_token_does_not_move_back_and_the_last_space_pays(scene: Scene) -> None:
    """Threat 4 gives the reward of 3; the Pearl of the last space is kept."""
    scene("""
        seats: {A: {}, B: {lords: [tamer]}}
        track: [crab 1, crab 1, squid 1, squid 1]
        agenda: [explorer]
        threat: 4
        exploration_deck: [MONSTER, rest]
        play: [{A: continue, told: [fought, income, rewarded]}]
        expect: {turn: B, threat: 1, seats: {A: {keys: 1, pearls: 1}}}
    """)


SIX = "[crab 1, crab 2, crab 3, squid 1, squid 2, squid 3]"


def test_commander_on_purchase_strikes_for_the_explorer_too(scene: Scene) -> None:
    """`commander_on_purchase: true`: the buyer discards whoever owns the Commander, but himself."""
    scene(f"""
        options: {{commander_on_purchase: true}}
        seats: {{A: {{lords: [commander]}}, B: {{hand: {SIX}, pearls: 1}}}}
        exploration_deck: [crab 5, crab 4, rest]
        play:
          - {{A: explore}}
          - {{B: buy, asked: {{B: commander}}}}
          - {{B: discard crab 1, asked: {{A: explorer}}}}
        expect: {{seats: {{A: {{pearls: 1}}, B: {{hand: 6}}}}}}
        ---
        options: {{commander_on_purchase: true}}
        seats: {{A: {{}}, B: {{hand: {SIX}, pearls: 1, lords: [commander]}}}}
        exploration_deck: [crab 5, crab 4, rest]
        play: [{{A: explore}}, {{B: buy, asked: {{A: explorer}}}}]
        expect: {{seats: {{B: {{hand: 7}}}}}}
        ---
        seats: {{A: {{lords: [commander]}}, B: {{hand: {SIX}, pearls: 1}}}}
        exploration_deck: [crab 5, crab 4, rest]
        play: [{{A: explore}}, {{B: buy, asked: {{A: explorer}}}}]
        expect: {{seats: {{B: {{hand: 7}}}}}}
    """)


def test_commander_on_entering_play_leaves_everybody_six(scene: Scene) -> None:
    """Six are not too many; who has a Shaman keeps all; his owner does."""
    seven = SIX.replace("[", "[jellyfish 1, ")
    scene(f"""
        seats:
          A: {{hand: [crab 5, crab 4, squid 4, squid 5, jellyfish 2, jellyfish 3, seahorse 1,
                      seahorse 2, seahorse 3]}}
          B: {{hand: {seven}}}
          C: {{hand: [shellfish 1, shellfish 2, shellfish 3, shellfish 4, shellfish 5,
                      jellyfish 4]}}
          D: {{hand: [crab 4, seahorse 4, seahorse 5, squid 4, jellyfish 5, jellyfish 4,
                      shellfish 4, shellfish 3], lords: [shaman]}}
        court: [commander, keeper, trader, miller]
        play:
          - {{A: "recruit commander with crab 5, crab 4", asked: {{B: commander}}}}
          - {{B: discard squid 3}}
        expect: {{seats: {{A: {{hand: 7}}, B: {{hand: 6}}, C: {{hand: 6}}, D: {{hand: 8}}}}}}
    """)


def test_jailer_skips_those_without_allies(scene: Scene) -> None:
    """There is nothing to give up; a single Ally goes unasked."""
    scene("""
        seats:
          A: {hand: [crab 5, squid 4, jellyfish 3]}
          B: {pearls: 1}
          C: {hand: [squid 5]}
        court: [jailer, keeper, trader, miller]
        play: [{A: "recruit jailer with crab 5, squid 4, jellyfish 3", told: [jailed]}]
        expect: {turn: B, seats: {C: {hand: []}}}
    """)


def test_hunter_asks_from_whom_and_takes_one_token(scene: Scene) -> None:
    """Opponents with tokens and without a Shaman; only one can be robbed."""
    scene("""
        seats:
          A: {hand: [crab 5, squid 3], monster_tokens: [3]}
          B: {monster_tokens: [2, 2]}
          C: {monster_tokens: [4]}
          D: {monster_tokens: [3], lords: [shaman]}
        court: [hunter, keeper, trader, miller]
        play:
          - A: recruit hunter with crab 5, squid 3
            asked: {A: hunter}
            answers: {A: 2}
          - {A: {verb: rob, args: {seat: 3}}, refused: no_such_target}
          - {A: {verb: rob, args: {seat: 0}}, refused: no_such_target}
          - {A: {verb: rob, args: {seat: 2}}}
        expect:
          seats:
            A: {monster_tokens: [3, 4]}
            B: {monster_tokens: [2, 2]}
            C: {monster_tokens: []}
            D: {monster_tokens: [3]}
    """)


def test_seeker_takes_from_everybody_but_a_shamans_owner(scene: Scene) -> None:
    """Two Pearls each, whoever is asked first; a Shaman under a Location protects nobody."""
    scene("""
        seats:
          A: {hand: [crab 4, squid 3], pearls: 4}
          B: {pearls: 3, lords: [shaman]}
          C: {pearls: 2, lords: [{lord: shepherd, under: jail}], locations: [jail]}
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {A: {pearls: 4}, B: {pearls: 3}, C: {pearls: 0}}}
        ---
        seats:
          A: {hand: [crab 4, squid 3], pearls: 4}
          B: {pearls: 3, lords: [{lord: shaman, under: jail}], locations: [jail]}
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {A: {pearls: 4}, B: {pearls: 1}}}
    """)


def test_assassin_strikes_clockwise(scene: Scene) -> None:
    """One opponent after the other; who has a single free Lord is no question."""
    table = scene("""
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B: {lords: [keeper, miller]}
          C: {lords: [oracle]}
          D: {}
        court: [assassin, trader, peddler, seeker]
        play:
          - {A: "recruit assassin with crab 5, crab 4, crab 1"}
          - {A: disable miller}
    """)
    disabled = [event.args["lord"] for event in table.latest if event.kind == "disabled"]
    assert disabled == ["miller", "oracle"]


def test_soldiers_reach_those_behind_a_player_they_spare(scene: Scene) -> None:
    """Who has a Shaman, or too few cards, does not shield the next one."""
    seven = SIX.replace("[", "[jellyfish 1, ")
    scene(f"""
        seats:
          A: {{hand: [crab 5, crab 4]}}
          B: {{lords: [shaman]}}
          C: {{hand: [shellfish 1]}}
          D: {{hand: {seven}}}
        court: [commander, keeper, trader, miller]
        play: [{{A: "recruit commander with crab 5, crab 4", asked: {{D: commander}}}}]
        ---
        seats:
          A: {{hand: [crab 5, squid 5, jellyfish 3]}}
          B: {{lords: [shaman], hand: [shellfish 1]}}
          C: {{}}
          D: {{hand: [crab 1, crab 2]}}
        court: [jailer, keeper, trader, miller]
        play: [{{A: "recruit jailer with crab 5, squid 5, jellyfish 3", asked: {{D: jailer}}}}]
    """)
