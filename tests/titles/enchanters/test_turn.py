"""The sequence of play, sentence by sentence: rounds, turns, journeys, combat, rests, challenges,
invasions, minor actions and clean-up.

The table is that of conftest.py: attack and defense of A are 4 and 9, Vragan's health is 9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.contract import IllegalDecision
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task
from games.titles.enchanters.rules.turn import run_to_next_question

from .conftest import RICH
from .tables import answer_all, find_changes, list_facts, replace_fields

Lay = Callable[..., State]

# Somebody without texts, and nobody to invade.
BARE: dict[str, Any] = {
    "overlord": "",
    "A.item": ["fist"],
    "A.enchantment": ["enchanting"],
    "A.creature": [],
}


def happen(state: State, op: str, seat: int = 0, args: Any = None) -> None:
    """Let a step of the turn happen now."""
    state.asked = None
    state.tasks = [Task(op, seat, args)]
    run_to_next_question(Run(state))


def offered(state: State, verb: str) -> list[dict[str, Any]]:
    """Return the answers of a kind that the first prompt offers."""
    return [c.args for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == verb]


# Rounds and turns ---------------------------------------------------------------------------------


def test_turns_go_clockwise_from_the_starting_player(lay: Lay, say: Any) -> None:
    deck = ["stag 1", "stag 2", "elder 1", "brute 1", "queen 1"]
    state = lay({"seats": 3, "starting": "B", "turn": "B", "track": ["foal 1"], "deck": deck})
    order = []
    for _ in range(4):
        order.append(state.active)
        say(state, state.active, "rest Normaltown 1")
    assert order == [1, 2, 0, 1]
    assert (state.turn, state.round) == (5, 2)


def test_overlord_turn_comes_first_in_each_round(lay: Lay, say: Any) -> None:
    """The old event goes under the deck, the next one is revealed and carried out."""
    position = {"seats": 2, "starting": "B", "track": ["foal 1", "foal 2"], "event": "event.fog/1"}
    state = lay({**position, "pool": 9}, together=True)
    assert state.event == "event.fog/1"

    say(state, 0, "rest Normaltown 1")

    # The foal has hurt the active player under Vragan. Respite: all players heal two.
    assert (state.event, state.event_deck[0]) == ("event.respite/1", "event.fog/1")
    assert (state.pool, state.active, state.anger) == (9 + 1 - 4, 1, 1)


@pytest.mark.parametrize(
    ("hit_points", "changes"),
    [
        (112, {"pool": -4, "event_deck": "respite 2, curse"}),
        (99, {"pool": -4, "event_deck": "respite 2, curse"}),
        (70, {"pool": -4, "event_deck": "respite 2, curse"}),
        (69, {"pool": -2, "event_deck": "respite 2, curse"}),
        (40, {"pool": -2, "event_deck": "respite 2, curse"}),
        (39, {"A.crystals": 1, "B.crystals": 1, "event_deck": "respite 2, curse"}),
    ],
)
def test_overlord_turn_the_line_follows_the_hit_points(
    hit_points: int, changes: Any, lay: Lay, say: Any
) -> None:
    """“One mark from 70 on, two from 40”, three below: all heal two, one heals two, or all take a
    crystal."""
    position = {"seats": 2, "track": ["foal 1", "foal 2"], "pool": 9, "hit_points": hit_points}
    state = lay(position, together=True)
    before = list_facts(state)
    happen(state, "overlord_turn")
    if state.asked:
        say(state, 0, "player 2")
    assert find_changes(before, list_facts(state)) == changes


def test_main_phase_a_turn_has_one_main_action(lay: Lay, say: Any) -> None:
    """Minor actions come before and after it, and ending the turn only after it."""
    where = {"A.enchantment": ["of_rage 2", "enchanting"], "track": ["scale_lance 1", "foal 1"]}
    state = lay(replace_fields(RICH, where))
    verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
    assert verbs == {"journey", "rest", "challenge", "use"}
    say(state, 0, "use of Rage")
    say(state, 0, "journey 0")
    verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
    assert verbs == {"use", "end"}
    say(state, 0, "use of Rage")
    assert state.active == 1


def test_turns_begin_with_the_texts_of_wounds(lay: Lay, say: Any) -> None:
    """Pity Purse brings a crystal, also to somebody without creatures."""
    fields = {"B.creature": [], "B.wound": ["pity"], "overlord": "", "track": ["of_rage", "foal 1"]}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "rest Normaltown 1")
    assert (state.active, state.seats[1].crystals) == (1, 5)


# Journeys -----------------------------------------------------------------------------------------


def costs(state: State) -> list[int]:
    return [space.cost for space in ENCHANTERS.build_view(state, 0).track if space]


def test_journey_the_space_is_the_cost_and_speed_is_taken_off(lay: Lay, say: Any) -> None:
    """“Cost = s, minus speed value; minimum 0.”"""
    assert costs(lay(RICH)) == [0, 1, 2, 3, 4, 5]
    fast = replace_fields(RICH, {"A.enchantment": ["of_fast_feet", "enchanting"]})
    assert costs(lay(fast)) == [0, 0, 1, 2, 3, 4]
    state = lay(replace_fields(RICH, {"A.crystals": 3}))
    assert [args["at"] for args in offered(state, "journey")] == [0, 1, 2, 3]
    say(state, 0, "journey 3")
    assert state.seats[0].crystals == 0


def test_journey_a_free_one_costs_nothing_until_the_turn_ends(
    lay: Lay, say: Any, cause: Any
) -> None:
    state = lay(replace_fields(RICH, {"A.crystals": 0, "A.item": ["fist"]}))
    cause(state, {"free_journey": {}})
    say(state, 0, "journey 3")
    answer_all(say, state, ["end"])
    assert state.seats[0].crystals == 0 and not state.free_journey


@pytest.mark.parametrize(("attack", "won"), [(5, False), (6, True), (7, True)])
def test_combat_attack_equal_to_health_wins(attack: int, won: bool, lay: Lay, say: Any) -> None:
    """“Compare effective attack with the target's current health. Lower: failed.” Highwayman: 6."""
    state = lay(replace_fields(RICH, {"A.attack": attack, "A.defense": 9, "overlord": ""}))
    say(state, 0, "journey 2")
    assert ("bandits.highwayman/1" in state.seats[0].stacks["creature"]) is won
    assert (state.graveyard[-1] == "bandits.pickpocket/1") is not won


