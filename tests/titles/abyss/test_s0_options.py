"""Section 0 and 12: options and their defaults, the preset, and what is not copied."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Decision
from games.titles.abyss.game import ABYSS

from .conftest import Scene

DEFAULTS: dict[str, Any] = {
    "hand_limit": 12,
    "hand_limit_mix": True,
    "superfluous_cards": "forbid",
    "commander_on_purchase": False,
    "ambassador_keys": 3,
    "end_trigger_court": "short_refill",
    "black_smokers": "may",
    "exhausted_monster_tokens": "drop_option",
    "ambassador_empty_stack": "take_face_up",
    "council_memory": "counts_only",
    "tie_after_all": "shared",
    "reshuffle": "lazy",
    "offers": "sealed",
    "lazy_discards": True,
}
AMBASSADOR = "hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1"


@pytest.mark.parametrize("option", ABYSS.options, ids=lambda option: option.name)
def test_every_option_has_its_default_first(option: Any) -> None:
    assert option.values[0] == DEFAULTS[option.name]


def test_there_is_no_other_option() -> None:
    assert {option.name for option in ABYSS.options} == set(DEFAULTS)


def test_there_is_a_preset_that_plays_like_the_published_online_version() -> None:
    allowed = {option.name: option.values for option in ABYSS.options}
    (preset,) = ABYSS.presets.values()
    assert all(value in allowed[name] for name, value in preset.items())
    assert preset["ambassador_keys"] == 0 and preset["reshuffle"] == "eager"


def test_hand_limit_none(scene: Scene) -> None:
    """No limit but the Commander's."""
    scene("""
        options: {hand_limit: none}
        seats:
          A:
            hand: [crab 1, crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3,
                   squid 4, squid 5, jellyfish 2, jellyfish 3]
          B: {}
        step: hand_limit
        expect: {turn: B, seats: {A: {hand: 13}}}
    """)


def test_ambassador_keys_0_an_ambassador_has_no_keys_for_the_towers(scene: Scene) -> None:
    """He still slides under the Location that he fetches."""
    scene(f"""
        options: {{ambassador_keys: 0}}
        seats: {{A: {{{AMBASSADOR}}}, B: {{}}}}
        court: [hermit, keeper, trader, miller]
        location_stack: [jail]
        play: [{{A: recruit hermit}}]
        expect: {{seats: {{A: {{locations: [jail], lords: [{{lord: hermit, under: jail}}]}}}}}}
    """)


def test_ambassador_empty_stack_take_face_up_or_nothing(scene: Scene) -> None:
    """Without keys on him the option decides whether he takes a Location on offer."""
    scene(f"""
        options: {{ambassador_keys: 0}}
        seats: {{A: {{{AMBASSADOR}}}, B: {{}}}}
        court: [hermit, keeper, trader, miller]
        location_stack: []
        location_offer: [jail]
        play: [{{A: recruit hermit}}]
        expect: {{turn: B, seats: {{A: {{locations: [jail]}}}}}}
        ---
        options: {{ambassador_keys: 0, ambassador_empty_stack: nothing}}
        seats: {{A: {{{AMBASSADOR}}}, B: {{}}}}
        court: [hermit, keeper, trader, miller]
        location_stack: []
        location_offer: [jail]
        play: [{{A: recruit hermit}}]
        expect: {{turn: B, seats: {{A: {{locations: [], lords: [{{lord: hermit, under: null}}]}}}}}}
    """)


def test_the_options_are_heeded_by_the_words_of_the_table(scene: Scene) -> None:
    """`pearl_instead` offers every reward of the row, `ambassador_keys: 0` prints no keys."""
    table = scene("""
        options: {exhausted_monster_tokens: pearl_instead, ambassador_keys: 0}
        seats: {A: {lords: [elder]}, B: {}}
        court: [sage]
        track: [MONSTER]
        agenda: [monster]
        threat: 2
        token_pile: [3]
    """)
    view = ABYSS.build_view(table.state, 0)
    assert "two Monster tokens" in ABYSS.describe_cost(Decision("fight"), view, "en")
    printed = ABYSS.describe_table(view, table.names, "en")
    assert "Elder (3)" in printed and "5 races, 4 influence" in printed


