"""What the book leaves open about the beginning of a round: H-01 to H-12 of RULINGS.md."""

from __future__ import annotations

from collections import Counter

from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.advisors import can_order_matter, foresee_picks
from games.titles.essence.rules.components import BOX, FRAGMENT
from games.titles.essence.rules.state import State

from .conftest import Scene


def deal(seats: int = 3, **options: object) -> State:
    return ESSENCE.set_up_match(seats, b"holes", options)


def test_H01_thirty_advisors_lie_in_six_piles_of_five() -> None:
    assert [len(pile.cards) for pile in deal().piles] == [5] * 6


def test_H02_advisors_on_offer_are_six_cards_of_which_names_may_repeat() -> None:
    offers = []
    for number in range(12):
        state = ESSENCE.set_up_match(3, bytes([number]), {})
        offers.append([pile.cards[-1] for pile in state.piles if pile.up])

    assert [len(offer) for offer in offers] == [6] * 12
    assert any(len(set(offer)) < 6 for offer in offers)


def test_H03_an_advisor_left_stays_and_gathers_wealth(scene: Scene) -> None:
    """A pile reveals only when its face-up card is gone."""
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {}}
        advisors:
          - {cards: [Priest, Mayor], up: true, wealth: 1}
          - {cards: [Sage, Seer], up: true}
        play:
          - {A: bid 1 Wealth for Sage}
        expect:
          advisors:
            - {cards: [Priest, Mayor], up: true, wealth: 2}
            - {cards: [Seer], up: false, wealth: 0}
    """)


def test_H04_an_empty_pile_shows_nothing_and_the_lowest_bidder_gets_none(scene: Scene) -> None:
    """He pays all the same."""
    table = scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {wealth: 2}}
        advisors: [Priest, {cards: []}]
        play:
          - {A: bid 1 Wealth, B: bid 2 Wealth}
        expect: {seats: {A: {wealth: 0, hand: []}, B: {hand: [Priest]}}}
    """)
    assert "no_advisor" in [event.kind for event in table.latest]


def test_H05_every_bid_is_spent(scene: Scene) -> None:
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 3, influence: 1}, B: {wealth: 2}, C: {wealth: 1}}
        advisors: [Priest, Sage, Mayor]
        play:
          - {A: bid 3 Wealth for Priest, B: bid 2 Wealth for Sage, C: bid 1 Wealth for Mayor}
        expect: {seats: {A: {wealth: 0, influence: 1}, B: {wealth: 0}, C: {wealth: 0}}}
    """)


def test_H06_ties_are_settled_by_the_order_track_or_by_the_first_player(scene: Scene) -> None:
    scene(
        """
        options: {ties: order}
        agenda: [bid]
        order: [B, A]
        seats: {A: {wealth: 1}, B: {faction: Court of Masks, wealth: 1}}
        advisors: [Priest, Sage]
        play:
          - {A: bid 1 Wealth, B: bid 1 Wealth}
        asked: {B: take}
        ---
        agenda: [bid]
        order: [B, A]
        seats: {A: {wealth: 1}, B: {faction: Court of Masks, wealth: 1}}
        advisors: [Priest, Sage]
        play:
          - {A: bid 1 Wealth, B: bid 1 Wealth, asked: {B: tie}, silence: {B: first Court of Masks}}
          - {B: first Three Islands Kingdom}
        asked: {A: take}
    """
    )


def test_H06_more_influence_ranks_higher_among_equal_totals(scene: Scene) -> None:
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 2}, B: {wealth: 1, influence: 1}}
        advisors: [Priest, Sage]
        play:
          - {A: bid 2 Wealth, B: bid 1 Wealth 1 Influence}
        asked: {B: take}
    """)


def test_H07_factions_start_from_equal_budgets() -> None:
    """Influence, Wealth, Popularity, Attack and Defense come to 14; two or three Foundations."""
    for faction in BOX.factions.values():
        stats = dict(faction.stats)
        assert stats.pop("foundations") in (2, 3)
        assert sum(stats.values()) == 14 and stats["attack"] <= 2