def test_combat_a_lost_fight_takes_the_first_card_and_no_wounds(lay: Lay, say: Any) -> None:
    """Nothing else happens; the price is paid and the creature stays."""
    state = lay(replace_fields(RICH, BARE | {"A.attack": 1, "A.defense": 0}))
    before = list_facts(state)
    happen(state, "journey", 0, 4)
    assert find_changes(before, list_facts(state)) == {
        "A.crystals": -4,
        "graveyard": "pickpocket, silver_horn, runt 6",
        "journeyed": True,
        "track.0": "",
    }


def test_combat_a_winner_takes_the_creatures_attack(lay: Lay, say: Any) -> None:
    """Strength 5 against defense 3, before its own effect: a crystal for every two monsters."""
    where = BARE | {
        "A.attack": 6,
        "A.defense": 3,
        "A.wounds": 0,
        "A.creature": ["runt 1", "runt 2"],
    }
    where |= {"B.creature": [], "track": ["highwayman 1"], "deck": ["foal 2"]}
    state = lay(replace_fields(RICH, where))
    before = list_facts(state)
    happen(state, "journey", 0, 0)
    assert find_changes(before, list_facts(state)) == {
        "A.wounds": 2,
        "A.crystals": 1,
        "A.creature": "highwayman, runt, runt 2",
        "journeyed": True,
        "track.0": "",
    }


def test_journey_effects_of_the_card_come_in_printed_order(lay: Lay, print_card: Any) -> None:
    """Two crystals, then all are lost, then one more."""
    lines = [{"take_crystals": {"n": 2}}, {"lose_crystals": {"n": "all"}}]
    abilities = [{"immediate": lines}, {"immediate": [{"take_crystals": {"n": 1}}]}]
    print_card(upper={"abilities": abilities})
    state = lay(replace_fields(RICH, {"track": ["trial"]}))
    happen(state, "journey", 0, 0)
    assert state.seats[0].crystals == 1


