"""What the book leaves open and how it is filled, by the numbers H-01 to H-43 of RULINGS.md."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import essence
from games.rules.essence.cards import BOX, FRAGMENT
from games.rules.essence.state import State

from .conftest import Scene


def deal(seats: int = 3, **options: object) -> State:
    return essence.setup(seats, b"holes", options)


def test_H01_thirty_advisors_lie_in_six_piles_of_five() -> None:
    assert [len(pile.cards) for pile in deal().piles] == [5] * 6


def test_H02_advisors_on_offer_are_six_cards_of_which_names_may_repeat() -> None:
    copies = Counter(code for pile in deal().piles for code in pile.cards)
    assert sum(copies.values()) == 30 and copies["a.admiral"] == 2


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
        agenda: [bid]
        order: [B, A]
        seats: {A: {wealth: 1}, B: {faction: Court of Masks, wealth: 1}}
        advisors: [Priest, Sage]
        play:
          - {A: bid 1 Wealth, B: bid 1 Wealth}
        asked: {B: take}
        ---
        options: {ties: first_player}
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


def test_H13_side_actions_are_allowed_after_a_pass_in_the_same_turn(scene: Scene) -> None:
    """“pass” ends the turn, “stay and pass” leaves it open."""
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Courier, Duenna]}, B: {}}
        play:
          - {A: stay and pass, asked: {A: turn}}
          - {A: use Courier 1}
          - {A: end}
        expect: {passed: [A], seats: {A: {influence: 2, hand: [Duenna]}}}
        asked: {B: turn}
    """)


def test_H14_the_last_pass_ends_the_phase_at_once(scene: Scene) -> None:
    """No extra income for those who passed before."""
    scene(
        """
        seats: {A: {essence: 5, discard: [Priest]}, B: {essence: 3, slots_passed: 1,
            discard: [Sage]}}
        passed: [B]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3}, B: {shards: 2, essence: 3}}}
        asked: {A: cleaning, B: cleaning}
    """
    )


