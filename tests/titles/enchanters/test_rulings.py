"""The rulings of RULINGS.md by their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD, DESIGNS
from games.titles.enchanters.rules.journeys import cost_of
from games.titles.enchanters.rules.library import Book, read_file
from games.titles.enchanters.rules.overlords import offer_card
from games.titles.enchanters.rules.running import MAX_TASKS, Run
from games.titles.enchanters.rules.scoring import end_together, final_scores
from games.titles.enchanters.rules.setup import BEGINNERS
from games.titles.enchanters.rules.state import OVERLORD, State, Task
from games.titles.enchanters.rules.turn import run_to_next_question
from games.titles.enchanters.rules.values import (
    creature_powers,
    effective_power,
    icon_value,
    wound_count,
)
from games.titles.enchanters.rules.wounds import heal_wounds

Lay = Callable[..., State]
PLAIN: dict[str, Any] = {"seats": 2, "track": ["foal 1", "stag 1"], "deck": ["stag 2", "stag 3"]}


def question(state: State) -> str:
    prompts = ENCHANTERS.list_prompts(state)
    return prompts[0].question if prompts else ""


def test_a01_half_decks_have_thirteen_cards() -> None:
    state = ENCHANTERS.set_up_match(2, b"a01", {"kingdom_selection": "random"})
    assert len(state.kingdoms) == 4 and len(state.deck) + 6 == 4 * 13


def test_a02_double_damage_is_twice_the_damage(lay: Lay, say: Any) -> None:
    state = lay({"seats": {"A": {"attack": 9, "defense": 3}, "B": {}}, "track": ["brute 1"]})
    say(state, 0, "journey 0")
    assert state.seats[0].wounds == 8


def test_a03_a_base_cost_is_set_before_speed(lay: Lay, print_card: Any) -> None:
    """Of several the lowest: spaces 3 to 5 cost two, minus one for speed."""
    statics = [{"static": {"journey_base_cost": {"min_slot": 3, "cost": n}}} for n in (4, 2, 3)]
    print_card(upper={"abilities": statics})
    seats = {"A": {"item": ["trial"], "enchantment": ["of_fast_feet"]}, "B": {}}
    state = lay({"seats": seats})
    assert [cost_of(state, 0, slot) for slot in range(6)] == [0, 0, 1, 1, 1, 1]
    assert [cost_of(state, 1, slot) for slot in range(6)] == [0, 1, 2, 3, 4, 5]


def test_a03_a_base_cost_above_the_spaces_number_raises_nothing(lay: Lay, print_card: Any) -> None:
    """“Cost you only N.”"""
    static = {"static": {"journey_base_cost": {"min_slot": 3, "cost": 4}}}
    print_card(upper={"abilities": [static]})
    state = lay({"seats": {"A": {"item": ["trial"]}, "B": {}}})
    assert [cost_of(state, 0, slot) for slot in (3, 4, 5)] == [3, 4, 4]


def test_a04_six_strength_are_six(lay: Lay) -> None:
    state = lay({"seats": 2, "track": ["frost_wyrm"]})
    assert creature_powers(state, 0, "barbarians.frost_wyrm", 0) == (13, 17)
    assert creature_powers(state, 0, "barbarians.frost_wyrm", 3) == (13, 11)


def test_a05_others_are_all_but_who_controls_the_effect(lay: Lay, cause: Any) -> None:
    state = lay()
    cause(state, {"deal_damage": {"to": "each_other", "n": 1}}, seat=1)
    assert [seat.wounds for seat in state.seats] == [6, 3, 1]


def test_a06_who_created_the_match_chooses_the_kingdoms() -> None:
    state = ENCHANTERS.set_up_match(3, b"a06", {"kingdom_selection": "group"})
    prompt = ENCHANTERS.list_prompts(state)[0]
    assert (prompt.seat, prompt.question) == (0, "kingdom")
    assert {choice.args["name"] for choice in prompt.choices} == set(BEGINNERS)


def test_a07_what_was_chosen_together_is_applied_clockwise(lay: Lay, cause: Any, say: Any) -> None:
    state = lay()
    cause(state, {"discard_any": {"who": "each", "from": ["monster"], "n": 1}})
    say(state, 1, "discard Biting Runt")
    say(state, 0, "discard Lash Zealot")
    assert state.graveyard[-3:] == ["cultists.zealot/1", "goblins.runt/2", "cultists.acolyte/3"]


def test_a08_victims_pick_covered_cards_too(lay: Lay, cause: Any) -> None:
    state = lay()
    cause(state, {"discard_any": {"who": "another", "from": ["item"], "n": 1}})
    assert [(p.seat, len(p.choices)) for p in ENCHANTERS.list_prompts(state)] == [(1, 3)]


def test_a09_who_has_too_few_crystals_takes_the_wound(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "seats": {"A": {"crystals": 1}, "B": {}}})
    cause(state, {"choose_one": [{"take_damage": {"n": 1}}, {"lose_crystals": {"n": 2}}]})
    assert (state.seats[0].wounds, state.seats[0].crystals) == (1, 1)


def test_a10_hopeless_fights_are_an_option(lay: Lay) -> None:
    def spaces(options: dict[str, Any]) -> list[Any]:
        position = {**PLAIN, "options": options, "seats": {"A": {"crystals": 5}, "B": {}}}
        prompt = ENCHANTERS.list_prompts(lay(position))[0]
        return [c.args["at"] for c in prompt.choices if c.verb == "journey"]

    assert spaces({}) == [0, 1] and spaces({"hopeless_fights": False}) == []


def test_a11_a_lost_bonus_fight_burns_no_card(lay: Lay, cause: Any, say: Any) -> None:
    state = lay({**PLAIN, "graveyard": ["hierarch 1"]})
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"]}})
    say(state, 0, "visit Masked Hierarch")
    assert state.graveyard == ["cultists.hierarch/1"] and state.track[0].card == "unicorns.foal/1"


def test_a12_wounds_and_dragons_are_no_monsters(lay: Lay, cause: Any) -> None:
    seats = {"A": {"creature": ["plague_wyrm"], "wound": ["limp"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats})
    cause(state, {"discard_any": {"from": ["monster"], "n": 1}})
    cause(state, {"discard_any": {"from": ["item", "enchantment"], "n": 1}})
    assert not state.graveyard and state.seats[0].stacks["wound"]


def test_a13_of_an_empty_deck_the_first_card_goes(lay: Lay, say: Any) -> None:
    seats = {"A": {"attack": 20, "defense": 20, "crystals": 2}, "B": {}}
    position = {"seats": seats, "track": ["foal", "stag"], "overlord": "vragan"}
    state = lay({**position, "overlord_rewards": 2})
    say(state, 0, "challenge")
    assert state.graveyard == ["unicorns.foal/1"] and state.seats[0].rewards == 1
    # Two wounds for the others are Vragan's reward; the foal does not invade.
    assert [seat.wounds for seat in state.seats] == [0, 2]


def test_a14_starting_cards_go_to_the_box_or_under_their_decks(lay: Lay, cause: Any) -> None:
    seats = {"A": {"item": ["banner.goblin", "fist", "door_shield"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "banner_deck": ["banner.gnoll"]})
    for card in ("start.fist/1", "banner.goblin"):
        cause(state, {"discard_any": {"from": ["item"], "n": 1}})
        words = {c.args["card"]: c for c in ENCHANTERS.list_prompts(state)[0].choices}
        ENCHANTERS.play_decision(state, 0, words[card.split("/")[0]].examples()[0])
    assert state.box == ["start.fist/1"] and state.banner_deck == ["banner.goblin", "banner.gnoll"]


def test_a15_without_wound_cards_tokens_stay(lay: Lay, cause: Any) -> None:
    state = lay(PLAIN)
    cause(state, {"take_damage": {"n": 12}})
    assert state.seats[0].wounds == 12 == wound_count(state, 0)


def test_a16_together_the_pool_is_everybodys_wounds(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "pool": 7}, together=True)
    cause(state, {"move_wounds": {"from": "self", "to": "left", "n": 3}})
    assert wound_count(state, 0) == wound_count(state, 1) == 7
    cause(state, {"move_wounds": {"from": "self", "to": "overlord", "n": 3}})
    assert (state.pool, state.hit_points) == (4, 96)


def test_a17_tokens_of_a_card_that_is_taken_go(lay: Lay, say: Any) -> None:
    state = lay({**PLAIN, "track": [{"card": "silver_horn 1", "wounds": 2}, "stag 1"]})
    say(state, 0, "journey 0")
    assert sum(space.wounds for space in state.track) == 0


def test_a18_gains_last_until_the_own_clean_up(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(PLAIN)
    cause(state, {"gain": {"attack": 3}}, seat=1)
    say(state, 0, "rest Normaltown 1")
    assert state.seats[1].attack == 5
    say(state, 1, "rest Normaltown 1")
    assert state.seats[1].attack == 2


def test_a19_changes_are_summed_before_the_floor(lay: Lay, cause: Any) -> None:
    """+5 −1 defense from 0: the attack counts in full, the defense stays at 0."""
    state = lay(PLAIN)
    cause(state, {"gain": {"attack": 5, "defense": -1}})
    assert (state.seats[0].attack, state.seats[0].defense) == (7, 0)


def test_a20_the_end_of_the_turn_comes_before_the_weight(lay: Lay, say: Any) -> None:
    seats = {"A": {"item": ["clover_wreath"], "wounds": 2, "crystals": 1}, "B": {}}
    state = lay({**PLAIN, "seats": seats})
    say(state, 0, "rest Normaltown 1")
    assert state.seats[0].wounds == 1


def test_a21_a_lost_fight_is_no_journey_but_costs_weight(lay: Lay, say: Any) -> None:
    seats = {"A": {"enchantment": ["class.of_rogues"], "wound": ["limp"], "crystals": 5}, "B": {}}
    state = lay({**PLAIN, "track": ["foal 1", "foal 2", "foal 3", "stag 1"], "seats": seats})
    say(state, 0, "journey 3")
    assert state.seats[0].crystals == 5 - 3 - 1
    assert state.graveyard == ["unicorns.foal/1"]


@pytest.mark.parametrize(
    ("item", "at", "crystals"),
    [("banner.normalian", "", 1), ("trial", "before_add", 1), ("trial", "after_add", 0)],
)
def test_a22_the_timing_of_taking_is_on_the_trigger(
    item: str, at: str, crystals: int, lay: Lay, say: Any, print_card: Any
) -> None:
    """The Normalian Banner brings its crystal before the new item covers it."""
    if at:
        trigger = {"took": {"types": ["item"], "at": at}}
        effect = [{"take_crystals": {"n": 1}}]
        print_card(upper={"abilities": [{"when": {"trigger": trigger, "effect": effect}}]})
    seats = {"A": {"item": [item]}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "track": ["silver_horn 1", "stag 1"]})
    say(state, 0, "journey 0")
    assert state.seats[0].crystals == crystals


def test_a23_powers_are_recomputed_before_the_points(lay: Lay, say: Any) -> None:
    seats = {"A": {"attack": 9, "defense": 9}, "B": {"attack": 9, "defense": 9}}
    state = lay({"seats": seats, "track": ["foal"], "village": "dwarfburg"})
    say(state, 0, "rest Dwarfburg 1")
    outcome = ENCHANTERS.find_outcome(state)
    assert outcome and [dict(part)["village"] for part in outcome.lines] == [0, 0]


def test_a24_equals_share_the_victory(lay: Lay, say: Any) -> None:
    state = lay({"seats": 2, "track": ["foal"]})
    say(state, 0, "rest Normaltown 1")
    outcome = ENCHANTERS.find_outcome(state)
    assert outcome is not None and outcome.places == (1, 1)


def test_a25_an_overlord_without_tokens_falls_in_the_next_challenge(
    lay: Lay, cause: Any, say: Any
) -> None:
    seats = {"A": {"attack": 20, "defense": 20, "crystals": 2}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "vragan", "overlord_rewards": 1})
    cause(state, {"overlord_rewards": {"add": -1}})
    assert state.overlord_active
    say(state, 0, "challenge")
    assert not state.overlord_active and state.seats[0].rewards == 0


def test_a26_the_sixth_crystal_makes_a_reinforcement(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "overlord_crystals": 4}, together=True)
    cause(state, {"overlord_crystals": {"from": "supply", "n": 2}})
    assert state.overlord_crystals == 1
    assert state.overlord_health + state.overlord_strength == 1


def test_a27_events_go_under_their_deck(lay: Lay, say: Any) -> None:
    """26 events, or 32 with those of Cerberus, come round one after the other."""
    state = lay({**PLAIN, "event": "event.fog/1"}, together=True)
    for seat in (0, 1):
        say(state, seat, "rest Normaltown 1")
    assert state.event == "event.respite/1"
    assert state.event_deck == ["event.fog/1", "event.curse/1", "event.respite/2"]


def test_a28_together_the_overlord_is_another_player(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(PLAIN, together=True)
    cause(state, {"deal_damage": {"to": "another", "n": 2}})
    say(state, 0, "choose Overlord")
    cause(state, {"deal_damage": {"to": "each", "n": 1}})
    assert (state.hit_points, state.pool) == (97, 2)


def test_a29_what_the_overlord_should_discard_weakens_it(lay: Lay, cause: Any, say: Any) -> None:
    state = lay({**PLAIN, "overlord_health": 1}, together=True)
    cause(state, {"discard_any": {"who": "each_other", "from": ["monster"], "n": 1}})
    assert state.overlord_health == 0
    state.seats[0].stacks["creature"] = ["goblins.runt/1", "goblins.runt/2"]
    cause(state, {"give_monster": {"to": "overlord", "which": "top"}})
    say(state, 0, "choose Overlord")
    assert state.graveyard == ["goblins.runt/2"]
    assert state.overlord_health + state.overlord_strength == 1


def test_a30_weight_takes_what_there_is(lay: Lay, say: Any) -> None:
    seats = {"A": {"wound": ["limp 1"], "creature": ["acolyte 1"]}, "B": {}}
    state = lay({**PLAIN, "track": ["silver_horn 1", "stag 1"], "seats": seats})
    say(state, 0, "journey 0")
    assert state.seats[0].crystals == 0


def test_a31_the_cards_of_the_shorter_match_stay_secret() -> None:
    state = ENCHANTERS.set_up_match(3, b"a31", {"short": True, "kingdom_selection": "random"})
    assert len(state.box_unseen) == 15
    assert ENCHANTERS.build_view(state, 0).piles is None


def test_a32_two_or_three_artifacts_a_player_lie_on_top() -> None:
    for factor in (2, 3):
        options = {"priming_factor": factor, "kingdom_selection": "random"}
        state = ENCHANTERS.set_up_match(2, b"a32", options)
        top = [space.card for space in state.track] + state.deck[::-1]
        kinds = [code.split("/")[0] for code in top[: 2 * factor]]
        assert not any(DESIGNS[design].health for design in kinds)


def test_a33_damage_that_answers_damage_needs_a_guard() -> None:
    card = (
        "set: x\nstatus: authored\ncards:\n"
        "- {id: x.y, kind: item, name: Y, upper: {abilities: [{when: {trigger: damage_taken,"
        " effect: [{deal_damage: {to: another, n: 1}}]%s}}]}}\n"
    )
    book = Book({}, {})
    read_file(book, card % ", once_per_event: true", "x.yaml")
    try:
        read_file(Book({}, {}), card % "", "x.yaml")
    except ValueError as error:
        assert "once_per_event" in str(error) and "x.yaml: x.y" in str(error)
    else:
        raise AssertionError("a damage loop was let in")
    assert MAX_TASKS >= 100


def test_a34_the_card_just_won_is_used_only_once_it_lies(lay: Lay, say: Any) -> None:
    state = lay({**PLAIN, "track": ["ritual_knife 1", "stag 1"]})
    say(state, 0, "journey 0")
    assert question(state) == "turn"
    assert {c.verb for c in ENCHANTERS.list_prompts(state)[0].choices} == {"end", "use"}


def test_a35_effects_happen_as_far_as_possible(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "seats": {"A": {}, "B": {"crystals": 1}}})
    cause(state, {"steal_crystals": {"from": "another", "n": 3}})
    assert (state.seats[0].crystals, state.seats[1].crystals) == (1, 0)


def test_a36_two_to_four_players() -> None:
    assert list(ENCHANTERS.seats) == [2, 3, 4]


def test_a37_without_an_adaptable_overlord_any_adaptable_one_comes() -> None:
    for seed in range(12):
        options = {"mode": "coop", "kingdom_selection": "random"}
        state = ENCHANTERS.set_up_match(2, bytes([seed]), options)
        assert "coop" in CARD[state.overlord].sides


def test_a38_missing_banners_are_topped_up() -> None:
    state = ENCHANTERS.set_up_match(4, b"a38", {"kingdom_selection": "random"})
    assert len({seat.stacks["item"][0] for seat in state.seats}) == 4


def test_a39_the_rich_village_and_the_rich_class_add_up() -> None:
    for seed in range(200):
        options = {"village": "cave_of_fools", "related": "random", "kingdom_selection": "random"}
        state = ENCHANTERS.set_up_match(4, seed.to_bytes(2), options)
        while question(state) == "starter":
            prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
            ENCHANTERS.play_decision(state, prompt.seat, prompt.fallback)
        for seat in state.seats:
            if "class.of_sculptors" in seat.stacks["enchantment"]:
                assert seat.crystals == 45
                return
    raise AssertionError("nobody was a Sculptor")


def test_a40_a_new_village_gives_nothing_to_begin_with(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "village_deck": ["cave_of_fools"]})
    cause(state, {"replace_village": {"then": [{"take_damage": {"n": 5}}]}})
    assert state.village == "village.cave_of_fools" and state.seats[0].crystals == 0
    assert state.seats[0].wounds == 5 and state.box == ["village.normaltown"]


def test_a41_a_copy_acts_as_the_top_enchantment_and_stays_an_item(lay: Lay) -> None:
    seats = {"A": {"item": ["banner.underdweller"], "enchantment": ["of_rage"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats})
    # Twice attack 2 above and 1 below; both lines can be used, each with a label of its own.
    assert state.seats[0].attack == 6
    cards = [c.args["card"] for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    assert cards == ["banner.underdweller", "barbarians.of_rage"]


def test_a41_a_copy_shows_both_parts_of_the_enchantment(lay: Lay, print_card: Any) -> None:
    """Speed 2 above and 1 below, and both once more."""
    print_card(kind="enchantment", upper={"icons": {"speed": 2}}, lower={"icons": {"speed": 1}})
    seats = {"A": {"item": ["banner.underdweller"], "enchantment": ["trial"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats})
    assert icon_value(state, 0, "speed") == 6


def test_a42_you_of_an_event_is_everybody(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "event": "event.dark_muster/1", "anger": 1}, together=True)
    state.asked = None
    cause(state, {"event_line": 0}, card="event.dark_muster/1")
    assert state.pool == 2


def test_a43_in_duels_with_the_overlord_only_the_player_prepares(lay: Lay, cause: Any) -> None:
    seats = {"A": {"item": ["ritual_knife"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats}, together=True)
    cause(state, {"duel_begins": OVERLORD})
    assert [(p.seat, p.question) for p in ENCHANTERS.list_prompts(state)] == [(0, "duel_prep")]


def test_a44_losing_is_looked_at_before_winning(lay: Lay) -> None:
    state = lay(PLAIN, together=True)
    state.pool, state.hit_points = 41, 0
    assert end_together(state) == "lost"
    state.pool = 40
    assert end_together(state) == "won"


def test_a45_the_last_card_ends_the_match_after_clean_up(lay: Lay, say: Any) -> None:
    state = lay({"seats": 2, "track": ["foal"]})
    say(state, 0, "rest Normaltown 1")
    assert state.result == "scored"


def test_a46_a_defeated_overlord_leaves_its_rewards(lay: Lay) -> None:
    seats = {"A": {"rewards": 2}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "vragan", "overlord_active": False})
    verbs = {c.verb for c in ENCHANTERS.list_prompts(state)[0].choices}
    assert "challenge" not in verbs and final_scores(state)[0] == 16


def test_a47_who_is_out_of_reach_is_passed_over_on_others_turns(lay: Lay, cause: Any) -> None:
    seats = {"A": {}, "B": {"enchantment": ["of_monks"]}, "C": {}}
    state = lay({**PLAIN, "seats": seats})
    cause(state, {"deal_damage": {"to": "another", "n": 1}})
    cause(state, {"deal_damage": {"to": "each", "n": 1}})
    assert [seat.wounds for seat in state.seats] == [1, 0, 2]
    # On its own turn it is reached.
    state.active = 1
    cause(state, {"deal_damage": {"to": "each", "n": 1}}, seat=1)
    assert state.seats[1].wounds == 1


def test_a_die_is_drawn_only_after_every_choice(lay: Lay, cause: Any) -> None:
    state = lay()
    events = cause(state, {"heal": {"who": "self", "n": {"die": 6}}})
    assert events[0].kind == "die" and events[0].reveals


def test_a48_each_line_is_used_once_a_turn(lay: Lay, say: Any) -> None:
    seats = {"A": {"item": ["throwing_axe"], "crystals": 5}, "B": {}}
    state = lay({**PLAIN, "seats": seats})
    say(state, 0, "use Throwing Axe")
    say(state, 0, "use Throwing Axe")
    assert effective_power(state, 0, "attack") == 2 + 2 + 1 + 4
    assert all(c.verb != "use" for c in ENCHANTERS.list_prompts(state)[0].choices)


def test_healing_breaks_up_wound_cards(lay: Lay) -> None:
    state = lay({**PLAIN, "seats": {"A": {"wound": ["limp"], "wounds": 1}, "B": {}}})
    heal_wounds(Run(state), 0, 3)
    assert state.seats[0].wounds == 8 and not state.seats[0].stacks["wound"]


def test_a15_one_card_is_left_for_two_times_ten_tokens(lay: Lay, cause: Any) -> None:
    state = lay({**PLAIN, "wound_deck": ["limp"]})
    cause(state, {"take_damage": {"n": 23}})
    assert state.seats[0].stacks["wound"] == ["wound.limp/1"]
    assert state.seats[0].wounds == 13 and wound_count(state, 0) == 23


def test_a33_an_answer_to_damage_comes_once_until_an_action_is_chosen(
    lay: Lay, print_card: Any
) -> None:
    answer = {"trigger": "damage_taken", "once_per_event": True}
    print_card(upper={"abilities": [{"when": answer | {"effect": [{"take_crystals": {"n": 1}}]}}]})
    position = {"seats": {"A": {"item": ["trial"], "crystals": 0, "wounds": 0}, "B": {}}}
    state = lay({**PLAIN, **position})
    state.asked = None
    state.tasks = [Task("take_damage", 0, {"n": 1}) for _ in range(2)]
    run_to_next_question(Run(state))
    assert (state.seats[0].wounds, state.seats[0].crystals) == (2, 1)

    state.tasks = [Task("turn_begins", 0)]
    run_to_next_question(Run(state))
    state.asked, state.tasks = None, [Task("take_damage", 0, {"n": 1})]
    run_to_next_question(Run(state))
    assert (state.seats[0].wounds, state.seats[0].crystals) == (3, 2)


def test_a29_a_card_worth_nothing_strengthens_the_overlord(lay: Lay, print_card: Any) -> None:
    """Only a card worth negative points weakens it."""
    for points, more in ((0, 1), (-1, 0)):
        print_card(lower={"abilities": [{"vp": points}]})
        state = lay(
            {**PLAIN, "seats": {"A": {"item": ["fist", "trial"]}, "B": {}}, "overlord": "vragan"}
        )
        offer_card(Run(state), 0, "item.trial")
        assert state.overlord_health + state.overlord_strength == more
