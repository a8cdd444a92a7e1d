"""Who decides what before the turns: factions, bids, Advisors."""

from __future__ import annotations

from games.engine.contract import Decision
from games.titles.essence.game import GAME as ESSENCE

from .conftest import Scene


def test_factions_are_chosen_one_after_another() -> None:
    """Each player takes a faction that nobody has; the last one is not asked with five seats."""
    state = ESSENCE.set_up_match(2, b"s01", {"factions": "choose"})
    (first,) = ESSENCE.list_prompts(state)

    ESSENCE.play_decision(state, first.seat, Decision("play", {"faction": "garden_synod"}))

    (second,) = ESSENCE.list_prompts(state)
    assert len(first.choices) == 5
    assert Decision("play", {"faction": "garden_synod"}) not in second.list_offered_decisions()
    assert state.seats[first.seat].island["0,0"].card == "palace.garden_synod"
    assert len(state.seats[first.seat].draw_pile) == 8


def test_factions_are_dealt_without_a_question() -> None:
    state = ESSENCE.set_up_match(5, b"s01", {})

    assert len({seat.faction for seat in state.seats}) == 5
    assert {prompt.question for prompt in ESSENCE.list_prompts(state)} == {"bid"}


def test_bids_are_sealed_and_may_change_until_the_last_is_in(scene: Scene) -> None:
    """Each player bids a pair; all are revealed together."""
    table = scene("""
        agenda: [bid]
        seats: {A: {wealth: 3, influence: 2}, B: {wealth: 1}}
        advisors: [Priest, Mayor]
        play:
          - {A: bid 3 Wealth 2 Influence, asked: [B]}
          - {A: bid 1 Wealth 1 Influence, expect: {seats: {A: {wealth: 3, influence: 2}}}}
          - {B: bid 1 Wealth}
        expect: {seats: {A: {wealth: 2, influence: 1}, B: {wealth: 0}}}
        asked: {A: take}
    """)
    assert [event.kind for event in table.latest][1:3] == ["bid", "bid"]


def test_nobody_bids_more_than_they_have(scene: Scene) -> None:
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {}}
        advisors: [Priest, Mayor]
        play:
          - {A: {verb: bid, args: {wealth: 2, influence: 0, wishes: []}}, refused: arguments}
          - {A: {verb: bid, args: {wealth: 0, influence: 1, wishes: []}}, refused: arguments}
        silence: {A: bid 0 Wealth 0 Influence}
    """)


def test_whoever_has_no_token_is_not_asked(scene: Scene) -> None:
    """No tokens: the bid is (0, 0)."""
    scene("""
        step: bids
        seats: {A: {}, B: {wealth: 1}}
        asked: {B: bid}
    """)


def test_the_first_player_orders_tied_bids(scene: Scene) -> None:
    """With the option; the order of a tied group is asked one place after the other."""
    scene("""
        options: {ties: first_player}
        agenda: [bid]
        order: [C, A, B]
        seats: {A: {wealth: 1}, B: {wealth: 1}, C: {wealth: 1}}
        advisors: [Priest, Mayor, Sage]
        play:
          - {A: bid 1 Wealth, B: bid 1 Wealth, C: bid 1 Wealth, asked: {C: tie}}
          - {C: first University of the Sun, asked: {C: tie}}
          - {C: first Cloudharbour League, asked: {B: take}}
          - {B: take Sage, asked: {C: take}}
          - {C: take Mayor}
        expect: {seats: {A: {hand: [Priest]}, B: {hand: [Sage]}, C: {hand: [Mayor]}}}
    """)


def test_a_single_bidder_is_no_tie(scene: Scene) -> None:
    scene("""
        options: {ties: first_player}
        agenda: [bid]
        seats: {A: {wealth: 2}, B: {wealth: 1}}
        advisors: [Priest, Mayor]
        play:
          - {A: bid 2 Wealth, B: bid 1 Wealth}
        asked: {A: take}
    """)


def test_bidders_take_an_advisor_in_rank_order(scene: Scene) -> None:
    """Into hand, with all Wealth on it; the last one left is taken unasked."""
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {influence: 2}}
        advisors: [{cards: [Priest], wealth: 3}, Mayor]
        play:
          - {A: bid 1 Wealth, B: bid 0 Wealth 2 Influence, asked: {B: take}}
          - {B: take Priest}
        expect: {seats: {A: {hand: [Mayor], wealth: 0}, B: {hand: [Priest], wealth: 3}}}
    """)


