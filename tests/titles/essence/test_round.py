"""“Round”: Preparation, Income and Advisors, one test for each sentence."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Decision
from games.titles.essence.game import GAME as ESSENCE

from .conftest import Scene
from .differences import list_lines, play_lines, set_up

# “Preparation” ------------------------------------------------------------------------------------


def test_preparation_sets_essence_to_nothing_and_the_order_to_that_of_passing(scene: Scene) -> None:
    """Two Monuments and two Locations for each player are revealed; nobody has passed any more."""
    scene("""
        step: preparation
        round: 3
        order: [A, B, C]
        passed: [C, A, B]
        seats: {A: {essence: 4, shards: 3}, B: {essence: 1}, C: {essence: 9}}
        location_deck: [Tavern, Forum, Market, Shrine, Gallery, Fountain, Arsenal]
        monument_deck: [Cloud Mint, Skydock, High Court]
        expect:
          round: 4
          order: [C, A, B]
          passed: []
          market: [Cloud Mint, Skydock, Tavern, Forum, Market, Shrine, Gallery, Fountain]
          location_deck: [Arsenal]
          monument_deck: [High Court]
          seats: {A: {essence: 0, shards: 3}, B: {essence: 0}, C: {essence: 0}}
    """)
    state = set_up("{step: preparation, round: 3, passed: [C, A, B], seats: {A: {}, B: {}, C: {}}}")
    assert state.order == [2, 0, 1]


def test_the_second_round_is_prepared_like_every_later_one(scene: Scene) -> None:
    scene("""
        step: preparation
        round: 1
        passed: [B, A]
        seats: {A: {essence: 4}, B: {essence: 1}}
        expect: {round: 2, order: [B, A], passed: [], market: 6,
            seats: {A: {essence: 0}, B: {essence: 0}}}
    """)
    assert set_up("{step: preparation, passed: [B, A], seats: {A: {}, B: {}}}").order == [1, 0]


def test_what_lies_in_the_market_stays_there_when_more_is_revealed(scene: Scene) -> None:
    scene("""
        step: preparation
        passed: [A, B]
        market: [Theatre]
        location_deck: [Tavern, Forum, Market, Shrine]
        monument_deck: [Cloud Mint, Skydock]
        expect: {market: [Theatre, Cloud Mint, Skydock, Tavern, Forum, Market, Shrine]}
    """)


@pytest.mark.parametrize("kind", ["location", "monument"])
def test_H34_only_the_matching_part_of_the_discard_is_shuffled(kind: str) -> None:
    """When a deck is dry in the middle of revealing; what is left is revealed, then no more."""
    state = set_up(f"""
        step: preparation
        passed: [A, B]
        {kind}_deck: []
        {"monument" if kind == "location" else "location"}_deck: [rest]
        segment_discard: [Tavern, Forum, Cloud Mint, Skydock, High Court, Market, Tavern, Shrine]
    """)
    names = {"location": {"l.tavern", "l.forum", "l.market", "l.shrine"}}
    names["monument"] = {"m.mint", "m.drydock", "m.high_court"}

    shown = {code for code in state.market if code in names[kind]}
    assert len(shown) >= 2 and not names[kind] & set(state.segment_discard)
    other = "monument" if kind == "location" else "location"
    assert names[other] <= set(state.segment_discard)
    deck = getattr(state, f"{kind}_deck")
    assert len(deck) == 1
    assert state.chance.counts == {f"{kind}s": 1}


# “Income” -----------------------------------------------------------------------------------------


def test_income_sets_the_tracks_anew_and_keeps_tokens(scene: Scene) -> None:
    """Attack, Defense and Foundations are set to base and income, whatever they were."""
    scene("""
        step: income
        seats:
          A: {faction: Court of Masks, attack: 9, defense: 0, raid: 5, ready: 1, spent: 4,
              wealth: 5, influence: 7,
              island: {"0,0": Mirror Palace, "0,1": War Foundry, "1,0": Skydock}}
          B: {}
        expect:
          seats: {A: {attack: 4, defense: 2, raid: 0, ready: 3, spent: 0, wealth: 8, influence: 10}}
    """)


def test_there_are_five_foundations_at_most_in_income(scene: Scene) -> None:
    """Three of the Cloudharbour League, and one each of Skydocks."""
    state = set_up("{step: income, seats: {A: {faction: Cloudharbour League}, B: {}}}")
    own = state.seats[0]

    assert [own.add_foundations(many) for many in (1, 2, 1)] == [1, 1, 0]
    assert (own.ready, own.spent) == (5, 0)


def test_income_draws_cards_by_popularity(scene: Scene) -> None:
    """The hand is kept; there is no hand limit."""
    scene("""
        step: income
        seats:
          A: {faction: Court of Masks, hand: [Priest, Sage, Mayor, Seer, Jester],
              draw_pile: [Courier, Duenna, Whisperer, Blackmailer, Duenna],
              island: {"0,0": Mirror Palace}}
          B: {}
        expect:
          seats:
            A: {hand: [Priest, Sage, Mayor, Seer, Jester, Courier, Duenna, Whisperer, Blackmailer],
                draw_pile: [Duenna]}
    """)


def test_a_dry_draw_pile_is_made_from_the_discard_pile_in_income(scene: Scene) -> None:
    """And drawing goes on; without a discard pile it ends."""
    table = scene("""
        step: income
        seats:
          A: {faction: Court of Masks, draw_pile: [Courier], discard: [Duenna, Whisperer, Duenna,
              Whisperer]}
          B: {draw_pile: [Sapper]}
        expect: {seats: {A: {hand: 4, draw_pile: 1, discard: []}, B: {hand: [Sapper]}}}
    """)
    assert "f.cm.courier" in table.state.seats[0].hand
    assert table.state.chance.counts == {"court_of_masks": 1}


# “Advisors” ---------------------------------------------------------------------------------------


def test_the_top_of_every_pile_without_a_face_up_card_is_turned_up(scene: Scene) -> None:
    """Face-up cards keep the Wealth on them (H-03)."""
    scene("""
        step: bids
        seats: {A: {wealth: 1}, B: {}}
        advisors: [{cards: [Priest, Sage], up: true, wealth: 2}, {cards: [Mayor, Seer], up: false},
            {cards: []}]
        expect:
          advisors: [{cards: [Priest, Sage], up: true, wealth: 2}, {cards: [Mayor, Seer], up: true},
              {cards: []}]
        asked: {A: bid}
    """)


def test_nobody_bids_when_no_advisor_is_on_offer(scene: Scene) -> None:
    scene("""
        step: bids
        seats: {A: {wealth: 1}, B: {influence: 2}}
        advisors: [{cards: []}]
        expect: {seats: {A: {wealth: 1}, B: {influence: 2}}}
        asked: {A: turn}
    """)


def test_a_bid_is_a_pair_of_any_numbers_up_to_what_is_owned(scene: Scene) -> None:
    """(W+1)(I+1) pairs; only these, with wishes of Advisors on offer, each once."""
    state = set_up("""
        agenda: [bid]
        round: 2
        seats: {A: {wealth: 3, influence: 2}, B: {influence: 1}}
        advisors: [Priest, Sage, {cards: [Mayor], up: false}]
    """)
    ours, theirs = ESSENCE.list_prompts(state)
    slots: dict[str, Any] = {slot.name: slot for slot in ours.choices[0].slots}

    assert [(s.low, s.high) for s in (slots["wealth"], slots["influence"])] == [(0, 3), (0, 2)]
    wishes = slots["wishes"]
    assert (wishes.items, wishes.least, wishes.most) == (("a.priest", "a.sage"), 0, 2)
    assert wishes.ranked
    assert list_lines(state) == [
        "bid 0 Wealth 0 Influence",
        "bid 1 Wealth 0 Influence",
        "bid 0 Wealth 1 Influence",
        "bid 1 Wealth 1 Influence",
        "bid 2 Wealth 0 Influence",
        "bid 0 Wealth 2 Influence",
        "bid 2 Wealth 1 Influence",
        "bid 3 Wealth 2 Influence",
    ]
    assert ours.fallback == Decision("bid", {"wealth": 0, "influence": 0, "wishes": []})
    assert (ours.group, theirs.group) == (1, 1) and ours.number != theirs.number
    assert ours.facts == {
        "round": 2,
        "wealth": 3,
        "influence": 2,
        "offered": ["a.priest", "a.sage"],
    }
    assert [len(p.list_offered_decisions()) for p in (ours, theirs)] == [8, 2]


@pytest.mark.parametrize(
    "args",
    [
        {"wealth": 1, "influence": 0},
        {"wealth": 1, "influence": 0, "wishes": [], "luck": 1},
        {"wealth": 4, "influence": 0, "wishes": []},
        {"wealth": 0, "influence": 3, "wishes": []},
        {"wealth": -1, "influence": 0, "wishes": []},
        {"wealth": True, "influence": 0, "wishes": []},
        {"wealth": 0, "influence": 0, "wishes": ["a.mayor"]},
        {"wealth": 0, "influence": 0, "wishes": ["a.priest", "a.priest"]},
        {"wealth": 0, "influence": 0, "wishes": 3},
        {"wealth": 0, "influence": 0, "wishes": [3]},
    ],
)
def test_other_bids_are_refused(scene: Scene, args: dict[str, object]) -> None:
    scene(f"""
        agenda: [bid]
        seats: {{A: {{wealth: 3, influence: 2}}, B: {{influence: 1}}}}
        advisors: [Priest, Sage, {{cards: [Mayor], up: false}}]
        play:
          - {{A: {{verb: bid, args: {args}}}, refused: true}}
    """)


@pytest.mark.parametrize(
    ("bids", "ranking"),
    [
        # Total, then Influence, then the order of the round: C, A, B.
        ("bid 3 Wealth; bid 2 Wealth; bid 1 Wealth", "ABC"),
        ("bid 1 Wealth; bid 2 Wealth; bid 3 Wealth", "CBA"),
        ("bid 3 Wealth; bid 2 Wealth 1 Influence; bid 1 Wealth 2 Influence", "CBA"),
        ("bid 0 Wealth 1 Influence; bid 2 Wealth; bid 1 Wealth 1 Influence", "CBA"),
        ("bid 1 Wealth; bid 1 Wealth; bid 1 Wealth", "CAB"),
        ("bid 1 Wealth; bid 0 Wealth; bid 1 Wealth", "CA"),
        ("bid 0 Wealth; bid 0 Wealth; bid 0 Wealth", ""),
    ],
)
def test_bids_above_nothing_are_ranked_and_take_an_advisor_each(bids: str, ranking: str) -> None:
    """Everybody but the last is asked, and none may decline."""
    state = set_up("""
        options: {ties: order}
        agenda: [bid]
        order: [C, A, B]
        seats: {A: {wealth: 3, influence: 2}, B: {wealth: 3, influence: 2}, C: {wealth: 3,
            influence: 2}}
        advisors: [Priest, Sage, Mayor]
    """)
    play_lines(state, bids)
    names = ["a.priest", "a.sage", "a.mayor"]

    for place, name in enumerate(ranking[:2]):
        prompt = ESSENCE.list_prompts(state)[0]
        left = names[place:]
        assert (prompt.seat, prompt.question) == ("ABC".index(name), "take")
        assert [choice.args["advisor"] for choice in prompt.choices] == left
        assert prompt.fallback.args == {"advisor": left[0]}
        assert prompt.facts == {"round": 1, "offered": left}
        play_lines(state, "take " + left[0].removeprefix("a."))
    held = [next((name for name in names if name in seat.hand), None) for seat in state.seats]
    assert held == [names[ranking.index(name)] if name in ranking else None for name in "ABC"]
    assert [prompt.question for prompt in ESSENCE.list_prompts(state)] == ["turn"]


def test_every_advisor_left_gets_one_wealth(scene: Scene) -> None:
    """Those face down get none; whose card was taken shows nothing before the next round."""
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {}}
        advisors: [{cards: [Priest, Seer], wealth: 3}, {cards: [Sage], wealth: 1}, Mayor,
            {cards: [Jester], up: false}]
        play:
          - {A: bid 1 Wealth for Priest}
        expect:
          advisors:
            - {cards: [Seer], up: false, wealth: 0}
            - {cards: [Sage], up: true, wealth: 2}
            - {cards: [Mayor], up: true, wealth: 1}
            - {cards: [Jester], up: false, wealth: 0}
          seats: {A: {wealth: 3, hand: [Priest]}}
          wishes: {}
    """)