@pytest.mark.parametrize(("slots", "gained"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_a_passed_player_gains_one_two_three_three(scene: Scene, slots: int, gained: int) -> None:
    """The first slot 1, the second 2, every later one 3."""
    scene(f"""
        seats: {{A: {{hand: [Priest]}}, B: {{slots_passed: {slots}}}}}
        passed: [B]
        main_done: true
        play:
          - {{A: end}}
        expect: {{seats: {{B: {{essence: {gained}, slots_passed: {slots + 1}}}}}}}
        asked: {{A: turn}}
    """)


def test_H15_a_build_yields_at_least_nothing_a_move_may_cost(scene: Scene) -> None:
    """The track ends at 0."""
    scene("""
        seats:
          A: {faction: University of the Sun, wealth: 3, essence: 0, island: {"0,0": Sun Dome,
              "0,1": Shrine, "1,1": Ley Well}}
          B: {}
        market: [Customs House, Watchtower]
        play:
          - {A: "build Watchtower at 1,0"}
        expect: {seats: {A: {essence: 0, defense: 5}}}
        ---
        agenda: [{question: rearrange, move: true, swap: true}]
        seats:
          A: {faction: University of the Sun, essence: 3, island: {"0,0": Sun Dome, "1,0": Shrine,
              "0,1": Tavern}}
          B: {}
        play:
          - {A: "move 0,1 to 2,0"}
        expect: {seats: {A: {essence: 3}}}
        ---
        agenda: [{question: rearrange, move: true, swap: false}]
        seats:
          A: {faction: University of the Sun, essence: 0, island: {"0,0": Sun Dome, "1,0": Shrine,
              "2,0": Forum}}
          B: {}
        play:
          - {A: "move 2,0 to 0,1"}
        expect: {seats: {A: {essence: 0}}}
    """)


def test_H16_the_island_stays_connected_after_a_move(scene: Scene) -> None:
    scene("""
        agenda: [{question: rearrange, move: true, swap: false}]
        seats:
          A: {island: {"0,0": Sun Dome, "1,0": Shrine, "2,0": Forum},
              faction: University of the Sun}
          B: {}
        play:
          - {A: "move 1,0 to 0,1", refused: island}
          - {A: "move 0,0 to 3,0"}
        expect: {seats: {A: {island: {"1,0": Shrine, "2,0": Forum, "3,0": Sun Dome}}}}
    """)


def test_H17_patterns_turn_but_are_not_mirrored(scene: Scene) -> None:
    """Crown Corner: political, cultural to its right, military above it."""
    turned = '{"0,0": Mirror Palace, "0,1": Tavern, "-1,0": Barracks}'
    mirrored = '{"0,0": Mirror Palace, "0,1": Tavern, "1,0": Barracks}'
    text = """
        seats: {A: {faction: Court of Masks, influence: 1, island: ISLAND}, B: {}}
        row: [Crown Corner]
        answers: {A: {read: READ}}
    """
    scene(text.replace("ISLAND", turned).replace("READ", "[read Crown Corner]"))
    scene(text.replace("ISLAND", mirrored).replace("READ", "[]"))


def test_H18_defeating_a_monster_reads_its_fragment(scene: Scene) -> None:
    """With this turn's reading; no Essence for the difference."""
    scene("""
        agenda: [target]
        seats: {A: {faction: Court of Masks, attack: 9}, B: {}}
        row: [Storm Roc, Sky Serpent]
        prophecy_deck: [Two Temples]
        play:
          - {A: attack Storm Roc}
        expect: {read_done: true, seats: {A: {essence: 3, fragments: [Storm Roc], attacks_won: 1}}}
        ---
        agenda: [target]
        read_done: true
        seats: {A: {attack: 9}, B: {faction: Court of Masks}}
        row: [Storm Roc, Old Titan]
        answers: {A: [attack Court of Masks, attack Threat]}
        ---
        agenda: [target]
        seats: {A: {attack: 9, influence: 0}, B: {faction: Court of Masks}}
        row: [Old Titan]
        answers: {A: [attack Court of Masks, attack Threat]}
    """)


def test_H19_the_threat_counts_for_successful_attacks_and_not_for_tokens(scene: Scene) -> None:
    scene("""
        agenda: [target]
        seats: {A: {attack: 3}, B: {}}
        row: [First Blood]
        play:
          - {A: attack Threat, answers: {A: {read: [read First Blood]}}}
        ---
        seats: {A: {faction: Court of Masks, hand: [Tax Collector]}, B: {}}
        play:
          - {A: use Tax Collector}
        expect: {seats: {A: {wealth: 0}}}
    """)


def test_H20_a_charge_cancels_the_next_attack(scene: Scene) -> None:
    """Played in one's own turn, seen by the attacker, consumed by the attack."""
    scene("""
        agenda: [target]
        seats: {A: {attack: 9}, B: {faction: University of the Sun, defense: 1, shields: 1}}
        play:
          - {A: attack University of the Sun}
        expect: {seats: {A: {essence: 0, attacks_won: 0}, B: {shields: 0, defense: 1}}}
        ---
        seats: {A: {faction: University of the Sun, influence: 2, hand: [Prism Warden]}, B: {}}
        play:
          - {A: use Prism Warden 2}
        expect: {seats: {A: {shields: 1, influence: 0}}}
    """)


def test_H21_silence_of_the_opponent_means_the_first_action_listed(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Jester]}, B: {}}
        play:
          - {A: use Jester}
          - {A: name Three Islands Kingdom}
        silence: {B: choose 1}
        answers: {B: [choose 1, choose 2, choose 3]}
    """)


def test_H22_a_spy_uses_an_unexhausted_location_without_exhausting_it(scene: Scene) -> None:
    """Extra costs are paid; a main star takes the turn's main action."""
    scene("""
        seats:
          A: {faction: Court of Masks, wealth: 1, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery,
              "0,1": {card: Alembic, exhausted: true}, "-1,0": Arsenal}}
        play:
          - {A: use Spy 1, answers: {A: [spy on Gallery of University of the Sun,
              spy on Arsenal of University of the Sun, leave it]}}
          - {A: spy on Arsenal of University of the Sun, asked: {A: target}}
        expect: {main_done: true, seats: {B: {island: {"-1,0": Arsenal}}}}
        ---
        seats:
          A: {faction: Court of Masks, wealth: 1, hand: [Spy]}
          B: {faction: University of the Sun, island: {"0,0": Sun Dome, "1,0": Gallery}}
        main_done: true
        play:
          - {A: use Spy 1}
          - {A: spy on Gallery of University of the Sun}
        expect: {seats: {A: {wealth: 0, essence: 2}}}
    """)


