"""Section 10: edge cases, Lord by Lord."""

from __future__ import annotations

import pytest

from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene

# Powers of the turn -------------------------------------------------------------------------------


def test_opportunist_replaces_in_the_same_space(scene: Scene) -> None:
    """Before or after the action; the Court keeps its size, so that nothing follows from it."""
    table = scene("""
        pearls: 1
        lords: [opportunist]
        court: [keeper, trader]
        lord_deck: [oracle]
        play: [{A: "use opportunist: keeper"}]
        expect: {lords_gone: [keeper], lord_deck: [], ended_by: null, seats: {A: {pearls: 1}}}
    """)
    assert table.position()["court"] == ["oracle", "trader"]
    scene("""
        lords: [opportunist]
        court: [keeper, trader]
        step: powers
        asked: {A: end}
        answers: {A: ["use opportunist: keeper", "use opportunist: trader", end]}
    """)


def test_oracle_sends_a_stack_to_the_discard_pile_unseen(scene: Scene) -> None:
    """Back into the next deck; others are told the number alone."""
    table = scene("""
        pearls: 1
        lords: [oracle]
        council: {crab: [crab 5, crab 3]}
        play: [{A: "use oracle: crab"}]
        expect: {discard_unseen: [crab 5, crab 3], council: {crab: 0}}
    """)
    (event,) = table.latest
    assert event.args == {"seat": 0, "race": "crab", "cards": 2}
    assert ABYSS.build_view(table.state, 0).discard_unseen == {"crab": 2}


def test_alchemist_adds_nothing_to_the_apprentice(scene: Scene) -> None:
    """Only requesting support is doubled."""
    scene("""
        lords: [alchemist]
        council: {crab: [crab 3], squid: [squid 1, squid 2]}
        court: [keeper, trader, miller]
        agenda: [apprentice]
        play: [{A: take stack crab}]
        expect: {turn: B, seats: {A: {hand: [crab 3]}}}
    """)


# Invoker ------------------------------------------------------------------------------------------


def test_invoker_the_additional_turn_is_a_whole_turn(scene: Scene) -> None:
    """Landlord income, fresh powers, everybody may buy again."""
    scene("""
        lords: [landlord, slaver]
        hand: [crab 1]
        extra_turns: 1
        powers_used: [slaver]
        offer: {sold: [B]}
        step: next
        expect:
          turn: A
          extra: true
          seats: {A: {pearls: 1}}
          powers_used: []
          offer: {price: 1}
    """)


# Locations ----------------------------------------------------------------------------------------


def test_illusionist_is_asked_when_he_is_recruited(scene: Scene) -> None:
    """Cost 10 with a jellyfish. Without a Location of one’s own he is not asked."""
    scene("""
        hand: [jellyfish 5, jellyfish 4, jellyfish 1]
        court: [illusionist, keeper, trader, miller]
        lords: [{lord: shepherd, under: jail}]
        locations: [jail]
        location_offer: [chasm]
        play:
          - A: recruit illusionist with jellyfish 5, jellyfish 4, jellyfish 1
            asked: {A: illusionist}
          - {A: swap jail for chasm}
        expect: {seats: {A: {locations: [chasm]}}, location_offer: [jail]}
        ---
        hand: [jellyfish 5, jellyfish 4, jellyfish 1]
        court: [illusionist, keeper, trader, miller]
        location_offer: [chasm]
        play: [{A: "recruit illusionist with jellyfish 5, jellyfish 4, jellyfish 1"}]
        expect: {turn: B, location_offer: [chasm]}
    """)


def test_illusionist_swaps_one_own_tile_for_another_on_offer(scene: Scene) -> None:
    """The Lords under it move along; the old one is open to everybody."""
    scene("""
        lords: [illusionist, {lord: keeper, under: jail}]
        locations: [jail]
        location_offer: [chasm]
        court: [miller, trader, shepherd]
        agenda: [illusionist]
        play:
          - {A: {verb: swap, args: {own: jail, other: jail}}, refused: true}
          - {A: swap jail for chasm}
        expect:
          seats: {A: {locations: [chasm], lords: [illusionist, {lord: keeper, under: chasm}]}}
          location_offer: [jail]
    """)


def test_black_smokers_gained_by_the_illusionist_may_be_exchanged(scene: Scene) -> None:
    """Their own effect follows at once."""
    scene("""
        lords: [illusionist, {lord: keeper, under: jail}]
        locations: [jail]
        location_offer: [black_smokers]
        location_stack: [depths]
        court: [miller, trader, shepherd]
        agenda: [illusionist]
        play:
          - {A: swap jail for black smokers, asked: {A: black_smokers}}
          - {A: exchange for depths}
        expect:
          seats: {A: {locations: [depths], lords: [illusionist, {lord: keeper, under: depths}]}}
          location_offer: [jail]
          locations_gone: [black_smokers]
    """)