def test_of_two_copies_the_one_with_more_wealth_is_taken(scene: Scene) -> None:
    """Both are one answer; with nothing else on offer nobody is asked."""
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {}}
        advisors: [{cards: [Priest], wealth: 1}, {cards: [Priest], wealth: 4}]
        play:
          - {A: bid 1 Wealth, asked: {A: turn}}
        expect:
          seats: {A: {wealth: 4, hand: [Priest]}}
          advisors: [{cards: [Priest], up: true, wealth: 2}, {cards: []}]
    """)


def test_bidding_won_belongs_to_the_top_bidder_alone(scene: Scene) -> None:
    """A Star Well brings 2 Essence."""
    text = """
        options: {ties: order}
        agenda: [bid]
        seats:
          A: {faction: Court of Masks, wealth: 2, island: {"0,0": Star Well}}
          B: {faction: Cloudharbour League, wealth: 2}
        advisors: [Priest, Sage]
        play:
          - {A: bid 1 Wealth for Priest}
          - {B: bid MANY Wealth for Sage}
        expect: {seats: {A: {essence: GAINED}}}
    """
    scene(text.replace("MANY", "2").replace("GAINED", "0"))
    scene(text.replace("MANY", "1").replace("GAINED", "2"))
    scene(text.replace("MANY", "0").replace("GAINED", "2"))


def test_a_tie_is_a_question_for_the_first_player_of_the_round() -> None:
    """Silence means the order of the round; the last of a group is no tie."""
    state = set_up("""
        options: {ties: first_player}
        agenda: [bid]
        round: 2
        order: [B, C, A, D]
        seats: {A: {wealth: 1, influence: 1}, B: {wealth: 1}, C: {wealth: 1, influence: 1},
            D: {wealth: 3}}
        advisors: [Priest, Sage, Mayor, Seer]
    """)
    both = "bid 1 Wealth 1 Influence"
    play_lines(state, f"{both}; bid 1 Wealth; {both}; bid 3 Wealth")
    (prompt,) = ESSENCE.list_prompts(state)

    assert (prompt.seat, prompt.question) == (1, "tie")
    assert [choice.args["player"] for choice in prompt.choices] == [
        "harbour_league",
        "three_islands",
    ]
    assert prompt.fallback.args == {"player": "harbour_league"}
    assert prompt.facts == {"round": 2, "tied": ["harbour_league", "three_islands"]}
    play_lines(state, "first Three Islands Kingdom")
    assert state.picks == [[0], [2], [1]]
    assert [prompt.seat for prompt in ESSENCE.list_prompts(state)] == [3]


TIE = """
    options: {ties: first_player}
    agenda: [bid]
    order: [C, A, B]
    seats:
      A: {faction: Court of Masks, wealth: 2, ISLAND}
      B: {faction: Cloudharbour League, wealth: 2}
      C: {faction: Three Islands Kingdom, wealth: 2}
    advisors: OFFER
