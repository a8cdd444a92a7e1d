"""“Set-up”: one test for each sentence."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.engine.chance import Chance
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.components import BOX, FRAGMENT
from games.titles.essence.rules.state import State

from .differences import set_up

FACTIONS = (
    "three_islands",
    "university_of_the_sun",
    "harbour_league",
    "garden_synod",
    "court_of_masks",
)


def deal(seats: int = 3, seed: bytes = b"setup", **options: object) -> State:
    return ESSENCE.set_up_match(seats, seed, options)


@pytest.mark.parametrize("seats", range(2, 6))
def test_each_player_takes_a_faction_of_its_own(seats: int) -> None:
    """Dealt at random: another seed deals others."""
    dealt = [tuple(s.faction for s in deal(seats, bytes([n])).seats) for n in range(9)]

    assert all(len(set(factions)) == seats for factions in dealt)
    assert len(set(dealt)) > 4 and {one for factions in dealt for one in factions} == set(FACTIONS)


def test_the_players_are_two_to_five() -> None:
    for seats in (1, 6):
        with pytest.raises(ValueError, match=f"for 2 to 5 seats, not {seats}"):
            deal(seats)


def test_everybody_has_the_eight_followers_of_the_faction_shuffled() -> None:
    """Four of them are drawn in the first Income: the top ones of the draw pile."""
    orders = set()
    for number in range(6):
        for seat in deal(5, bytes([number])).seats:
            cards = Counter(seat.hand + seat.draw_pile)
            own = {f.id: f.copies for f in BOX.followers.values() if f.faction == seat.faction}
            assert cards == own and len(seat.hand) == 4 and not seat.discard
            if seat.faction == "garden_synod":
                orders.add((*seat.draw_pile, *seat.hand))
    assert len(orders) > 2


def test_thirty_advisors_are_shuffled_into_six_piles_and_their_tops_turned_up() -> None:
    """Without Wealth on them."""
    state = deal()

    piled = Counter(code for pile in state.piles for code in pile.cards)
    assert piled == {card.id: card.copies for card in BOX.advisors.values()}
    assert [(len(pile.cards), pile.up, pile.wealth) for pile in state.piles] == [(5, True, 0)] * 6
    assert [pile.cards for pile in state.piles] != [pile.cards for pile in deal(3, b"?").piles]


def test_the_prophecy_is_one_on_two_on_three_without_six_of_one_and_of_two() -> None:
    """Each part is shuffled; six are revealed from the top, the first one rightmost."""
    state = deal()
    pile = [*filter(None, state.row[::-1]), *state.prophecy_deck[::-1]]

    assert [FRAGMENT[code].value for code in pile] == [1] * 14 + [2] * 14 + [3] * 15
    assert None not in state.row and len(state.row) == 6
    assert Counter(FRAGMENT[code].value for code in state.prophecies_out) == {1: 6, 2: 6}
    for value in (1, 2, 3):
        codes = [card.id for card in BOX.fragments.values() if card.value == value]
        shuffled = Chance(b"setup").shuffle(f"prophecy{value}", codes)
        left = [code for code in shuffled if code not in state.prophecies_out]
        assert [code for code in pile if code in codes] == left


def test_locations_and_monuments_are_shuffled() -> None:
    """76 and 14; the market of round 1 has no Monument."""
    state = deal()

    locations = Counter(state.location_deck + state.market)
    assert locations == {card.id: card.copies for card in BOX.locations.values()}
    assert sorted(state.monument_deck) == sorted(BOX.monuments)
    assert state.monument_deck != deal(3, b"other").monument_deck
    assert state.location_deck != deal(3, b"other").location_deck
    assert not state.segment_discard


@pytest.mark.parametrize(("seats", "many"), [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_the_market_of_round_one_has_two_locations_for_each_player_and_two_more(
    seats: int, many: int
) -> None:
    state = deal(seats)

    assert len(state.market) == many and all(code in BOX.locations for code in state.market)


def test_everybody_begins_with_the_palace_alone_and_without_essence_and_shards() -> None:
    for seat in deal(5).seats:
        assert {cell: one.card for cell, one in seat.island.items()} == {
            "0,0": f"palace.{seat.faction}"
        }
        assert (seat.essence, seat.shards, seat.revenge, seat.fragments) == (0, 0, 0, [])
        assert (seat.shields, seat.attacks_won, seat.slots_passed, seat.raid) == (0, 0, 0, 0)


def test_a_dealt_table_shows_the_first_player_and_no_step_of_a_turn() -> None:
    state = deal()
    view = ESSENCE.build_view(state, None)

    assert (view.active, view.main_done, view.read_done) == (state.order[0], False, False)
    assert (view.passed, view.turn, view.step) == ([], 0, "ties")


def test_the_first_player_is_random_and_the_others_follow_clockwise() -> None:
    orders = [deal(5, bytes([number])).order for number in range(40)]

    assert {order[0] for order in orders} == set(range(5))
    assert all((one + 1) % 5 == other for order in orders for one, other in pairwise(order))


@pytest.mark.parametrize(
    ("value", "printed"), [("printed", (0, 1, 2, 3, 4)), ("balanced", (1, 1, 2, 3, 4))]
)
def test_H44_starting_wealth_goes_by_order_plus_the_first_income(
    value: str, printed: tuple[int, ...]
) -> None:
    """0, 1, 2, 3, 4. Round 1 begins with Income; Influence comes from that alone."""
    state = deal(5, start_wealth=value)

    for place, number in enumerate(state.order):
        seat = state.seats[number]
        stats = BOX.factions[seat.faction].stats
        palace = 1 if seat.faction == "harbour_league" else 0
        assert seat.wealth == printed[place] + stats["wealth"] + palace
        assert seat.influence == stats["influence"]
    assert (state.round, state.threat, state.turn) == (1, 0, 0)
    asked = [(prompt.question, prompt.number) for prompt in ESSENCE.list_prompts(state)]
    assert asked == [("bid", number) for number in range(1, 6)]


@pytest.mark.parametrize(
    ("faction", "stats"),
    [
        # Influence, Wealth, Attack, Defense, Foundations, cards; the Exchange Hall brings a Wealth.
        ("Three Islands Kingdom", (3, 3, 2, 2, 2, 4)),
        ("University of the Sun", (2, 3, 1, 4, 2, 4)),
        ("Cloudharbour League", (2, 3 + 1, 1, 4, 3, 4)),
        ("Hanging Garden Synod", (4, 2, 1, 3, 3, 4)),
        ("Court of Masks", (3, 3, 2, 2, 2, 4)),
    ],
)
def test_a_faction_earns_its_base_values(faction: str, stats: tuple[int, ...]) -> None:
    state = set_up(f"step: income\nseats: {{A: {{faction: {faction}}}, B: {{}}}}")
    own = state.seats[0]

    assert (own.influence, own.wealth, own.attack, own.defense, own.ready, len(own.hand)) == stats


def test_treaties_have_their_effects_prices_and_spaces() -> None:
    """Three, four, five and five spaces for two to five players."""
    printed = {
        name: (treaty.prices, treaty.effect)
        for name, treaty in ((one.name[0], one) for one in BOX.treaties.values())
    }
    assert printed == {
        "Attack Treaty": ((2, 3, 4, 5, 6), ({"attack_action": 1},)),
        "Defence Treaty": ((1, 2, 3, 4, 5), ({"defense": 3},)),
        "Levy Treaty": ((1, 2, 3, 4, 5), ({"draw": 2},)),
        "Rebuilding Treaty": (
            (1, 2, 3, 4, 5),
            ({"choose_one": [{"move_segment": 1}, {"swap_segments": 1}]},),
        ),
    }
    assert BOX.treaty_spaces == {2: 3, 3: 4, 4: 5, 5: 5}
    assert BOX.shard_goal == {2: 12, 3: 11, 4: 12, 5: 11}
    assert (BOX.row, BOX.threat_start, BOX.threat_max) == (6, 0, 12)


def test_factions_are_chosen_in_the_order_of_the_first_round() -> None:
    """The first free one is chosen by silence; the last of five seats has one answer only."""
    state = deal(5, factions="choose")
    asked = []
    while (prompt := ESSENCE.list_prompts(state)[0]).question == "faction":
        asked.append(prompt.seat)
        free = [one for one in FACTIONS if one not in [seat.faction for seat in state.seats]]
        assert prompt.fallback.args == {"faction": free[0]}
        assert [choice.args["faction"] for choice in prompt.choices] == free
        assert (prompt.only_answer() is None) == (len(free) > 1)
        assert prompt.facts == {"seats": 5}
        ESSENCE.play_decision(state, prompt.seat, prompt.fallback)
    assert asked == state.order and [len(seat.hand) for seat in state.seats] == [4] * 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"luck": True}, "options: there is no luck"),
        ({"ties": "dice"}, "options.ties: 'dice' is none of"),
        ({"threat_resets": 1}, "options.threat_resets: 1 is none of"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deal(2, b"", **options)
    assert deal(2, b"", ties="first_player").options.ties == "first_player"


def test_a_match_that_does_not_name_an_option_is_played_as_it_was_dealt() -> None:
    """The printed rules became the defaults later; positions and new matches have them."""
    names = ("ties", "start_wealth", "threat_at_end")
    by_default = {option.name: option.default for option in ESSENCE.options}
    unnamed = {option.name: option.unnamed for option in ESSENCE.options}

    earlier = deal(2, b"").options
    written = set_up("{step: over, seats: [A, B]}").options

    assert [getattr(earlier, name) for name in names] == [unnamed[name] for name in names]
    assert [getattr(written, name) for name in names] == [by_default[name] for name in names]
    assert [unnamed[name] for name in names] == ["order", "balanced", False]
    assert by_default.items() >= ESSENCE.presets["as_printed"].items()
