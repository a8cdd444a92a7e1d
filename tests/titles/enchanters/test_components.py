"""No card is lost or doubled, effects end, and each seat has its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.people import find_neighbour, relative_side, seat_beside
from games.titles.enchanters.rules.running import EFFECTS, EndlessEffects, Run
from games.titles.enchanters.rules.state import OVERLORD, State
from games.titles.enchanters.rules.topics import TOPICS
from games.titles.enchanters.rules.turn import run_to_next_question

Lay = Callable[..., State]
RANDOM: dict[str, Any] = {"kingdom_selection": "random"}
MODES: list[dict[str, Any]] = [
    {},
    {"mode": "coop"},
    {"mode": "coop", "coop_tier": "harder"},
    {"start_item": "fist", "start_enchantment": "enchanting", "overlord": False},
    {"start_item": "fist"},
    {"short": True, "related": "random"},
]


@pytest.mark.parametrize("options", MODES, ids=str)
def test_every_card_is_in_one_place(options: dict[str, Any]) -> None:
    """Before and after the starting cards are chosen."""
    state = ENCHANTERS.set_up_match(2, b"cards", RANDOM | options)
    assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 0}
    while state.asked and state.asked.question == "starter":
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
        ENCHANTERS.play_decision(state, prompt.seat, prompt.fallback)
    assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 0}


PILES = ("deck", "box", "wound_deck", "banner_deck", "class_deck", "village_deck", "overlord_deck")


@pytest.mark.parametrize("pile", PILES)
def test_a_lost_or_doubled_card_is_counted(pile: str) -> None:
    state = ENCHANTERS.set_up_match(2, b"cards", RANDOM)
    cards = getattr(state, pile)
    card = cards.pop()
    assert ENCHANTERS.count_components(state) == {"lost": 1, "created": 0}
    cards += [card, card]
    assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 1}
    cards.pop()
    for other in ("graveyard", "won", "overlord_cards", "box_unseen"):
        getattr(state, other).append(cards.pop() if cards[-1] == card else card)
        assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 0}
        cards.append(getattr(state, other).pop())


def test_cards_on_table_and_track_are_counted() -> None:
    state = ENCHANTERS.set_up_match(2, b"cards", RANDOM)
    state.seats[1].stacks["item"].clear()
    state.track[3].card = ""
    state.village = ""
    counted = ENCHANTERS.count_components(state)
    # Without a village, the cards laid out with it are not expected yet.
    assert counted["lost"] == 2 and counted["created"] > 0


def test_before_the_kingdoms_are_chosen_no_card_is_anywhere() -> None:
    state = ENCHANTERS.set_up_match(3, b"none", {})
    assert state.asked and state.asked.question == "kingdom"
    assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 0}


def test_endless_effects_are_an_error(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """A-33: “engine guard → error in tests”."""
    state = lay({"seats": 2, "track": ["foal 1"]})
    monkeypatch.setitem(EFFECTS, "echo", lambda run, task: run.then("echo", 0))
    state.asked = None
    run = Run(state)
    run.then("echo", 0)
    state.tasks += run.follow
    with pytest.raises(EndlessEffects, match="echo"):
        run_to_next_question(Run(state))


@pytest.mark.parametrize(
    ("seats", "sides"),
    [
        (2, ["other"]),
        (3, ["left", "right"]),
        (4, ["left", "across", "right"]),
    ],
)
def test_others_sit_clockwise(seats: int, sides: list[str], lay: Lay) -> None:
    """The left neighbour plays next."""
    state = lay({"seats": seats, "track": ["foal 1"]})
    for seat in range(seats):
        others = [(seat + step) % seats for step in range(1, seats)]
        assert state.others(seat) == others
        assert [relative_side(state, seat, other) for other in others] == sides
        assert [seat_beside(state, seat, side) for side in sides] == others
        assert seat_beside(state, seat, "overlord") == OVERLORD
        assert find_neighbour(state, seat, "left") == others[0]
        assert find_neighbour(state, seat, "right") == others[-1]
    assert state.others(OVERLORD) == list(range(seats))


def test_topics_name_every_answer(lay: Lay) -> None:
    """What a question about the turn can be answered, with its spaces from 0 to 6."""
    assert TOPICS["turn"].verbs["journey"][:7] == tuple("0123456")
    assert "village.normaltown" in TOPICS["turn"].verbs["rest"]
    assert TOPICS["wound"].verbs["take"][0] == "wound.limp"


def test_topics_cards_that_ask_are_those_with_effects() -> None:
    """Overlords and events too; neither a Fist nor an enchantment that only counts points."""
    asking = set(TOPICS["target"].facts["card"].codes)
    assert {"bandits.queen", "class.of_druids", "overlord.vragan", "event.raid"} <= asking
    assert not {"start.fist", "bandits.of_greed", "unicorns.birch_bow"} & asking


def test_topics_a_swap_names_two_spaces() -> None:
    """D-23: two cards on the track."""
    space = ("at", tuple("0123456"))
    assert TOPICS["swap"].list_parts("swap") == (space, space)