"""


@pytest.mark.parametrize(
    ("offer", "island", "bids", "asked"),
    [
        # Nobody has said whom to take.
        ("[Priest, Sage]", "", "bid 1 Wealth; bid 1 Wealth; bid 0 Wealth", True),
        # Both want the same one, then different ones.
        ("[Priest, Sage]", "", "bid 1 Wealth for Sage; bid 1 Wealth for Sage; bid 0 Wealth", True),
        (
            "[Priest, Sage]",
            "",
            "bid 1 Wealth for Sage; bid 1 Wealth for Priest; bid 0 Wealth",
            False,
        ),
        # A Star Well rewards the first.
        (
            "[Priest, Sage]",
            'island: {"0,0": Star Well}',
            "bid 1 Wealth for Sage; bid 1 Wealth for Priest; bid 0 Wealth",
            True,
        ),
        # Two copies alike, and with different Wealth; one for two bidders.
        ("[Priest, Priest]", "", "bid 1 Wealth; bid 1 Wealth; bid 0 Wealth", False),
        (
            "[{cards: [Priest], wealth: 1}, Priest]",
            "",
            "bid 1 Wealth; bid 1 Wealth; bid 0 Wealth",
            True,
        ),
        # An empty pile offers nothing (H-04).
        ("[Priest, Priest, {cards: []}]", "", "bid 1 Wealth; bid 1 Wealth; bid 0 Wealth", False),
        ("[Priest]", "", "bid 1 Wealth; bid 1 Wealth; bid 0 Wealth", True),
        # The only Advisor goes to whoever bid more.
        ("[Priest]", "", "bid 1 Wealth; bid 1 Wealth; bid 2 Wealth", False),
        # Somebody before them may take anything, or is known to take what neither wants.
        (
            "[Priest, Sage, Mayor]",
            "",
            "bid 1 Wealth for Sage; bid 1 Wealth for Priest; bid 2 Wealth",
            True,
        ),
        (
            "[Priest, Sage, Mayor]",
            "",
            "bid 1 Wealth for Sage; bid 1 Wealth for Priest; bid 2 Wealth for Mayor",
            False,
        ),
        (
            "[Priest, Sage, Mayor]",
            "",
            "bid 1 Wealth for Sage; bid 1 Wealth for Priest; bid 2 Wealth for Sage",
            True,
        ),
    ],
)
def test_a_tie_that_makes_no_difference_is_nothing_to_decide(
    offer: str, island: str, bids: str, asked: bool
) -> None:
    """The order of the round is the only answer offered."""
    state = set_up(TIE.replace("OFFER", offer).replace("ISLAND", island))
    play_lines(state, bids)
    (prompt,) = ESSENCE.list_prompts(state)

    assert prompt.question == "tie"
    assert (prompt.only_answer() is None) == asked
    if not asked:
        assert prompt.only_answer() == prompt.fallback
        ESSENCE.play_decision(state, prompt.seat, Decision("first", {"player": "harbour_league"}))