def test_journey_a_card_given_away_is_not_taken(lay: Lay, print_card: Any, say: Any) -> None:
    """“Skip to step 8”: no trigger of taking, but one of the journey."""
    print_card(kind="item", upper={"abilities": [{"immediate": [{"give_this": {"to": "left"}}]}]})
    fields: dict[str, Any] = {"A.item": ["banner.normalian"], "A.enchantment": ["of_rogues"]}
    fields["B.item"] = ["fist"]
    fields |= {"track": ["foal 1", "foal 2", "foal 3", "trial"], "A.crystals": 3}
    state = lay(replace_fields(RICH, fields))
    happen(state, "journey", 0, 3)
    assert state.seats[1].stacks["item"] == ["start.fist/1", "item.trial"]
    assert state.seats[0].crystals == 1


def test_journey_a_card_buried_by_its_own_text_is_not_laid_again(lay: Lay, print_card: Any) -> None:
    print_card(upper={"abilities": [{"immediate": [{"bury_this": True}]}], "icons": {"attack": 5}})
    state = lay(replace_fields(RICH, {"A.item": ["banner.normalian"], "track": ["trial"]}))
    before = list_facts(state)
    happen(state, "journey", 0, 0)
    assert find_changes(before, list_facts(state)) == {
        "A.item": "normalian, trial",
        "journeyed": True,
        "track.0": "",
    }


def test_journey_to_the_graveyard_is_free_and_at_no_space(lay: Lay, cause: Any, say: Any) -> None:
    """“Slot conditions are false”; a failed combat leaves the card where it was."""
    fields = {"A.enchantment": ["of_rogues"], "A.crystals": 0, "graveyard": ["foal 1", "runt 6"]}
    state = lay(replace_fields(RICH, fields | {"track": ["stag 3"], "A.attack": 2}))
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    say(state, 0, "visit Skittish Foal")
    assert state.graveyard[-1] == "unicorns.foal/1" and not state.trips
    state.seats[0].attack = 3
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    say(state, 0, "visit Skittish Foal")
    assert state.graveyard == ["goblins.runt/6"] and state.seats[0].crystals == 0
    assert state.track[0].card == "unicorns.stag/3"


def test_journey_outside_the_track_is_not_judged_by_a_space(lay: Lay, cause: Any) -> None:
    """“Slot conditions are false”: Wild Hunt makes creatures stronger up to space 2, and attack 3
    is enough for a foal in the graveyard (A-10)."""
    fields: dict[str, Any] = {"event": "event.wild_hunt/1", "anger": 2, "A.attack": 3}
    fields |= {"options": {"hopeless_fights": False}, "graveyard": ["foal 2"]}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    assert [args["card"] for args in offered(state, "visit")] == ["unicorns.foal"]


def test_journey_outside_the_track_pays_no_toll(lay: Lay, cause: Any, say: Any) -> None:
    """“Slot conditions are false”: a Siege wounds who journeys to space 0."""
    fields = {"graveyard": ["of_rage 2"], "event": "event.siege/1", "anger": 3, "A.attack": 9}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}})
    say(state, 0, "visit of Rage")
    assert state.seats[0].stacks["enchantment"][-1] == "barbarians.of_rage/2" and state.pool == 0


def test_journey_cards_above_an_empty_space_stay_at_their_space(lay: Lay) -> None:
    state = lay(replace_fields(RICH, {"track": [None, "foal 1", None, "foal 2"]}))
    assert [args["at"] for args in offered(state, "journey")] == [1, 3]


def test_combat_is_over_when_the_creature_acts(lay: Lay, say: Any, print_card: Any) -> None:
    """Immediate effects come after the combat: while A chooses whom Bandit Queen robs, no
    fight is shown, and what helps “in combat with a monster” helps no more."""
    boost = {"static": {"boost": {"attack": 3, "when": {"combat_with": {"types": ["monster"]}}}}}
    print_card(upper={"abilities": [boost]})
    fields: dict[str, Any] = {"A.item": ["trial"], "A.attack": 20, "A.defense": 20}
    state = lay(replace_fields(RICH, {**fields, "track": ["queen 2"]}))
    say(state, 0, "journey 0")
    view = ENCHANTERS.build_view(state, 0)
    assert (view.question, view.fight) == ("target", None)
    assert view.seats[0].attack == 20