def test_black_smokers_fetched_by_an_ambassador_move_him_along(scene: Scene) -> None:
    """He ends under the tile exchanged for them."""
    scene("""
        pearls: 1
        hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1]
        court: [hermit, keeper, trader, miller]
        location_stack: [black_smokers, chasm]
        play:
          - A: recruit hermit with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1
            asked: {A: black_smokers}
          - {A: exchange for chasm}
        expect: {seats: {A: {locations: [chasm], lords: [{lord: hermit, under: chasm}]}}}
    """)


def test_city_of_mirrors_takes_the_best_of_the_opponents_and_never_less_than_0(
    scene: Scene,
) -> None:
    """Neither the offer nor the own Locations; counted with the owner's Lords and Allies."""
    scene("""
        step: over
        location_offer: [coral_barrier]
        seats:
          A: {locations: [city_of_mirrors, sanctuary], affiliated: [crab 1, crab 2]}
          B: {locations: [chasm, parliament]}
        outcome: {A: {lines: {city_of_mirrors: 11, sanctuary: 4}}}
        ---
        step: over
        seats: {A: {locations: [city_of_mirrors]}, B: {locations: [throne_room]}}
        outcome: {A: {lines: {city_of_mirrors: 0}}}
    """)


def test_ship_master_counts_a_race_through_another_card_of_it(scene: Scene) -> None:
    """The card taken does not count, its race may."""
    scene("""
        seats: {A: {lords: [ship_master]}, B: {}}
        track: [crab 1, crab 3]
        agenda: [explorer]
        play: [{A: take}]
        expect: {seats: {A: {pearls: 1, hand: [crab 3]}}}
    """)


def test_master_of_magic_does_not_allow_superfluous_allies(scene: Scene) -> None:
    """He widens the affiliation, not the payment."""
    scene("""
        lords: [master_of_magic]
        hand: [squid 5, squid 3, squid 1]
        court: [diplomat, keeper, trader, miller]
        play: [{A: "recruit diplomat with squid 5, squid 3, squid 1", refused: superfluous_ally}]
    """)


def test_hunter_the_token_is_drawn_by_chance_and_known_to_two(scene: Scene) -> None:
    """The robber and the robbed, nobody else."""
    table = scene("""
        seats:
          A: {hand: [crab 5, squid 3]}
          B: {monster_tokens: [2, 3, 4]}
          C: {}
        court: [hunter, keeper, trader, miller]
        chance: {hunter: [4]}
        play: [{A: "recruit hunter with crab 5, squid 3"}]
        expect: {seats: {A: {monster_tokens: [4]}, B: {monster_tokens: [2, 3]}}}
    """)
    (seen,) = [event for event in table.latest if event.kind == "robbed_token"]
    assert seen.audience == (0, 1)


def test_landlord_under_a_location_pays_no_more(scene: Scene) -> None:
    """Recruited as the third key: the Pearl first, then the Location."""
    scene("""
        seats: {A: {keys: 2, hand: [shellfish 5, crab 4], pearls: 1}, B: {}}
        court: [landlord, trader, miller, jailer]
        location_offer: [jail]
        location_stack: []
        play: [{A: "recruit landlord with shellfish 5, crab 4"}]
        expect:
          turn: B
          seats: {A: {pearls: 1, lords: [{lord: landlord, under: jail}]}}
    """)


@pytest.mark.parametrize(("lord", "pearls"), [("trader", 3), ("peddler", 2), ("shopkeeper", 1)])
def test_merchants_pay_on_entering_play(scene: Scene, lord: str, pearls: int) -> None:
    """Three, two and one Pearl from the Treasury."""
    scene(f"""
        seats: {{A: {{pearls: 5}}, B: {{}}}}
        court: [{lord}, keeper, miller, jailer]
        agenda: [corruptor]
        play: [{{A: bribe {lord}}}]
        expect: {{seats: {{A: {{pearls: {pearls}}}}}}}
    """)


def test_ship_master_pays_after_a_fight_too_and_only_for_what_goes_to_the_council(
    scene: Scene,
) -> None:
    """One Pearl for each race left on the track; Monsters and sold Allies are none."""
    scene("""
        seats: {A: {lords: [ship_master]}, B: {pearls: 1}}
        track: [crab 1, MONSTER, squid 2, crab 3, MONSTER]
        agenda: [{question: reward, row: 1}]
        play: [{A: take Monster token}]
        expect: {turn: B, seats: {A: {pearls: 2}}, council: {crab: 2, squid: 1}}
        ---
        seats: {A: {lords: [ship_master]}, B: {pearls: 1}}
        exploration_deck: [squid 1, crab 1, rest]
        play: [{A: explore}, {B: buy}, {A: take}]
        expect: {turn: B, seats: {A: {pearls: 1, hand: [crab 1]}}}
    """)


