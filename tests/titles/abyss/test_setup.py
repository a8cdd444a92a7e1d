"""R1: components, setup, the Court, and who sees what."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine.chance import Chance
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.components import (
    EXPLORATION_CARDS,
    LOCATIONS,
    LORDS,
    MONSTER_TOKENS,
    RACES,
)

from .conftest import Scene

SEED = b"\x07"


@pytest.fixture(params=(2, 3, 4))
def dealt(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The position after the deal, for two, three and four."""
    state = ABYSS.set_up_match(request.param, SEED, {})
    return ABYSS.write_position(state)


def test_the_exploration_deck_has_71_cards(dealt: dict[str, Any]) -> None:
    """Thirteen Allies of each of five races (5, 4, 4, 3 x 3, 2 x 3, 1 x 4) and six Monsters."""
    # The first player may already have had to turn up a card.
    cards = Counter(dealt["exploration_deck"] + dealt["track"])
    assert sum(cards.values()) == 71
    assert cards["monster"] == 6
    for race in ("jellyfish", "crab", "seahorse", "shellfish", "squid"):
        assert [cards[f"{race} {value}"] for value in (5, 4, 3, 2, 1)] == [1, 2, 3, 3, 4]


def test_six_of_35_lords_stand_in_the_court(dealt: dict[str, Any]) -> None:
    """The 35 Lords are shuffled and six of them dealt face up to the six spaces of the Court."""
    assert len(dealt["court"]) == 6
    assert len(set(dealt["court"] + dealt["lord_deck"])) == 35


def test_one_of_20_locations_is_on_offer(dealt: dict[str, Any]) -> None:
    """The 20 Locations are shuffled; one is turned up, 19 stay in the stack."""
    assert len(dealt["location_offer"]) == 1
    assert len(dealt["location_stack"]) == 19
    assert len(set(dealt["location_offer"] + dealt["location_stack"])) == 20


def test_there_are_20_monster_tokens(dealt: dict[str, Any]) -> None:
    """Two Monster tokens are worth 4, nine are worth 3, nine are worth 2."""
    assert Counter(dealt["token_pile"]) == {4: 2, 3: 9, 2: 9}


def test_the_threat_begins_on_space_1(dealt: dict[str, Any]) -> None:
    """The Threat token begins on the first of six spaces."""
    assert dealt["threat"] == 1


def test_everybody_begins_with_a_pearl_and_nothing_else(dealt: dict[str, Any]) -> None:
    """One Pearl each, no cards, no keys, whoever begins."""
    for seat in dealt["seats"].values():
        assert seat.pop("pearls") == 1
        assert not any(seat.values())


def test_the_start_player_is_drawn_by_lot() -> None:
    """Every seat begins some matches."""
    starts = {ABYSS.set_up_match(4, bytes([number]), {}).first_player for number in range(60)}
    assert starts == {0, 1, 2, 3}


def test_play_goes_clockwise(scene: Scene) -> None:
    """The turn passes to the next seat, from the last to the first."""
    scene("""
        seats: {A: {}, B: {}, C: {}}
        turn: C
        agenda: [explorer]
        track: [crab 1]
        play:
          - {C: take, expect: {turn: A}}
          - {A: take, expect: {turn: B}}
    """)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    """The base box seats two, three or four."""
    with pytest.raises(ValueError, match=r"2 to 4|two to four"):
        ABYSS.set_up_match(seats, SEED, {})
    with pytest.raises(ValueError, match="two to four"):
        ABYSS.read_position({"seats": seats})


def test_the_order_of_every_pile_is_real(scene: Scene) -> None:
    """Each supply is shuffled once; what is drawn is the top of that order."""
    scene("""
        seats: {A: {pearls: 3}, B: {}}
        lord_deck: [seeker, oracle, rest]
        exploration_deck: [squid 5, squid 4, rest]
        play:
          - {A: plot, expect: {court: [seeker]}}
          - {A: plot, expect: {court: [seeker, oracle]}}
          - {A: explore, expect: {track: [squid 5]}}
          - {A: continue, expect: {track: [squid 5, squid 4]}}
    """)


def test_the_same_seed_deals_the_same_order() -> None:
    """The recorded seed repeats the deal."""
    assert ABYSS.set_up_match(3, SEED, {}) == ABYSS.set_up_match(3, SEED, {})
    assert ABYSS.set_up_match(3, SEED, {}) != ABYSS.set_up_match(3, b"\x08", {})


def test_pearls_never_run_out(scene: Scene) -> None:
    """The supply of Pearls is unlimited."""
    scene("""
        seats: {A: {pearls: 60, lords: [landlord]}, B: {}}
        turn: A
        step: start
        expect: {seats: {A: {pearls: 61}}}
    """)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_most_ten_key_tokens_are_out(seats: int) -> None:
    """After every control step nobody holds three, so that ten tokens are always enough."""
    luck = random.Random(seats)
    for number in range(5):
        state = ABYSS.set_up_match(seats, bytes([number]), {})
        while asked := [one for one in ABYSS.list_prompts(state) if one.answered is None]:
            prompt = luck.choice(asked)
            examples = luck.choice(prompt.choices).examples()
            ABYSS.play_decision(state, prompt.seat, luck.choice(list(examples)))
            assert sum(seat.keys for seat in state.seats) <= 10


def test_the_court_is_packed_and_a_plotted_lord_joins_its_end(scene: Scene) -> None:
    """A Lord taken leaves no hole; the next one comes directly beside the others."""
    table = scene("""
        seats: {A: {pearls: 2, hand: [shellfish 5, shellfish 3]}, B: {pearls: 1}}
        court: [keeper, peddler, trader, miller]
        lord_deck: [oracle, seeker, rest]
        council: {crab: [crab 1], squid: [squid 1]}
        play:
          - {A: plot}
          - {A: "recruit peddler with shellfish 5, shellfish 3"}
          - {B: plot}
    """)
    assert table.position()["court"] == ["keeper", "trader", "miller", "oracle", "seeker"]