def test_H23_a_slaver_commands_a_card_of_the_losers_discard_pile(scene: Scene) -> None:
    """Star cost waived, other costs paid, the card stays; instead of other spoils."""
    scene("""
        seats:
          A: {faction: Court of Masks, attack: 9, influence: 2, hand: [Slaver]}
          B: {faction: University of the Sun, defense: 1, wealth: 1, discard: [Priest, Engineer,
              Student]}
        market: [Tavern]
        play:
          - {A: use Slaver}
          - {A: attack University of the Sun, answers: {A: {command: [command Priest 1,
              command Priest 2, command Engineer 1, command Engineer 2]}}}
          - {A: command Priest 2}
        expect:
          seats: {A: {essence: 12, influence: 0}, B: {wealth: 1, defense: 2, discard: [Priest,
              Engineer, Student]}}
    """)


def test_H24_a_raid_with_no_defense_is_legal(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, attack: 2, defense: 0, hand: [Pirate]}, B: {}}
        play:
          - {A: use Pirate 1}
        expect: {seats: {A: {attack: 2, defense: 0}}}
    """)


def test_a_raid_lends_the_defense_to_one_attack(scene: Scene) -> None:
    """Afterwards Attack returns, Defense stays 0."""
    scene("""
        seats: {A: {faction: Court of Masks, attack: 2, defense: 3, wealth: 2, hand: [Pirate]},
            B: {defense: 3}}
        play:
          - {A: use Pirate 1, expect: {seats: {A: {attack: 5, defense: 0, raid: 3}}}}
          - {A: sign Attack Treaty with 1 Wealth}
          - {A: attack Threat}
        expect: {seats: {A: {attack: 2, defense: 0, raid: 0, essence: 5}}}
    """)


def test_H25_the_rector_is_not_playable_when_none_is_left(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Priest], up: false}]
        answers: {A: {use: [use Rector 2]}}
        ---
        seats: {A: {faction: Court of Masks, hand: [Rector]}, B: {}}
        advisors: [{cards: [Priest], up: true, wealth: 2}]
        play:
          - {A: use Rector 1}
          - {A: take Priest}
        expect: {seats: {A: {wealth: 2, hand: [Priest]}}}
    """)


def test_H26_zero_essence_still_ranks(scene: Scene) -> None:
    """With two or three players, too: 3, 2, 1; ties share and push the next down."""
    scene("""
        seats: {A: {hand: []}, B: {}, C: {}}
        passed: [B, C]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3, revenge: 0}, B: {shards: 3}, C: {shards: 3}}}
        ---
        seats: {A: {essence: 2}, B: {essence: 1}, C: {}}
        passed: [B, C]
        play:
          - {A: pass}
        expect: {seats: {A: {shards: 3}, B: {shards: 2}, C: {shards: 1}}}
    """)


def test_H27_revenge_is_spent_before_it_is_handed_out(scene: Scene) -> None:
    """From four players on; whoever is first spends one for a Shard more."""
    scene("""
        seats: {A: {essence: 9, revenge: 1}, B: {essence: 8, revenge: 1}, C: {essence: 7},
            D: {essence: 6, revenge: 2}}
        passed: [B, C, D]
        play:
          - {A: pass}
        expect:
          seats:
            A: {shards: 4, revenge: 0}
            B: {shards: 2, revenge: 1}
            C: {shards: 1, revenge: 0}
            D: {shards: 0, revenge: 3}
    """)