def test_combat_after_defeating_comes_before_the_card_is_taken(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """“After defeating” triggers belong to the combat, which comes before the immediate effects:
    all crystals are lost, then the creature brings two."""
    when = {"trigger": {"defeated": {"types": ["monster"]}}}
    print_card(
        upper={"abilities": [{"when": {**when, "effect": [{"lose_crystals": {"n": "all"}}]}}]}
    )
    upper = {"abilities": [{"immediate": [{"take_crystals": {"n": 2}}]}]}
    stats = {"health": 3, "strength": 0}
    print_card(name="bringer", kind="monster", tier="minor", stats=stats, upper=upper)
    fields = {"A.item": ["trial"], "A.crystals": 6, "A.attack": 9, "track": ["bringer", "foal 1"]}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "journey 0")
    assert state.seats[0].crystals == 2


def test_journey_what_counts_on_it_is_over_when_the_card_lies(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """E034: Birch Bow's attack and defense “only during a journey to slot 3+”, not afterwards."""
    minor = {"minor": {"cost": [], "effect": [{"take_crystals": {"n": 1}}]}}
    print_card(kind="enchantment", copies=2, upper={"abilities": [minor]})
    fields: dict[str, Any] = {"A.item": ["birch_bow 2"], "A.enchantment": ["trial 2"]}
    fields |= {"A.attack": 5, "A.defense": 5, "track": ["foal 1", "foal 2", "foal 3", "trial 1"]}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "journey 3")
    view = ENCHANTERS.build_view(state, 0).seats[0]
    assert (view.stacks["enchantment"][-1], view.attack, view.defense) == (
        "enchantment.trial/1",
        5,
        5,
    )


# Rests --------------------------------------------------------------------------------------------


def test_rest_brings_its_effect_and_takes_the_first_card(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(RICH, {"overlord": "", "B.item": ["hex_idol", "fist"]}))
    before = list_facts(state)
    say(state, 0, "rest Normaltown 1")
    changed = find_changes(before, list_facts(state))
    assert {name: changed[name] for name in ("A.crystals", "graveyard", "track.0", "deck")} == {
        "A.crystals": 3,
        "graveyard": "pickpocket, silver_horn, runt 6",
        "track.0": "scale_lance",
        "deck": "stag 2, elder, brute, queen",
    }


def test_rest_with_an_empty_first_space_takes_nothing(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(RICH, {"track": [None, "foal 1"], "deck": [], "graveyard": []}))
    say(state, 0, "rest Normaltown 1")
    assert not state.graveyard


@pytest.mark.parametrize(
    ("card", "active", "changes"),
    [
        ("pickpocket 1", True, {"A.wounds": 1}),
        ("hoard_dragon", True, {"B.wounds": 5, "C.wounds": 7}),
        ("scale_lance 1", True, {}),
        ("of_rage 1", True, {}),
        ("pickpocket 1", False, {}),
    ],
)
def test_invasion_the_line_of_the_type_is_carried_out(
    card: str, active: bool, changes: Any, lay: Lay, say: Any
) -> None:
    """Vragan: a monster hurts the active player, for a dragon he attacks all players. An Overlord
    that was defeated does nothing."""
    fields: dict[str, Any] = {"track": [card, "foal 1"], "overlord_active": active}
    fields |= {"B.wounds": 0, "B.attack": 8, "B.defense": 2}
    state = lay(replace_fields(RICH, fields))
    before = list_facts(state)
    say(state, 0, "rest Normaltown 1")
    changed = find_changes(before, list_facts(state))
    assert {name: n for name, n in changed.items() if name.endswith("wounds")} == changes


def test_invasion_after_a_lost_fight(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(RICH, {"A.attack": 0, "A.defense": 9}))
    say(state, 0, "journey 2")
    assert state.seats[0].wounds == 6 and "bandits.pickpocket/1" in state.graveyard


def test_invasion_the_active_player_is_current(lay: Lay, say: Any) -> None:
    """“Owner/current player = active player”: B rests, and the monster hurts B."""
    state = lay(replace_fields(RICH, {"turn": "B", "A.wounds": 0, "B.wounds": 0}))
    say(state, 1, "rest Normaltown 1")
    assert [seat.wounds for seat in state.seats[:2]] == [0, 1]


