"""The decision points by their numbers: who is asked, what, and what needs no question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.contract import Prompt
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.costs import CrystalsCost
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.stacks import bury_top_card, unbury_bottom_card
from games.titles.enchanters.rules.state import State

Lay = Callable[..., State]


def asked(state: State) -> Prompt:
    return next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)


def verbs(state: State) -> set[str]:
    return {choice.verb for choice in asked(state).choices}


def test_d01_kingdoms_are_chosen_counter_clockwise_from_the_right() -> None:
    options = {"kingdom_selection": "player_order", "kingdom_pool": "all"}
    state = ENCHANTERS.set_up_match(3, b"d01", options)
    order = []
    while asked(state).question == "kingdom":
        order.append(asked(state).seat)
        ENCHANTERS.play_decision(state, order[-1], asked(state).fallback)

    right = (state.starting - 1) % 3
    assert order == [right, (right - 1) % 3, (right - 2) % 3]


def test_d02_and_d03_one_of_two_secret_cards_is_kept() -> None:
    state = ENCHANTERS.set_up_match(2, b"d02", {"related": "random"})
    prompts = ENCHANTERS.list_prompts(state)

    assert [p.question for p in prompts] == ["starter", "starter"]
    assert all(p.group is not None and len(p.choices) == 2 for p in prompts)
    assert ENCHANTERS.build_view(state, 0).dealt != ENCHANTERS.build_view(state, 1).dealt
    assert ENCHANTERS.build_view(state, None).dealt is None


def test_d04_the_owner_orders_triggers_that_play_a_part(lay: Lay, cause: Any, say: Any) -> None:
    seats = {"A": {"item": ["hooded_robe"], "enchantment": ["of_the_dark_pact"], "wounds": 2}}
    state = lay({"seats": {**seats, "B": {}}, "track": ["foal"], "deck": ["stag"]})
    both = [
        {"card": "cultists.hooded_robe/1", "effects": [{"lose_crystals": {"n": 1}}], "amount": 0},
        {"card": "cultists.of_the_dark_pact/1", "effects": [{"heal": {"who": "self", "n": 1}}]}
        | {"amount": 0},
    ]
    cause(state, {"order_triggers": both})

    assert asked(state).question == "order" and verbs(state) == {"first"}
    say(state, 0, "first of the Dark Pact")
    assert state.seats[0].wounds == 1


def test_d05_the_main_phase_offers_every_action(lay: Lay) -> None:
    state = lay()
    assert {"journey", "rest", "challenge"} <= verbs(state)


def test_d05_the_turn_ends_by_itself_when_nothing_can_be_used(lay: Lay, say: Any) -> None:
    state = lay({"seats": 2, "track": ["foal", "stag"], "deck": ["stag 2"]})
    say(state, 0, "rest Normaltown 1")
    assert (asked(state).seat, state.turn) == (1, 2)


def test_d06_only_spaces_that_can_be_paid_are_offered(lay: Lay) -> None:
    seats = {"A": {"crystals": 1}, "B": {}}
    state = lay({"seats": seats, "track": ["foal 1", "foal 2", "foal 3"]})
    spaces = [c.args["at"] for c in asked(state).choices if c.verb == "journey"]
    assert spaces == [0, 1]


def test_d07_who_can_prepare_is_asked_before_the_fight(lay: Lay, say: Any) -> None:
    seats = {"A": {"item": ["ritual_knife"]}, "B": {}}
    state = lay({"seats": seats, "track": ["stag 1"], "deck": ["stag 2"]})
    say(state, 0, "journey 0")
    assert asked(state).question == "prepare" and verbs(state) == {"fight", "use"}
    say(state, 0, "use Ritual Knife")
    assert state.seats[0].stacks["creature"] == ["unicorns.stag/1"]


def test_d07_one_prepares_as_often_as_one_likes(lay: Lay, say: Any, print_card: Any) -> None:
    """Two lines of one card, the second first; then the fight."""
    lines = [{"minor": {"cost": [], "effect": [{"gain": {"attack": n}}]}} for n in (1, 10)]
    print_card(upper={"abilities": lines})
    seats = {"A": {"item": ["trial"], "attack": 0, "defense": 9}, "B": {}}
    state = lay({"seats": seats, "track": ["black_dam"], "deck": ["stag 2"]})
    say(state, 0, "journey 0")
    say(state, 0, "use item.trial 2")
    assert (state.seats[0].attack, asked(state).question) == (10, "prepare")
    say(state, 0, "use item.trial")
    assert state.seats[0].stacks["creature"] == ["dracons.black_dam"]


def test_d08_every_visible_rest_action_is_offered(lay: Lay) -> None:
    seats = {"A": {"enchantment": ["of_clear_water"]}, "B": {}}
    state = lay({"seats": seats, "track": ["foal"]})
    rests = [c.args["card"] for c in asked(state).choices if c.verb == "rest"]
    assert sorted(set(map(str, rests))) == ["unicorns.of_clear_water", "village.normaltown"]


def test_d09_challenges_must_be_payable(lay: Lay) -> None:
    poor = {"seats": {"A": {"crystals": 1}, "B": {}}, "track": ["foal"], "overlord": "vragan"}
    assert "challenge" not in verbs(lay(poor))
    assert "challenge" in verbs(lay(poor | {"seats": {"A": {"crystals": 2}, "B": {}}}))


def test_d10_pearls_pay_first_and_never_for_journeys(lay: Lay, say: Any) -> None:
    seats = {"A": {"item": ["banner.northern"], "enchantment": ["class.of_druids"], "wounds": 2}}
    seats["A"]["crystals"] = 1
    state = lay({"seats": {**seats, "B": {}}, "track": ["foal 1", "foal 2", "foal 3"]})
    assert state.seats[0].pearls == 1
    assert [c.args["at"] for c in asked(state).choices if c.verb == "journey"] == [0, 1]
    say(state, 0, "use of Druids")
    assert (state.seats[0].pearls, state.seats[0].pearls_used, state.seats[0].crystals) == (0, 1, 1)


def test_d11_ten_wounds_become_one_of_two_secret_wound_cards(
    lay: Lay, cause: Any, say: Any
) -> None:
    state = lay()
    cause(state, {"take_damage": {"n": 6}})
    assert asked(state).question == "wound" and state.seats[0].wounds == 1
    assert ENCHANTERS.build_view(state, 1).question == "wound"
    assert "limp" not in repr(ENCHANTERS.build_view(state, 1))
    say(state, 0, "take Limp")
    assert state.seats[0].stacks["wound"] == ["wound.limp/1"]
    assert state.wound_deck[0] == "wound.sprain/1"


def test_d12_inactive_pearls_go_first(lay: Lay, cause: Any) -> None:
    seats = {"A": {"item": ["fist", "banner.northern"], "pearls": 1, "pearls_used": 1}, "B": {}}
    state = lay({"seats": seats, "track": ["foal"]})
    cause(state, {"bury": {"stacks": ["item"]}})
    assert (state.seats[0].pearls, state.seats[0].pearls_used) == (1, 0)


def test_d13_each_duellist_may_prepare_from_the_active_player_on(
    lay: Lay, cause: Any, say: Any
) -> None:
    knives = {"item": ["ritual_knife 1"]}, {"item": ["ritual_knife 2"]}
    state = lay({"seats": {"A": knives[0], "B": knives[1]}, "track": ["foal"]})
    cause(state, {"duel": {"with": "left"}})
    assert (asked(state).seat, asked(state).question) == (0, "duel_prep")
    say(state, 0, "ready")
    assert asked(state).seat == 1
    say(state, 1, "use Ritual Knife")
    assert (state.seats[0].wounds, state.seats[1].wounds) == (7, 6)


def test_d13_duellists_use_as_many_actions_as_they_like(
    lay: Lay, cause: Any, say: Any, print_card: Any
) -> None:
    """“One preparation window for minor actions”: two lines of one card, then ready."""
    lines = [{"minor": {"cost": [], "effect": [{"gain": {"attack": n}}]}} for n in (1, 10)]
    print_card(upper={"abilities": lines})
    seats = {"A": {"item": ["trial"], "attack": 0}, "B": {"defense": 0, "attack": 0}}
    state = lay({"seats": seats, "track": ["foal"]})
    cause(state, {"duel": {"with": "left"}})
    say(state, 0, "use item.trial 2")
    assert state.seats[0].attack == 10
    say(state, 0, "use item.trial")
    assert state.seats[1].wounds == 11


def test_d14_several_discards_need_no_order(lay: Lay, cause: Any) -> None:
    state = lay({"seats": {"A": {"enchantment": ["of_greed", "of_spring", "enchanting"]}, "B": {}}})
    cause(state, {"purge_enchantments": {"who": "self"}})
    assert state.graveyard == ["unicorns.of_spring/1", "bandits.of_greed/1"]


def test_d15_the_player_says_which_reinforcement_goes(lay: Lay, cause: Any, say: Any) -> None:
    position = {"seats": 2, "track": ["foal"], "overlord_health": 2, "overlord_strength": 1}
    state = lay(position, together=True)
    cause(state, {"remove_reinforcement": {"n": 1}})
    assert asked(state).question == "weaken"
    say(state, 0, "remove strength")
    assert (state.overlord_health, state.overlord_strength) == (2, 0)


def test_d16_the_last_duels_of_reward_holders(lay: Lay, say: Any) -> None:
    position = {
        "seats": {"A": {"rewards": 1, "crystals": 1}, "B": {}},
        "track": ["of_greed"],
        "overlord": "saakara",
    }
    state = lay(position)
    say(state, 0, "rest Normaltown 1")
    assert (asked(state).seat, asked(state).question) == (0, "target")
    say(state, 0, "choose opponent")
    assert ENCHANTERS.find_outcome(state) is not None and state.seats[1].wounds == 2


def test_d17_another_player_is_chosen_unless_there_is_one(lay: Lay, cause: Any, say: Any) -> None:
    three, two = lay(), lay({"seats": 2})
    cause(three, {"deal_damage": {"to": "another", "n": 1}})
    cause(two, {"deal_damage": {"to": "another", "n": 1}})
    assert asked(three).question == "target" and two.seats[1].wounds == 1
    say(three, 0, "choose right")
    assert three.seats[2].wounds == 1


def test_d18_the_victim_picks_any_eligible_card(lay: Lay, cause: Any, say: Any) -> None:
    seats = {"A": {}, "B": {"creature": ["zealot 1", "foal 1", "plague_wyrm"]}}
    state = lay({"seats": seats, "track": ["stag"]})
    cause(state, {"demand_monster": {"from": "another", "n": 1}})
    assert (asked(state).seat, len(asked(state).choices)) == (1, 2)
    say(state, 1, "give Skittish Foal")
    assert state.seats[0].stacks["creature"] == ["unicorns.foal/1"]


def test_d19_what_each_player_chooses_is_sealed_until_all_have(
    lay: Lay, cause: Any, say: Any
) -> None:
    state = lay()
    either = [{"take_damage": {"n": 2}}, {"lose_crystals": {"n": 2}}]
    cause(state, {"each_player": {"who": "each", "do": [{"choose_one": either}]}})
    assert [p.group is not None for p in ENCHANTERS.list_prompts(state)] == [True] * 3
    say(state, 2, "effect 1")
    assert state.seats[2].wounds == 0
    say(state, 0, "effect 2")
    say(state, 1, "effect 2")
    assert (state.seats[2].wounds, state.seats[0].crystals) == (2, 4)


def test_d19_who_can_do_nothing_is_passed_over(lay: Lay, cause: Any) -> None:
    """A-09: of “lose 2 or lose 3 crystals” nobody with less than 2 does either."""
    seats = {"A": {"crystals": 2}, "B": {"crystals": 1}}
    state = lay({"seats": seats, "track": ["foal"]})
    branches = [{"lose_crystals": {"n": 2}}, {"lose_crystals": {"n": 3}}]
    cause(state, {"each_player": {"who": "each", "do": [{"choose_one": branches}]}})
    assert [seat.crystals for seat in state.seats] == [0, 1]


def test_d20_wounds_are_spread_at_will(lay: Lay, cause: Any, say: Any) -> None:
    state = lay()
    cause(state, {"move_wounds": {"from": "self", "to": "others", "n": 4, "split": True}})
    assert len(asked(state).choices) == 5
    say(state, 0, "give 3 left, 1 right")
    assert [seat.wounds for seat in state.seats] == [1, 6, 1]


def test_d21_what_one_may_do_can_be_declined(lay: Lay, cause: Any, say: Any) -> None:
    state = lay()
    cause(state, {"duel": {"with": "another", "optional": True}})
    assert "no" in verbs(state)
    say(state, 0, "no")
    assert asked(state).question == "turn" and not state.duels


def test_d22_the_order_of_buries_is_chosen_near_zero(lay: Lay, cause: Any) -> None:
    state = lay()
    cause(state, {"bury": {"stacks": ["item", "enchantment"], "mode": "all"}})
    assert asked(state).question == "bury" and len(asked(state).choices) == 2


def test_d23_two_cards_of_the_track_are_chosen(lay: Lay, cause: Any, say: Any) -> None:
    state = lay()
    cause(state, {"swap_track": {"n": 2}})
    assert len(asked(state).choices) == 15
    say(state, 0, "swap 0 with 5")
    assert state.track[0].card == "unicorns.foal/1"


def test_d24_a_free_journey_can_be_taken_or_left(lay: Lay, cause: Any, say: Any) -> None:
    state = lay()
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    assert verbs(state) == {"visit", "no"}
    say(state, 0, "visit Silver Horn")
    assert state.seats[0].stacks["item"][-1] == "unicorns.silver_horn/1"
    assert state.graveyard == ["goblins.runt/6"] and state.seats[0].crystals == 6


def test_d25_the_leader_or_the_first_answer_breaks_ties(lay: Lay, cause: Any) -> None:
    position = {"seats": 3, "track": ["foal"], "overlord": "vragan"}
    state = lay(position, together=True)
    cause(state, {"overlord_attacks": {"who": "lowest_defense"}})
    assert [p.seat for p in ENCHANTERS.list_prompts(state)] == [0]

    everybody = lay({**position, "options": {"group_decisions": "first_answer"}}, together=True)
    cause(everybody, {"overlord_attacks": {"who": "lowest_defense"}})
    assert [p.seat for p in ENCHANTERS.list_prompts(everybody)] == [0, 1, 2]
    ENCHANTERS.play_decision(everybody, 2, asked(everybody).choices[1].examples()[0])
    assert asked(everybody).question == "turn"


def test_d26_without_a_starting_card_one_enchantment_is_chosen(
    lay: Lay, cause: Any, say: Any
) -> None:
    state = lay({"seats": {"A": {"enchantment": ["of_greed", "of_spring"]}, "B": {}}})
    cause(state, {"purge_enchantments": {"who": "self"}})
    say(state, 0, "keep of Greed")
    assert state.seats[0].stacks["enchantment"] == ["bandits.of_greed/1"]


@pytest.mark.parametrize(
    ("effect", "is_asked"),
    [
        ({"heal": {"who": "self", "n": 1}}, False),
        ({"gain": {"attack": 1}}, False),
        ({"deal_damage": {"to": "left", "n": 1}}, False),
        ({"deal_damage": {"to": "another", "n": 1}}, True),
        ({"take_crystals": {"n": {"per": "attack"}}}, True),
        ({"lose_crystals": {"n": 1}}, True),
    ],
    ids=str,
)
def test_d04_only_an_order_that_plays_a_part_is_asked_for(
    effect: Any, is_asked: bool, lay: Lay, say: Any, print_card: Any
) -> None:
    """Clover Wreath heals one at the end of the turn, and the class does something else."""
    print_card(
        kind="class", upper={"abilities": [{"when": {"trigger": "turn_end", "effect": [effect]}}]}
    )
    seats = {"A": {"item": ["clover_wreath"], "enchantment": ["trial"], "wounds": 4, "crystals": 4}}
    state = lay({"seats": {**seats, "B": {}}, "track": ["foal 1"], "deck": ["stag 1"]})
    say(state, 0, "rest Normaltown 1")
    assert (asked(state).question == "order") is is_asked
    if is_asked:
        say(state, 0, "first class.trial")
    assert state.seats[0].wounds == (2 if "heal" in effect else 3) and state.active == 1


def test_d04_three_triggers_are_ordered_two_times(lay: Lay, say: Any, print_card: Any) -> None:
    """The last one needs no question; a card with two of them is one answer at a time."""
    lines: list[Any] = [{"lose_crystals": {"n": 1}}, {"take_crystals": {"n": 3}}]
    upper = {"abilities": [{"when": {"trigger": "turn_end", "effect": [one]}} for one in lines]}
    print_card(kind="class", upper=upper)
    seats = {"A": {"item": ["clover_wreath"], "enchantment": ["trial"], "wounds": 4}, "B": {}}
    state = lay({"seats": seats, "track": ["foal 1"], "deck": ["stag 1"]})
    say(state, 0, "rest Normaltown 2")
    assert [c.args["card"] for c in asked(state).choices] == [
        "unicorns.clover_wreath",
        "class.trial",
    ]
    say(state, 0, "first class.trial")
    say(state, 0, "first class.trial")
    assert (state.seats[0].crystals, state.seats[0].wounds) == (3, 0)


@pytest.mark.parametrize(
    ("attack", "defense", "is_asked"), [(9, 9, False), (8, 9, True), (9, 8, True)]
)
def test_d22_the_order_of_buries_is_asked_for_up_to_eight(
    attack: int, defense: int, is_asked: bool, lay: Lay, cause: Any
) -> None:
    """Above that no power can reach its floor of 0 on the way."""
    state = lay()
    state.seats[0].attack, state.seats[0].defense = attack, defense
    cause(state, {"bury": {"stacks": ["item", "enchantment"], "mode": "all"}})
    assert (asked(state).question == "bury") is is_asked


def test_d22_a_single_card_is_neither_buried_nor_unburied(lay: Lay, cause: Any) -> None:
    """6.4 and 6.5 need two cards or more: nothing is told of a stack of one."""
    state = lay({"seats": {"A": {"item": ["fist"]}, "B": {}}, "track": ["foal"]})
    for move in (bury_top_card, unbury_bottom_card):
        run = Run(state)
        assert not move(run, 0, "item") and not run.events
    assert not cause(state, {"unbury": {"stacks": ["item"]}})


def test_d17_who_has_one_stack_to_bury_can_be_picked(lay: Lay, cause: Any) -> None:
    """B has two items and one enchantment, C one of each: B is the only one eligible."""
    seats = {"A": {}, "B": {"item": ["birch_bow", "fist"]}, "C": {}}
    state = lay({"seats": seats, "track": ["foal"]})
    cause(state, {"bury": {"who": "another", "stacks": ["item", "enchantment"]}})
    assert state.seats[1].stacks["item"] == ["unicorns.birch_bow/1", "start.fist/1"]


def test_d23_swaps_are_of_two_different_cards(lay: Lay, cause: Any) -> None:
    state = lay({"seats": 2, "track": ["foal 1", None, "foal 2", "foal 3"]})
    cause(state, {"swap_track": {"n": 2}})
    pairs = [(choice.args["at"], choice.args["other"]) for choice in asked(state).choices]
    assert pairs == [(0, 2), (0, 3), (2, 3)]


def test_d20_every_way_to_spread_wounds_is_offered(lay: Lay, cause: Any, say: Any) -> None:
    """Two wounds among three: six ways."""
    state = lay({"seats": {"A": {"wounds": 2}, "B": {}, "C": {}, "D": {}}, "track": ["foal 1"]})
    cause(state, {"move_wounds": {"from": "self", "to": "others", "n": 4, "split": True}})
    offered: list[Any] = [choice.args["wounds"] for choice in asked(state).choices]
    assert sorted(sorted(spread.items()) for spread in offered) == sorted(
        sorted(spread.items())
        for spread in (
            {"left": 2},
            {"across": 2},
            {"right": 2},
            {"left": 1, "across": 1},
            {"left": 1, "right": 1},
            {"across": 1, "right": 1},
        )
    )


def test_d25_everybody_may_answer_for_the_group(lay: Lay, cause: Any) -> None:
    """Only together, and only with that option: the first answer counts."""
    options = {"group_decisions": "first_answer"}
    position = {"seats": 3, "track": ["foal"], "overlord": "vragan", "options": options}
    for together, seats in ((True, [0, 1, 2]), (False, [0])):
        state = lay(position, together=together)
        cause(state, {"overlord_attacks": {"who": "lowest_defense"}})
        assert [p.seat for p in ENCHANTERS.list_prompts(state)] == seats
    state = lay({**position, "options": {}, "turn": "B"}, together=True)
    cause(state, {"overlord_attacks": {"who": "lowest_defense"}}, seat=2)
    assert [p.seat for p in ENCHANTERS.list_prompts(state)] == [1]


def test_d18_a_card_has_its_number_only_beside_another_of_its_name(lay: Lay, cause: Any) -> None:
    seats = {"A": {"creature": ["runt 3", "acolyte 2", "runt 5"]}, "B": {}}
    state = lay({"seats": seats, "track": ["foal 1"]})
    cause(state, {"discard_any": {"from": ["monster"], "n": 1}})
    assert [choice.args for choice in asked(state).choices] == [
        {"card": "goblins.runt", "copy": 5},
        {"card": "cultists.acolyte"},
        {"card": "goblins.runt", "copy": 3},
    ]


def test_d10_who_pays_with_pearls_alone_loses_no_crystal(lay: Lay) -> None:
    """Nothing is told about crystals."""
    state = lay({"seats": {"A": {"crystals": 3}, "B": {}}})
    state.seats[0].pearls = 2
    run = Run(state)
    CrystalsCost(2).pay(run, 0, "", pearls=2)
    assert (state.seats[0].crystals, state.seats[0].pearls, state.seats[0].pearls_used) == (3, 0, 2)
    assert run.events == []
    CrystalsCost(2).pay(run, 0, "", pearls=0)
    assert [(event.kind, event.args["n"]) for event in run.events] == [("crystals", -2)]