def test_ship_master_who_is_not_active_pays_nothing(scene: Scene) -> None:
    """Disabled or under a Location; nor does an opponent's one pay the explorer."""
    for lords, other in (
        ("[{lord: ship_master, disabled: true}]", "[]"),
        ("[{lord: ship_master, under: jail}]", "[]"),
        ("[]", "[ship_master]"),
    ):
        scene(f"""
        seats:
          A: {{lords: {lords}, locations: [jail]}}
          B: {{lords: {other}, pearls: 1}}
        track: [crab 1, squid 3]
        agenda: [explorer]
        play: [{{A: take}}]
        expect: {{turn: B, seats: {{A: {{pearls: 0}}, B: {{pearls: 1}}}}}}
        """)


def test_apprentice_without_any_stack_takes_nothing(scene: Scene) -> None:
    """No effect if every stack is empty."""
    scene("""
        seats: {A: {hand: [jellyfish 4, crab 1, squid 2]}, B: {pearls: 1}}
        court: [apprentice, keeper, trader, miller]
        play: [{A: "recruit apprentice with jellyfish 4, crab 1, squid 2"}]
        expect: {turn: B, seats: {A: {hand: []}}}
    """)


def test_diplomat_or_treasurer_who_is_not_active_changes_nothing(scene: Scene) -> None:
    """The mandatory race and the printed cost count again."""
    scene("""
        pearls: 0
        hand: [seahorse 5, seahorse 3, squid 4, squid 5]
        lords: [{lord: diplomat, disabled: true}, {lord: treasurer, disabled: true}]
        court: [shepherd, trader, jailer, peddler]
        answers: {A: {recruit: ["recruit shepherd with seahorse 3, seahorse 5"]}}
    """)


def test_invoker_by_the_corruptor_grants_a_turn_as_well(scene: Scene) -> None:
    """His power works however he enters play; a disabled one is no loss later."""
    scene("""
        pearls: 6
        court: [invoker, trader, shepherd, jailer]
        agenda: [corruptor]
        play: [{A: bribe invoker, told: [extra_turn]}]
        expect: {turn: A, extra: true, extra_turns: 0, seats: {A: {pearls: 1}}}
    """)


def test_alchemist_recruited_later_does_not_double_an_earlier_request(scene: Scene) -> None:
    """Request Support is one action, recruiting another."""
    scene("""
        seats: {A: {pearls: 1, lords: [keeper]}, B: {lords: [alchemist], pearls: 1}}
        council: {crab: [crab 4], squid: [squid 5]}
        play: [{A: support crab}]
        expect: {turn: B, seats: {A: {hand: [crab 4]}}, council: {squid: 1}}
    """)


def test_the_stack_of_the_oracle_is_named_and_not_empty(scene: Scene) -> None:
    """Only a stack with cards can be discarded, and only by its owner's Oracle."""
    scene("""
        seats: {A: {pearls: 1, lords: [oracle]}, B: {}}
        council: {crab: [crab 4]}
        play:
          - {A: {verb: use_oracle, args: {stack: squid}}, refused: council_stack_empty}
          - {A: {verb: use_opportunist, args: {lord: keeper}}, refused: power_not_held}
          - {A: "use oracle: crab"}
        expect: {discard_unseen: [crab 4]}
    """)


def test_opportunist_needs_a_lord_of_the_court_and_one_in_the_deck(scene: Scene) -> None:
    """Neither a Lord elsewhere nor an empty deck will do; the Slaver sells what is in hand."""
    scene("""
        seats: {A: {pearls: 1, lords: [opportunist, slaver], hand: [crab 1]}, B: {}}
        court: [keeper]
        lord_deck: [miller]
        play:
          - {A: {verb: use_opportunist, args: {lord: miller}}, refused: lord_not_in_court}
          - {A: {verb: use_slaver, args: {ally: crab2}}, refused: ally_not_in_hand}
          - {A: "use opportunist: keeper"}
        expect: {court: [miller], lord_deck: []}
        ---
        seats: {A: {pearls: 1, lords: [opportunist]}, B: {}}
        court: [keeper]
        lord_deck: []
        play: [{A: {verb: use_opportunist, args: {lord: keeper}}, refused: lord_deck_empty}]
    """)