def test_invasion_without_an_active_player_is_the_starting_players(lay: Lay, cause: Any) -> None:
    """A-42: “current player” is then the starting player. Nargan attacks him for an item."""
    fields: dict[str, Any] = {"overlord": "nargan", "starting": "C", "turn": None, "C.wounds": 0}
    state = lay(replace_fields(RICH, fields))
    cause(state, {"trigger_invasion": {"type": "item"}})
    # His strength of 8 against no defense.
    assert [seat.wounds for seat in state.seats] == [5, 3, 8]


def test_invasion_tokens_on_the_card_invade_too(lay: Lay, say: Any) -> None:
    """Cerberus: 1 for the monster, 2 for its wounds, a reinforcement for its reward; then the
    tokens are gone."""
    track = [{"card": "pickpocket 1", "wounds": 3, "rewards": 1}, "foal 1", "foal 2"]
    position = replace_fields(RICH, {"track": track, "overlord": "cerberus"})
    state = lay(position, together=True)
    say(state, 0, "rest Normaltown 1")
    assert state.pool == 3
    assert state.overlord_health + state.overlord_strength == 1
    assert not any(space.wounds or space.rewards for space in state.track)

    state = lay(replace_fields(position, {"track": ["of_rage 1", "foal 1"]}), together=True)
    say(state, 0, "rest Normaltown 1")
    assert state.pool == 0 == state.overlord_health + state.overlord_strength


# Challenges ---------------------------------------------------------------------------------------

MIGHTY = {"A.attack": 9, "A.defense": 7, "A.crystals": 2}


def test_challenge_won(lay: Lay, say: Any) -> None:
    """Two crystals for Vragan; his strength of 7 against defense 7; a token and its effect: two
    wounds for the others; and the top of the deck, which does not invade."""
    state = lay(replace_fields(RICH, MIGHTY))
    before = list_facts(state)
    say(state, 0, "challenge")
    changed = find_changes(before, list_facts(state))
    changed = {name: n for name, n in changed.items() if name not in ("A.attack", "A.defense")}
    assert changed == {
        "A.crystals": -2,
        "A.rewards": 1,
        "overlord_rewards": -1,
        "B.wounds": 2,
        "C.wounds": 2,
        "graveyard": "stag, silver_horn, runt 6",
        "deck": "stag 2, elder, brute, queen",
    }


@pytest.mark.parametrize("attack", [8, 9])
def test_challenge_lost_below_the_overlords_health(attack: int, lay: Lay, say: Any) -> None:
    """It then takes the first card of the track, with invasion."""
    state = lay(replace_fields(RICH, MIGHTY | {"A.attack": attack}))
    say(state, 0, "challenge")
    lost = attack < 9
    assert (state.seats[0].rewards == 0) is lost
    assert (state.seats[0].wounds == 6) is lost
    assert (state.graveyard[-1] == "bandits.pickpocket/1") is lost


def test_challenge_for_the_last_token_defeats_the_overlord(lay: Lay, say: Any) -> None:
    for tokens, stands in ((2, True), (1, False)):
        state = lay(replace_fields(RICH, MIGHTY | {"overlord_rewards": tokens}))
        say(state, 0, "challenge")
        assert state.overlord_active is stands


def test_challenge_together_hurts_the_overlord(lay: Lay, say: Any) -> None:
    """Health 8 and strength 4 together; “hit points down by your attack”; no token, no fall."""
    state = lay(replace_fields(RICH, {"A.attack": 8, "A.defense": 3}), together=True)
    before = list_facts(state)
    say(state, 0, "challenge")
    changed = find_changes(before, list_facts(state))
    assert (changed["hit_points"], changed["pool"]) == (-8, 1)
    assert state.overlord_active and state.overlord_rewards == 3 and state.seats[0].rewards == 0


@pytest.mark.parametrize(("seats", "tokens"), [(2, 2), (3, 1)])
def test_challenge_reinforces_the_overlord(seats: int, tokens: int, lay: Lay, say: Any) -> None:
    """“Add one reinforcement token, random side; two-player game: a second one.”"""
    held = {"A": {"attack": 8, "defense": 3, "crystals": 2}, "B": {}, "C": {}}
    position = {"seats": dict(list(held.items())[:seats]), "track": ["foal 1", "foal 2"]}
    state = lay(
        {**position, "options": {"reinforcements": True}, "deck": ["stag 1"]}, together=True
    )
    say(state, 0, "challenge")
    assert state.overlord_health + state.overlord_strength == tokens