def test_H28_the_leftmost_fragment_is_never_reserved_and_always_discarded(scene: Scene) -> None:
    scene("""
        agenda: [cleaning]
        passed: [A, B]
        row: [First Blood, Twin Forts, Tithe, Old Favour, Two Temples, Twin Banks]
        play:
          - {A: clean reserve First Blood, refused: true}
          - {A: clean reserve Twin Forts, B: clean reserve Twin Forts}
        expect: {prophecy_discard: [First Blood, Tithe, Old Favour, Two Temples, Twin Banks]}
    """)


def test_H29_a_reshuffle_is_public_and_its_result_hidden(scene: Scene) -> None:
    table = scene("""
        agenda: [cleaning]
        passed: [A, B]
        seats: {A: {faction: Court of Masks, draw_pile: [Courier, Courier, Duenna, Duenna,
            Whisperer], discard: [Blackmailer]}, B: {}}
        play:
          - {A: clean shuffle piles}
    """)
    shuffled = next(event for event in table.latest if event.kind == "shuffled")
    assert shuffled.audience is None and shuffled.args == {"seat": 0}
    assert essence.view(table.state, 1)["seats"][0]["hand"] is None


def test_H30_the_threat_raises_no_defense_and_brings_no_essence(scene: Scene) -> None:
    """Only the tokens go; at most what is owned."""
    table = scene("""
        step: cleaning
        passed: [A, B]
        threat: 9
        seats: {A: {faction: Court of Masks, wealth: 1, influence: 1, defense: 2}, B: {defense: 9}}
        expect: {threat: 9}
    """)
    # The next Income has come: 3 Wealth and 3 Influence.
    assert (table.state.seats[0].wealth, table.state.seats[0].influence) == (3, 3)


def test_H31_tied_fragments_share_the_full_number(scene: Scene) -> None:
    """And push the next down; no fragment, no Shard."""
    scene("""
        step: over
        seats:
          A: {shards: 5, fragments: [Five Winds]}
          B: {shards: 5, fragments: [Two Temples, Twin Forts, Tithe]}
          C: {shards: 5, fragments: [First Blood]}
          D: {shards: 5}
        outcome:
          A: {score: 9, lines: {shards: 5, fragments: 4}}
          B: {score: 9, lines: {fragments: 4}}
          C: {score: 6, lines: {fragments: 1}}
          D: {score: 5, lines: {fragments: 0}}
    """)


def test_H32_a_tie_goes_to_fragments_then_essence_then_tokens_then_is_shared(scene: Scene) -> None:
    scene("""
        step: over
        seats:
          A: {shards: 7}
          B: {shards: 3, fragments: [Two Temples]}
        outcome: {A: {place: 2, score: 7}, B: {place: 1, score: 7}}
        ---
        step: over
        seats: {A: {shards: 7, essence: 4}, B: {shards: 7, essence: 5}}
        outcome: {A: {place: 2}, B: {place: 1}}
        ---
        step: over
        seats: {A: {shards: 7, wealth: 2}, B: {shards: 7, influence: 1}}
        outcome: {A: {place: 1}, B: {place: 2}}
        ---
        step: over
        seats: {A: {shards: 7, wealth: 2}, B: {shards: 7, influence: 2}}
        outcome: {A: {place: 1}, B: {place: 1}}
    """)


def test_H33_unexplained_tokens_are_not_used() -> None:
    """Sand clock, Trade agreement and Embassy tokens lie in no state."""
    names = " ".join(essence.position(deal()))
    assert not any(word in names for word in ("clock", "agreement", "embassy"))


def test_H34_a_dry_deck_takes_back_its_part_of_the_discard(scene: Scene) -> None:
    scene("""
        step: preparation
        passed: [A, B]
        location_deck: [Tavern]
        monument_deck: []
        segment_discard: [Shrine, Cloud Mint, Market, Forum]
        expect: {monument_deck: [], location_deck: [], segment_discard: [], market: [Tavern,
            Shrine, Market, Forum, Cloud Mint]}
        ---
        step: preparation
        passed: [A, B]
        location_deck: []
        monument_deck: []
        expect: {market: []}
    """)


