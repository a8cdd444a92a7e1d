"""What a seat and a spectator see: everything on the table, and nobody else's hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import serialize_view
from games.titles.essence.game import GAME as ESSENCE

from .differences import play_lines, set_up

TABLE = """
    options: {ties: first_player}
    round: 3
    turn_number: 17
    order: [B, A, C]
    active: 1
    passed: [C]
    main_done: true
    threat: 4
    seats:
      A: {faction: Court of Masks, hand: [Courier, Duenna], draw_pile: [Courier, Whisperer, Duenna],
          discard: [Sage], fragments: [Tithe], wealth: 3, influence: 4, attack: 5, defense: 6,
          ready: 1, spent: 2, essence: 7, shards: 8, revenge: 1, shields: 2, attacks_won: 1,
          island: {"0,0": Mirror Palace, "1,0": {card: Siege Works, exhausted: true},
          "0,1": Gatehouse}}
      B: {faction: Cloudharbour League, hand: [Broker], draw_pile: [], slots_passed: 2}
      C: {faction: Three Islands Kingdom, draw_pile: [Sapper], attack: 1, defense: 2}
    advisors: [{cards: [Priest, Mayor, Seer], up: true, wealth: 2}, {cards: [Jester], up: false},
        {cards: []}]
    market: [Tavern, Forum, Tavern]
    location_deck: [Market, Shrine]
    monument_deck: [Cloud Mint]
    segment_discard: [Skydock, Gallery]
    row: [empty, First Blood, Two Wars, empty, Sun Eater, Five Winds]
    prophecy_deck: [Three Wars]
    prophecy_discard: [Twin Forts, Open Pact]
    treaties: {Attack Treaty: [A, B], Levy Treaty: [C, C, A, B]}
"""


def seat_view(**fields: Any) -> dict[str, Any]:
    """Return what everybody sees of a seat with nothing but these."""
    empty: dict[str, Any] = {
        **dict.fromkeys(("hand_size", "draw_pile", "wealth", "influence", "attack", "defense"), 0),
        **dict.fromkeys(("attack_value", "defense_value", "ready", "spent", "essence"), 0),
        **dict.fromkeys(("shards", "revenge", "shields", "attacks_won", "slots_passed"), 0),
        **{"hand": None, "discard": [], "fragments": []},
    }
    return {**empty, **fields}


def test_a_seat_sees_the_whole_table_and_its_own_hand() -> None:
    view = serialize_view(ESSENCE.build_view(set_up(TABLE), 0))
    seats = view.pop("seats")

    assert view == {
        **{"you": 0, "round": 3, "turn": 17, "step": "turns", "active": 0},
        **{"order": [1, 0, 2], "passed": [2], "main_done": True, "read_done": False},
        "options": {
            **{"factions": "random", "ties": "first_player", "threat_resets": False},
            **{"start_wealth": "printed", "threat_at_end": True},
        },
        "goal": 11,
        "advisors": [
            {"card": "a.priest", "wealth": 2, "left": 2},
            {"card": None, "wealth": 0, "left": 1},
            {"card": None, "wealth": 0, "left": 0},
        ],
        "market": ["l.tavern", "l.forum", "l.tavern"],
        **{"location_deck": 2, "monument_deck": 1, "prophecy_deck": 1},
        "segment_discard": ["l.gallery", "m.drydock"],
        "row": [None, "p1.first_blood", "p2.two_wars", None, "p3.sun_eater", "p3.five_winds"],
        "prophecy_discard": ["p1.pact", "p1.twin_forts"],
        "treaties": {"t.attack": [0, 1], "t.fortify": [], "t.draw": [2, 2, 0, 1], "t.rebuild": []},
        "spaces": 4,
        # The Mirror Palace makes treaties cheaper; a full one has no price.
        "prices": {"t.attack": 3, "t.fortify": 1, "t.draw": None, "t.rebuild": 1},
        "threat": 4,
        **{"question": "turn", "asked": [0], "listed": [], "source": "", "discount": 0},
        "scores": None,
    }
    assert seats[0] == seat_view(
        faction="court_of_masks",
        island={
            "0,0": {"card": "palace.court_of_masks", "exhausted": False},
            "1,0": {"card": "m.siege_works", "exhausted": True},
            "0,1": {"card": "l.gatehouse", "exhausted": False},
        },
        hand=["f.cm.courier", "f.cm.duenna"],
        hand_size=2,
        draw_pile=3,
        discard=["a.sage"],
        fragments=["p1.tithe"],
        **{"wealth": 3, "influence": 4, "attack": 5, "defense": 6, "attack_value": 6},
        **{"defense_value": 7, "ready": 1, "spent": 2, "essence": 7, "shards": 8, "revenge": 1},
        **{"shields": 2, "attacks_won": 1},
    )


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_nobody_else_sees_a_hand(viewer: int | None) -> None:
    """Its number of cards is public."""
    state = set_up(TABLE)
    view = ESSENCE.build_view(state, viewer)

    hands = [seat.hand for seat in view.seats]
    own = {1: ["f.hl.broker"], 2: []}
    assert hands == [own[number] if number == viewer else None for number in range(3)]
    assert [seat.hand_size for seat in view.seats] == [2, 1, 0]
    assert view.seats[1].slots_passed == 2
    prices = {"t.attack": 4, "t.fortify": 1, "t.draw": None, "t.rebuild": 1}
    assert view.prices == ({} if viewer is None else prices)
    assert view.you == viewer


def test_after_the_end_all_hands_and_the_parts_of_the_scores_are_shown() -> None:
    state = set_up("""
        step: over
        seats: {A: {hand: [Sapper], shards: 5, fragments: [Tithe]}, B: {hand: [Dean], shards: 7}}
    """)
    view = ESSENCE.build_view(state, None)

    assert [seat.hand for seat in view.seats] == [["f.ti.sapper"], ["f.us.dean"]]
    assert view.scores == [
        [("shards", 5), ("fragments", 4)],
        [("shards", 7), ("fragments", 0)],
    ]
    assert (view.question, view.asked, view.goal) == (None, [], 12)


def test_nobody_is_active_before_the_first_turn() -> None:
    view = ESSENCE.build_view(ESSENCE.set_up_match(3, b"view", {}), 0)
    waiting = ESSENCE.build_view(set_up("{agenda: [bid], active: -1, seats: {A: {}, B: {}}}"), 0)

    assert waiting.active is None and view.question == "bid"
    assert view.asked == [0, 1, 2]


def test_a_question_shows_what_there_is_to_choose_from() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, hand: [Cupbearer, Engineer], wealth: 1}, B: {}}
        market: [Tavern]
    """)
    play_lines(state, "use Cupbearer 1")
    choosing = ESSENCE.build_view(state, 1)

    assert choosing.listed == [{"wealth": 2}, {"influence": 2}]
    assert (choosing.question, choosing.source) == ("choose_one", "a.cupbearer")
    play_lines(state, "choose 1; use Engineer 2")
    building = ESSENCE.build_view(state, 1)
    assert (building.question, building.discount, building.listed) == ("build", 3, [])
    play_lines(state, "leave it")
    assert ESSENCE.build_view(state, 1).discount == 0


def test_an_opponent_sees_what_it_chooses_for_another() -> None:
    state = set_up("seats: {A: {faction: Court of Masks, hand: [Jester]}, B: {}, C: {}}")
    play_lines(state, "use Jester; name Three Islands Kingdom")
    view = ESSENCE.build_view(state, None)

    assert view.listed == [{"essence": 3}, {"wealth": 3}, {"influence": 3}]
    assert (view.source, view.asked, view.active) == ("a.jester", [1], 0)
