"""Section 0 and 12: options and their defaults, the preset, and what is not copied."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import asdict

from games.engine.contract import Decision
from games.titles.abyss.game import GAME as ABYSS

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
    "power_moments": "any",
}
AMBASSADOR = "hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1"


@pytest.mark.parametrize("option", ABYSS.options, ids=lambda option: option.name)
def test_every_option_has_its_default_first(option: Any) -> None:
    assert option.values[0] == DEFAULTS[option.name]


def test_there_is_no_other_option() -> None:
    assert {option.name for option in ABYSS.options} == set(DEFAULTS)


def test_there_is_a_preset_that_plays_like_the_published_online_version() -> None:
    allowed = {option.name: option.values for option in ABYSS.options}
    preset = ABYSS.presets["online"]
    assert all(value in allowed[name] for name, value in preset.items())
    assert preset["ambassador_keys"] == 0 and preset["reshuffle"] == "eager"


def test_the_preset_as_printed_is_the_text_of_the_rulebook() -> None:
    """Section 11: where sources differ, the book's column."""
    assert ABYSS.presets["as_printed"] == {
        "hand_limit": "none",
        "superfluous_cards": "allow",
        "commander_on_purchase": False,
        "ambassador_keys": 3,
        "end_trigger_court": "short_refill",
        "black_smokers": "may",
        "ambassador_empty_stack": "take_face_up",
        "offers": "one_by_one",
        "reshuffle": "lazy",
        "lazy_discards": False,
        "power_moments": "any",
    }


def test_a_match_that_does_not_name_an_option_is_played_as_it_was_dealt() -> None:
    unnamed = {option.name: option.unnamed for option in ABYSS.options}
    dealt = ABYSS.set_up_match(2, b"", {}).options

    assert asdict(dealt) == {**unnamed, "lazy_discards": False}
    assert unnamed["power_moments"] == "listed"


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
    """When the active player is asked again."""
    scene("""
        options: {reshuffle: eager}
        seats: {A: {pearls: 1}, B: {}}
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play: [{A: explore, told: [reshuffled]}]
        expect: {exploration_deck: 2, discard: []}
        ---
        options: {reshuffle: eager}
        seats: {A: {pearls: 1}, B: {pearls: 1}}
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play: [{A: explore, asked: {A: beside, B: offer}, told: [reshuffled]}]
        expect: {exploration_deck: 2, discard: []}
    """)


def test_12_12_reshuffle_eager_does_nothing_while_only_opponents_are_asked(scene: Scene) -> None:
    """“When somebody regains control”: what they discard until then is in the new deck. It used to
    be shuffled as soon as anybody was asked."""
    scene("""
        options: {reshuffle: eager, offers: one_by_one}
        seats: {A: {}, B: {pearls: 1}}
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play:
          - A: explore
            asked: {B: offer}
            expect: {exploration_deck: [], discard: [squid 1, squid 2]}
          - {B: pass, asked: {A: explorer}, told: [reshuffled]}
        expect: {exploration_deck: 2, discard: []}
        ---
        options: {reshuffle: eager}
        seats:
          A: {hand: [crab 5, squid 4, jellyfish 3, squid 5], lords: [slaver]}
          B: {hand: [crab 1, crab 2]}
        court: [jailer, keeper, trader, miller]
        exploration_deck: []
        discard: [squid 1, squid 2]
        play:
          - A: recruit jailer with crab 5, squid 4, jellyfish 3
            asked: {B: jailer}
            expect: {exploration_deck: [], discard: 4}
          - {B: discard crab 1, asked: {A: end}, told: [reshuffled]}
        expect: {exploration_deck: 5, discard: []}
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


def test_12_12_reshuffle_eager_leaves_the_end_of_the_match_alone(scene: Scene) -> None:
    """With nobody asked any more, nothing is shuffled."""
    scene("""
        options: {reshuffle: eager}
        seats: {A: {pearls: 1}, B: {}}
        turn: B
        ended_by: A
        exploration_deck: []
        discard: [squid 1, squid 2]
        track: [crab 1, crab 2, crab 3, crab 4, crab 5]
        agenda: [explorer]
        play: [{B: take, told: [ended]}]
        expect: {step: over, exploration_deck: [], discard: [squid 1, squid 2]}
    """)


def test_12_12_reshuffle_eager_waits_for_debts(scene: Scene) -> None:
    """All debts are paid before the discard pile is shuffled; then it is done at once."""
    scene("""
        options: {reshuffle: eager, lazy_discards: true}
        seats: {A: {pearls: 1}, B: {hand: [crab 1, squid 5]}}
        debts: [{seat: B, by: jailer, owner: A}]
        exploration_deck: [crab 5]
        discard: [squid 1, squid 2]
        play:
          - {A: explore, asked: {A: explorer, B: jailer}, expect: {discard: 2}}
          - {B: discard crab 1, told: [reshuffled], asked: {A: explorer}}
        expect: {exploration_deck: 3, discard: []}
    """)


def test_the_preset_online_has_the_answers_of_the_online_version() -> None:
    """Sections 0 and 12 of the rulings name them; everything else stays as printed."""
    assert ABYSS.presets["online"] == {
        "commander_on_purchase": True,
        "ambassador_keys": 0,
        "end_trigger_court": "deck_empty",
        "black_smokers": "must",
        "ambassador_empty_stack": "nothing",
        "offers": "one_by_one",
        "reshuffle": "eager",
        "lazy_discards": False,
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"hand": 12}, "options: there is no hand"),
        ({"hand_limit": 13}, "options.hand_limit: 13 is none of"),
        ({"hand_limit_mix": 1}, "options.hand_limit_mix: 1 is none of"),
        ({"ambassador_keys": False}, "options.ambassador_keys: False is none of"),
        ({"offers": True}, "options.offers: True is none of"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any], reason: str) -> None:
    """The name and the value are checked, and that a yes is no number."""
    with pytest.raises(ValueError, match=reason):
        ABYSS.set_up_match(2, b"options", options)


@pytest.mark.parametrize("option", ABYSS.options, ids=lambda option: option.name)
def test_every_value_of_an_option_can_be_chosen(option: Any) -> None:
    """The match is dealt with it."""
    for value in option.values:
        state = ABYSS.set_up_match(2, b"options", {option.name: value})
        assert getattr(state.options, option.name) == value


def test_a_position_that_says_nothing_plays_as_printed(scene: Scene) -> None:
    """The defaults of a match, but for the debts, which are no rule of the box."""
    options = ABYSS.build_view(scene("pearls: 1").state, 0).options
    assert to_builtins(options) == {**DEFAULTS, "lazy_discards": False}


def test_only_the_turn_begins_a_turn() -> None:
    """Orders that hold until the next turn end with it."""
    assert [name for name, topic in ABYSS.topics.items() if topic.begins_turn] == ["turn"]
