"""Sentences of the rules, by their headings, where several of them meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.people import other_targets
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import OVERLORD, State, Task
from games.titles.enchanters.rules.turn import run_to_next_question
from games.titles.enchanters.rules.values import overlord_powers

Lay = Callable[..., State]
PLAIN: dict[str, Any] = {"seats": 2, "track": ["foal 1", "stag 1"], "deck": ["stag 2", "stag 3"]}


def begin_round(state: State, event: str) -> None:
    """Let the round end and the Overlord reveal this event."""
    state.asked, state.event, state.tasks = None, "", [Task("round_begins", state.starting)]
    state.event_deck.append(event)
    run_to_next_question(Run(state))


def choices(state: State, verb: str) -> list[dict[str, Any]]:
    prompts = ENCHANTERS.list_prompts(state)
    return [choice.args for choice in prompts[0].choices if choice.verb == verb]


def test_set_up_starting_cards_come_before_village_and_overlord() -> None:
    state = ENCHANTERS.set_up_match(2, b"order", {"related": "random"})
    assert state.asked and state.asked.question == "starter"
    assert (state.village, state.overlord) == ("", "") and state.track[0].card
    while state.asked.question == "starter":
        assert not (state.village or state.overlord or state.wound_deck)
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
        ENCHANTERS.play_decision(state, prompt.seat, prompt.fallback)
    assert state.village and state.overlord and state.seats[0].crystals


def test_overlord_turn_nobody_is_active(lay: Lay) -> None:
    """The starting player breaks ties, the last one is reached, the overlay holds."""
    position = {**PLAIN, "seats": 3, "turn": "C", "starting": "A"}
    state = lay(position, together=True)
    begin_round(state, "event.assault/1")
    assert [(p.seat, p.question) for p in ENCHANTERS.list_prompts(state)] == [(0, "tie")]
    assert state.active < 0 and overlord_powers(state) == (8, 4)

    monk = {"enchantment": ["class.of_monks"]}
    state = lay({**position, "seats": {"A": {}, "B": {}, "C": monk}}, together=True)
    assert other_targets(state, 0) == [1, 2, -1]
    state.active = 0
    assert other_targets(state, 0) == [1, -1]


def test_overlord_turn_counts_nothing_of_a_player(lay: Lay) -> None:
    """E164: “per your dragon” is for the player whose turn it is; what is fixed always holds."""
    seats = {"A": {"creature": ["red_sire"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "theria", "overlord_rewards": 2})
    assert overlord_powers(state) == (11, 10)
    state.active = -2
    assert overlord_powers(state) == (9, 8)


@pytest.mark.parametrize("attack", [20, 0])
def test_challenge_a_cost_of_its_own_leaves_it_the_main_action(
    lay: Lay, say: Any, attack: int
) -> None:
    """Theria takes two points for a Nervous Acolyte, then fights; won or lost, one card goes."""
    seats = {"A": {"creature": ["acolyte 1"], "attack": attack, "defense": 20}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "theria"}, together=True)
    say(state, 0, "challenge")
    assert sum(bool(space.card) for space in state.track) + len(state.deck) == 3
    assert state.hit_points == 97 - attack and state.graveyard
    assert state.box == ["cultists.acolyte/1"]


def test_challenge_is_blocked_for_whom_it_is_written(lay: Lay) -> None:
    """E159 on an event is for all."""
    position = {**PLAIN, "overlord": "cerberus", "seats": {"A": {"crystals": 3}, "B": {}}}
    state = lay({**position, "event": "event.howl", "anger": 1}, together=True)
    assert not choices(state, "challenge")
    state = lay({**position, "event": "event.howl", "anger": 2}, together=True)
    assert choices(state, "challenge")


def test_minor_actions_each_reward_token_is_a_card(lay: Lay, say: Any) -> None:
    seats = {"A": {"rewards": 2}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "nargan", "overlord_rewards": 1})
    say(state, 0, "use Nargan")
    say(state, 0, "use Nargan")
    assert state.seats[0].attack == 4 and not choices(state, "use")


def test_minor_actions_a_swapped_card_is_new_to_whom_it_comes_back(lay: Lay, cause: Any) -> None:
    knives = {"item": ["ritual_knife 1"]}, {"item": ["ritual_knife 2"]}
    state = lay({**PLAIN, "seats": {"A": knives[0], "B": knives[1]}})
    label = "cultists.ritual_knife/1|upper"
    state.seats[0].used = {label: 1}
    cause(state, {"swap_tops": {"stack": "item", "with": "another"}})
    assert not state.seats[0].used


def test_clean_up_a_free_journey_costs_weight_too(lay: Lay, cause: Any, say: Any) -> None:
    """“Journeys outside the track” are free, and journeys."""
    seats = {"A": {"wound": ["limp 1"], "crystals": 2}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "graveyard": ["padded_vest 1"]})
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    say(state, 0, "visit Padded Vest")
    say(state, 0, "rest Normaltown 1")
    assert state.seats[0].stacks["item"][-1] == "bandits.padded_vest/1"
    assert state.seats[0].crystals == 2 + 3 - 1


def test_block_take_discards_what_is_given(lay: Lay, cause: Any) -> None:
    """E081: any item that would enter the stack is discarded instead."""
    seats = {"A": {"item": ["padded_vest 1", "fist"]}, "B": {"enchantment": ["class.of_sculptors"]}}
    state = lay({**PLAIN, "seats": seats})
    cause(state, {"give_top": {"stacks": ["item"], "choose": 1, "to": "another"}})
    assert state.graveyard == ["bandits.padded_vest/1"]
    assert state.seats[1].stacks["item"] == ["start.fist/2"]


def test_mute_starters_blanks_what_always_holds(lay: Lay) -> None:
    """E121: of Monks is reached and of Sculptors may take items while the curse lasts."""
    seats = {"A": {}, "B": {"enchantment": ["class.of_monks"]}, "C": {}}
    position = {**PLAIN, "seats": seats, "event": "event.curse/1", "anger": 1}
    assert 1 in other_targets(lay(position, together=True), 0)
    assert 1 not in other_targets(lay({**position, "anger": 2}, together=True), 0)


def test_overlord_as_a_target_can_be_picked_without_tokens(lay: Lay, cause: Any, say: Any) -> None:
    """It gives nothing, and nobody else has to (D-17, “the Overlord as a target”)."""
    seats = {"A": {}, "B": {"creature": ["acolyte 1"]}}
    state = lay({**PLAIN, "seats": seats}, together=True)
    cause(state, {"demand_monster": {"from": "another", "n": 1}})
    say(state, 0, "choose Overlord")
    assert state.seats[1].stacks["creature"] and not state.seats[0].stacks["creature"]


def test_pearls_follow_the_village_at_once(lay: Lay, cause: Any) -> None:
    """E048: with another village the token it gave goes."""
    state = lay({**PLAIN, "village": "sleepy_rock", "village_deck": ["normaltown"]})
    assert [seat.pearls for seat in state.seats] == [1, 1]
    cause(state, {"replace_village": {}})
    assert [seat.pearls for seat in state.seats] == [0, 0]


def test_branches_count_what_would_be_lost(lay: Lay, cause: Any) -> None:
    """A-09 with an amount that is counted."""
    state = lay({**PLAIN, "seats": {"A": {"crystals": 1, "creature": ["acolyte 1"]}, "B": {}}})
    per = {"n": {"per": "monsters", "times": 2}}
    cause(state, {"choose_one": [{"take_damage": {"n": 1}}, {"lose_crystals": per}]})
    assert (state.seats[0].wounds, state.seats[0].crystals) == (1, 1)


def test_demands_for_several_monsters_take_as_many_as_there_are(
    lay: Lay, cause: Any, say: Any
) -> None:
    """E116 with another number; A-35."""
    seats = {"A": {}, "B": {"creature": ["zealot 1", "foal 1", "runt 1"]}}
    state = lay({**PLAIN, "seats": seats, "track": ["stag 1"]})
    cause(state, {"demand_monster": {"from": "another", "n": 2}})
    say(state, 1, "give Skittish Foal")
    say(state, 1, "give Biting Runt")
    assert state.seats[0].stacks["creature"] == ["unicorns.foal/1", "goblins.runt/1"]
    cause(state, {"demand_monster": {"from": "another", "n": 5}})
    assert not state.seats[1].stacks["creature"]


def test_demands_end_with_as_many_monsters_as_they_say(lay: Lay, cause: Any, say: Any) -> None:
    """E116 for four of five."""
    seats = {"A": {}, "B": {"creature": ["runt 1", "runt 2", "runt 3", "runt 4", "runt 5"]}}
    state = lay({**PLAIN, "seats": seats})
    cause(state, {"demand_monster": {"from": "another", "n": 4}})
    for copy in (1, 2, 3, 4):
        say(state, 1, f"give Biting Runt {copy}")
    assert state.seats[1].stacks["creature"] == ["goblins.runt/5"] and state.active == 0
    assert len(state.seats[0].stacks["creature"]) == 4


def test_last_duels_of_the_village_and_of_rewards_are_ordered(lay: Lay, say: Any) -> None:
    """Arena Mundi and Sa’akara meet at the end of the game (D-04, D-16)."""
    seats = {"A": {"rewards": 1, "attack": 9}, "B": {}}
    position = {"seats": seats, "track": ["foal 1"], "village": "arena_mundi"}
    state = lay({**position, "overlord": "saakara", "overlord_active": False})
    say(state, 0, "rest Arena Mundi 1")
    assert choices(state, "first") == [
        {"card": "village.arena_mundi"},
        {"card": "overlord.saakara"},
    ]


def test_an_overlays_line_is_told_as_the_overlay_says(lay: Lay, say: Any) -> None:
    seats = {"A": {"creature": ["acolyte 1"]}, "B": {}}
    state = lay({**PLAIN, "seats": seats, "overlord": "theria"}, together=True)
    used = next(event for event in say(state, 0, "challenge") if event.kind == "used")
    assert "remove" in ENCHANTERS.describe_event(used, ["A", "B"], "en").casefold()


def test_challenge_reinforcements_are_for_playing_together(lay: Lay, say: Any) -> None:
    """Two of them with two players."""
    seats = {"A": {"attack": 20, "defense": 20, "crystals": 3}, "B": {}}
    position = {**PLAIN, "seats": seats, "overlord": "vragan", "overlord_rewards": 2}
    for together in (False, True):
        state = lay({**position, "options": {"reinforcements": True}}, together=together)
        say(state, 0, "challenge")
        assert state.overlord_health + state.overlord_strength == (2 if together else 0)


def test_a_duel_that_wins_and_loses_at_once_is_lost(lay: Lay, cause: Any) -> None:
    """“Both attack simultaneously”, and losing is looked at first (A-44)."""
    seats = {"A": {"attack": 20}, "B": {}}
    for pool, result in ((38, "lost"), (30, "won")):
        state = lay({**PLAIN, "seats": seats, "pool": pool, "overlord": "saakara"}, together=True)
        state.hit_points = 3
        cause(state, {"duel_begins": OVERLORD})
        assert state.result == result and state.pool == pool + 5
