"""What a seat sees: the table “Who sees what”, field by field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from games.engine.contract import serialize_view
from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene

TABLE = """
    position:
      turn_number: 7
      turn: B
      first_player: B
      extra: true
      extra_turns: 1
      ended_by: A
      step: control
      threat: 4
      seats:
        A:
          pearls: 2
          keys: 1
          hand: [crab 1, squid 2]
          affiliated: [crab 3]
          lords: [{lord: keeper, disabled: true}, oracle]
          monster_tokens: [4, 2]
        B:
          pearls: 3
          keys: 2
          hand: [crab 2]
          lords: [{lord: elder, under: jail}, shepherd]
          locations: [jail]
          monster_tokens: [3]
      court: [miller, trader]
      lord_deck: [seeker, jailer, hunter]
      lords_gone: [tamer]
      exploration_deck: [crab 5, squid 5]
      discard: [crab 4, monster]
      discard_unseen: [squid 1, squid 1, crab 1]
      offer: {sold: [A]}
      council: {jellyfish: [3, 1], crab: [2]}
      location_stack: [chasm, depths, barracks]
      location_offer: [parliament]
      locations_gone: [black_smokers]
      token_pile: [2, 3]
      powers_used: [slaver]
      debts: [{seat: A, by: jailer, owner: B}]
    play: [{B: draw 2}]
"""
PUBLIC = {
    "active": 1,
    "turn": 7,
    "step": "control",
    "first_player": 1,
    "extra": True,
    "extra_turns": 1,
    "ended_by": 0,
    "court": ["miller", "trader"],
    "lord_deck": 3,
    "lords_gone": ["tamer"],
    "exploration_deck": 2,
    "discard": ["crab4", "monster"],
    "discard_unseen": {"crab": 1, "squid": 2},
    "track": [],
    "buyers": [0],
    "price": 2,
    "threat": 4,
    "council": {"jellyfish": 2, "crab": 1, "seahorse": 0, "shellfish": 0, "squid": 0},
    "council_cards": None,
    "location_stack": 1,
    "location_offer": ["parliament"],
    "locations_gone": ["black_smokers"],
    "token_pile": 2,
    "powers_used": ["slaver"],
    "debts": [{"seat": 0, "by": "jailer", "owner": 1}],
    "question": "location_pick",
    "asked": [1],
    "played": [],
    "claimed": None,
    "stack_seen": None,
    "scores": None,
    "piles": None,
}
SEATS: list[dict[str, Any]] = [
    {
        "pearls": 2,
        "keys": 1,
        # The token and the Oracle's key; a disabled Keeper has none.
        "usable_keys": 2,
        "hand_size": 2,
        "affiliated": ["crab3"],
        "lords": [
            {"id": "keeper", "disabled": True, "under": None},
            {"id": "oracle", "disabled": False, "under": None},
        ],
        "locations": [],
        "monster_token_count": 2,
    },
    {
        "pearls": 3,
        "keys": 2,
        "usable_keys": 3,
        "hand_size": 1,
        "affiliated": [],
        "lords": [
            {"id": "elder", "disabled": False, "under": "jail"},
            {"id": "shepherd", "disabled": False, "under": None},
        ],
        "locations": ["jail"],
        "monster_token_count": 1,
    },
]
HIDDEN: list[dict[str, Any]] = [
    {"hand": ["crab1", "squid2"], "monster_tokens": [2, 4]},
    {"hand": ["crab2"], "monster_tokens": [3]},
]
NOTHING = {"hand": None, "monster_tokens": None}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_hands_tokens_and_drawn_locations_are_their_owners(
    scene: Scene, viewer: int | None
) -> None:
    """Everything else lies open, piles and the Council by their number."""
    view = serialize_view(ABYSS.build_view(scene(TABLE).state, viewer))

    assert view.pop("options")["lazy_discards"] is False
    assert view == {
        **PUBLIC,
        "you": viewer,
        "seats": [
            seat | (HIDDEN[number] if number == viewer else NOTHING)
            for number, seat in enumerate(SEATS)
        ],
        "drawn": ["chasm", "depths"] if viewer == 1 else None,
    }


def test_the_faces_in_the_council_are_shown_by_option(scene: Scene) -> None:
    """`council_memory: full_log`: all were seen once."""
    start = "council: {crab: [crab 3, crab 1]}, pearls: 1"
    hidden = ABYSS.build_view(scene(f"{{{start}}}").state, 1)
    shown = ABYSS.build_view(scene(f"{{options: {{council_memory: full_log}}, {start}}}").state, 1)
    assert hidden.council_cards is None
    assert shown.council_cards and shown.council_cards["crab"] == ["crab1", "crab3"]


def test_the_allies_played_and_the_location_claimed_lie_open(scene: Scene) -> None:
    """While their owner decides which is affiliated, and which keys pay."""
    affiliate = scene("agenda: [{question: affiliate, lord: seeker, allies: [crab 4, squid 4]}]")
    keys = scene("{keys: 3, lords: [keeper], agenda: [{question: keys, location: jail}]}")
    for viewer in (0, 1, None):
        assert ABYSS.build_view(affiliate.state, viewer).played == ["crab4", "squid4"]
        assert ABYSS.build_view(keys.state, viewer).claimed == "jail"


def test_the_stack_is_seen_by_the_owner_of_black_smokers_alone(scene: Scene) -> None:
    """While choosing; sorted, since its order stays secret."""
    table = scene(
        "{locations: [black_smokers], location_stack: [jail, chasm], agenda: [black_smokers]}"
    )
    seen = [ABYSS.build_view(table.state, viewer).stack_seen for viewer in (0, 1, None)]
    assert seen == [["chasm", "jail"], None, None]


def test_all_seats_of_a_sealed_question_are_listed_whether_they_have_answered_or_not(
    scene: Scene,
) -> None:
    """Who has answered is nobody's business."""
    table = scene("""
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}}
        exploration_deck: [crab 4, rest]
        play: [{A: explore}, {C: pass}]
    """)
    assert ABYSS.build_view(table.state, None).asked == [0, 1, 2]


def test_after_the_end_everything_is_shown(scene: Scene) -> None:
    """Piles from the top down, hands, tokens and the scores line by line."""
    table = scene("""
        step: over
        seats:
          A: {lords: [keeper], locations: [jail], monster_tokens: [4, 2]}
          B: {hand: [crab 1]}
        exploration_deck: [crab 5, squid 5]
        discard_unseen: [squid 2, crab 2]
        council: {crab: [4, 3]}
        lord_deck: [seeker, jailer]
        location_stack: [chasm, depths]
        token_pile: [3, 2]
    """)
    view = ABYSS.build_view(table.state, None)
    assert to_builtins(view.piles) == {
        "exploration_deck": ["crab5", "squid5"],
        "discard_unseen": ["crab2", "squid2"],
        "lord_deck": ["seeker", "jailer"],
        "location_stack": ["chasm", "depths"],
        "token_pile": [3, 2],
    }
    assert view.council_cards and view.council_cards["crab"] == ["crab3", "crab4"]
    assert [seat.hand for seat in view.seats] == [[], ["crab1"]]
    assert view.seats[0].monster_tokens == [2, 4]
    lines = [("jail", 14), ("lords", 6), ("allies", 0), ("monsters", 6)]
    assert view.scores == [lines, [("lords", 0), ("allies", 0), ("monsters", 0)]]
