"""What holds at every moment of every match."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.fuzz import fuzz_match
from games.engine.random_match import iter_random_match
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State
from games.titles.enchanters.rules.values import icon_powers
from tests.sizes import full_or


def adventure_cards(state: State) -> int:
    return len(state.deck) + sum(bool(space.card) for space in state.track)


@pytest.mark.parametrize("number", range(full_or(12, 3)))
def test_random_matches_keep_every_promise(number: int) -> None:
    """All modes: replay, positions, secrets, sealed groups, fallbacks, conservation."""
    assert fuzz_match(ENCHANTERS, 2 + number % 3, number) > 10


@pytest.mark.parametrize("number", range(20, full_or(32, 23)))
def test_one_adventure_card_is_consumed_a_turn(number: int) -> None:
    """A-11, A-13: whatever happens in a turn, deck and track shrink by exactly one card."""
    left: dict[int, int] = {}
    for now in iter_random_match(ENCHANTERS, 2 + number % 3, number):
        state: State = now.state
        if state.turn and not state.main_done and not state.trips and not state.result:
            left.setdefault(state.turn, adventure_cards(state))

    turns = sorted(left)
    assert all(left[turn] - left[turn + 1] == 1 for turn in turns[:-1])


@pytest.mark.parametrize(
    ("seats", "short", "turns"), [(2, False, 26), (3, False, 25), (4, False, 25), (4, True, 20)]
)
def test_a_match_has_as_many_turns_as_the_rules_say(seats: int, short: bool, turns: int) -> None:
    """A-01: 25 turns each with full decks, 26 with half decks, 20 in the shorter game."""
    options: dict[str, Any] = {"short": short, "overlord": False}
    state = ENCHANTERS.set_up_match(seats, b"turns", options)
    while asked := ENCHANTERS.list_prompts(state):
        ENCHANTERS.play_decision(state, asked[0].seat, asked[0].fallback)

    assert state.turn == turns * seats


def test_a_second_dragon_makes_no_more_turns_for_one_player() -> None:
    """A-49: Dracons have 26 cards; the surplus of three full decks leaves the match unseen."""
    for seed in range(20):
        options: dict[str, Any] = {"kingdom_pool": "all", "kingdom_selection": "random"}
        state = ENCHANTERS.set_up_match(3, bytes([seed]), options)
        if "dracons" in state.kingdoms:
            break
    assert "dracons" in state.kingdoms
    assert adventure_cards(state) == 75 and len(state.box_unseen) == 1


@pytest.mark.parametrize("number", range(40, full_or(46, 43)))
def test_running_powers_are_never_below_zero(number: int) -> None:
    for now in iter_random_match(ENCHANTERS, 2 + number % 3, number):
        state: State = now.state
        assert all(seat.attack >= 0 and seat.defense >= 0 for seat in state.seats)


def test_after_clean_up_the_powers_are_the_visible_icons() -> None:
    """“Clean-up” 4: recomputed from scratch for whoever ends the turn."""
    state = ENCHANTERS.read_position({"seats": {"A": {"attack": 9, "defense": 7}, "B": {}}})
    state.deck = ["cultists.acolyte/1", "cultists.acolyte/2"]

    ENCHANTERS.play_decision(state, 0, ENCHANTERS.list_prompts(state)[0].fallback)

    assert (state.seats[0].attack, state.seats[0].defense) == (2, 0) == icon_powers(state.seats[0])


@pytest.mark.parametrize("number", range(50, full_or(56, 53)))
def test_tokens_are_below_ten_and_stacks_are_never_empty(number: int) -> None:
    for now in iter_random_match(ENCHANTERS, 2 + number % 3, number):
        state: State = now.state
        if state.turn == 0:
            continue
        for seat in state.seats:
            assert seat.stacks["item"] and seat.stacks["enchantment"]
            assert seat.wounds < 10 or not state.wound_deck