# Minor actions ------------------------------------------------------------------------------------


def test_minor_actions_are_used_once_twice_or_as_often_as_paid(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """“Once per turn per action line; `double` twice; `multi` unlimited.”"""
    for limit, times in (("once", 1), ("double", 2), ("multi", 5)):
        action = {"minor": {"limit": limit, "cost": [{"crystals": 1}]}}
        action["minor"]["effect"] = [{"gain": {"attack": 1}}]
        print_card(upper={"abilities": [action]})
        state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"], "A.crystals": 5}))
        used = 0
        while offered(state, "use"):
            say(state, 0, "use item.trial")
            used += 1
        assert used == times


def test_minor_actions_of_village_and_overlord(lay: Lay, say: Any, print_card: Any) -> None:
    """The village's, and those of reward tokens."""
    state = lay(replace_fields(RICH, {"village": "fjordosan", "overlord": "nargan"}))
    assert [args["card"] for args in offered(state, "use")] == ["village.fjordosan"]
    say(state, 0, "use Fjordosan")
    assert (state.seats[0].attack, state.seats[0].defense) == (5, 7)
    state = lay(replace_fields(RICH, {"A.rewards": 1, "overlord": "nargan"}))
    assert [args["card"] for args in offered(state, "use")] == ["overlord.nargan"]


def test_minor_actions_only_visible_parts_count(lay: Lay, print_card: Any) -> None:
    """A covered card shows its lower part only; the top both."""
    action = {"minor": {"cost": [], "effect": [{"gain": {"attack": 1}}]}}
    for part, item, seen in (
        ("upper", ["trial", "fist"], True),
        ("upper", ["fist", "trial"], False),
        ("lower", ["trial", "fist"], True),
        ("lower", ["fist", "trial"], True),
    ):
        print_card(**{part: {"abilities": [action]}})
        state = lay(replace_fields(RICH, {"A.item": item}))
        assert bool(offered(state, "use")) is seen


def test_minor_actions_of_ones_own_turn_are_no_preparation(
    lay: Lay, cause: Any, print_card: Any
) -> None:
    """E178, E179: “a costless minor action, not usable in duel preparation off-turn”."""
    for own, asked in ((True, []), (False, [0])):
        action: dict[str, Any] = {"cost": [], "effect": [{"gain": {"attack": 1}}]}
        print_card(upper={"abilities": [{"minor": {**action, "own_turn_only": own}}]})
        state = lay(replace_fields(RICH, {"A.item": ["trial"], "turn": "B"}))
        cause(state, {"duel": {"with": "left"}}, seat=0)
        seats = [p.seat for p in ENCHANTERS.list_prompts(state) if p.question == "duel_prep"]
        assert seats == asked


def test_minor_actions_of_the_own_line_are_not_mixed_with_another(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """A-48: two lines of one card, each once."""
    lines = [{"minor": {"cost": [], "effect": [{"gain": {"attack": n}}]}} for n in (1, 10)]
    print_card(upper={"abilities": lines})
    state = lay(replace_fields(RICH, {"A.item": ["trial"], "A.attack": 0}))
    say(state, 0, "use item.trial 2")
    assert state.seats[0].attack == 10
    say(state, 0, "use item.trial")
    assert state.seats[0].attack == 11 and not offered(state, "use")


# Clean-up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("journey", "crystals", "left"), [(True, 6, 4), (True, 1, 0), (False, 6, 9)]
)
def test_clean_up_weight_costs_crystals_after_a_journey(
    journey: bool, crystals: int, left: int, lay: Lay, say: Any
) -> None:
    """“If a journey was made this turn: discard crystals equal to the weight value, at most all.”
    Two weight; a rest brings three crystals and costs none."""
    fields = {"A.wound": ["limp", "bad_knee"], "A.item": ["fist"], "A.crystals": crystals}
    state = lay(replace_fields(RICH, fields | {"track": ["of_trophies", "foal 1"]}))
    say(state, 0, "journey 0" if journey else "rest Normaltown 1")
    assert state.seats[0].crystals == left


def test_clean_up_weight_is_paid_for_a_lost_journey(lay: Lay, say: Any) -> None:
    """A-21: “successful or not”."""
    fields = {"A.wound": ["limp"], "A.item": ["fist"], "A.crystals": 3, "A.attack": 0}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "journey 0")
    assert state.seats[0].crystals == 2