def test_wishes_written_with_the_bid_are_followed(scene: Scene) -> None:
    """The phase closes with one message from each player."""
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {wealth: 2}}
        advisors: [Priest, Mayor, Sage]
        play:
          - {A: "bid 1 Wealth 0 Influence for Mayor, Sage"}
          - {B: "bid 2 Wealth 0 Influence for Mayor"}
        expect: {seats: {A: {hand: [Sage]}, B: {hand: [Mayor]}}}
        asked: {A: turn}
    """)


def test_whose_wishes_are_gone_is_asked(scene: Scene) -> None:
    scene("""
        agenda: [bid]
        seats: {A: {wealth: 1}, B: {wealth: 2}}
        advisors: [Priest, Mayor, Sage]
        play:
          - {A: "bid 1 Wealth for Mayor", B: "bid 2 Wealth for Mayor"}
        answers: {A: [take Priest, take Sage]}
    """)


def test_a_turn_is_one_main_action_and_side_actions_around_it(scene: Scene) -> None:
    """It ends when the player says so after the main action."""
    scene("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 3, hand: [Sapper, Marine,
            Boarding Party]}, B: {}}
        market: [Shrine]
        play:
          - {A: end, refused: true}
          - {A: use Marine 1, asked: {A: turn}}
          - {A: "build Shrine at 1,0", asked: {A: turn}}
          - {A: "build Shrine at 0,1", refused: true}
          - {A: use Boarding Party, refused: true}
          - {A: use Sapper 1}
          - {A: end}
        asked: {B: turn}
        silence: {B: pass}
    """)


def test_building_names_a_card_and_a_cell(scene: Scene) -> None:
    """The best eight placements are listed, any free cell beside the Island may be written."""
    table = scene("""
        seats:
          A: {faction: Hanging Garden Synod, wealth: 3, island: {"0,0": Green Cathedral,
              "1,0": Fountain, "1,-1": Forum}}
          B: {}
        market: [Tavern, Shrine, Theatre]
        play:
          - {answers: {A: {build: 21}}}
          - {A: "build Tavern at 5,5", refused: true}
          - {A: "build tavern at 2,-1"}
        expect:
          seats: {A: {wealth: 1, ready: 2, spent: 1, island: {"2,-1": Tavern}}}
    """)
    prompt = ESSENCE.list_prompts(ESSENCE.set_up_match(2, b"s06", {}))[0]
    assert len(prompt.choices[0].examples()) <= 8 and table.latest[0].args["cell"] == "2,-1"


def test_needs_a_readied_foundation(scene: Scene) -> None:
    scene("""
        seats: {A: {wealth: 3, ready: 0}, B: {}}
        market: [Tavern]
        answers: {A: {build: 0}}
        play:
          - {A: {verb: build, args: {card: l.tavern, cell: "1,0"}}, refused: foundation}
    """)


def test_a_treaty_is_paid_with_any_mix(scene: Scene) -> None:
    """Place a token on the lowest free space, pay its price, do the effect."""
    scene("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 2, influence: 2}, B: {}, C: {}}
        treaties: {Defense Treaty: [B]}
        play:
          - {answers: {A: {sign: 10}}}
          - {A: "sign Defense Treaty with 1 Wealth, 1 Influence"}
        expect: {seats: {A: {wealth: 1, influence: 1, defense: 5}}, treaties: {Defense Treaty: [B,
            A]}}
    """)


def test_with_one_kind_of_token_there_is_one_way_to_pay(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 1}, B: {}}
        play:
          - {A: sign Defense Treaty}
        expect: {seats: {A: {wealth: 0, defense: 5}}}
    """)


def test_a_main_star_action_is_the_main_action(scene: Scene) -> None:
    """A card goes to the own discard pile, a segment is exhausted."""
    scene("""
        seats:
          A: {faction: Three Islands Kingdom, attack: 3, hand: [Boarding Party],
              island: {"0,0": Citadel of the Islands, "1,0": Arsenal}}
          B: {}
        play:
          - {A: use Arsenal, asked: {A: target}}
          - {A: attack Threat}
          - {A: use Boarding Party, refused: true}
        expect:
          seats: {A: {island: {"1,0": {card: Arsenal, exhausted: true}}, hand: [Boarding Party]}}
    """)


def test_passing_sells_any_cards_for_a_wealth_each(scene: Scene) -> None:
    """The lowest pass number; no further turns this round."""
    scene("""
        seats: {A: {faction: Three Islands Kingdom, hand: [Sapper, Marine, Marine]}, B: {}}
        play:
          - {A: "pass discarding Marine, Sapper"}
        expect: {passed: [A], seats: {A: {wealth: 2, hand: [Marine], discard: [Marine, Sapper]}}}
        asked: {B: turn}
    """)


def test_with_an_empty_hand_there_is_nothing_to_choose(scene: Scene) -> None:
    scene("""
        seats: {A: {}, B: {}}
        answers: {A: {pass: [pass]}}
    """)