# Who sees what ------------------------------------------------------------------------------------

SECRETS = """
    seats:
      A: {hand: [crab 4, squid 2], monster_tokens: [3, 2], pearls: 2, keys: 1}
      B: {hand: [crab 1], monster_tokens: [4]}
    council: {crab: [crab 5, crab 3]}
    location_stack: [jail, chasm]
"""


def test_hands_and_monster_tokens_are_seen_by_their_owner_alone(scene: Scene) -> None:
    """Others see how many there are."""
    view = ABYSS.build_view(scene(SECRETS).state, 1)
    assert view.seats[0].hand is None
    assert view.seats[0].hand_size == 2
    assert view.seats[0].monster_tokens is None
    assert view.seats[0].monster_token_count == 2
    assert view.seats[1].hand == ["crab1"]
    assert view.seats[1].monster_tokens == [4]


def test_pearls_and_keys_are_public(scene: Scene) -> None:
    """Everybody, a stranger too, sees Pearls and keys."""
    view = ABYSS.build_view(scene(SECRETS).state, None)
    assert (view.seats[0].pearls, view.seats[0].keys) == (2, 1)


def test_the_council_shows_race_and_number_alone(scene: Scene) -> None:
    """With the option `full_log` it shows what was put there, too."""
    assert ABYSS.build_view(scene(SECRETS).state, 0).council["crab"] == 2
    assert ABYSS.build_view(scene(SECRETS).state, 0).council_cards is None
    full = scene("options: {council_memory: full_log}" + SECRETS.replace("\n    ", "\n"))
    cards = ABYSS.build_view(full.state, 0).council_cards
    assert cards and cards["crab"] == ["crab3", "crab5"]


def test_the_faces_of_a_council_stack_are_told_to_the_taker_alone(scene: Scene) -> None:
    """The others are told the race and the number."""
    table = scene(SECRETS + "    play: [{A: support crab}]\n")
    seen = [event for event in table.latest if "crab5" in str(event.args)]
    assert [event.audience for event in seen] == [(0,)]


def test_the_location_stack_is_hidden_but_from_the_owner_of_black_smokers(scene: Scene) -> None:
    """While choosing, and then without its order."""
    table = scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [black_smokers]
        location_stack: [jail, chasm]
        play: [{A: control black smokers}]
    """)
    assert ABYSS.build_view(table.state, 0).stack_seen == ["chasm", "jail"]
    assert ABYSS.build_view(table.state, 1).stack_seen is None
    assert ABYSS.build_view(table.state, 1).location_stack == 2


def test_the_streams_of_chance_give_the_orders_top_first() -> None:
    """What was published before the match must lead to this very deal."""
    state = ABYSS.set_up_match(3, SEED, {})
    position = ABYSS.write_position(state)
    chance = Chance(SEED)
    lords = chance.shuffle("lords", list(LORDS))
    locations = chance.shuffle("locations", list(LOCATIONS))

    assert position["court"] + position["lord_deck"] == lords
    assert position["location_offer"] + position["location_stack"] == locations
    assert position["token_pile"] == chance.shuffle("tokens", list(MONSTER_TOKENS))
    cards = chance.shuffle("exploration", list(EXPLORATION_CARDS))
    top = [f"{race} {value}" for race in RACES for value in (5, 4, 3, 2, 1)]
    revealed = position["track"] + position["exploration_deck"]
    assert [card.replace(" ", "") for card in revealed] == cards
    assert set(revealed) == {*top, "monster"}


def test_the_match_begins_with_the_first_turn_and_nothing_pending(
    dealt: dict[str, Any],
) -> None:
    """The first player's first turn; no power is used, nothing is owed, no end in sight."""
    nothing: tuple[str, ...] = ("lords_gone", "discard", "discard_unseen", "locations_gone")
    assert dealt["turn"] == dealt["first_player"]
    assert (dealt["turn_number"], dealt["extra"], dealt["extra_turns"]) == (1, False, 0)
    assert (dealt["recruited"], dealt["ended_by"]) == (False, None)
    assert not any(dealt[pile] for pile in (*nothing, "powers_used", "debts"))
    assert dealt["offer"]["price"] == 1


def test_the_first_prompts_have_the_first_numbers() -> None:
    """Seat s is asked under number 1 + s; other seats' numbers are not given to anybody else."""
    for seed in range(8):
        state = ABYSS.set_up_match(2, bytes([seed]), {"offers": "one_by_one"})
        state = ABYSS.read_position(ABYSS.write_position(state))
        numbers = {prompt.seat: prompt.number for prompt in ABYSS.list_prompts(state)}
        assert all((number - 1 - seat) % 2 == 0 for seat, number in numbers.items())


@pytest.mark.parametrize(
    "question",
    [
        {"question": "affiliate", "lord": "seeker", "allies": ["crab 4", "squid 4"]},
        {"question": "location_pick", "drawn": ["jail", "chasm"]},
        {"question": "keys", "location": "jail"},
    ],
    ids=lambda question: str(question["question"]),
)
def test_what_an_open_question_holds_is_still_in_the_box(question: dict[str, Any]) -> None:
    """Allies played, Locations drawn and a Location claimed lie nowhere else, but are not lost."""
    bare = {"keys": 3, "lords": ["keeper"]}
    count = ABYSS.count_components(ABYSS.read_position(bare | {"agenda": [question]}))

    assert count == ABYSS.count_components(ABYSS.read_position(bare))