def test_clean_up_a_challenge_is_no_journey(lay: Lay, say: Any) -> None:
    fields = MIGHTY | {"A.wound": ["limp"], "A.item": ["fist"], "A.crystals": 5}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "challenge")
    assert state.seats[0].crystals == 3


def test_clean_up_cards_slide_left_and_the_track_is_refilled(lay: Lay, say: Any) -> None:
    """“Left to right”: the deck's top on the leftmost empty space; tokens travel along."""
    track = ["foal 1", None, {"card": "foal 2", "wounds": 1}, "foal 3"]
    state = lay(replace_fields(RICH, {"track": track, "overlord": ""}))
    before = list_facts(state)
    say(state, 0, "rest Normaltown 1")
    changed = find_changes(before, list_facts(state))
    assert {name: now for name, now in changed.items() if name[:4] in ("trac", "deck")} == {
        "track.0": "foal 2!",
        "track.1": "foal 3",
        "track.2": "stag",
        "track.3": "stag 2",
        "track.4": "elder",
        "track.5": "brute",
        "deck": "queen",
    }


def test_clean_up_resets_powers_and_labels_of_the_active_player_only(lay: Lay, say: Any) -> None:
    """“Attack/defense := visible icons, floored at 0. Remove own used labels.”"""
    fields: dict[str, Any] = {"A.attack": 9, "A.defense": 9, "A.used": {"x|u0": 1}}
    fields |= {"B.attack": 7, "B.defense": 7, "B.used": {"y|u0": 1}, "overlord": ""}
    fields |= {"A.item": ["fist"], "A.enchantment": ["of_dragon_breath"]}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "rest Normaltown 1")
    one, two = state.seats[:2]
    # Fist 1, of Dragon Breath 5 and 1; its defense of minus 2.
    assert (one.attack, one.defense, one.used) == (7, 0, {})
    assert (two.attack, two.defense, two.used) == (7, 7, {"y|u0": 1})


def test_turns_forget_what_lasts_until_their_end(lay: Lay, say: Any, cause: Any) -> None:
    """Free journeys, a doubled and an ignored desert, and whether a journey was made."""
    fields = {"desert": "calm", "free_journey": True, "desert_doubled": 1, "desert_ignored": True}
    state = lay(replace_fields(RICH, fields | {"journeyed": True, "A.item": ["fist"]}))
    say(state, 0, "rest Normaltown 1")
    assert not (state.free_journey or state.desert_doubled or state.desert_ignored)
    assert not (state.journeyed or state.main_done)


def test_the_match_goes_on_while_a_card_is_left(lay: Lay, say: Any) -> None:
    """“No card on the track and none in the deck: finish.”"""
    state = lay({"seats": 2, "track": ["foal 1", "foal 2"]})
    say(state, 0, "rest Normaltown 1")
    assert not state.result
    say(state, 1, "rest Normaltown 1")
    assert state.result == "scored" and ENCHANTERS.list_prompts(state) == []
    with pytest.raises(IllegalDecision, match="over"):
        ENCHANTERS.play_decision(state, 0, None)


def test_challenge_by_another_text_burns_no_card(lay: Lay, print_card: Any) -> None:
    """A-11, E158: “fight the Overlord” as an effect of a card that was taken, won or lost."""
    for attack, rewards in ((20, 1), (0, 0)):
        print_card(upper={"abilities": [{"immediate": [{"fight_overlord": {}}]}]})
        fields = {"track": ["trial", "foal 1"], "A.attack": attack, "A.defense": 20}
        state = lay(replace_fields(RICH, fields))
        happen(state, "journey", 0, 0)
        assert state.seats[0].rewards == rewards
        assert len(state.deck) == 5 and state.track[1].card == "unicorns.foal/1"