def test_H08_treaties_have_rising_prices_and_are_cleared_in_cleaning(scene: Scene) -> None:
    assert BOX.treaties["t.attack"].prices == (2, 3, 4, 5, 6)
    assert BOX.treaties["t.draw"].prices == (1, 2, 3, 4, 5)
    assert BOX.treaty_spaces == {2: 3, 3: 4, 4: 5, 5: 5}
    scene("""
        seats: {A: {wealth: 9}, B: {}}
        treaties: {Attack Treaty: [A, B, A], Levy Treaty: [B]}
        passed: [B]
        play:
          - {answers: {A: {sign: [sign Defense Treaty with 1 Wealth,
              sign Levy Treaty with 2 Wealth, sign Rebuilding Treaty with 1 Wealth]}}}
          - {A: pass}
        expect: {treaties: {Attack Treaty: [], Levy Treaty: []}}
    """)


def test_H09_six_fragments_of_one_and_of_two_are_out() -> None:
    state = deal()
    out = Counter(FRAGMENT[code].value for code in state.prophecies_out)
    row = [code for code in state.row if code]
    left = Counter(FRAGMENT[code].value for code in [*state.prophecy_deck, *row])
    assert out == {1: 6, 2: 6} and left == {1: 14, 2: 14, 3: 15}
    assert [FRAGMENT[code].value for code in state.prophecy_deck[:15]] == [3] * 15


def test_H10_the_threat_grows_with_each_defeat_up_to_twelve(scene: Scene) -> None:
    assert deal().threat == 0
    scene("""
        agenda: [target]
        threat: 11
        seats: {A: {faction: Court of Masks, attack: 20}, B: {}}
        play:
          - {A: attack Threat}
        expect: {threat: 12, seats: {A: {essence: 9}}}
        ---
        agenda: [target]
        threat: 12
        seats: {A: {faction: Court of Masks, attack: 20}, B: {}}
        play:
          - {A: attack Threat}
        expect: {threat: 12}
    """)


def test_H10_the_option_resets_the_threat_to_one(scene: Scene) -> None:
    text = """
        options: {threat_resets: RESETS}
        threat: 5
        step: preparation
        passed: [A, B]
        expect: {threat: LEFT}
    """
    scene(text.replace("RESETS", "true").replace("LEFT", "1"))
    scene(text.replace("RESETS", "false").replace("LEFT", "5"))


def test_H11_locations_cost_wealth_and_bring_essence(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Hanging Garden Synod, wealth: 2}, B: {}}
        market: [Tavern]
        play:
          - {A: "build Tavern at 1,0"}
        expect: {seats: {A: {wealth: 0, essence: 4, hand: 2}}}
    """)


def test_H12_every_page_reference_is_a_file() -> None:
    """Nothing to fill; the cards stand in files of their own."""
    assert len(BOX.locations) == 25 and len(BOX.fragments) == 55


def test_a_tie_for_no_advisor_makes_no_difference() -> None:
    """As many bidders come before as there are Advisors."""
    state = ESSENCE.read_position(
        {
            "seats": 4,
            "advisors": ["Priest", "Mayor"],
            "picks": [["C"], ["D"], ["A", "B"]],
            "agenda": [{"question": "tie", "tied": ["A", "B"]}],
        }
    )

    assert not can_order_matter(state, [0, 1])
    assert [choice.args for choice in ESSENCE.list_prompts(state)[0].choices] == [
        {"player": state.seats[0].faction}
    ]


def test_the_top_of_a_pile_is_foreseen() -> None:
    pile = {"cards": ["Priest", "Mayor"], "up": True, "wealth": 2}
    state = ESSENCE.read_position({"advisors": [pile]})

    assert foresee_picks(state, [0]) == {0: ("a.priest", 2)}
