"""R6: what a Location does when it is taken, and the Ambassadors."""

from __future__ import annotations

import pytest

from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.keys import best_location

from .conftest import Scene


def test_black_smokers_may_be_exchanged_for_any_location_of_the_stack(scene: Scene) -> None:
    """Right after they are taken; the Lords who paid go under the new tile."""
    scene("""
        seats: {A: {keys: 2, lords: [keeper]}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: [jail, chasm, depths]
        chance: {locations: [[jail, depths]]}
        play:
          - A: control black smokers
            answers: {A: [exchange for chasm, exchange for depths, exchange for jail, decline]}
          - {A: exchange for chasm}
        expect:
          seats: {A: {locations: [chasm], lords: [{lord: keeper, under: chasm}]}}
          locations_gone: [black_smokers]
          location_stack: [jail, depths]
    """)


def test_black_smokers_may_be_kept(scene: Scene) -> None:
    """The wording permits, it does not demand; kept they are worth nothing."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: [jail, chasm]
        play: [{A: control black smokers}, {A: decline}]
        expect: {seats: {A: {locations: [black_smokers]}}, location_stack: [jail, chasm]}
        ---
        step: over
        seats: {A: {locations: [black_smokers]}, B: {}}
        outcome: {A: {lines: {black_smokers: 0}}}
    """)


def test_by_option_black_smokers_must_be_exchanged(scene: Scene) -> None:
    """`black_smokers: must`."""
    scene("""
        options: {black_smokers: must}
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: [jail, chasm]
        play:
          - {A: control black smokers, answers: {A: [exchange for jail, exchange for chasm]}}
          - {A: {verb: decline}, refused: exchange_mandatory}
    """)


def test_with_an_empty_stack_black_smokers_stay(scene: Scene) -> None:
    """Nothing is asked."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: []
        expect: {turn: B, seats: {A: {locations: [black_smokers]}}}
    """)


@pytest.mark.parametrize(("lord", "drawn"), [("elder", 3), ("sage", 2), ("hermit", 1)])
def test_an_ambassador_draws_and_pays_alone(scene: Scene, lord: str, drawn: int) -> None:
    """Three, two or one; no other key is spent, and it is one Location only."""
    keep = "- {A: keep jail}" if drawn > 1 else ""
    table = scene(f"""
        seats:
          A: {{keys: 2, hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1}}
          B: {{}}
        court: [{lord}, keeper, trader, miller]
        location_offer: [barracks]
        location_stack: [jail, chasm, depths, parliament]
        play:
          - {{A: "recruit {lord} with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1"}}
          {keep}
        expect:
          seats: {{A: {{keys: 2, locations: [jail], lords: [{{lord: {lord}, under: jail}}]}}}}
          location_offer: {drawn}
          location_stack: {4 - drawn}
    """)
    assert ABYSS.list_prompts(table.state)[0].seat == 1


def test_an_ambassador_draws_fewer_from_a_short_stack(scene: Scene) -> None:
    """Two are left for the Elder."""
    scene("""
        seats:
          A: {hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1}
          B: {}
        court: [elder, keeper, trader, miller]
        location_stack: [jail, chasm]
        play:
          - A: recruit elder with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1
            answers: {A: [keep jail, keep chasm]}
    """)


def test_with_an_empty_stack_an_ambassador_pays_for_a_location_on_offer(scene: Scene) -> None:
    """By the normal rule: with his three keys, or with three others."""
    scene("""
        seats:
          A: {keys: 3, hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1}
          B: {}
        court: [hermit, keeper, trader, miller]
        location_offer: [jail]
        location_stack: []
        play:
          - A: recruit hermit with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1
            answers: {A: [pay with hermit + key tokens 0, pay + key tokens 3]}
          - {A: pay + key tokens 3}
        expect: {seats: {A: {keys: 0, lords: [{lord: hermit, under: null}], locations: [jail]}}}
    """)


def test_by_option_the_only_location_of_the_stack_is_exchanged_unasked(scene: Scene) -> None:
    """`black_smokers: must` with one tile left is no choice; with `may` it is one."""
    scene("""
        options: {black_smokers: must}
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: [black_smokers, jail]
        location_stack: [chasm]
        play: [{A: control black smokers, told: [controlled, smokers_exchanged]}]
        expect: {turn: B, seats: {A: {locations: [chasm]}}, locations_gone: [black_smokers]}
        ---
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: [black_smokers, jail]
        location_stack: [chasm]
        play: [{A: control black smokers, answers: {A: [exchange for chasm, decline]}}]
    """)


def test_only_a_location_of_the_stack_can_be_exchanged(scene: Scene) -> None:
    """Neither one on offer nor one's own; the stack is shuffled afterwards."""
    scene("""
        position:
          locations: [black_smokers, barracks]
          location_offer: [jail]
          location_stack: [chasm, depths, parliament]
          agenda: [black_smokers]
          chance: {locations: [parliament, chasm]}
        play:
          - {A: {verb: exchange, args: {location: jail}}, refused: location_not_in_stack}
          - {A: {verb: exchange, args: {location: barracks}}, refused: location_not_in_stack}
          - {A: exchange for depths}
        expect:
          location_stack: [parliament, chasm]
          seats: {A: {locations: [depths, barracks]}}
    """)


def test_without_keys_an_ambassador_takes_one_on_offer_and_is_asked_which(
    scene: Scene,
) -> None:
    """`ambassador_keys: 0`: no power can be used meanwhile, since it is his own."""
    scene("""
        options: {ambassador_keys: 0, power_moments: listed}
        seats:
          A:
            pearls: 1
            lords: [slaver]
            hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1, squid 5]
          B: {}
        court: [hermit, keeper, trader, miller]
        location_offer: [jail, chasm]
        location_stack: []
        play:
          - A: recruit hermit with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1
            answers: {A: [control jail, control chasm]}
          - {A: {verb: use_slaver, args: {ally: squid5}}, refused: verb}
          - {A: control chasm, asked: {A: end}}
        expect: {seats: {A: {locations: [chasm], lords: [slaver, {lord: hermit, under: chasm}]}}}
        ---
        options: {ambassador_keys: 0}
        seats:
          A: {pearls: 1, hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1]}
          B: {pearls: 1}
        court: [hermit, keeper, trader, miller]
        location_offer: []
        location_stack: []
        play: [{A: "recruit hermit with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1"}]
        expect: {turn: B, seats: {A: {locations: [], lords: [hermit]}}}
    """)


def test_the_city_of_mirrors_reflects_no_location_of_ones_own() -> None:
    """It is worth nothing while the others have no Location, however good one's own are."""
    state = ABYSS.read_position(
        {"seats": {"A": {"locations": ["barracks", "black_smokers"]}, "B": {}}}
    )

    assert best_location(state, 0, ["city_of_mirrors", "dockworks"]) == "dockworks"