def test_H35_exhausted_segments_give_income_and_passives(scene: Scene) -> None:
    scene("""
        step: income
        seats:
          A: {faction: Cloudharbour League, island: {"0,0": {card: Exchange Hall,
              exhausted: true}, "1,0": {card: Market, exhausted: true}}}
          B: {}
        expect: {seats: {A: {wealth: 5}}}
    """)


def test_H36_a_palace_with_a_star_may_be_exhausted(scene: Scene) -> None:
    scene("""
        agenda: [exhaust]
        seats: {A: {faction: Court of Masks}, B: {faction: University of the Sun},
            C: {faction: Cloudharbour League}}
        answers: {A: [exhaust Sun Dome of University of the Sun, leave it]}
    """)


def test_H37_popularity_draws_at_once_and_does_not_reshuffle(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 2, draw_pile: [], discard: [Courier]}, B: {}}
        market: [Observatory]
        play:
          - {A: "build Observatory at 1,0"}
        expect: {seats: {A: {hand: [], discard: [Courier]}}}
        ---
        seats: {A: {faction: Court of Masks, wealth: 2, draw_pile: [Courier]}, B: {}}
        market: [Observatory]
        play:
          - {A: "build Observatory at 1,0"}
        expect: {seats: {A: {hand: [Courier]}}}
    """)


def test_H38_a_build_granted_by_a_card_needs_foundation_and_wealth(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 0, ready: 0, hand: [Engineer]}, B: {}}
        market: [Forum]
        answers: {A: {use: [use Engineer 1]}}
        ---
        seats: {A: {faction: Court of Masks, wealth: 2, ready: 1, hand: [Engineer]}, B: {}}
        market: [Forum, Cloud Mint]
        play:
          - {A: use Engineer 2}
          - {A: "build Cloud Mint at 1,0"}
        expect: {seats: {A: {wealth: 3, ready: 0, spent: 1}}}
    """)


def test_H39_shards_of_mid_round_count_and_the_goal_waits_for_cleaning(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, shards: 11, wealth: 9, influence: 9}, B: {}}
        row: [Golden Age]
        play:
          - {A: read Golden Age, asked: {A: turn}, expect: {seats: {A: {shards: 12}}}}
          - {A: pass}
          - {B: pass}
        outcome: {A: {place: 1}}
    """)


def test_H40_there_are_five_foundations_in_all(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, ready: 3, spent: 2, hand: [Engineer]}, B: {}}
        play:
          - {A: use Engineer 1}
        expect: {seats: {A: {ready: 3, spent: 2}}}
    """)


def test_H41_cleaning_goes_clockwise_from_the_first_of_the_order(scene: Scene) -> None:
    """Not along the order track: C is first, then A by the seats, though B passed before."""
    scene("""
        agenda: [cleaning]
        seats: {A: {}, B: {}, C: {}}
        order: [C, B, A]
        passed: [C, B, A]
        row: [First Blood, Twin Forts, Tithe]
        prophecy_deck: []
        play:
          - {A: clean reserve Twin Forts, B: clean reserve Twin Forts, C: clean reserve Tithe}
        told: [reserved]
        expect: {row: [empty, empty, empty, empty, Twin Forts, Tithe]}
    """)


def test_H42_one_of_two_actions_is_taken_per_use(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Three Islands Kingdom, hand: [Marine]}, B: {}}
        play:
          - {answers: {A: {use: [use Marine 1, use Marine 2]}}}
          - {A: use Marine 1}
        answers: {A: {use: []}}
    """)


def test_H43_a_passed_player_neither_acts_nor_responds(scene: Scene) -> None:
    """It can still be attacked, and its Defense rises as usual."""
    scene("""
        agenda: [target]
        seats: {A: {attack: 5}, B: {faction: Three Islands Kingdom, defense: 2}}
        passed: [B]
        play:
          - {A: attack Three Islands Kingdom}
        expect: {seats: {A: {essence: 3}, B: {defense: 3}}}
    """)


def test_a_match_ends_by_silence() -> None:
    state = deal(5)
    while prompts := [p for p in essence.prompts(state) if p.answered is None]:
        essence.play(state, prompts[0].seat, prompts[0].fallback)
    assert essence.outcome(state)