def test_commander_on_purchase(scene: Scene) -> None:
    """The buyer discards at once, then the exploration goes on; a Shaman protects."""
    scene("""
        options: {commander_on_purchase: true}
        seats:
          A: {}
          B: {lords: [commander]}
          C: {hand: [crab 1, crab 2, crab 3, squid 1, squid 2, squid 3], pearls: 1}
        exploration_deck: [crab 5, crab 4, rest]
        play:
          - {A: explore, asked: {A: beside, C: offer}}
          - {C: buy, asked: {C: commander}}
          - {C: discard squid 1, asked: {A: explorer}}
        ---
        options: {commander_on_purchase: true}
        seats:
          A: {}
          B: {lords: [commander]}
          C: {hand: [crab 1, crab 2, crab 3, squid 1, squid 2, squid 3], pearls: 1, lords: [shaman]}
        exploration_deck: [crab 5, crab 4, rest]
        play:
          - {A: explore}
          - {C: buy, asked: {A: explorer}}
    """)


def test_offers_one_by_one(scene: Scene) -> None:
    """Each opponent is asked when the one before has passed, the explorer last."""
    scene("""
        options: {offers: one_by_one}
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}}
        exploration_deck: [crab 5, crab 4, rest]
        play:
          - {A: explore, asked: {B: offer}}
          - {C: buy, refused: not asked}
          - {B: pass, asked: {C: offer}}
          - {C: pass, asked: {A: explorer}}
    """)


def test_12_12_reshuffle_lazy_waits_until_a_card_is_needed(scene: Scene) -> None:
    """What is discarded meanwhile is in the new deck."""
    scene("""
        seats: {A: {pearls: 1}, B: {}}
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play: [{A: explore, expect: {exploration_deck: [], discard: 2}}]
    """)


def test_12_12_reshuffle_eager_does_it_as_soon_as_the_deck_is_empty(scene: Scene) -> None:
    """When somebody is asked again."""
    scene("""
        options: {reshuffle: eager}
        seats: {A: {pearls: 1}, B: {}}
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play: [{A: explore, told: [reshuffled]}]
        expect: {exploration_deck: 2, discard: []}
    """)


def test_12_1_the_court_bonus_is_paid_once(scene: Scene) -> None:
    """Not on every turn that finds two Lords or fewer."""
    scene("""
        seats: {A: {}, B: {}}
        court: [keeper]
        lord_deck: []
        agenda: [explorer]
        track: [crab 1]
        play: [{A: take}]
        expect: {seats: {A: {pearls: 0}}, ended_by: null}
    """)


def test_12_8_the_abyss_counts_ambassadors_as_a_guild_of_their_own(scene: Scene) -> None:
    """Six guilds make twelve."""
    scene("""
        step: over
        seats:
          A: {lords: [keeper, slaver, oracle, elder, jailer, diplomat], locations: [the_abyss]}
          B: {}
        outcome: {A: {lines: {the_abyss: 12}}}
    """)


def test_12_10_a_fixed_order_is_drawn_from_the_top(scene: Scene) -> None:
    """Not a random card at every draw."""
    scene("""
        track: [MONSTER]
        threat: 1
        agenda: [monster]
        token_pile: [4, 2, 3]
        play: [{A: fight}, {A: take Monster token}]
        expect: {seats: {A: {monster_tokens: [4]}}, token_pile: [2, 3]}
    """)


def test_12_14_the_plot_does_not_close_at_0_pearls(scene: Scene) -> None:
    """Income of a power reopens it before the action."""
    scene("""
        seats: {A: {pearls: 1, lords: [slaver], hand: [crab 1]}, B: {}}
        play:
          - {A: plot, expect: {seats: {A: {pearls: 0}}}}
          - {A: "use slaver: crab 1"}
          - {A: plot, expect: {seats: {A: {pearls: 1}}}}
    """)


def test_12_17_a_refill_keeps_the_order_drawn(scene: Scene) -> None:
    """Compare Courts as sets."""
    table = scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader]
        lord_deck: [oracle, shaman, invoker, apprentice, rest]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
    """)
    court = table.position()["court"]
    assert court == ["keeper", "trader", "oracle", "shaman", "invoker", "apprentice"]