def test_journey_a_creature_moved_on_the_track_is_fought_where_it_lies(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """Black Dam has three health more from space 3 on; and gone to the graveyard, it is lost."""
    swap = {"minor": {"cost": [], "effect": [{"swap_track": {"n": 2}}]}}
    print_card(upper={"abilities": [swap]})
    fields: dict[str, Any] = {"A.item": ["trial"], "A.attack": 11, "A.defense": 20}
    fields |= {"track": ["black_dam", "foal 1", "foal 2", "foal 3"], "overlord": ""}
    for other, won in ((2, True), (3, False)):
        state = lay(replace_fields(RICH, fields))
        answer_all(say, state, ["journey 0", "use item.trial", f"swap 0 with {other}"])
        assert ("dracons.black_dam" in state.seats[0].stacks["creature"]) is won
        assert ("unicorns.foal/3" in state.graveyard) is not won
    state = lay(replace_fields(RICH, fields | {"A.item": ["grave_spade"]}))
    answer_all(say, state, ["journey 0", "use Grave Spade", "swap 0"])
    assert state.graveyard[-2:] == ["dracons.black_dam", "unicorns.silver_horn/1"]


def test_combat_won_against_a_creature_that_goes_burns_no_card(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """“Lower → failed: discard the slot-0 card.” The fight was won; what was defeated then changed
    places with the graveyard, so nothing is taken."""
    defeated = {"trigger": {"defeated": {"types": ["monster"]}}}
    swap = {"when": {**defeated, "effect": [{"swap_track_graveyard": {}}]}}
    print_card(upper={"abilities": [swap]})
    track = ["foal 2", "foal 1"]
    fields = {"A.item": ["trial"], "A.attack": 9, "track": track, "deck": [], "overlord": ""}
    state = lay(replace_fields(RICH, {**fields, "A.defense": 9}))
    answer_all(say, state, ["journey 1", "swap 1"])
    assert state.graveyard[-1] == "unicorns.foal/1"
    left = [space.card for space in state.track if space.card]
    assert left == ["unicorns.foal/2", "unicorns.silver_horn/1"]


def test_minor_actions_name_a_line_only_if_a_card_has_several(lay: Lay, print_card: Any) -> None:
    minor = {"minor": {"cost": [], "effect": [{"gain": {"attack": 1}}]}}
    for many, told in ((1, [None]), (2, [1, 2])):
        print_card(upper={"abilities": [minor] * many})
        state = lay(replace_fields(RICH, {"A.item": ["trial"]}))
        assert [args.get("line") for args in offered(state, "use")] == told


def test_journey_hopeless_fights_count_what_helps_in_them(lay: Lay) -> None:
    """A-10: Scale Lance is worth three more against a dragon of health 11."""
    fields = {"A.item": ["scale_lance 2"], "track": ["hoard_dragon"], "A.crystals": 0}
    fields |= {"A.defense": 0, "options": {"hopeless_fights": False}}
    for attack, spaces in ((7, []), (8, [0])):
        state = lay(replace_fields(RICH, {**fields, "A.attack": attack}))
        assert [args["at"] for args in offered(state, "journey")] == spaces


def test_journey_inside_a_journey_has_a_fight_of_its_own(lay: Lay, print_card: Any) -> None:
    """K008: the creature in the graveyard weakens who fights it, also during another journey."""
    static = {"static": {"boost": {"attack": -3}}, "while": "in_combat_with_this"}
    stats = {"health": 3, "strength": 0}
    upper = {"abilities": [static]}
    print_card(name="weakener", kind="monster", tier="minor", stats=stats, upper=upper)
    visit = {"journey_from": {"zone": "graveyard_top", "types": ["any"], "optional": True}}
    print_card(upper={"abilities": [{"immediate": [visit]}]})
    for attack, won in ((5, False), (6, True)):
        fields = {"track": ["trial"], "graveyard": ["weakener"], "A.attack": attack}
        state = lay(replace_fields(RICH, {**fields, "A.defense": 9}))
        happen(state, "journey", 0, 0)
        (visited,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "visit"]
        ENCHANTERS.play_decision(state, 0, visited.examples()[0])
        assert ("monster.weakener" in state.seats[0].stacks["creature"]) is won
